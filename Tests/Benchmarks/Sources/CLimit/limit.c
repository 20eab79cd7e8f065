#include "CLimit.h"

#include <sqlite3.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  BEGIN_IMMEDIATE, COMMIT, ADD_HOMEWORK, ADD_EVENT, ADD_MOMENT, ADD_QUIZ, ADD_QUESTION, MAKE_CURRENT,
  HOMEWORK, FIRST_PAGE, PAGE, QUIZ, QUESTIONS, SEARCH, ATTEMPT, QUESTION_AT, ADD_ANSWER, CLOSE_ATTEMPT,
  ADD_CREDIT, MOMENTS, STARS, FINISHED, HIDE_HOMEWORK, COUNT
};

// The learner whom a program for a single user would know.
#define ME "(SELECT id FROM learner WHERE is_default)"

#define HOMEWORK_COLUMNS \
  "SELECT h.id, h.title, h.subject, h.text, h.created_at_ms, h.due_on, d.completed_at_ms," \
  " h.generation_state, h.generation_reason, h.generation_retry_at_ms, z.id, z.question_count," \
  " (SELECT max(worth) FROM credit WHERE homework = h.id AND learner = " ME ")," \
  " (SELECT count(*) FROM credit WHERE homework = h.id AND learner = " ME ")," \
  " (SELECT max(finished_at_ms) FROM credit WHERE homework = h.id AND learner = " ME ")," \
  " (SELECT a.id FROM attempt a WHERE a.quiz = z.id AND a.learner = " ME " AND a.state = 'inProgress')," \
  " (SELECT json_group_array(name) FROM (SELECT name FROM collection WHERE homework = h.id ORDER BY name))," \
  " i.digest, i.media_type, length(i.bytes)" \
  " FROM homework h LEFT JOIN quiz z ON z.homework = h.id AND z.is_current" \
  " LEFT JOIN completion d ON d.homework = h.id AND d.learner = " ME " LEFT JOIN picture i ON i.digest = h.picture "

#define QUESTION_COLUMNS \
  "SELECT id, prompt, explanation, type, options, correct_index, correct_answer, accepted_answers," \
  " key_concepts FROM question "

static const char *const texts[COUNT] = {
  [BEGIN_IMMEDIATE] = "BEGIN IMMEDIATE",
  [COMMIT] = "COMMIT",
  [ADD_HOMEWORK] = "INSERT INTO homework (id, title, subject, text, created_at_ms, due_on, picture,"
    " generation_state) VALUES (?, ?, ?, ?, ?, NULL, NULL, 'ready')",
  [ADD_EVENT] = "INSERT INTO event (kind, at_ms, homework, attempt, question_index, outcome, streak_position, name,"
    " learner) VALUES (?, ?, ?, ?, ?, ?, ?, NULL, " ME ")",
  [ADD_MOMENT] = "INSERT INTO moment (learner, name, kind, at_ms) VALUES (" ME ", ?, ?, ?) ON CONFLICT DO NOTHING",
  [ADD_QUIZ] = "INSERT INTO quiz (id, homework, is_current, question_count, created_at_ms) VALUES (?, ?, 0, ?, ?)",
  [ADD_QUESTION] = "INSERT INTO question (id, quiz, position, type, prompt, explanation, options,"
    " correct_index, correct_answer, accepted_answers, key_concepts)"
    " VALUES (?, ?, ?, 'mcq', ?, ?, ?, ?, NULL, NULL, NULL)",
  [MAKE_CURRENT] = "UPDATE quiz SET is_current = 1 WHERE id = ?",
  [HOMEWORK] = HOMEWORK_COLUMNS "WHERE h.id = ?",
  [FIRST_PAGE] = HOMEWORK_COLUMNS "ORDER BY h.created_at_ms DESC, h.id DESC LIMIT ?",
  [PAGE] = HOMEWORK_COLUMNS "WHERE (h.created_at_ms, h.id) < (?, ?)"
    " ORDER BY h.created_at_ms DESC, h.id DESC LIMIT ?",
  [QUIZ] = "SELECT z.id, h.id, z.topic, z.subtopic, z.confidence"
    " FROM quiz z JOIN homework h ON h.id = z.homework WHERE h.id = ? AND z.is_current",
  [QUESTIONS] = QUESTION_COLUMNS "WHERE quiz = ? ORDER BY position",
  [SEARCH] = HOMEWORK_COLUMNS "WHERE h.search_row IN (SELECT rowid FROM homework_search WHERE homework_search MATCH ?)"
    " ORDER BY h.created_at_ms DESC, h.id DESC LIMIT 51",
  [ATTEMPT] = "SELECT a.id, z.id, h.id, a.learner, a.state, z.question_count, a.started_at_ms, a.finished_at_ms,"
    " r.position, r.outcome, r.elapsed_ms, q.type"
    " FROM attempt a JOIN quiz z ON z.id = a.quiz JOIN homework h ON h.id = z.homework"
    " LEFT JOIN answer r ON r.attempt = a.id LEFT JOIN question q ON q.id = r.question"
    " WHERE a.id = ? ORDER BY r.position",
  [QUESTION_AT] = QUESTION_COLUMNS "WHERE quiz = ? AND position = ?",
  [ADD_ANSWER] = "INSERT INTO answer (attempt, position, question, response, outcome, elapsed_ms, answered_at_ms)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)",
  [CLOSE_ATTEMPT] = "UPDATE attempt SET state = 'completed', finished_at_ms = ? WHERE id = ?",
  [ADD_CREDIT] = "INSERT INTO ledger (attempt, subject, stars, score, total, longest_run, elapsed_ms,"
    " finished_at_ms, learner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, " ME ")",
  [MOMENTS] = "SELECT name FROM moment WHERE learner = " ME,
  [STARS] = "SELECT coalesce(sum(stars), 0) FROM ledger WHERE learner = " ME,
  [FINISHED] = "SELECT count(*) FROM ledger WHERE learner = " ME,
  [HIDE_HOMEWORK] = "UPDATE homework SET hidden_at_ms = ? WHERE id = ?",
};

