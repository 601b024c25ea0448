package import PlayheadModel

/// Requests of a session that fail.
package struct RequestFault: Hashable, Sendable {
  /// Which requests fail.
  package var target: Target
  /// Of which servers.
  package var servers: Servers
  /// How they do.
  package var answer: Answer

  /// Requests that fail.
  package enum Target: Hashable, Sendable {
    /// Those for a kind of content: the one of this number, or any; of this level, or of any.
    case content(Download.Content, number: Int?, level: Int?)
    /// Those that are sent from one wall time to another.
    case wallTimes(Range<WallTime>)
  }

  /// Servers whose requests fail.
  package enum Servers: Hashable, Sendable {
    /// The one that has this copy of the levels; the first one, which has the manifest, is zero.
    case copy(Int)
    /// All of them.
    case all
  }

  /// How a request fails.
  package enum Answer: Hashable, Sendable, Codable {
    /// The server answers with this status, and no body worth counting.
    case status(Int)
    /// The server does not answer.
    case timeout
    /// The connection breaks before an answer.
    case reset
    /// What comes is not what it is asked for, and nothing can be made of it.
    case unreadable
  }

  /// Requests for `target` that fail by `answer`, of the first server or of others.
  package init(_ target: Target, _ answer: Answer, of servers: Servers = .copy(0)) {
    self.target = target
    self.servers = servers
    self.answer = answer
  }

  /// Whether it is the request for content number `ownNumber` of a copy of a level, sent at
  /// `wallTime`.
  package func hits(
    _ ownContent: Download.Content, number ownNumber: Int, level ownLevel: Int, copy ownCopy: Int,
    at wallTime: WallTime
  ) -> Bool {
    if case .copy(let copy) = servers, copy != ownCopy { return false }
    return switch target {
    case .content(let content, let number, let level):
      content == ownContent && number ?? ownNumber == ownNumber && level ?? ownLevel == ownLevel
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
    case .reset: .brokenConnection
    case .unreadable: .unreadable
    }
  }

  /// What happens, as a verb with what belongs to it.
  package var words: String {
    switch self {
    case .status(let status): "is answered with \(status)"
    case .timeout: "is not answered"
    case .reset: "breaks off"
    case .unreadable: "brings what cannot be read"
    }
  }
}
