// The part of wide-character ncurses that a game needs: Swift cannot use its macros and its `stdscr`.
#ifndef CCURSES_H
#define CCURSES_H

// Keys other than characters, as returned by curses_key.
enum {
  CURSES_NONE = 0,
  CURSES_UP = -1,
  CURSES_DOWN = -2,
  CURSES_RESIZED = -3,
  CURSES_LEFT = -4,
  CURSES_RIGHT = -5,
  CURSES_HOME = -6,
  CURSES_END = -7,
  CURSES_PAGE_UP = -8,
  CURSES_PAGE_DOWN = -9,
  CURSES_DELETE = -10,
  // The begin and the end of a pasted text, whose characters are between them.
  CURSES_PASTE = -11,
  CURSES_PASTED = -12,
  CURSES_ENTER = 10,
  CURSES_ESCAPE = 27,
  CURSES_BACKSPACE = 127,
};

// Chooses the locale, before curses_start: the user's own if it is UTF-8, else C.UTF-8. Returns 0 if neither is
// installed; then only ASCII can be shown.
int curses_use_utf8(void);
// Takes over the terminal, and restores it even if a signal that can be caught ends the program. Returns 0, or -1 if
// there is no capable terminal.
int curses_start(int has_colours);
void curses_end(void);
// Takes over the terminal again after curses_end.
void curses_resume(void);
int curses_rows(void);
int curses_columns(void);
// Clears the screen. Output appears with curses_show, which sends only the changes.
void curses_clear(void);
// Colours: 0 none, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan.
void curses_put(int row, int column, const char *text, int colour, int is_bold, int is_dim);
// The cursor is at this place; a negative row hides it.
void curses_show(int row, int column);
// Waits for a key, at most timeout_ms milliseconds (-1: forever). Returns a character, or one of the above.
int curses_key(int timeout_ms);
// Returns the signal that asks to end: SIGTERM, SIGHUP, SIGINT; 0 for none.
int curses_signal(void);

#endif