struct limit {
  sqlite3 *database;
  sqlite3_stmt *statements[COUNT];
  uint64_t serial;
  uint64_t bytes_seen;
};

static void fail(limit *l, const char *what) {
  fprintf(stderr, "limit: %s: %s\n", what, sqlite3_errmsg(l->database));
  exit(1);
}

static void check(limit *l, int code, const char *what) {
  if (code != SQLITE_OK) fail(l, what);
}

limit *limit_open(const char *path, const char *synchronous) {
  limit *l = calloc(1, sizeof *l);
  check(l, sqlite3_open_v2(path, &l->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, 0), path);
  char pragmas[200];
  snprintf(pragmas, sizeof pragmas, "PRAGMA synchronous = %s; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384", synchronous);
  check(l, sqlite3_exec(l->database, pragmas, 0, 0, 0), pragmas);
  for (int i = 0; i < COUNT; i++)
    check(l, sqlite3_prepare_v3(l->database, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &l->statements[i], 0), texts[i]);
  l->serial = (uint64_t)time(0) << 24;
  return l;
}

void limit_close(limit *l) {
  for (int i = 0; i < COUNT; i++) sqlite3_finalize(l->statements[i]);
  sqlite3_close(l->database);
  free(l);
}

int64_t heap_bytes(void) { return (int64_t)mallinfo2().uordblks; }

static sqlite3_stmt *statement(limit *l, int which) { return l->statements[which]; }

static void text(sqlite3_stmt *s, int index, const char *value) { sqlite3_bind_text(s, index, value, -1, SQLITE_STATIC); }

static int row(limit *l, sqlite3_stmt *s) {
  int code = sqlite3_step(s);
  if (code != SQLITE_ROW && code != SQLITE_DONE) fail(l, sqlite3_sql(s));
  if (code == SQLITE_DONE) sqlite3_reset(s);
  return code == SQLITE_ROW;
}

static void run(limit *l, sqlite3_stmt *s) {
  while (row(l, s)) {}
}

// Reads every column of the row.
static void look(limit *l, sqlite3_stmt *s) {
  for (int i = 0, n = sqlite3_column_count(s); i < n; i++) {
    switch (sqlite3_column_type(s, i)) {
      case SQLITE_INTEGER: l->bytes_seen += (uint64_t)sqlite3_column_int64(s, i); break;
      case SQLITE_TEXT: {
        const unsigned char *bytes = sqlite3_column_text(s, i);
        int length = sqlite3_column_bytes(s, i);
        for (int b = 0; b < length; b++) l->bytes_seen += bytes[b];
      }
    }
  }
}

