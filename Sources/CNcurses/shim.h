// What Swift cannot use of ncurses: its macros and global variables, and a signal handler, which may
// use nothing of Swift.
#ifndef PLAYHEAD_CNCURSES_SHIM_H
#define PLAYHEAD_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// The terminal as it was, whether it is ours now, and whether somebody asks for a stop, as
// `kill -TSTP` does.
struct playhead_terminal {
  struct termios attributes;
  volatile sig_atomic_t is_entered;
  volatile sig_atomic_t is_asked_to_stop;
};

static inline struct playhead_terminal *playhead_terminal(void) {
  static struct playhead_terminal terminal;
  return &terminal;
}

// Ends what ncurses does not know of: reports of the mouse with its drags, in the form SGR.
static const char playhead_mouse_on[] = "\033[?1002h\033[?1006h";
static const char playhead_mouse_off[] = "\033[?1006l\033[?1002l";

static inline void playhead_write(const char *text, size_t count) {
  while (count > 0) {
    ssize_t written = write(STDOUT_FILENO, text, count);
    if (written <= 0) return;
    text += written;
    count -= (size_t)written;
  }
}

// Gives the terminal back in a crash, where nothing but system calls is safe.
static inline void playhead_leave_in_crash(int number) {
  static const char rest[] = "\033[0m\033[?25h\033[?1049l\r\n";
  struct playhead_terminal *terminal = playhead_terminal();
  if (terminal->is_entered) {
    terminal->is_entered = 0;
    playhead_write(playhead_mouse_off, sizeof playhead_mouse_off - 1);
    playhead_write(rest, sizeof rest - 1);
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal->attributes);
  }
  // The handler is gone by now, so this ends the process.
  raise(number);
}

static inline void playhead_watch_terminal(void) {
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = playhead_leave_in_crash;
  action.sa_flags = (int)SA_RESETHAND;
  for (size_t place = 0; place < sizeof crashes / sizeof *crashes; place++) {
    sigaction(crashes[place], &action, NULL);
  }
}

static inline void playhead_ask_to_stop(int number) {
  (void)number;
  playhead_terminal()->is_asked_to_stop = 1;
}

// Whether somebody has asked for a stop since this was called last.
static inline int playhead_takes_stop(void) {
  struct playhead_terminal *terminal = playhead_terminal();
  int is_asked = terminal->is_asked_to_stop;
  terminal->is_asked_to_stop = 0;
  return is_asked;
}

// Stops this process and its group until somebody lets them go on.
static inline void playhead_stop(void) {
  signal(SIGTSTP, SIG_DFL);
  kill(0, SIGTSTP);
  signal(SIGTSTP, playhead_ask_to_stop);
  playhead_terminal()->is_asked_to_stop = 0;
}

// Takes the terminal over; 0 if it is none that ncurses can use.
static inline int playhead_enter_terminal(void) {
  struct playhead_terminal *terminal = playhead_terminal();
  if (tcgetattr(STDIN_FILENO, &terminal->attributes) != 0) return 0;
  setlocale(LC_ALL, "");
  if (!newterm(NULL, stdout, stdin)) return 0;
  raw();
  noecho();
  nonl();
  curs_set(0);
  leaveok(stdscr, TRUE);
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  // Control-Z is a key here; the handler of ncurses would know nothing of the mouse.
  signal(SIGTSTP, playhead_ask_to_stop);
  terminal->is_entered = 1;
  playhead_watch_terminal();
  return 1;
}

static inline void playhead_switch_mouse(int is_on) {
  if (is_on) {
    playhead_write(playhead_mouse_on, sizeof playhead_mouse_on - 1);
  } else {
    playhead_write(playhead_mouse_off, sizeof playhead_mouse_off - 1);
  }
}

// Gives the terminal back as it was.
static inline void playhead_leave_terminal(void) {
  struct playhead_terminal *terminal = playhead_terminal();
  if (!terminal->is_entered) return;
  endwin();
  signal(SIGTSTP, SIG_DFL);
  tcsetattr(STDIN_FILENO, TCSANOW, &terminal->attributes);
  terminal->is_entered = 0;
}

// Takes it over again, and draws all of it.
static inline void playhead_reenter_terminal(void) {
  playhead_terminal()->is_entered = 1;
  clearok(curscr, TRUE);
  refresh();
  curs_set(0);
}

static inline int playhead_terminal_colors(void) { return has_colors() ? COLORS : 0; }

static inline void playhead_resize_terminal(int rows, int columns) {
  resizeterm(rows, columns);
  clearok(curscr, TRUE);
  erase();
}

static inline void playhead_redraw_terminal(void) { clearok(curscr, TRUE); }

// Puts a character with its marks to a place; a negative colour is the terminal's own.
static inline void playhead_put(
    int row, int column, const wchar_t *text, int is_bold, int is_dim, int is_reversed, int front,
    int ground) {
  attr_t attributes = (is_bold ? A_BOLD : 0) | (is_dim ? A_DIM : 0) | (is_reversed ? A_REVERSE : 0);
  int pair = front < 0 && ground < 0 ? 0 : alloc_pair(front, ground);
  if (pair < 0) pair = 0;
  cchar_t cell;
  if (setcchar(&cell, text, attributes, 0, &pair) == OK) mvadd_wch(row, column, &cell);
}

static inline void playhead_show(void) { refresh(); }

#endif
