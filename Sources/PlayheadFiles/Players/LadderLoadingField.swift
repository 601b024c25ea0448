import PlayheadLadder
import PlayheadModel

/// A value of ``LadderLoading`` in JSON: its key, and how it is written and read.
struct LadderLoadingField: Sendable {
  let key: String
  let write: @Sendable (LadderLoading) -> JSONValue
  let read: @Sendable (JSONReader, inout LadderLoading) throws(JSONError) -> Void

  /// All values but those that are objects of several.
  static let all: [LadderLoadingField] = [
    time("goalSeconds", \.goal.level),
    bytes("goalBytes", \.goal.bytes),
    time("longestGoalSeconds", \.goal.longest),
    optional("goalAtTopLevelSeconds", \.goal.atTopLevel),
    optional("goalAtTopLevelOfLongMediaSeconds", \.goal.atTopLevelOfLongMedia),
    flag("goalIncludesNextSegment", \.goal.includesNextSegment),
    flag("loadsLanesInParallel", \.loadsLanesInParallel),
    optional("audioLeadSeconds", \.audioLead),
    optional("audioGoalSeconds", \.audioGoal),
    flag("holdsAudioAhead", \.holdsAudioAhead),
    flag("fillsTransportStreams", \.fillsTransportStreams),
    flag("looksAtAllLanes", \.looksAtAllLanes),
    flag("opensLevelsAhead", \.opensLevelsAhead),
    flag("fetchesAllIndexes", \.fetchesAllIndexes),
    flag("readsNestedIndexes", \.readsNestedIndexes),
    flag("keepsPlaylists", \.keepsPlaylists),
    bytes("probedBytes", \.probedBytes),
    count("startupSegments", \.startupSegments),
    wallTime("startupCostSeconds", \.startupCost),
    wallTime("manifestProcessingSeconds", \.processing.manifest),
    wallTime("playlistProcessingSeconds", \.processing.playlist),
    wallTime("initializationProcessingSeconds", \.processing.initialization),
    wallTime("segmentProcessingSeconds", \.processing.segment),
    flag("fetchesInitializationInParallel", \.fetchesInitializationInParallel),
    flag("keepsInitializations", \.keepsInitializations),
    flag("fetchesInitializationPerTag", \.fetchesInitializationPerTag),
    flag("looksAfterSwitch", \.looksAfterSwitch),
    flag("adaptsAudio", \.adaptsAudio),
    time("heldVideoSeconds", \.heldVideo),
    time("gapToleranceSeconds", \.gapTolerance),
    flag("appliesEditLists", \.appliesEditLists),
    optional("backBufferSeconds", \.backBuffer),
  ]

  /// The values that older reports do not have.
  static let later: [LadderLoadingField] = [
    laterWallTime("runAheadWaitSeconds", \.runAheadWait),
    laterWallTime("firstSegmentProcessingSeconds", \.processing.firstSegment),
    laterFlag("looksForCaptions", \.looksForCaptions),
    laterFlag("asksForSessionKeys", \.asksForSessionKeys),
    laterFlag("skipsToFirstMedia", \.skipsToFirstMedia),
    laterWallTime("levelReportSeconds", \.levelReportInterval),
  ]

  private typealias Path<Value> = WritableKeyPath<LadderLoading, Value> & Sendable

  private static func flag(_ key: String, _ path: any Path<Bool>) -> LadderLoadingField {
    LadderLoadingField(key: key) {
      .bool($0[keyPath: path])
    } read: { (reader, loading) throws(JSONError) in
      loading[keyPath: path] = try reader.member(key).bool()
    }
  }

  /// One that older reports do not have.
  private static func laterFlag(_ key: String, _ path: any Path<Bool>) -> LadderLoadingField {
    let field = flag(key, path)
    return LadderLoadingField(key: key, write: field.write) { (reader, loading) throws(JSONError) in
      if reader.has(key) { try field.read(reader, &loading) }
    }
  }

  /// One that older reports do not have.
  private static func laterWallTime(
    _ key: String, _ path: any Path<WallTime?>
  ) -> LadderLoadingField {
    LadderLoadingField(key: key) {
      .seconds($0[keyPath: path])
    } read: { (reader, loading) throws(JSONError) in
      guard reader.has(key) else { return }
      loading[keyPath: path] = try reader.optional(key) { value throws(JSONError) in
        try value.seconds()
      }
    }
  }

  private static func count(_ key: String, _ path: any Path<Int>) -> LadderLoadingField {
    LadderLoadingField(key: key) {
      .whole($0[keyPath: path])
    } read: { (reader, loading) throws(JSONError) in
      loading[keyPath: path] = Int(try reader.member(key).whole(in: 0...Int64(Int32.max)))
    }
  }

  private static func bytes(_ key: String, _ path: any Path<Int64?>) -> LadderLoadingField {
    LadderLoadingField(key: key) {
      .whole($0[keyPath: path])
    } read: { (reader, loading) throws(JSONError) in
      loading[keyPath: path] = try reader.optional(key) { value throws(JSONError) in
        try value.bytes()
      }
    }
  }

  private static func time(_ key: String, _ path: any Path<MediaTime>) -> LadderLoadingField {
    LadderLoadingField(key: key) {
      .seconds($0[keyPath: path])
    } read: { (reader, loading) throws(JSONError) in
      loading[keyPath: path] = try reader.member(key).seconds()
    }
  }

  private static func wallTime(_ key: String, _ path: any Path<WallTime>) -> LadderLoadingField {
    LadderLoadingField(key: key) {
      .seconds($0[keyPath: path])
    } read: { (reader, loading) throws(JSONError) in
      loading[keyPath: path] = try reader.member(key).seconds()
    }
  }

  private static func optional(_ key: String, _ path: any Path<MediaTime?>) -> LadderLoadingField {
    LadderLoadingField(key: key) {
      .seconds($0[keyPath: path])
    } read: { (reader, loading) throws(JSONError) in
      loading[keyPath: path] = try reader.optional(key) { value throws(JSONError) in
        try value.seconds()
      }
    }
  }
}
