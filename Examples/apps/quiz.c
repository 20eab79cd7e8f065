// A streak quiz whose answers outlive it: what happens is a line of a file, and a restart plays the file again.
// With the C library alone: cc -O2 -o quiz quiz.c
#include <ctype.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// As much JSON as the protocol has: a value is where it stands in its text.
static const char *space(const char *at) { return at + strspn(at, " \t\r\n"); }

static const char *after(const char *at) {
  at = space(at);
  if (*at == '"') {
    for (at++; *at && *at != '"'; at++)
      if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
  }
  if (*at == '{' || *at == '[') {
    int depth = 0;
    do {
      depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
      at = *at == '"' ? after(at) : at + 1;
    } while (depth > 0 && *at);
    return at;
  }
  while (*at && !strchr(",]}", *at)) at++;
  return at;
}

// The member of an object by its name, NULL where there is none; of an array the item by its number.
static const char *member(const char *object, const char *name) {
  if (!object || *(object = space(object)) != '{') return NULL;
  for (object = space(object + 1); *object == '"'; object = space(object)) {
    const char *end = after(object), *value = space(space(end) + 1);
    size_t length = end - object - 2;
    if (length == strlen(name) && !strncmp(object + 1, name, length)) return value;
    object = space(after(value));
    if (*object == ',') object = space(object + 1);
  }
  return NULL;
}
static const char *item(const char *array, int index) {
  if (!array || *(array = space(array)) != '[') return NULL;
  for (array = space(array + 1); *array && *array != ']'; array = space(array + 1)) {
    if (index-- == 0) return array;
    array = space(after(array));
    if (*array != ',') break;
  }
  return NULL;
}
static int count(const char *array) {
  int items = 0;
  while (item(array, items)) items++;
  return items;
}
static long number(const char *value) { return value ? strtol(value, NULL, 10) : 0; }
// The text of a string, or folded: lower case, one space between words. Letters beyond ASCII stay as they are.
static void text(const char *value, char *out, size_t size, bool folds) {
  size_t length = 0;
  if (value && *value == '"')
    for (value++; *value && *value != '"' && length + 5 < size; value++) {
      unsigned code = (unsigned char)*value;
      if (code == '\\') code = *++value == 'n' ? '\n' : *value == 't' ? '\t' : (unsigned char)*value;
      if (!folds || code >= 0x80 || !isspace((int)code)) out[length++] = (char)(folds && code < 0x80 ? tolower((int)code) : (int)code);
      else if (length && out[length - 1] != ' ') out[length++] = ' ';
    }
  while (folds && length && out[length - 1] == ' ') length--;
  out[length] = 0;
}
// Only letters and digits, with a space around each word.
static void words(const char *value, char *out, size_t size) {
  char folded[4096];
  text(value, folded, sizeof folded - 1, true);
  size_t length = 1;
  out[0] = ' ';
  for (unsigned char *at = (unsigned char *)strcat(folded, " "); *at && length + 2 < size; at++) {
    bool isPart = *at >= 0x80 || isalnum(*at);
    if (isPart || out[length - 1] != ' ') out[length++] = (char)(isPart ? *at : ' ');
  }
  out[length] = 0;
}

typedef struct { const char *name, *variant, *how, *why; int question; long start, end; } Cue;

static struct {
  char *quiz, request[64];  // The last request: if it comes again, it is done.
  bool reduced, isTelling, tellsLast;
  int settled, positions[200], outcomes[200];
  const char *state;
  long total, best, percentage, attempts;
  Cue running[64];  // From here on, lost with the process.
  int runningCount;
  bool activated, isFull;
  enum { NONE, QUESTION, RESULTS, OVER } stage;
} app;

#define say(...) (printf("{\"jsonrpc\":\"2.0\","), printf(__VA_ARGS__), puts("}"), fflush(stdout))
static void tell(const char *method, const Cue *cue, const char *more) {
  char question[32] = "", variant[48] = "";
  if (cue->question >= 0) snprintf(question, sizeof question, ",\"questionIndex\":%d", cue->question);
  if (cue->variant) snprintf(variant, sizeof variant, ",\"variant\":\"%s\"", cue->variant);
  say("\"method\":\"%s\",\"params\":{\"animation\":\"%s\"%s%s%s}", method, cue->name, question, variant, more);
}
static void suppress(const char *name, long start, const char *why, int question, const char *variant) {
  char more[80];
  Cue cue = {name, variant, NULL, NULL, question, start, start};
  snprintf(more, sizeof more, ",\"atMs\":%ld,\"reason\":\"%s\"", start, why);
  if (app.tellsLast) tell("cue.suppressed", &cue, more);
}
static void begin(Cue cue, const char *count) {
  char more[160];
  snprintf(more, sizeof more, ",\"atMs\":%ld,\"durationMs\":%ld%s", cue.start, cue.end - cue.start, count);
  if (app.isTelling) tell("cue.started", &cue, more);
  cue.how = cue.how ? cue.how : "played";
  if (app.runningCount < 64) app.running[app.runningCount++] = cue;
}
static void cut(const char *names, long at, const char *why) {
  for (Cue *cue = app.running; cue < app.running + app.runningCount; cue++)
    if (strstr(names, cue->name) && cue->end > at) cue->end = at, cue->how = "interrupted", cue->why = why;
}

