/// What the command line asks for.
struct Options {
  enum Wish {
    case help
    case list
    case run([Benchmark])
  }

  private(set) var wish: Wish
  /// How often each side is measured.
  private(set) var runs = 5
  /// The program to measure; `nil` to build it.
  private(set) var playhead: String?
  /// Where media is made and kept; `nil` for a folder that is removed at the end.
  private(set) var media: String?

  static let help = """
    Usage: swift run -c release PlayheadBenchmarks [OPTION]... [NAME]...
    Measure the benchmarks of the given names, or all, against the tools one would use instead.

      --list           List the benchmarks
      --runs N         Measure each side N times, 5 unless given
      --playhead PATH  Measure this program instead of building one
      --media FOLDER   Make the media in FOLDER and keep it there for the next time
    """

  init(_ arguments: [String]) throws(BenchmarkError) {
    var rest = arguments[...]
    var names: [String] = []
    wish = .run(Catalog.all)
    func value(of option: String) throws(BenchmarkError) -> String {
      guard let value = rest.popFirst() else {
        throw BenchmarkError("missing value, \(option): see --help", code: 64)
      }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": wish = .help
      case "--list": wish = .list
      case "--runs": runs = try Self.count(value(of: argument))
      case "--playhead": playhead = try value(of: argument)
      case "--media": media = try value(of: argument)
      case _ where argument.hasPrefix("-"):
        throw BenchmarkError("unknown option, \(argument): see --help", code: 64)
      default: names.append(argument)
      }
    }
    if case .run = wish, !names.isEmpty { wish = .run(try Catalog.benchmarks(names)) }
  }

  private static func count(_ text: String) throws(BenchmarkError) -> Int {
    guard let count = Int(text), count > 0 else {
      throw BenchmarkError("bad value '\(text)', --runs: write a number from 1", code: 64)
    }
    return count
  }
}
