// minds/message/hand_lists.h -- hands as a bystander knows them, way by way,
// kept for all minds of an inquiry.

#ifndef DX_MINDS_MESSAGE_HAND_LISTS_H
#define DX_MINDS_MESSAGE_HAND_LISTS_H

#include "minds/message/hand_listing.h"
#include "minds/message/hand_rooms.h"
#include "minds/message/hand_way.h"

// What is listed: the ways of a hand, with numbers that run along, one for all
// that differ only in which of several kinds alike has which number.
typedef struct dx_hand_wanted {
    const dx_frame *frame;
    const dx_factors *factors;
    uint64_t hand;
    uint64_t room; // no more of each kind than this (packed)
    bool weighs;
    unsigned blocks; // of kinds alike
    uint64_t block[DX_WAY_KINDS / 2];
    DX_VECTOR(dx_hand_number) numbers;
} dx_hand_wanted;

typedef struct dx_hand_list {
    dx_hand_wanted of;
    size_t count;
    uint64_t *ways;
    uint32_t *profiles;                  // count times the blocks: a number in
    dx_states profile[DX_WAY_KINDS / 2]; // those that occur, by block
    size_t numbers;                      // wanted, and of links
    uint8_t *values;                     // count times these
    dx_natural *weights; // of each way; NULL if nothing is weighed
    uint64_t steps;      // that it took
} dx_hand_list;

// The room for ways that fit beside what leaves this one, if the kinds of a
// block all had as much as the one that has most.
uint64_t dx_hand_wanted_within(const dx_hand_wanted *wanted, uint64_t room);

// The room with the numbers of each block in falling order: a way that is
// listed fits, or one of those for which it stands, if it fits there.
uint64_t dx_hand_wanted_falling(const dx_hand_wanted *wanted, uint64_t room);

// Links, with `numbers` more numbers behind those that are wanted.
typedef struct dx_hand_links {
    size_t count, numbers;
    const dx_hand_link *links;
    bool (*holds)(void *context, unsigned link, uint64_t way);
    void *context;
} dx_hand_links;

// Lists what is wanted.  NULL if the effort is spent; the caller frees the
// list.
dx_hand_list *dx_hand_list_linked(const dx_hand_wanted *wanted,
                                  const dx_hand_links *links,
                                  dx_effort *effort);
void dx_hand_list_free(dx_hand_list *list);

// The lists of an inquiry; all zeros: none yet.
typedef struct dx_hand_lists {
    DX_VECTOR(dx_hand_list *) of;
    dx_room_tables rooms;
} dx_hand_lists;

// The list of what is wanted, with weights or more, made if it is new; a step
// is charged for each that it took.  NULL if the effort is spent.
const dx_hand_list *dx_hand_lists_get(dx_hand_lists *lists,
                                      const dx_hand_wanted *wanted,
                                      dx_effort *effort);
void dx_hand_lists_release(dx_hand_lists *lists);

#endif
