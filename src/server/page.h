// server/page.h -- the files of the page, and the examples, inside the program.
//
// tools/embed makes the tables from web/dist, examples/logic and
// examples/lessons.

#ifndef DX_SERVER_PAGE_H
#define DX_SERVER_PAGE_H

#include <stdbool.h>

typedef struct dx_page_file {
    const char *path; // "/index.html"; NULL ends a table
    const char *type; // of the content
    const unsigned char *at, *end;
    bool is_packed; // with gzip
} dx_page_file;

extern const dx_page_file dx_page_files[];
extern const dx_page_file dx_page_examples[];
// Of each lesson its record (hanabi.jsonl) and what is said to it
// (hanabi.json).
extern const dx_page_file dx_page_lessons[];

#endif
