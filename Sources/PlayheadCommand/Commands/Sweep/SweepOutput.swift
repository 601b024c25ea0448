import MediaReading
import PlayheadKit
import PlayheadSweep
import Synchronization

/// Where the records of a sweep go, and what is said once it is over.
struct SweepOutput {
  private let request: SweepRequest
  private let context: Context
  private let format: SweepFormat
  private let path: String?
  private let groups: [String]
  private let metrics: [SessionMetric]

  init(_ request: SweepRequest, _ context: Context) throws(Failure) {
    let arguments = request.arguments
    self.request = request
    self.context = context
    format = arguments.choice(.sweepFormat) ?? .sqlite
    path = arguments.value(.output).flatMap { $0 == "-" ? nil : $0 }
    groups = try arguments.groupColumns()
    metrics = try arguments.resultMetrics()
    if format == .sqlite, path == nil, !request.isListing {
      throw Failure(
        .usage, "missing option", at: Option.sweepOutput.spelling,
        why: "the results of a sweep are kept in a file",
        hint: "write -o results.sqlite, or --format=csv")
    }
    if request.isListing, arguments.has(.sweepFormat) {
      throw Failure(
        contradicting: "\(Option.listJobs.spelling) and \(Option.sweepFormat.spelling)",
        why: "jobs are lines of JSON")
    }
    let inputs =
      request.plan.media.map(\.location) + request.plan.networks.map(\.argument)
      + arguments.operands
    try context.refuseOverwriting(inputs, by: path)
  }

  /// Whether what was played is kept if the sweep is interrupted.
  var isKept: Bool { format == .sqlite && !request.isListing }

  func run(_ runner: SweepRunner) throws(Failure) -> SweepProgress {
    guard isKept, let path else { return try stream(runner) }
    do throws(ResultsError) {
      var writer = try ResultsWriter(path: path)
      let finished = try writer.finishedJobs()
      let changed = try writer.begin(
        request.plan.networks.map(NetworkFact.init),
        request.plan.players.flatMap { player in
          [SweepMedia.Kind.file, .ladder].filter(player.plays).map { ($0, player.fact(for: $0)) }
        })
      try writer.begin(MannerFact(request.plan.manner), strata: request.selection.strata)
      try writer.commit()
      let diagnostics = context.diagnostics
      for name in changed {
        diagnostics.note("\(name): changed since; its sessions are played again")
      }
      let last = Mutex(ContinuousClock.now)
      let sink = ResultsSink(
        writer, finished: finished,
        hasWaited: {
          let now = ContinuousClock.now
          return last.withLock { last in
            guard now - last >= .seconds(1) else { return false }
            last = now
            return true
          }
        },
        onChange: { name in
          diagnostics.note("\(name): changed since; its sessions are played again")
        })
      return try runner.run(to: sink)
    } catch {
      throw Failure(error)
    }
  }

  /// Writes a line for each job or result as soon as there is one.
  private func stream(_ runner: SweepRunner) throws(Failure) -> SweepProgress {
    let (output, diagnostics) = (context.output, context.diagnostics)
    let file: LogFile? = if let path { try LogFile(path: path) } else { nil }
    let problem = Mutex<Failure?>(nil)
    let form =
      request.isListing ? LineSink.Format.jobs : format == .csv ? .csv : .jsonl
    let sink = LineSink(
      form,
      onFailure: { record in
        guard case .failed(let error) = record.outcome else { return }
        diagnostics.note("not played: \(error.description)")
      },
      write: { (line) throws(ResultsError) in
        do throws(Failure) {
          if let file { try file.write(line) } else { try output.write(line) }
        } catch {
          problem.withLock { $0 = $0 ?? error }
          throw ResultsError(.closed, "", "nothing more can be written")
        }
      })
    do throws(ResultsError) {
      return try runner.run(to: sink)
    } catch {
      throw problem.withLock { $0 } ?? Failure(error)
    }
  }

  /// Says what was played, and shows the table.
  func conclude(_ progress: SweepProgress) throws(Failure) {
    if progress.former > 0 {
      context.diagnostics.note(
        "\(counted(progress.former, "session")) of \(progress.total) had been played before")
    }
    if progress.failed > 0, let error = progress.firstError {
      context.diagnostics.note(
        "\(counted(progress.failed, "session")) could not be played, the first: \(error.description)"
      )
    }
    guard isKept, let path else { return }
    let style = request.arguments.with(.output, as: nil).textStyle(context)
    let text: String
    do throws(ResultsError) {
      let reader = try ResultsReader(path: path)
      let query = ResultsQuery(groups: groups, metrics: metrics)
      var parts = [ResultsTable(query, try reader.groups(query)).text(style)]
      for metric in metrics {
        let worst = try reader.worst(10, by: metric, where: nil)
        parts.append(WorstTable(metric, worst, path: path).text(style))
      }
      text = parts.joined(separator: "\n")
    } catch {
      throw Failure(error)
    }
    try context.output.write(text)
  }
}
