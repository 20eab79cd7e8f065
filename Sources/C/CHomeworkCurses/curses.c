#define _XOPEN_SOURCE_EXTENDED 1
#include "CHomeworkCurses.h"

#include <langinfo.h>
#include <locale.h>
#include <curses.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static volatile sig_atomic_t asked_to_end;

static void ask_to_end(int number) { asked_to_end = number; }

// Sends a control sequence that this version of the library does not know.
static void emit(const char *sequence) {
  fputs(sequence, stdout);
  fflush(stdout);
}

// Keys of this file's own, above those of the library.
enum { PASTE_BEGINS = KEY_MAX + 1, PASTE_ENDS };

int curses_use_utf8(void) {
  // ssh passes on the name of a locale that may not be installed here.
  static const char *const names[] = {"", "C.UTF-8"};
  for (size_t place = 0; place < sizeof names / sizeof *names; place++) {
    if (setlocale(LC_CTYPE, names[place]) != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return 1;
  }
  return 0;
}

int curses_start(int has_colours) {
  // A terminal may claim up to 65,535 of each; more than a short can hold crashes the library.
  struct winsize size;
  char most[] = "1000";
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
    if (size.ws_row > 1000) setenv("LINES", most, 1);
    if (size.ws_col > 1000) setenv("COLUMNS", most, 1);
  }
  SCREEN *screen = newterm(NULL, stdout, stdin);
  if (screen == NULL) return -1;
  set_term(screen);
  struct sigaction action = {.sa_handler = ask_to_end};
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  sigaction(SIGINT, &action, NULL);
  // The parent process may have blocked them.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  set_escdelay(25);
  cbreak();
  noecho();
  keypad(stdscr, TRUE);
  // Some terminals send other sequences than their description says.
  static const struct { const char *sequence; int key; } more[] = {
    {"\033[A", KEY_UP}, {"\033[B", KEY_DOWN}, {"\033[C", KEY_RIGHT}, {"\033[D", KEY_LEFT}, {"\033[H", KEY_HOME},
    {"\033[F", KEY_END}, {"\033OA", KEY_UP}, {"\033OB", KEY_DOWN}, {"\033OC", KEY_RIGHT}, {"\033OD", KEY_LEFT},
    {"\033OH", KEY_HOME}, {"\033OF", KEY_END}, {"\033[1~", KEY_HOME}, {"\033[4~", KEY_END}, {"\033[3~", KEY_DC},
    {"\033[5~", KEY_PPAGE}, {"\033[6~", KEY_NPAGE}, {"\033[200~", PASTE_BEGINS}, {"\033[201~", PASTE_ENDS},
  };
  for (size_t place = 0; place < sizeof more / sizeof *more; place++) define_key(more[place].sequence, more[place].key);
  emit("\033[?2004h");
  if (has_colours && has_colors()) {
    start_color();
    use_default_colors();
    for (int colour = 1; colour <= 6; colour++) init_pair(colour, colour, -1);
  }
  return 0;
}

void curses_end(void) {
  emit("\033[?2004l");
  endwin();
}

void curses_resume(void) {
  emit("\033[?2004h");
  clearok(stdscr, TRUE);
}

int curses_rows(void) { return getmaxy(stdscr); }
int curses_columns(void) { return getmaxx(stdscr); }
void curses_clear(void) { erase(); }

void curses_put(int row, int column, const char *text, int colour, int is_bold, int is_dim) {
  attr_t attributes = (is_bold ? A_BOLD : 0) | (is_dim ? A_DIM : 0);
  attr_set(attributes, has_colors() ? colour : 0, NULL);
  mvaddstr(row, column, text);
}

void curses_show(int row, int column) {
  curs_set(row < 0 ? 0 : 1);
  move(row < 0 ? 0 : row, column);
  refresh();
}

// Reads the rest of a key that the library does not know, such as Alt with a letter, and returns whether there is any.
static int swallow_sequence(void) {
  wint_t key;
  timeout(0);
  if (get_wch(&key) == ERR) return 0;
  // ECMA-48: parameters, then a final character.
  if (key == '[' || key == 'O') do if (get_wch(&key) == ERR) break; while (key < 0x40 || key > 0x7E);
  return 1;
}

int curses_key(int timeout_ms) {
  timeout(timeout_ms);
  wint_t key;
  switch (get_wch(&key)) {
    case OK:
      if (key == CURSES_ESCAPE && swallow_sequence()) return CURSES_NONE;
      return key == '\r' ? CURSES_ENTER : key == 8 ? CURSES_BACKSPACE : (int)key;
    case KEY_CODE_YES:
      switch (key) {
        case KEY_UP: return CURSES_UP;
        case KEY_DOWN: return CURSES_DOWN;
        case KEY_LEFT: return CURSES_LEFT;
        case KEY_RIGHT: return CURSES_RIGHT;
        case KEY_HOME: return CURSES_HOME;
        case KEY_END: return CURSES_END;
        case KEY_PPAGE: return CURSES_PAGE_UP;
        case KEY_NPAGE: return CURSES_PAGE_DOWN;
        case KEY_DC: return CURSES_DELETE;
        case PASTE_BEGINS: return CURSES_PASTE;
        case PASTE_ENDS: return CURSES_PASTED;
        case KEY_RESIZE: return CURSES_RESIZED;
        case KEY_ENTER: return CURSES_ENTER;
        case KEY_BACKSPACE: return CURSES_BACKSPACE;
        default: return CURSES_NONE;
      }
    default:
      // A closed terminal returns no more keys, so stop asking it.
      if (!isatty(STDIN_FILENO)) asked_to_end = asked_to_end ? asked_to_end : SIGHUP;
      return CURSES_NONE;
  }
}

int curses_signal(void) { return asked_to_end; }
