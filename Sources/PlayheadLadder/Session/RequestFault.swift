public import PlayheadModel

/// Requests of a session that fail.
public struct RequestFault: Hashable, Sendable {
  /// Which requests fail.
  public var target: Target
  /// How they do.
  public var answer: Answer

  /// Requests that fail.
  public enum Target: Hashable, Sendable {
    /// Those for a kind of content: the one of this number, or any; of this level, or of any.
    case content(Download.Content, number: Int?, level: Int?)
    /// Those that are sent from one wall time to another.
    case wallTimes(Range<WallTime>)
  }

  /// How a request fails.
  public enum Answer: Hashable, Sendable {
    /// The server answers with this status, and no body worth counting.
    case status(Int)
    /// The server does not answer.
    case timeout
  }

  /// Requests for `target` that fail by `answer`.
  public init(_ target: Target, _ answer: Answer) {
    self.target = target
    self.answer = answer
  }

  /// Whether it is the request for `errand`, sent at `wallTime`.
  func hits(_ errand: Errand, at wallTime: WallTime) -> Bool {
    switch target {
    case .content(let content, let number, let level):
      content == errand.content && number ?? errand.number == errand.number
        && level ?? errand.level == errand.level
    case .wallTimes(let range): range.contains(wallTime)
    }
  }
}

extension RequestFault.Answer {
  /// What a segment lacks for it.
  var kind: SegmentFailure.Kind {
    switch self {
    // These ask for another attempt.
    case .status(let status) where status >= 500 || [408, 425, 429].contains(status): .serverError
    case .status: .missing
    case .timeout: .timeout
    }
  }

  /// What happens, as a verb with what belongs to it.
  var words: String {
    switch self {
    case .status(let status): "is answered with \(status)"
    case .timeout: "is not answered"
    }
  }
}