// Time goes by: what ended until then is told, in order.
static void advance(long to) {
  for (;;) {
    int next = -1;
    for (int i = 0; i < app.runningCount; i++)
      if (app.running[i].end <= to && (next < 0 || app.running[i].end < app.running[next].end)) next = i;
    if (next < 0) return;
    Cue cue = app.running[next];
    memmove(app.running + next, app.running + next + 1, sizeof(Cue) * (size_t)(--app.runningCount - next));
    char more[160], why[48] = "";
    if (cue.why) snprintf(why, sizeof why, ",\"reason\":\"%s\"", cue.why);
    snprintf(more, sizeof more, ",\"atMs\":%ld,\"disposition\":\"%s\"%s", cue.end, cue.how, why);
    cue.variant = NULL;
    if (app.tellsLast) tell("cue.ended", &cue, more);
  }
}
static void forget(void) {
  app.runningCount = app.activated = app.isFull = 0;
  app.stage = app.state && !strcmp(app.state, "inProgress") ? QUESTION : NONE;
}

// All of it follows from the answers.
static int streak(void) {
  for (int i = app.settled - 1; i >= 0; i--)
    if (app.positions[i] >= 0) return app.positions[i] % 10;
  return 0;
}
static int sum(const int *values, int least) {
  int number = 0;
  for (int i = 0; i < app.settled; i++) number += values[i] >= least;
  return number;
}
static int score(void) { return sum(app.outcomes, 1); }
static int stars(void) { return sum(app.positions, 5); }
static int questions(void) { return count(member(app.quiz, "questions")); }
static int percentage(void) {
  int all = questions(), right = score(), exact = all ? (200 * right + all) / (2 * all) : 0;
  return right < all && exact > 99 ? 99 : exact;
}
static const char *confetti(int position, long *ms) {
  *ms = position == 5 ? 2900 : position == 7 ? 3100 : 3400;
  return position == 5 ? "standard" : position == 7 ? "medium" : position == 10 ? "max" : NULL;
}

