// What Swift cannot call to serve HTTP: the variadic functions of libmicrohttpd, each with the
// arguments that we pass, and system calls that differ between Linux and macOS.
#ifndef PLAYHEAD_CMICROHTTPD_SHIM_H
#define PLAYHEAD_CMICROHTTPD_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// Constants by names that do not depend on how Swift imports their enumerations.
static const enum MHD_Result playhead_mhd_no = MHD_NO;
static const enum MHD_Result playhead_mhd_yes = MHD_YES;
static const enum MHD_ValueKind playhead_mhd_header = MHD_HEADER_KIND;
static const enum MHD_ValueKind playhead_mhd_argument = MHD_GET_ARGUMENT_KIND;
static const enum MHD_ConnectionNotificationCode playhead_mhd_opened =
    MHD_CONNECTION_NOTIFY_STARTED;
static const enum MHD_RequestTerminationCode playhead_mhd_completed =
    MHD_REQUEST_TERMINATED_COMPLETED_OK;
static const enum MHD_ResponseMemoryMode playhead_mhd_copied = MHD_RESPMEM_MUST_COPY;

// The callbacks of a server and the value that all of them get first.
struct playhead_mhd_callbacks {
  void *context;
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  size_t (*unescape)(void *, struct MHD_Connection *, char *);
};

// Notes the length of a target as it was written, which is the first state of its request. The two
// lowest bits tell it from a pointer.
static inline void *playhead_mhd_note_target(
    void *context, const char *target, struct MHD_Connection *connection) {
  (void)context, (void)connection;
  return (void *)((uintptr_t)(target == NULL ? 0 : strlen(target)) << 2 | 2);
}

// Whether a state is a note.
static inline int playhead_mhd_is_note(const void *state) { return ((uintptr_t)state & 3) == 2; }

// Whether the version follows a target of the length noted: one with a NUL in it goes on behind that.
// What lies apart is not of one line, so that nothing follows from where it lies.
static inline int playhead_mhd_is_whole(const void *note, const char *target, const char *version) {
  uintptr_t start = (uintptr_t)target, end = (uintptr_t)version;
  return end <= start || end - start > 1 << 20 || end - start == ((uintptr_t)note >> 2) + 1;
}

// Starts a thread per connection of the listening socket, which it closes in the end.
static inline struct MHD_Daemon *playhead_mhd_start(
    int listening, const struct playhead_mhd_callbacks *callbacks, unsigned int connections,
    size_t memory, unsigned int timeout) {
  return MHD_start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL, 0, NULL, NULL,
      callbacks->handle, callbacks->context,
      MHD_OPTION_LISTEN_SOCKET, listening,
      MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_CONNECTION_TIMEOUT, timeout,
      MHD_OPTION_NOTIFY_COMPLETED, callbacks->completed, callbacks->context,
      MHD_OPTION_NOTIFY_CONNECTION, callbacks->connection, callbacks->context,
      MHD_OPTION_UNESCAPE_CALLBACK, callbacks->unescape, callbacks->context,
      MHD_OPTION_URI_LOG_CALLBACK, playhead_mhd_note_target, NULL,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_END);
}

// The socket of a connection; -1 if there is none.
static inline int playhead_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : (int)info->connect_fd;
}

// What was noted of a connection as it was opened; 0 if nothing was.
static inline uintptr_t playhead_mhd_number(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? 0 : (uintptr_t)info->socket_context;
}

// The seconds after which the connection is closed unless something happens on it.
static inline void playhead_mhd_set_timeout(struct MHD_Connection *connection, unsigned int seconds) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

// Nanoseconds of a clock that nobody sets.
static inline int64_t playhead_monotonic_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Nanoseconds since 1970.
static inline int64_t playhead_date(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// What ended a wait.
enum {
  PLAYHEAD_WAIT_STOPPED = 1,  // the wakeup descriptor is readable
  PLAYHEAD_WAIT_BROKEN = 2,   // the connection is gone
  PLAYHEAD_WAIT_CLOSING = 4,  // the other side sends nothing more
};

// Waits up to so many nanoseconds. A socket whose other side is known to close is not asked for that.
static inline int playhead_wait(int socket, int wakeup, int is_closing, int64_t nanoseconds) {
  short closing = 0;
#ifdef __linux__
  closing = 0x2000;  // POLLRDHUP, which headers have only with _GNU_SOURCE
#endif
  struct pollfd entries[2] = {
      {.fd = wakeup, .events = POLLIN},
      {.fd = socket, .events = is_closing ? 0 : closing},
  };
  if (nanoseconds < 0) nanoseconds = 0;
#ifdef __linux__
  extern int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  int count = ppoll(entries, 2, &time, NULL);
#else
  int count = poll(entries, 2, (int)(nanoseconds / 1000000));
#endif
  if (count <= 0) return 0;
  int result = entries[0].revents ? PLAYHEAD_WAIT_STOPPED : 0;
  if (entries[1].revents & (POLLERR | POLLHUP | POLLNVAL)) result |= PLAYHEAD_WAIT_BROKEN;
  if (entries[1].revents & closing) result |= PLAYHEAD_WAIT_CLOSING;
  return result;
}

// The bytes that a socket has taken since it was opened, and those of them that the other side's
// system has; false where the system does not tell.
static inline int playhead_tcp_progress(int socket, int64_t *taken, int64_t *acknowledged) {
#ifdef __linux__
  // struct tcp_info as in linux/tcp.h, which cannot be included with netinet/tcp.h: the number of
  // bytes acknowledged lies at this place since Linux 4.1.
  const size_t place = 120;
  unsigned char info[256];
  socklen_t size = sizeof info;
  int queued = 0;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, info, &size) != 0 || size < place + 8) return 0;
  if (ioctl(socket, TIOCOUTQ, &queued) != 0) return 0;
  uint64_t bytes;
  memcpy(&bytes, info + place, sizeof bytes);
  *acknowledged = (int64_t)bytes;
  *taken = (int64_t)bytes + queued;
  return 1;
#else
  (void)socket, (void)taken, (void)acknowledged;
  return 0;
#endif
}

#endif
