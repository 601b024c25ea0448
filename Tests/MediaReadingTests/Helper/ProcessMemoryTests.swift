#if os(Linux)
  import Glibc
  import Testing

  @testable import MediaReading

  @Suite("The memory of a process that links the library")
  struct ProcessMemoryTests {
    /// How much more memory the process has after 24 MiB that it has used are freed, in pages.
    fileprivate static func pagesKept() -> Int {
      let before = pages()
      let size = 24 << 20
      guard let block = unsafe malloc(size) else { return 0 }
      unsafe memset(block, 1, size)
      unsafe free(block)
      return pages() - before
    }

    /// The pages of the process that are in memory.
    private static func pages() -> Int {
      guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
      defer { unsafe fclose(file) }
      var line = [CChar](repeating: 0, count: 200)
      guard unsafe fgets(&line, Int32(line.count), file) != nil else { return 0 }
      let text = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    @Test("is given back as before, though it reads files in processes of their own")
    func helper() async {
      await #expect(processExitsWith: .exitCode(7)) {
        guard let helper = ReadingHelper.start() else { exit(1) }
        let kept = ProcessMemoryTests.pagesKept()
        helper.stop()
        exit(kept < 1000 ? 7 : 2)
      }
    }

    @Test("is kept where its program wants that")
    func kept() async {
      await #expect(processExitsWith: .exitCode(7)) {
        ProcessMemory.keepFreed()
        exit(ProcessMemoryTests.pagesKept() > 4000 ? 7 : 2)
      }
    }
  }
#endif
