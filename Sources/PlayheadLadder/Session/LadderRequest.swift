package import PlayheadModel

/// A request of a session of a ladder: what it asked for, and what became of it.
package struct LadderRequest: Hashable, Sendable {
  /// What became of it.
  package let request: MediaRequest
  /// What it asked for.
  package let subject: RequestSubject

  package init(_ request: MediaRequest, for subject: RequestSubject) {
    self.request = request
    self.subject = subject
  }

  /// The segment that it asked for; `nil` for anything else.
  var segment: SegmentReference? {
    subject.segment.map {
      SegmentReference(lane: subject.lane, level: subject.level, segment: $0)
    }
  }
}

/// What a request of a ladder asks for.
package struct RequestSubject: Hashable, Sendable {
  /// The kind of content.
  package let content: Download.Content
  /// The number of the lane; that of the first for a manifest.
  package let lane: Int
  /// The number of the level; 0 for a manifest.
  package let level: Int
  /// The number of the segment in its level; `nil` for anything else.
  package let segment: Int?
  /// The bytes asked for.
  package let resource: LadderResource
  /// Which copy of the level it asks for, on a server that the player turned to after a failure;
  /// zero for the level itself.
  package let copy: Int
  /// How it failed by the scenario's wish; `nil` if it did not.
  package let fault: RequestFault.Answer?

  package init(
    _ content: Download.Content, lane: Int, level: Int = 0, segment: Int? = nil,
    resource: LadderResource, copy: Int = 0, fault: RequestFault.Answer? = nil
  ) {
    (self.copy, self.fault) = (copy, fault)
    self.content = content
    self.lane = lane
    self.level = level
    self.segment = segment
    self.resource = resource
  }
}
