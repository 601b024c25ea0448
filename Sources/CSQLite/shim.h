// What Swift cannot call of SQLite: a constant that is a cast, and functions with variable arguments.
#ifndef PLAYHEAD_CSQLITE_SHIM_H
#define PLAYHEAD_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Binds a copy of text.
static inline int playhead_sqlite_bind_text(
    sqlite3_stmt *statement, int number, const char *text, int count) {
  return sqlite3_bind_text(statement, number, text, count, SQLITE_TRANSIENT);
}

/// Lets statements write text in double quotes, as people do: player = "hls.js".
static inline int playhead_sqlite_allow_quoted_text(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 1, (int *)0);
}

#endif
