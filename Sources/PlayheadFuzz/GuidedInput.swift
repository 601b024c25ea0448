#if PLAYHEAD_LIBFUZZER
  import Foundation

  /// Where libFuzzer's inputs go; its own options are the program's arguments, so that these are in
  /// the environment.
  private enum Guided {
    static let target = FuzzTarget(rawValue: environment("PLAYHEAD_FUZZ_TARGET"))
    static let folder = environment("PLAYHEAD_FUZZ_FOLDER")

    private static func environment(_ name: String) -> String {
      ProcessInfo.processInfo.environment[name] ?? ""
    }
  }

  /// Reads an input that libFuzzer made of others by what they reached; see `Scripts/fuzz`.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func readGuidedInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    guard let target = Guided.target else { return -1 }
    target.read(input, in: Guided.folder)
    return 0
  }
#endif
