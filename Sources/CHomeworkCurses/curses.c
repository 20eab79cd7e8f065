#define _XOPEN_SOURCE_EXTENDED 1
#include "CHomeworkCurses.h"

#include <locale.h>
#include <curses.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static volatile sig_atomic_t asked_to_end;

static void ask_to_end(int number) { asked_to_end = number; }

int curses_start(int has_colours) {
  setlocale(LC_ALL, "");
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
  curs_set(0);
  if (has_colours && has_colors()) {
    start_color();
    use_default_colors();
    for (int colour = 1; colour <= 6; colour++) init_pair(colour, colour, -1);
  }
  return 0;
}

void curses_end(void) { endwin(); }
int curses_rows(void) { return getmaxy(stdscr); }
int curses_columns(void) { return getmaxx(stdscr); }
void curses_clear(void) { erase(); }

void curses_put(int row, int column, const char *text, int colour, int is_bold, int is_dim) {
  attr_t attributes = (is_bold ? A_BOLD : 0) | (is_dim ? A_DIM : 0);
  attr_set(attributes, has_colors() ? colour : 0, NULL);
  mvaddstr(row, column, text);
}

void curses_show(void) { refresh(); }

int curses_key(int timeout_ms) {
  timeout(timeout_ms);
  wint_t key;
  switch (get_wch(&key)) {
    case OK: return key == '\r' ? CURSES_ENTER : key == 8 ? CURSES_BACKSPACE : (int)key;
    case KEY_CODE_YES:
      switch (key) {
        case KEY_UP: return CURSES_UP;
        case KEY_DOWN: return CURSES_DOWN;
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
