// store/faulty.h -- a disk that fails when a test wants it to: a layer below
// SQLite that passes everything on to the system, but for one step.

#ifndef DX_TESTS_STORE_FAULTY_H
#define DX_TESTS_STORE_FAULTY_H

#include <stdbool.h>

typedef enum dx_fault {
    DX_FAULT_SHORT,   // a read finds less than was asked for
    DX_FAULT_CORRUPT, // a read says that what is there is damaged
    DX_FAULT_IOERR,   // a read, a write or a sync fails
    DX_FAULT_FULL,    // a write finds no room
    DX_FAULTS
} dx_fault;

// From now on every file is opened through it, until it is taken away.
void dx_faulty_install(void);
void dx_faulty_remove(void);

// The `step`th step from now on (the first is 1) that can have this fault has
// it; 0: none.  `is_lasting`: and all steps after it.
void dx_faulty_arm(dx_fault fault, unsigned step, bool is_lasting);
// Has it had it?
bool dx_faulty_struck(void);

#endif
