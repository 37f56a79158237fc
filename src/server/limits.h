// server/limits.h -- how much anybody may want of the server.

#ifndef DX_SERVER_LIMITS_H
#define DX_SERVER_LIMITS_H

enum { DX_CLOSE_LATER = 1013 }; // the code of "try again later"

enum {
    DX_MESSAGE_MAX = 8 << 10,    // bytes of a message
    DX_HEAD_MAX = 8 << 10,       // of the head of a request
    DX_BODY_MAX = 8 << 10,       // of a request
    DX_BODY_LARGE_MAX = 1 << 20, // of one that brings a record or a model
    DX_UNREAD_MAX = 256 << 10,   // waiting for one connection to read them
    DX_ANSWERS_MAX = 32 << 20,   // of HTTP that one address has not read
    DX_ANSWERS_ALL = 256 << 20,  // ... and all
    DX_READ_PER_MS = 64,         // bytes of an answer, after the patience
    DX_PATIENCE_S = 20,          // with who reads nothing; --patience: less
    DX_RATE_PER_SECOND = 20,     // messages of a connection
    DX_RATE_BURST = 60,
    DX_WATCHES_MAX = 4,       // lenses that a connection keeps open
    DX_QUESTIONS_MAX = 8,     // of a connection, under way
    DX_QUESTIONS_ALL = 1000,  // of all
    DX_KEPT_MAX = 64 << 20,   // bytes that the store keeps for an address
    DX_KEPT_PER_S = 12 << 10, // ... and then so many: 1 GB a day
    DX_TABLES_NORMAL = 10000, // at once, if nothing else is said
    DX_MEMBERS_MAX = 1000,    // at one table, with those who watch
    DX_PING_S = 30,           // of silence, then a ping; --ping: earlier
    DX_SILENCE_S = 60,        // of silence, then it is closed
    DX_FIRST_S = 10,          // until the first message
    DX_FALLS_MAX = 3,         // of a program in one game
    DX_HELLO_S = 10,          // until a program has said hello
    DX_PROGRAM_S = 60,        // for a move of a program, if there is no clock
    DX_KEEP_OVER_S = 600,     // a table that is over stays in memory
    DX_KEEP_IDLE_S = 600,     // a game that waits for somebody who went
    DX_AWAY_S = 60,           // a person, before an agent may sit there
    DX_KEEP_OPEN_S = 86400,   // one that nobody comes to is given up
    DX_LIST_NORMAL = 50,      // tables of a kind in one answer
    DX_LIST_MAX = 200,        // ... if somebody asks for more
    DX_TABLE_EVENTS = 10000,  // of a game, then it ends
    DX_RECORD_LONG = 2000,    // lines, of one that is no quick thing to read
    DX_QUICK_STEPS = 40,      // of an agent's choice that is made at once
};

#endif
