// As much of ncurses with wide characters as a game needs: its macros and its `stdscr` are not for Swift.
#ifndef CCURSES_H
#define CCURSES_H

// What curses_key gives besides characters.
enum {
  CURSES_NONE = 0,
  CURSES_UP = -1,
  CURSES_DOWN = -2,
  CURSES_RESIZED = -3,
  CURSES_ENTER = 10,
  CURSES_ESCAPE = 27,
  CURSES_BACKSPACE = 127,
};

// Takes the terminal over, and gives it back as it was also where a signal that can be caught ends the program. 0, or
// -1 where there is no terminal that can do it.
int curses_start(int has_colours);
void curses_end(void);
int curses_rows(void);
int curses_columns(void);
// From here on the screen is empty; what is put shows with curses_show, and only what has changed is sent.
void curses_clear(void);
// Colours: 0 none, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan.
void curses_put(int row, int column, const char *text, int colour, int is_bold, int is_dim);
void curses_show(void);
// Waits so long for a key, -1 for ever: a character, or one of the above.
int curses_key(int timeout_ms);
// The signal that asks to end: SIGTERM, SIGHUP, SIGINT; 0 for none.
int curses_signal(void);

#endif