// 1 if the response is right, 0 if it is wrong, -1 if it is no option or empty.
static int grade(const char *response) {
  char given[4096], other[4096];
  const char *question = item(member(app.quiz, "questions"), app.settled);
  text(member(question, "type"), other, sizeof other, false);
  text(response, given, sizeof given, strcmp(other, "mcq"));
  if (!strcmp(other, "mcq")) {
    int index = strlen(given) == 1 ? given[0] - 'A' : -1;
    return index < 0 || index >= count(member(question, "options")) ? -1 : index == number(member(question, "correctIndex"));
  }
  if (!*given) return -1;
  if (!strcmp(other, "fillBlank")) {
    for (int i = -1; i < 0 || item(member(question, "acceptedAnswers"), i); i++) {
      text(i < 0 ? member(question, "correctAnswer") : item(member(question, "acceptedAnswers"), i), other, sizeof other, true);
      if (!strcmp(given, other)) return 1;
    }
    return 0;
  }
  int concepts = 0;
  words(response, given, sizeof given);
  for (const char *concept, *word, *found = given; found && (concept = item(member(question, "keyConcepts"), concepts)); concepts++) {
    found = NULL;
    for (int i = 0; !found && (word = item(concept, i)); i++) words(word, other, sizeof other), found = strstr(given, other);
    if (!found) return 0;
  }
  return 1;
}
static void settle(long t, int right) {
  char type[32];
  int q = app.settled, position = right ? streak() + 1 : 0;
  text(member(item(member(app.quiz, "questions"), q), "type"), type, sizeof type, false);
  app.outcomes[q] = right;
  app.positions[app.settled++] = strcmp(type, "mcq") ? -1 : position;
  if (app.positions[q] < 0) return;  // Other questions move nothing.
  if (position) begin((Cue){"dotSettle", NULL, NULL, NULL, q, t, t + 200}, "");
  cut("A1", position >= 5 ? t + 200 : t, "superseded");
  if (position >= 5) {
    long ms = app.reduced ? 250 : position == 5 ? 1100 : 900;
    begin((Cue){"A1", position == 5 ? "newStreak" : "continuingStreak", app.reduced ? "reduced" : NULL,
                app.reduced ? "reduceMotion" : NULL, q, t + 200, t + 200 + ms}, "");
    if (position > 5 && app.activated) begin((Cue){"sizeSettle", NULL, NULL, NULL, q, t + 200, t + 400}, "");
    else if (position > 5) suppress("sizeSettle", t + 200, "killResume", q, NULL);
  } else cut("sizeSettle", t, "superseded");
  app.isFull = position == 10, app.activated = position >= 5;
  long ms;
  const char *variant = confetti(position, &ms);
  if (!variant) return;
  if (app.reduced) return suppress("A4", t, "reduceMotion", q, variant);
  Cue *oldest = NULL;
  int bursts = 0;
  for (Cue *cue = app.running; cue < app.running + app.runningCount; cue++)
    if (!strcmp(cue->name, "A4") && !strcmp(cue->how, "played") && cue->end > t && bursts++ == 0) oldest = cue;
  if (bursts >= 3) oldest->end = oldest->end < t + 200 ? oldest->end : t + 200, oldest->how = "capped", oldest->why = "burstCap";
  begin((Cue){"A4", variant, NULL, NULL, q, t, t + ms}, "");
}
static void finish(long t) {
  int earned = stars(), percent = percentage();
  long before = app.total;
  if (!app.attempts || percent > app.percentage) app.best = score(), app.percentage = percent;
  app.total += earned, app.attempts++, app.state = "completed", app.stage = RESULTS;
  const char *why = !earned ? "noStars" : app.reduced ? "reduceMotion" : NULL;
  if (why) return suppress("A2", t, why, -1, NULL), suppress("A3", t + 900, why, -1, NULL);
  char range[64];
  snprintf(range, sizeof range, ",\"from\":%ld,\"to\":%ld", before, app.total);
  begin((Cue){"A2", NULL, NULL, NULL, -1, t, t + 450}, "");
  begin((Cue){"A3", NULL, NULL, NULL, -1, t + 900, t + 900 + 200 * earned}, range);
}

// Each action is checked, then saved, then done.
static const char *refusal(const char *action, const char *act) {
  int left = questions() - app.settled;
  bool isOpen = app.state && !strcmp(app.state, "inProgress");
  if (!strcmp(action, "start")) return isOpen ? "conflict" : NULL;
  if (app.stage == NONE) return "notFound";
  if (!strcmp(action, "revisit")) return number(member(act, "questionIndex")) >= app.settled ? "notFound" : NULL;
  if (!strcmp(action, "leave")) return NULL;
  if (!isOpen || (strcmp(action, "abandon") && (left == 0) != !strcmp(action, "finish"))) return "conflict";
  return !strcmp(action, "answer") && grade(member(act, "response")) < 0 ? "invalid" : NULL;
}
static void perform(const char *action, long t, const char *act) {
  text(member(act, "requestId"), app.request, sizeof app.request, false);
  if (!strcmp(action, "answer")) return settle(t, grade(member(act, "response")));
  if (!strcmp(action, "skip")) return settle(t, 0);
  if (!strcmp(action, "revisit")) {
    long q = number(member(act, "questionIndex")), ms;
    const char *variant = confetti(app.positions[q], &ms);
    return variant ? suppress("A4", t, "alreadyCelebrated", (int)q, variant) : (void)0;
  }
  cut(app.stage == RESULTS ? "A2 A3" : "A1 dotSettle sizeSettle", t, "left");
  if (app.stage == RESULTS || !strcmp(action, "abandon")) app.stage = OVER;
  if (!strcmp(action, "abandon")) app.state = "abandoned";
  if (!strcmp(action, "finish")) finish(t);
  if (!strcmp(action, "start")) app.settled = 0, app.isFull = false, app.state = "inProgress", app.stage = QUESTION;
}
static FILE *journal;
static void save(long t, const char *action, const char *act) {
  fprintf(journal, "%ld %s %.*s\n", t, action, (int)(after(act) - act), act);
  if (fflush(journal) || fsync(fileno(journal))) exit(1);
}

