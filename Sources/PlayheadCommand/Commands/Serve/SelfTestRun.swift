import PlayheadKit
import ThrottledServing

/// `playhead serve --self-test`: measures what the server delivers on this machine.
enum SelfTestRun {
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    let format = try arguments.serveFormat()
    let allowed: [Option] = [.selfTest, .serveFormat, .quiet, .verbose]
    if let option = Serve.command.options.first(where: {
      arguments.has($0) && !allowed.contains($0)
    }) {
      throw Failure(
        contradicting: "\(option.spelling) and \(Option.selfTest.spelling)",
        why: "the self-test has its own networks")
    }
    if let operand = arguments.operands.first {
      throw Failure(
        .usage, "unexpected operand", at: operand, why: "the self-test has its own media",
        hint: "leave it out")
    }
    let test = ServingSelfTest()
    var measurements: [ServingSelfTest.Measurement] = []
    if format == .text { try context.output.write(SelfTestReport.heading + "\n") }
    for part in test.parts {
      try context.checkInterruption()
      let new = try measure(part, test)
      measurements += new
      guard format == .text else { continue }
      for measurement in new { try context.output.write(SelfTestReport.row(measurement) + "\n") }
    }
    if format == .json { try context.output.write(SelfTestReport.json(measurements)) }
    let isExact = measurements.allSatisfy(\.isExact)
    if !isExact {
      context.diagnostics.note(
        "some measurements are off by more than 1 % or 10 ms; is this machine busy?")
    }
    return isExact ? .ok : .checkFailed
  }

  private static func measure(
    _ part: ServingSelfTest.Part, _ test: ServingSelfTest
  ) throws(Failure) -> [ServingSelfTest.Measurement] {
    do throws(ServingError) {
      return try test.measure(part)
    } catch {
      throw Failure(error)
    }
  }
}
