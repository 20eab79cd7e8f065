#pragma once
#include <stdint.h>

// The limit against which the store is measured: SQLite's plain C interface with statements prepared once, on a file of
// the store's own schema. Every function does what the store's call of that name does, and no more; results are read
// byte by byte and discarded. A failure ends the program with SQLite's message.
typedef struct limit limit;

limit *limit_open(const char *path, const char *synchronous);
void limit_close(limit *);

// Returns the bytes of the heap in use (mallinfo2, which is not visible to Swift).
int64_t heap_bytes(void);

// Inserts count homework with a quiz of ten MCQs each, in one transaction.
void limit_bulk_insert(limit *, int count);
// Reads one homework.
void limit_homework(limit *, const char *id);
// Reads a page; after_ms and after_id are NULL-like (0, "") for the first.
void limit_page(limit *, int64_t after_ms, const char *after_id, int count);
// Reads a quiz by its homework.
void limit_quiz(limit *, const char *homework_id);
// Finds the ids of up to 50 homework that match an FTS5 query.
void limit_search(limit *, const char *query);
// Settles the next question of an attempt with its first option, in a transaction of its own.
void limit_settle(limit *, const char *attempt_id);
// Completes an attempt whose questions are settled.
void limit_finish(limit *, const char *attempt_id);
// Deletes an assignment and everything that belongs to it.
void limit_delete(limit *, const char *homework_id);
