#if os(Linux)
  import CSandbox
  import Glibc

  /// Confines a process to what reading a file takes.
  enum Sandbox {
    /// The size of threads' stacks, which count as memory.
    private static let stackBytes = 2 << 20

    /// Confines this process to what `limits` permit for a file of `bytes` bytes, and to `socket`
    /// and what it has open for reading; `false` if the system permits limits only.
    static func enter(_ limits: ReadingLimits, bytes: Int64, socket: Int32) -> Bool {
      restoreSignals()
      limit(playhead_limit_core, 0)
      limit(playhead_limit_file_size, 0)
      limit(playhead_limit_descriptors, 16)
      limit(playhead_limit_locked, 0)
      limit(playhead_limit_data, UInt64(max(0, limits.memory)))
      limitProcessorTime(limits, bytes: bytes, decodes: false)
      _ = playhead_set_thread_stack(stackBytes)
      return playhead_give_up_privileges() == 0 && filterCalls(socket: socket)
    }

    /// Undoes what whoever started the program had it ignore, or what this process inherited.
    private static func restoreSignals() {
      signal(SIGXCPU, SIG_DFL)
      var signals = sigset_t()
      _ = unsafe sigemptyset(&signals)
      _ = unsafe sigprocmask(SIG_SETMASK, &signals, nil)
    }

    private static func limit(_ resource: Int32, _ value: UInt64) {
      _ = playhead_set_limit(resource, value, value)
    }

    /// Limits the processor time of this process to what `limits` permit for a file of `bytes`
    /// bytes, of which frames are decoded or not.
    ///
    /// Past the time for decoding, the system ends the process whatever it does.
    static func limitProcessorTime(_ limits: ReadingLimits, bytes: Int64, decodes: Bool) {
      let seconds = limits.processorSeconds(bytes: bytes, decodes: decodes)
      let most = limits.processorSeconds(bytes: bytes, decodes: true) + 1
      _ = playhead_set_limit(playhead_limit_processor_time, UInt64(seconds), UInt64(most))
    }

    /// System calls that need no look at their arguments.
    private static let harmless = [
      "brk", "clock_getres", "clock_gettime", "clock_nanosleep", "close", "exit", "exit_group",
      "fstat", "futex", "getcpu", "getpid", "getrandom", "getrlimit", "getrusage", "gettid",
      "gettimeofday", "lseek", "madvise", "membarrier", "mremap", "munmap", "nanosleep", "poll",
      "ppoll", "pread64", "read", "restart_syscall", "rseq", "rt_sigaction", "rt_sigprocmask",
      "rt_sigreturn", "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_yield",
      "set_robust_list", "setrlimit", "sigaltstack", "sysinfo", "uname",
    ]

    private static func filterCalls(socket: Int32) -> Bool {
      guard let filter = unsafe seccomp_init(playhead_seccomp_refuse()) else { return false }
      defer { unsafe seccomp_release(filter) }
      func add(_ name: String, _ action: UInt32, _ conditions: [scmp_arg_cmp] = []) -> Bool {
        let number = unsafe seccomp_syscall_resolve_name(name)
        // What this machine does not have needs no rule.
        guard number >= 0 else { return true }
        return unsafe seccomp_rule_add_array(
          filter, action, number, UInt32(conditions.count), conditions) == 0
      }
      func allow(_ name: String, _ conditions: scmp_arg_cmp...) -> Bool {
        add(name, playhead_seccomp_allow(), conditions)
      }
      func argument(_ number: UInt32, is value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: number, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
      }
      func argument(_ number: UInt32, masked mask: Int32, is value: Int32) -> scmp_arg_cmp {
        scmp_arg_cmp(
          arg: number, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(mask), datum_b: UInt64(value))
      }
      let own = UInt64(getpid())
      let isComplete =
        harmless.allSatisfy { allow($0) }
        && allow("sendto", argument(0, is: UInt64(socket)))
        && allow("recvfrom", argument(0, is: UInt64(socket)))
        // Threads, but no processes; the older call, whose arguments can be seen.
        && allow("clone", argument(0, masked: playhead_clone_thread, is: playhead_clone_thread))
        && add("clone3", playhead_seccomp_unknown())
        // Nothing that could be run, or would not count as memory.
        && allow(
          "mmap", argument(2, masked: PROT_EXEC, is: 0), argument(3, masked: MAP_SHARED, is: 0))
        && allow("mprotect", argument(2, masked: PROT_EXEC, is: 0))
        && allow("tgkill", argument(0, is: own))
        && allow("prlimit64", argument(0, is: 0))
      guard isComplete else { return false }
      return unsafe seccomp_load(filter) == 0
    }
  }
#endif
