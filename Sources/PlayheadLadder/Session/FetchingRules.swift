/// What of a player's loading decides what is fetched for a segment besides itself.
///
/// It is looked at for each segment, and all of ``LadderLoading`` takes longer to copy than that.
struct FetchingRules: Sendable {
  let keepsInitializations: Bool
  let keepsPlaylists: Bool
  let fetchesInitializationPerTag: Bool
  let keyMoment: KeyMoment
  /// Whether keys are kept with playlists.
  let keepsKeys: Bool

  init(_ loading: LadderLoading) {
    keepsInitializations = loading.keepsInitializations
    keepsPlaylists = loading.keepsPlaylists
    fetchesInitializationPerTag = loading.fetchesInitializationPerTag
    keyMoment = loading.keyMoment
    keepsKeys = loading.keepsPlaylists || loading.keySharing == .inFlight
  }
}
