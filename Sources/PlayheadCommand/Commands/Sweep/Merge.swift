import PlayheadKit
import PlayheadSweep

/// `playhead merge`: brings results of several processes or machines together.
enum Merge {
  static let command = Command(
    name: "merge",
    abstract: "Bring results of several shards or workers together",
    operands: [
      Command.Operand(
        placeholder: "RESULTS",
        help:
          "Files of results, or lines that 'playhead work' or 'sweep --format jsonl' wrote; - is "
          + "standard input",
        kind: .file, isRepeatable: true)
    ],
    options: [.mergeOutput, .quiet, .verbose],
    examples: [
      Command.Example(
        words: "playhead merge shard-1.sqlite shard-2.sqlite -o all.sqlite",
        help: "Bring two shards together"),
      Command.Example(
        words: "playhead merge results.jsonl -o all.sqlite",
        help: "Store what workers wrote"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    guard let output = arguments.value(.mergeOutput) else {
      throw Failure(
        .usage, "missing option", at: Option.mergeOutput.spelling,
        why: "the results are kept in a file", hint: "write -o results.sqlite")
    }
    try context.refuseOverwriting(arguments.operands, by: output)
    var merge: ResultsMerge
    do throws(ResultsError) {
      merge = try ResultsMerge(into: output)
    } catch {
      throw Failure(error)
    }
    for path in arguments.operands {
      try context.checkInterruption()
      try add(path, to: &merge, context)
    }
    do throws(ResultsError) {
      try merge.finish()
    } catch {
      throw Failure(error)
    }
    context.diagnostics.note(
      "\(counted(merge.added, "session")) added, \(merge.known) known"
        + (merge.failed > 0 ? ", \(counted(merge.failed, "job")) could not be played" : ""))
    return .ok
  }

  private static func add(
    _ path: String, to merge: inout ResultsMerge, _ context: Context
  ) throws(Failure) {
    if path != "-", let head = WholeFile.beginning(of: path, count: 16),
      head.starts(with: Array("SQLite format 3".utf8))
    {
      do throws(ResultsError) {
        try ResultsReader(path: path).forEachRecord { record throws(ResultsError) in
          try merge.add(record)
        }
      } catch {
        throw Failure(error)
      }
      return
    }
    var number = 0
    var lines = try Self.lines(path: path == "-" ? "/dev/stdin" : path)
    while let line = try Self.next(&lines) {
      number += 1
      guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else {
        continue
      }
      let record: SweepRecord
      do {
        record = try SweepRecord(json: line)
      } catch {
        throw Failure(
          .badData, "malformed results", at: "\(path):\(number)", why: error.problem)
      }
      do throws(ResultsError) {
        try merge.add(record)
      } catch {
        throw Failure(error)
      }
      try context.checkInterruption()
    }
  }
}

extension Merge {
  private static func lines(path: String) throws(Failure) -> TextLines {
    do {
      return try TextLines(path: path)
    } catch {
      throw Failure(error, reading: "results")
    }
  }

  private static func next(_ lines: inout TextLines) throws(Failure) -> [UInt8]? {
    do {
      return try lines.next()
    } catch {
      throw Failure(error, reading: "results")
    }
  }
}

extension Option {
  fileprivate static let mergeOutput = Option(
    "output", "o", .file("FILE"), in: .output,
    help: "File of results that they are added to", brief: "File of results to add to")
}
