#if os(Linux)
  import Glibc
  import Testing

  @testable import MediaReading

  @Suite("The process that reading processes are copied from")
  struct ReadingHelperTests {
    /// Whether a child of this process is left, within a second.
    fileprivate static func leavesChild() -> Bool {
      for _ in 0..<1000 {
        if waitpid(-1, nil, WNOHANG) < 0 { return errno != ECHILD }
        usleep(1000)
      }
      return true
    }

    @Test("has ended when stopping it returns")
    func stop() async {
      await #expect(processExitsWith: .exitCode(7)) {
        guard let helper = ReadingHelper.start() else { exit(1) }
        helper.stop()
        exit(waitpid(-1, nil, WNOHANG) < 0 && errno == ECHILD ? 7 : 2)
      }
    }

    @Test("ends by itself once it is finished with, and can still be stopped")
    func finish() async {
      await #expect(processExitsWith: .exitCode(7)) {
        guard let helper = ReadingHelper.start() else { exit(1) }
        helper.finish()
        if ReadingHelperTests.leavesChild() { exit(2) }
        helper.finish()
        helper.stop()
        exit(7)
      }
    }

    @Test("starts no reading with too few open files, and says so", arguments: [23, 24])
    func descriptors(limit: Int) async {
      await #expect(processExitsWith: .exitCode(limit < 24 ? 7 : 8)) { [limit] in
        guard let helper = ReadingHelper.start() else { exit(1) }
        // What runs the test may have left this process so many open that two pairs of sockets find
        // no room.
        let free = (0..<Int32(limit)).count { fcntl($0, F_GETFD) < 0 }
        if limit >= 24, free < 4 { exit(8) }
        var files = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else {
          exit(2)
        }
        do throws(SocketFailure) {
          _ = try helper.startWorker(reading: nil)
          exit(8)
        } catch {
          exit(error.code == EMFILE ? 7 : 3)
        }
      }
    }

    @Test("starts no reading once it is finished with, and says so at once")
    func reading() async {
      await #expect(processExitsWith: .exitCode(7)) {
        guard let helper = ReadingHelper.start() else { exit(1) }
        helper.finish()
        do throws(SocketFailure) {
          _ = try helper.startWorker(reading: nil)
          exit(2)
        } catch {
          exit(error.code == EBADF ? 7 : 3)
        }
      }
    }
  }
#endif
