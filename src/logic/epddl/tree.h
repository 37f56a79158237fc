// logic/epddl/tree.h -- text in brackets as trees: the grammar under EPDDL.
//
// Round brackets make lists; [ ] and < > stand in front of what they are said
// of and are lists of their own kinds.  `;` begins a comment.

#ifndef DX_LOGIC_EPDDL_TREE_H
#define DX_LOGIC_EPDDL_TREE_H

#include "base/base.h"
#include "base/heed.h"
#include "base/names.h"
#include "base/vector.h"

#include <stdint.h>

typedef enum dx_tree_kind {
    DX_TREE_WORD,
    DX_TREE_LIST,    // ( )
    DX_TREE_BOX,     // [ ]
    DX_TREE_DIAMOND, // < >
} dx_tree_kind;

typedef struct dx_tree {
    dx_tree_kind kind;
    uint16_t file;
    uint32_t line, column;
    const char *text;     // of a word; "" else
    uint32_t first, next; // numbers of trees; 0: none
} dx_tree;

enum { DX_TREE_DEPTH_MAX = 200 };

// All trees of all files.  Number 0 is nobody.
typedef struct dx_trees {
    DX_VECTOR(dx_tree) at;
    dx_names *words;
    dx_pace pace;
} dx_trees;

void dx_trees_init(dx_trees *trees);
void dx_trees_release(dx_trees *trees);

// Reads one text; *out_first is its first tree, the others follow by `next`.
// DX_ERR_CANCELLED when it is called off.
DX_MUST_USE dx_status dx_trees_read(dx_trees *trees, const char *text,
                                    size_t length, unsigned file,
                                    uint32_t *out_first, dx_error *error);

#endif