static void look_at_all(limit *l, sqlite3_stmt *s) {
  while (row(l, s)) look(l, s);
}

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Creates a UUIDv7 like the store's: the time, then bits of which the last ones are random.
static void new_id(limit *l, char id[37]) {
  uint64_t ms = (uint64_t)now_ms(), random = (l->serial += 0x9E3779B97F4A7C15ULL);
  snprintf(id, 37, "%08x-%04x-7%03x-%04x-%012llx", (unsigned)(ms >> 16), (unsigned)(ms & 0xFFFF),
    (unsigned)(random >> 52), 0x8000u | (unsigned)(random >> 38 & 0x3FFF),
    (unsigned long long)((random * 0xD1B54A32D192ED03ULL) & 0xFFFFFFFFFFFFULL));
}

static void event(limit *l, const char *kind, const char *homework, const char *attempt, int question) {
  sqlite3_stmt *s = statement(l, ADD_EVENT);
  text(s, 1, kind);
  sqlite3_bind_int64(s, 2, now_ms());
  text(s, 3, homework);
  text(s, 4, attempt);
  if (question < 0) {
    sqlite3_bind_null(s, 5);
    text(s, 6, 0);
    sqlite3_bind_null(s, 7);
  } else {
    sqlite3_bind_int(s, 5, question);
    text(s, 6, "correct");
    sqlite3_bind_int(s, 7, question % 10 + 1);
  }
  run(l, s);
}

void limit_bulk_insert(limit *l, int count) {
  run(l, statement(l, BEGIN_IMMEDIATE));
  for (int i = 0; i < count; i++) {
    char id[37], quiz[37], other[37], title[64];
    new_id(l, id);
    snprintf(title, sizeof title, "Homework %d about fractions", i);
    sqlite3_stmt *s = statement(l, ADD_HOMEWORK);
    text(s, 1, id);
    text(s, 2, title);
    text(s, 3, "Mathematics");
    text(s, 4, "Read pages 12 to 14 and do the exercises at the end.");
    sqlite3_bind_int64(s, 5, now_ms());
    run(l, s);
    event(l, "homeworkAdded", id, 0, -1);
    s = statement(l, ADD_MOMENT);
    text(s, 1, "firstCapture");
    text(s, 2, "flag");
    sqlite3_bind_int64(s, 3, now_ms());
    run(l, s);
    s = statement(l, ADD_QUIZ);
    new_id(l, quiz);
    text(s, 1, quiz);
    text(s, 2, id);
    sqlite3_bind_int(s, 3, 10);
    sqlite3_bind_int64(s, 4, now_ms());
    run(l, s);
    for (int q = 0; q < 10; q++) {
      char prompt[64];
      snprintf(prompt, sizeof prompt, "What is %d/8 + %d/8 in lowest terms?", q, i % 8);
      s = statement(l, ADD_QUESTION);
      new_id(l, other);
      text(s, 1, other);
      text(s, 2, quiz);
      sqlite3_bind_int(s, 3, q);
      text(s, 4, prompt);
      text(s, 5, "Add the numerators, then divide both by what they share.");
      text(s, 6, "[\"three quarters\",\"one half\",\"five eighths\",\"one\"]");
      sqlite3_bind_int(s, 7, 0);
      run(l, s);
    }
    event(l, "quizSet", id, 0, -1);
    // Its words are indexed by a trigger, as those of the homework.
    text(statement(l, MAKE_CURRENT), 1, quiz);
    run(l, statement(l, MAKE_CURRENT));
  }
  run(l, statement(l, COMMIT));
}

void limit_homework(limit *l, const char *id) {
  text(statement(l, HOMEWORK), 1, id);
  look_at_all(l, statement(l, HOMEWORK));
}

