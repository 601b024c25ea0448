// What Swift cannot call of Linux to start and confine a process: variadic functions, macros with
// arguments, and a signal handler, which may use nothing of Swift.
#ifndef PLAYHEAD_CSANDBOX_SHIM_H
#define PLAYHEAD_CSANDBOX_SHIM_H

#include <errno.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <malloc.h>
#include <pthread.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// The maximum number of descriptors in one message.
#define PLAYHEAD_MAXIMUM_DESCRIPTORS 3

// Memory of up to 32 MiB that is freed is kept for what is asked for next, rather than given back to the
// system and taken again page by page; more is taken in steps of 4 MiB.
static inline void playhead_keep_freed_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  mallopt(M_TOP_PAD, 4 << 20);
}

static inline pid_t playhead_fork(void) { return fork(); }

// The kernel kills this process when the thread that started it ends.
static inline int playhead_die_with_parent(void) {
  return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

// No program that it runs gets more rights, and no other process may look into it. What the superuser
// may is given up too, as it includes raising one's own limits.
static inline int playhead_give_up_privileges(void) {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  syscall(SYS_capset, &header, none);
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// Of glibc, which declares them only where all of GNU's extensions are asked for, as Swift does not.
extern int close_range(unsigned first, unsigned last, int flags);
extern int pthread_setattr_default_np(const pthread_attr_t *attributes);

static const int playhead_clone_thread = CLONE_THREAD;

static inline int playhead_close_from(unsigned first) { return close_range(first, ~0U, 0); }

static inline int playhead_set_thread_stack(size_t size) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return -1;
  int code = pthread_attr_setstacksize(&attributes, size);
  if (code == 0) code = pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
  return code;
}

static inline int playhead_set_limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit limit = {.rlim_cur = soft, .rlim_max = hard};
  return setrlimit((__rlimit_resource_t)resource, &limit);
}

static const int playhead_limit_data = RLIMIT_DATA;
static const int playhead_limit_processor_time = RLIMIT_CPU;
static const int playhead_limit_file_size = RLIMIT_FSIZE;
static const int playhead_limit_core = RLIMIT_CORE;
static const int playhead_limit_descriptors = RLIMIT_NOFILE;
static const int playhead_limit_locked = RLIMIT_MEMLOCK;

static inline uint32_t playhead_seccomp_allow(void) { return SCMP_ACT_ALLOW; }
static inline uint32_t playhead_seccomp_refuse(void) { return SCMP_ACT_ERRNO(EPERM); }
static inline uint32_t playhead_seccomp_unknown(void) { return SCMP_ACT_ERRNO(ENOSYS); }

static inline int playhead_exit_signal(int status) {
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

// Sends `count` bytes with descriptors beside them.
static inline ssize_t playhead_send_descriptors(
    int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(PLAYHEAD_MAXIMUM_DESCRIPTORS * sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  message.msg_control = &control;
  message.msg_controllen = CMSG_SPACE(descriptor_count * sizeof(int));
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(descriptor_count * sizeof(int));
  memcpy(CMSG_DATA(header), descriptors, descriptor_count * sizeof(int));
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent;
}

// Receives up to `count` bytes; `descriptors` has room for the maximum and gets -1 where none came.
static inline ssize_t playhead_receive_descriptors(
    int socket, void *bytes, size_t count, int *descriptors) {
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(PLAYHEAD_MAXIMUM_DESCRIPTORS * sizeof(int))];
  } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  message.msg_control = &control;
  message.msg_controllen = sizeof control;
  for (int i = 0; i < PLAYHEAD_MAXIMUM_DESCRIPTORS; i++) descriptors[i] = -1;
  ssize_t received;
  do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received <= 0) return received;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    size_t size = header->cmsg_len - CMSG_LEN(0);
    if (size > PLAYHEAD_MAXIMUM_DESCRIPTORS * sizeof(int))
      size = PLAYHEAD_MAXIMUM_DESCRIPTORS * sizeof(int);
    memcpy(descriptors, CMSG_DATA(header), size);
  }
  return received;
}

// Whether this process can get a block of `size` bytes.
static inline int playhead_has_memory(size_t size) {
  void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return 0;
  munmap(block, size);
  return 1;
}

// Where a crash is noted, and the size of the block that is tried then.
struct playhead_crash_watch {
  volatile int64_t *shortage;
  size_t probe;
};

static inline struct playhead_crash_watch *playhead_crash_watch(void) {
  static struct playhead_crash_watch watch;
  return &watch;
}

static inline void playhead_note_crash(int number) {
  const struct playhead_crash_watch *watch = playhead_crash_watch();
  if (watch->shortage && !playhead_has_memory(watch->probe)) *watch->shortage = 1;
  // The handler is gone by now, so this ends the process.
  raise(number);
}

// Notes in `shortage`, when the process crashes, whether there is no memory of `probe` bytes left.
static inline void playhead_watch_crashes(int64_t *shortage, size_t probe) {
  playhead_crash_watch()->shortage = shortage;
  playhead_crash_watch()->probe = probe;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = playhead_note_crash;
  action.sa_flags = SA_RESETHAND | SA_NODEFER;
  const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaction(numbers[i], &action, NULL);
}

#endif
