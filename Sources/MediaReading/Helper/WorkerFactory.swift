#if os(Linux)
  import CSandbox
  import Glibc

  /// The process from which those that read files are copied: it has one thread, so that it can be.
  ///
  /// For each message on its control socket it starts a worker; when one ends, it says how; when somebody
  /// no longer cares for one, it ends it. It ends with the control socket.
  struct WorkerFactory {
    let control: Int32

    private struct Worker {
      var process: pid_t
      /// Where its end is told, and is seen that nobody cares.
      var status: Int32
      var notes: UInt
      /// Whether it has been ended as nobody cares.
      var isAbandoned = false
    }

    /// Serves until the control socket is closed.
    func serve() -> Never {
      _ = playhead_die_with_parent()
      // A signal to all of a terminal's processes is for the one that controls this one.
      for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE] { signal(number, SIG_IGN) }
      // Who is told of no endings, or ignores them, may have started the program.
      signal(SIGCHLD, SIG_DFL)
      guard let control = Self.shedDescriptors(keeping: [control])?.first else { _exit(1) }
      var signals = sigset_t()
      _ = unsafe sigemptyset(&signals)
      _ = unsafe sigaddset(&signals, SIGCHLD)
      _ = unsafe sigprocmask(SIG_BLOCK, &signals, nil)
      let endings = unsafe signalfd(-1, &signals, Int32(SFD_NONBLOCK))
      guard endings >= 0 else { _exit(1) }
      var workers: [Worker] = []
      while true {
        let own = [control, endings].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var requests =
          own
          + workers.map { worker in
            // What has a negative number is left out.
            pollfd(fd: worker.isAbandoned ? -1 : worker.status, events: Int16(POLLIN), revents: 0)
          }
        guard unsafe poll(&requests, UInt(requests.count), -1) > 0 else { continue }
        for number in workers.indices where requests[number + 2].revents != 0 {
          kill(workers[number].process, SIGKILL)
          workers[number].isAbandoned = true
        }
        if requests[1].revents != 0 {
          Self.forget(endings)
          Self.reap(&workers)
        }
        if requests[0].revents != 0, let worker = start(control) {
          guard worker.process > 0 else { continue }
          workers.append(worker)
        } else if requests[0].revents != 0 {
          for worker in workers { kill(worker.process, SIGKILL) }
          for worker in workers { _ = waitpid(worker.process, nil, 0) }
          _exit(0)
        }
      }
    }

    /// Empties the descriptor that tells of ended processes.
    private static func forget(_ endings: Int32) {
      var space = [UInt8](repeating: 0, count: 1024)
      while unsafe read(endings, &space, space.count) > 0 {}
    }

    /// Tells how workers ended.
    private static func reap(_ workers: inout [Worker]) {
      var status: Int32 = 0
      var usage = rusage()
      while true {
        let process = unsafe wait4(-1, &status, WNOHANG, &usage)
        guard process > 0 else { return }
        guard let place = workers.firstIndex(where: { $0.process == process }) else { continue }
        let worker = workers.remove(at: place)
        guard let notes = unsafe UnsafeMutableRawPointer(bitPattern: worker.notes) else { continue }
        let numbers = unsafe notes.assumingMemoryBound(to: Int64.self)
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let words = unsafe [
          Int64(playhead_exit_signal(status)), Int64(seconds), numbers[0], numbers[1], numbers[2],
          numbers[3],
        ]
        let size = words.count * MemoryLayout<Int64>.stride
        _ = unsafe send(worker.status, words, size, Int32(MSG_NOSIGNAL))
        close(worker.status)
        unsafe munmap(notes, ReadingTrace.noteBytes)
      }
    }

    /// Starts the worker of the next message; `nil` at the end of messages, one without a process if
    /// it cannot be started.
    private func start(_ control: Int32) -> Worker? {
      var mark: UInt8 = 0
      var descriptors = [Int32](repeating: -1, count: Int(PLAYHEAD_MAXIMUM_DESCRIPTORS))
      guard unsafe playhead_receive_descriptors(control, &mark, 1, &descriptors) > 0 else {
        return nil
      }
      let (data, status, file) = (descriptors[0], descriptors[1], descriptors[2])
      defer {
        for descriptor in [data, file] where descriptor >= 0 { close(descriptor) }
      }
      let none = Worker(process: 0, status: -1, notes: 0)
      let notes = unsafe mmap(
        nil, ReadingTrace.noteBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
      guard let notes = unsafe notes, unsafe notes != MAP_FAILED, data >= 0 else {
        close(status)
        return none
      }
      let process = playhead_fork()
      if process == 0 {
        // This process ends with the one that it is copied from.
        _ = playhead_die_with_parent()
        guard let kept = Self.shedDescriptors(keeping: file < 0 ? [data] : [data, file]) else {
          _exit(1)
        }
        unsafe FileWorker(
          channel: MessageChannel(socket: kept[0]), descriptor: kept.count > 1 ? kept[1] : nil,
          notes: notes
        ).run()
      }
      guard process > 0 else {
        close(status)
        unsafe munmap(notes, ReadingTrace.noteBytes)
        return none
      }
      return Worker(process: process, status: status, notes: UInt(bitPattern: notes))
    }

    /// Closes all descriptors but these, which get the numbers from 3 on; the standard ones are of the null
    /// device.
    private static func shedDescriptors(keeping kept: [Int32]) -> [Int32]? {
      // Out of the way of the numbers that they get.
      let moved = kept.map { fcntl($0, F_DUPFD, 16) }
      guard moved.allSatisfy({ $0 >= 0 }) else { return nil }
      let null = unsafe open("/dev/null", O_RDWR)
      for number in 0..<3 where null >= 0 { dup2(null, Int32(number)) }
      for (number, descriptor) in moved.enumerated() { dup2(descriptor, Int32(3 + number)) }
      playhead_close_from(UInt32(3 + kept.count))
      return kept.indices.map { Int32(3 + $0) }
    }
  }
#endif