void limit_page(limit *l, int64_t after_ms, const char *after_id, int count) {
  sqlite3_stmt *s = statement(l, after_ms == 0 ? FIRST_PAGE : PAGE);
  int next = 1;
  if (after_ms != 0) {
    sqlite3_bind_int64(s, next++, after_ms);
    text(s, next++, after_id);
  }
  sqlite3_bind_int(s, next, count + 1);
  look_at_all(l, s);
}

void limit_quiz(limit *l, const char *homework_id) {
  sqlite3_exec(l->database, "BEGIN", 0, 0, 0);
  sqlite3_stmt *s = statement(l, QUIZ);
  text(s, 1, homework_id);
  char quiz[37] = "";
  while (row(l, s)) {
    look(l, s);
    memcpy(quiz, sqlite3_column_text(s, 0), 37);
  }
  text(statement(l, QUESTIONS), 1, quiz);
  look_at_all(l, statement(l, QUESTIONS));
  run(l, statement(l, COMMIT));
}

void limit_search(limit *l, const char *query) {
  text(statement(l, SEARCH), 1, query);
  look_at_all(l, statement(l, SEARCH));
}

typedef struct {
  int answers;
  char quiz[37], homework[37];
} attempt;

static attempt read_attempt(limit *l, const char *id) {
  attempt a = {0};
  sqlite3_stmt *s = statement(l, ATTEMPT);
  text(s, 1, id);
  while (row(l, s)) {
    look(l, s);
    memcpy(a.quiz, sqlite3_column_text(s, 1), 37);
    memcpy(a.homework, sqlite3_column_text(s, 2), 37);
    if (sqlite3_column_type(s, 8) != SQLITE_NULL) a.answers = sqlite3_column_int(s, 8) + 1;
  }
  if (!a.quiz[0]) fail(l, "no such attempt");
  return a;
}

void limit_settle(limit *l, const char *attempt_id) {
  run(l, statement(l, BEGIN_IMMEDIATE));
  attempt a = read_attempt(l, attempt_id);
  sqlite3_stmt *s = statement(l, QUESTION_AT);
  text(s, 1, a.quiz);
  sqlite3_bind_int(s, 2, a.answers);
  char question[37] = "";
  while (row(l, s)) {
    look(l, s);
    memcpy(question, sqlite3_column_text(s, 0), 37);
  }
  s = statement(l, ADD_ANSWER);
  text(s, 1, attempt_id);
  sqlite3_bind_int(s, 2, a.answers);
  text(s, 3, question);
  text(s, 4, "A");
  text(s, 5, "correct");
  sqlite3_bind_int(s, 6, 100);
  sqlite3_bind_int64(s, 7, now_ms());
  run(l, s);
  event(l, "answerSettled", a.homework, attempt_id, a.answers);
  run(l, statement(l, COMMIT));
}

void limit_finish(limit *l, const char *attempt_id) {
  run(l, statement(l, BEGIN_IMMEDIATE));
  attempt a = read_attempt(l, attempt_id);
  limit_homework(l, a.homework);
  sqlite3_stmt *s = statement(l, CLOSE_ATTEMPT);
  sqlite3_bind_int64(s, 1, now_ms());
  text(s, 2, attempt_id);
  run(l, s);
  s = statement(l, ADD_CREDIT);
  text(s, 1, attempt_id);
  text(s, 2, "Mathematics");
  const int credit[] = {5, 9, 10, 9, 1000};
  for (int i = 0; i < 5; i++) sqlite3_bind_int(s, i + 3, credit[i]);
  sqlite3_bind_int64(s, 8, now_ms());
  run(l, s);
  event(l, "attemptFinished", a.homework, attempt_id, -1);
  look_at_all(l, statement(l, MOMENTS));
  look_at_all(l, statement(l, STARS));
  look_at_all(l, statement(l, FINISHED));
  run(l, statement(l, COMMIT));
}

void limit_delete(limit *l, const char *homework_id) {
  run(l, statement(l, BEGIN_IMMEDIATE));
  limit_homework(l, homework_id);
  sqlite3_bind_int64(statement(l, HIDE_HOMEWORK), 1, now_ms());
  text(statement(l, HIDE_HOMEWORK), 2, homework_id);
  run(l, statement(l, HIDE_HOMEWORK));
  event(l, "homeworkDeleted", homework_id, 0, -1);
  run(l, statement(l, COMMIT));
}
