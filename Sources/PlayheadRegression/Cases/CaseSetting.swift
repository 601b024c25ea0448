public import PlayheadModel

/// What a case was run with: its definition with all files read, and how much of its media was decoded.
public struct CaseSetting: Hashable, Sendable {
  /// Everything that the session depends on but the bytes of the media.
  public var definition: CaseDefinition
  /// The player.
  public var policy: BufferingPolicy
  /// The numbers of the tracks played.
  public var tracks: [Int]
  /// How much was decoded; never ``DecodeMode/auto``.
  public var decoded: DecodeMode
  /// What is unusual about the media though nothing is missing, one sentence each.
  public var remarks: [String]

  /// The setting of `checkCase`, which plays `media` by `policy`.
  public init(
    _ checkCase: SuiteCase, of media: PlayableMedia, over network: RecordedNetwork,
    policy: BufferingPolicy
  ) {
    definition = CaseDefinition(
      checkCase, network: network, policy: policy, tracks: media.presentation.tracks)
    self.policy = policy
    tracks = media.presentation.tracks
    decoded = media.decoded
    remarks = media.remarks
  }
}
