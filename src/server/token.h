// server/token.h -- who may sit at a seat: 128 random bits.
//
// A token is told once.  What is kept is its key, a hash from which nobody gets
// the token back.

#ifndef DX_SERVER_TOKEN_H
#define DX_SERVER_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DX_TOKEN = 33, DX_TOKEN_KEY = 65, DX_TABLE_ID = 40 }; // with the '\0'

// A new token and its key.
void dx_token_new(char token[DX_TOKEN], char key[DX_TOKEN_KEY]);

// Does the key belong to the token (NULL: none)?  Takes the same time whatever
// is wrong with it.  An empty key fits no token.
bool dx_token_fits(const char *token, const char key[DX_TOKEN_KEY]);

// A name for a table that people can say: "quiet-heron-27".
void dx_table_id_new(int64_t number, char out[DX_TABLE_ID]);

// The same with a secret behind it: who does not have the link does not find
// the table.  And is it such a name?
void dx_table_secret_id_new(int64_t number, char out[DX_TABLE_ID]);
bool dx_table_id_is_secret(const char *id);
// How much of a name everybody may know.
size_t dx_table_id_public(const char *id);

// Could it be one?
bool dx_table_id_is_fine(const char *id);

#endif