// As it was saved; what was moving is not shown any more.
static void restore(const char *start) {
  char path[4096], action[16];
  text(member(start, "dataDirectory"), path, sizeof path - 8, false);
  text(member(start, "motion"), action, sizeof action, false);
  app.reduced = !strcmp(action, "reduced");
  app.quiz = member(start, "quiz") ? strdup(member(start, "quiz")) : "{}";
  int directory = open(path, O_RDONLY);
  journal = fopen(strcat(path, "/journal"), "a+");
  fsync(directory), close(directory);  // The name of the file is kept only so.
  fseek(journal, 0, SEEK_END);
  long size = ftell(journal), t = 0;
  char *saved = calloc(1, (size_t)size + 1), *end;
  if (rewind(journal), fread(saved, 1, (size_t)size, journal) != (size_t)size) exit(1);
  end = strrchr(saved, '\n');  // Before a zero, which is what a disk did not come to write.
  long whole = end ? end + 1 - saved : 0;  // A line without its end was never saved.
  if (whole < size && ftruncate(fileno(journal), whole)) exit(1);
  saved[whole] = 0;
  for (char *line = saved, *next; *line; line = next) {
    int used = 0;
    next = strchr(line, '\n');
    *next++ = 0;
    if (sscanf(line, "%ld %15s %n", &t, action, &used) < 2) exit(1);
    app.tellsLast = !*next;  // The runner may not have received what the last line ended or suppressed.
    advance(t);
    if (!strcmp(action, "life")) forget();
    else if (strcmp(action, "time")) perform(action, t, line + used);
  }
  app.isTelling = app.tellsLast = true;
  advance(t);
  for (Cue *cue = app.running; cue < app.running + app.runningCount; cue++)
    suppress(cue->name, cue->start, "killResume", cue->question, cue->variant);
  forget();
  save(number(member(start, "atMs")), "life", "{}");
}
static void state(long id) {
  char more[512] = "", best[32] = "", bar[128] = "", given[40] = "";
  int percent = percentage(), lit = app.isFull ? 10 : streak();
  const char *grade = percent >= 90 ? "excellent" : percent >= 70 ? "greatJob" : percent >= 50 ? "goodEffort" : "keepPracticing";
  for (int dot = 0; dot < 10; dot++)
    strcat(strcat(bar, dot ? "," : ""), dot >= lit ? "\"empty\"" : dot < 4 ? "\"green\"" : "\"star\"");
  if (app.state && !strcmp(app.state, "completed")) snprintf(given, sizeof given, ",\"grade\":\"%s\"", grade);
  if (app.state)
    snprintf(more, sizeof more, ",\"question\":%d,\"streak\":%d,\"stars\":%d,\"score\":%d,\"percentage\":%d,\"state\":\"%s\",\"bar\":[%s]%s",
             app.settled + 1, streak(), stars(), score(), percent, app.state, bar, given);
  if (app.attempts) snprintf(best, sizeof best, "\"bestScore\":%ld,", app.best);
  say("\"id\":%ld,\"result\":{\"total\":%ld,\"attemptOpen\":%s,\"progress\":{%s\"completionPercentage\":%ld,\"totalAttempts\":%ld}%s}", id,
      app.total, app.state && !strcmp(app.state, "inProgress") ? "true" : "false", best, app.percentage, app.attempts, more);
}

int main(void) {
  char *line = NULL, method[16], action[16], request[64];
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    const char *params = member(line, "params"), *result = "", *why;
    long id = number(member(line, "id"));
    text(member(line, "method"), method, sizeof method, false);
    if (!strcmp(method, "app.start")) {
      restore(params);
      result = "\"name\":\"streak quiz in C\",\"capabilities\":{\"clock\":\"virtual\",\"suppressed\":true,\"requests\":true,"
               "\"actions\":[\"start\",\"answer\",\"skip\",\"finish\",\"leave\",\"abandon\",\"revisit\"],\"state\":[\"question\",\"streak\","
               "\"stars\",\"total\",\"score\",\"percentage\",\"grade\",\"bar\",\"state\",\"attemptOpen\",\"progress\"]}";
    } else if (!strcmp(method, "app.act")) {
      text(member(params, "action"), action, sizeof action, false), text(member(params, "requestId"), request, sizeof request, false);
      if (*request && !strcmp(request, app.request)) { say("\"method\":\"saved\""), say("\"id\":%ld,\"result\":{}", id); continue; }
      if ((why = refusal(action, params))) {
        say("\"id\":%ld,\"error\":{\"code\":-32000,\"message\":\"not now\",\"data\":{\"name\":\"%s\"}}", id, why);
        continue;
      }
      save(number(member(params, "atMs")), action, params);
      say("\"method\":\"saved\"");
      perform(action, number(member(params, "atMs")), params);
    } else if (!strcmp(method, "app.advance")) {
      // So that the next life knows what had ended.
      if (app.runningCount) save(number(member(params, "toMs")), "time", "{}");
      advance(number(member(params, "toMs")));
    }
    if (!strcmp(method, "app.state")) state(id);
    else say("\"id\":%ld,\"result\":{%s}", id, result);
    if (!strcmp(method, "app.stop")) return 0;
  }
}
