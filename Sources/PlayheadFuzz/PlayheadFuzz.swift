import POSIX
import PlayheadKit

/// Gives readers bytes that nobody would write, and sees whether they survive; see `Scripts/fuzz`.
///
///     PlayheadFuzz replay TARGET SEEDS FOLDER
///     PlayheadFuzz run TARGET SEEDS FOLDER SEED SECONDS
///
/// What is being read is in `FOLDER/current`, so that it is still there if the process dies of it.
/// An input that takes longer than ``patience`` ends the process with `SIGALRM`.
#if !PLAYHEAD_LIBFUZZER
  @main
#endif
enum PlayheadFuzz {
  /// The seconds that reading one input may take.
  private static let patience: UInt32 = 20
  /// The maximum size of an input in bytes.
  private static let maximumBytes = 1 << 16

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 4, let target = FuzzTarget(rawValue: arguments[1]) else {
      end("usage: PlayheadFuzz replay|run TARGET SEEDS FOLDER [SEED SECONDS]")
    }
    let seeds = seeds(in: arguments[2])
    guard !seeds.isEmpty else { end("no seeds in \(arguments[2])") }
    let folder = arguments[3]
    var count = 0
    func read(_ bytes: [UInt8]) {
      guard ScratchFile(path: "\(folder)/current").write(bytes) else {
        end("cannot write to \(folder)")
      }
      _ = alarm(patience)
      target.read(bytes, in: folder)
      _ = alarm(0)
      count += 1
    }
    if arguments[0] == "run", arguments.count == 6, let seed = UInt64(arguments[4]),
      let seconds = Int64(arguments[5])
    {
      var mutator = Mutator(seed: seed)
      let start = ContinuousClock.now
      while .now - start < .seconds(seconds) {
        read(mutator.mutated(seeds, atMost: maximumBytes))
        // Whoever started it learns how far it came even if it dies.
        if count.isMultiple(of: 256) { write(count, to: folder) }
      }
    } else {
      for bytes in seeds { read(bytes) }
    }
    write(count, to: folder)
  }

  private static func write(_ count: Int, to folder: String) {
    _ = ScratchFile(path: "\(folder)/count").write(Array("\(count)\n".utf8))
  }

  /// The contents of the files in `folder`, in the order of their names.
  private static func seeds(in folder: String) -> [[UInt8]] {
    let files = PathPattern("*")?.matches(in: Folder(ofFileAt: "\(folder)/x")).files ?? []
    return files.compactMap { try? WholeFile.read("\(folder)/\($0)", atMost: maximumBytes) }
  }

  private static func end(_ problem: String) -> Never {
    unsafe try? writeAll(Array("\(problem)\n".utf8).span.bytes, to: STDERR_FILENO)
    exit(64)
  }
}
