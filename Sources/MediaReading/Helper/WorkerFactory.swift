#if os(Linux)
  import CSandbox
  import Glibc

  /// The process from which those that read files are copied: it has one thread, so that it can be.
  ///
  /// For each message on its control socket it starts a worker; when one ends, it says how; when
  /// somebody no longer cares for one, it ends it. It ends with the control socket. The first
  /// worker it starts at once, while the program reads its arguments, so that the first file does
  /// not wait for it.
  struct WorkerFactory {
    let control: Int32

    private struct Worker {
      var process: pid_t
      var notes: UInt
      /// Where its end is told, and is seen that nobody cares.
      var status: Int32
      /// Whether it has been ended as nobody cares.
      var isAbandoned = false
    }

    /// A process that waits for what it is to read.
    private struct IdleWorker {
      var process: pid_t
      var notes: UInt
      /// Where it is handed its descriptors.
      var socket: Int32
    }

    /// Serves until the control socket is closed.
    func serve() -> Never {
      _ = playhead_die_with_parent()
      ProcessMemory.keepFreed()
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
      // Here, so that no worker has to: what is confined to a file can open no library.
      _ = FFmpegLibraries.failure
      var workers: [Worker] = []
      var spare = Self.start()
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
          Self.reap(&workers, &spare)
        }
        guard requests[0].revents != 0 else { continue }
        guard let reading = Reading(from: control) else {
          let processes = workers.map(\.process) + (spare.map { [$0.process] } ?? [])
          for process in processes { kill(process, SIGKILL) }
          for process in processes { _ = waitpid(process, nil, 0) }
          _exit(0)
        }
        // Somebody may have ended the spare one.
        let worker = spare.flatMap(reading.hand) ?? Self.start().flatMap(reading.hand)
        spare = nil
        reading.close(withStatus: worker == nil)
        if let worker { workers.append(worker) }
      }
    }

    /// Empties the descriptor that tells of ended processes.
    private static func forget(_ endings: Int32) {
      var space = [UInt8](repeating: 0, count: 1024)
      while unsafe read(endings, &space, space.count) > 0 {}
    }

    /// Tells how workers ended.
    private static func reap(_ workers: inout [Worker], _ spare: inout IdleWorker?) {
      var status: Int32 = 0
      var usage = rusage()
      while true {
        let process = unsafe wait4(-1, &status, WNOHANG, &usage)
        guard process > 0 else { return }
        if let idle = spare, idle.process == process {
          close(idle.socket)
          release(idle.notes)
          spare = nil
        }
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
        release(worker.notes)
      }
    }

    private static func release(_ notes: UInt) {
      unsafe munmap(UnsafeMutableRawPointer(bitPattern: notes), ReadingTrace.noteBytes)
    }

    /// Starts a process that waits for what it is to read; `nil` if it cannot be started.
    private static func start() -> IdleWorker? {
      let notes = unsafe mmap(
        nil, ReadingTrace.noteBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
      guard let notes = unsafe notes, unsafe notes != MAP_FAILED else { return nil }
      guard let (own, other) = SocketPair.make() else {
        unsafe munmap(notes, ReadingTrace.noteBytes)
        return nil
      }
      let process = playhead_fork()
      if process == 0 {
        // This process ends with the one that it is copied from.
        _ = playhead_die_with_parent()
        close(own)
        ReadingRequest.prepare()
        guard let reading = Reading(from: other),
          let kept = shedDescriptors(keeping: reading.ofWorker)
        else { _exit(1) }
        unsafe FileWorker(
          channel: MessageChannel(socket: kept[0]), descriptor: kept.count > 1 ? kept[1] : nil,
          notes: notes
        ).run()
      }
      close(other)
      guard process > 0 else {
        close(own)
        unsafe munmap(notes, ReadingTrace.noteBytes)
        return nil
      }
      return IdleWorker(process: process, notes: UInt(bitPattern: notes), socket: own)
    }

    /// What a message hands over to read a file.
    private struct Reading {
      /// Where the worker talks to who wants the file read.
      private let data: Int32
      /// Where its end is told.
      private let status: Int32
      /// The file; negative if its bytes are asked for.
      private let file: Int32

      /// Waits for the next message; `nil` at the end of messages.
      init?(from socket: Int32) {
        var mark: UInt8 = 0
        var descriptors = [Int32](repeating: -1, count: Int(PLAYHEAD_MAXIMUM_DESCRIPTORS))
        guard unsafe playhead_receive_descriptors(socket, &mark, 1, &descriptors) > 0 else {
          return nil
        }
        (data, status, file) = (descriptors[0], descriptors[1], descriptors[2])
      }

      /// What the worker needs.
      var ofWorker: [Int32] { file < 0 ? [data] : [data, file] }

      /// Hands what the worker needs to `idle`; `nil` if that has ended.
      func hand(to idle: IdleWorker) -> Worker? {
        var mark: UInt8 = 1
        let descriptors = [data, status] + (file < 0 ? [] : [file])
        let sent = unsafe playhead_send_descriptors(
          idle.socket, &mark, 1, descriptors, Int32(descriptors.count))
        Glibc.close(idle.socket)
        guard sent == 1 else {
          kill(idle.process, SIGKILL)
          release(idle.notes)
          return nil
        }
        return Worker(process: idle.process, notes: idle.notes, status: status)
      }

      /// Closes what is the worker's now; where there is none, who wants the file read sees it.
      func close(withStatus closesStatus: Bool) {
        for descriptor in [data, file] + (closesStatus ? [status] : []) where descriptor >= 0 {
          Glibc.close(descriptor)
        }
      }
    }

    /// Closes all descriptors but these, which get the numbers from 3 on; the standard ones are of
    /// the null device.
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
