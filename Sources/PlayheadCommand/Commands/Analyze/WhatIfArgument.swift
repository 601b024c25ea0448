import PlayheadKit

/// A change that `--what-if` takes, as it is written.
struct WhatIfArgument {
  /// What is changed.
  let kind: Kind
  /// What is written behind the equals sign; empty without one.
  let value: Substring
  /// The change as it was written.
  let text: String

  /// What can be changed; the raw value is its name.
  enum Kind: String, CaseIterable {
    case indexAtFront = "faststart"
    case interleaved = "interleave"
    case meanRate = "cbr"
    case bitRate = "bitrate"
    case measuredRates = "measured-rates"
    case parallel
    case latency
    case link
    case player
    case transport = "tcp"
    case startupBuffer = "startup-buffer"
    case resumeBuffer = "resume-buffer"
    case maxBuffer = "max-buffer"
    case rule = "abr"
    case levels
    case segments

    /// The placeholder of its value; `nil` if it has none.
    var placeholder: String? {
      switch self {
      case .indexAtFront, .interleaved, .meanRate, .measuredRates, .parallel: nil
      case .latency, .startupBuffer, .resumeBuffer, .maxBuffer, .segments: "DURATION"
      case .bitRate: "RATE"
      case .link: "NETWORK"
      case .player: "PLAYER"
      case .transport: "none"
      case .rule: "RULE"
      case .levels: "LIST"
      }
    }

    /// How it is written.
    var form: String { rawValue + (placeholder.map { "=\($0)" } ?? "") }
    /// What a completion begins with.
    var suggestion: String {
      switch self {
      case .latency: "latency=0"
      case .transport: form
      default: placeholder == nil ? rawValue : "\(rawValue)="
      }
    }

    /// Whether only ladders have it.
    var isOfLadders: Bool {
      [.measuredRates, .parallel, .rule, .levels, .segments].contains(self)
    }
    /// Whether only files have it.
    var isOfFiles: Bool { [.indexAtFront, .interleaved, .bitRate].contains(self) }
  }

  static let suggestions = Kind.allCases.map(\.suggestion)
  static let forms =
    Kind.allCases.filter { !$0.isOfLadders }.map(\.form).joined(separator: ", ")
    + "; of HLS and DASH not \(Kind.allCases.filter(\.isOfFiles).map(\.form).wordList(or: true)), but "
    + Kind.allCases.filter(\.isOfLadders).map(\.form).wordList(or: true)

  /// Reads a change as it is written, but not its value.
  init(_ text: String, _ arguments: ParsedArguments) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let kind = Kind(rawValue: String(parts[0]))
    let hasValue = parts.count == 2 && !parts[1].isEmpty
    guard let kind, hasValue == (kind.placeholder != nil) else {
      let isKey = kind?.placeholder != nil
      let name = String(parts[0]) + (parts.count > 1 ? "=" : "")
      let names = Kind.allCases.map { $0.rawValue + ($0.placeholder == nil ? "" : "=") }
      throw Failure(
        badValue: text, of: .whatIf, why: isKey ? "missing value" : "unknown change",
        hint: (isKey ? kind?.form : name.nearest(in: names)).map {
          isKey ? "write \($0)" : "did you mean \($0)?"
        } ?? "write \(Self.forms)")
    }
    self.kind = kind
    self.text = text
    value = parts.count > 1 ? parts[1] : ""
  }

  /// What becomes of the value, if it is a duration.
  func duration(_ arguments: ParsedArguments) throws(Failure) -> MediaTime {
    try arguments.parse(value, .whatIf) { text throws(GrammarError) in
      try MediaTime(parsing: text, unit: .required)
    }
  }

  /// What becomes of the value, if it is a latency.
  func latency(_ arguments: ParsedArguments) throws(Failure) -> WallTime {
    try arguments.parse(value, .whatIf) { text throws(GrammarError) in
      try WallTime(parsing: text, unit: .required)
    }
  }

  /// What becomes of the value, if it names a network.
  func link(_ arguments: ParsedArguments) throws(Failure) -> NetworkLink {
    let argument = try arguments.parse(value, .whatIf) { text throws(GrammarError) in
      try NetworkArgument(parsing: text)
    }
    return NetworkLink(following: try NetworkLoading.profile(argument, format: nil).payingForLoss())
  }

  /// What becomes of the value, if it is a rate.
  func rate(_ arguments: ParsedArguments) throws(Failure) -> BitRate {
    let rate = try arguments.parse(value, .whatIf) { text throws(GrammarError) in
      try BitRate(parsing: text)
    }
    guard rate > .zero else {
      throw Failure(badValue: text, of: .whatIf, why: "the rate must be above 0")
    }
    return rate
  }

  /// Refuses a transport that is modelled.
  func checkTransport() throws(Failure) {
    guard value == "none" else {
      throw Failure(badValue: text, of: .whatIf, why: "expected tcp=none")
    }
  }

  /// The change of a session of a file.
  func change(of arguments: ParsedArguments) throws(Failure) -> ScenarioChange {
    switch kind {
    case .indexAtFront: return .indexAtFront
    case .interleaved: return .interleaved
    case .meanRate: return .meanRate(track: nil)
    case .bitRate: return .bitRate(try rate(arguments))
    case .latency: return .latency(try latency(arguments))
    case .link: return .link(try link(arguments))
    case .player: return .policy(try policy(arguments))
    case .transport:
      try checkTransport()
      return .noSlowStart
    case .startupBuffer: return .threshold(.startupBuffer, try duration(arguments))
    case .resumeBuffer: return .threshold(.resumeBuffer, try duration(arguments))
    case .maxBuffer: return .highWatermark(try duration(arguments))
    case .measuredRates, .parallel, .rule, .levels, .segments:
      throw Failure(
        badValue: text, of: .whatIf, why: "it applies to HLS and DASH, not to media files")
    }
  }

  private func policy(_ arguments: ParsedArguments) throws(Failure) -> BufferingPolicy {
    let argument = try arguments.parse(value, .whatIf) { text throws(GrammarError) in
      try PlayerArgument(parsing: text)
    }
    let draft =
      switch argument {
      case .builtIn(let parameters): PolicyDraft(parameters)
      case .file(let path): PolicyDraft(try PolicyLoading.file(at: path), path: path)
      }
    return try draft.policy()
  }
}
