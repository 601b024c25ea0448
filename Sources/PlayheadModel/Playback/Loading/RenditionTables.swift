import Synchronization

/// What sessions look up of a rendition, each made when the first of them needs it, and shared by
/// all.
///
/// It follows from the rendition, so it makes no difference between two of them.
final class RenditionTables: Hashable, Sendable {
  private let made = Mutex(Made())

  private struct Made {
    var loading: LoadingCurve?
    var map: ReadMap?
    var byGroups: Rendition?
    var interleave: MediaTime?
    var sweeps: [ReadSweep.Key: ReadSweep] = [:]
  }

  /// The sweeps that are kept; those of a search over many policies would fill the memory.
  private static let maximumSweeps = 4

  /// How far `rendition` is loaded over any of its tracks.
  func loadingOverAnyTrack(of rendition: Rendition) -> LoadingCurve {
    made.withLock { made in
      let loading =
        made.loading
        ?? LoadingCurve(combining: rendition.trackLoading.map(\.curve), over: .anyTrack)
      made.loading = loading
      return loading
    }
  }

  /// ``Rendition/byGroups`` of `rendition`.
  func byGroups(of rendition: Rendition) -> Rendition {
    made.withLock { made in
      let grouped = made.byGroups ?? rendition.groupingVideo()
      made.byGroups = grouped
      return grouped
    }
  }

  /// The longest media time by which one track of `rendition` is read farther than another; a track
  /// that begins later is ahead from the start.
  func interleave(of rendition: Rendition) -> MediaTime {
    made.withLock { made in
      let curves = rendition.trackLoading.map(\.curve)
      let interleave =
        made.interleave
        ?? curves.reduce(MediaTime.zero) { lead, curve in
          let begun = curves.reduce(lead) { max($0, curve.beginning - $1.beginning) }
          return curve.steps.reduce(begun) { lead, step in
            curves.reduce(lead) { max($0, step.end - $1.end(at: step.position)) }
          }
        }
      made.interleave = interleave
      return interleave
    }
  }

  /// Where the wanted bytes of `rendition` lie.
  func map(of rendition: Rendition) -> ReadMap {
    made.withLock { made in
      let map = made.map ?? ReadMap(rendition)
      made.map = map
      return map
    }
  }

  /// What requests bring that sweep through the file of `rendition`, of `size` bytes.
  func sweep(_ key: ReadSweep.Key, of rendition: Rendition, size: Int64) -> ReadSweep {
    let map = map(of: rendition)
    let loading = rendition.loading(over: key.loadedOver)
    return made.withLock { made in
      if let sweep = made.sweeps[key] { return sweep }
      if made.sweeps.count >= Self.maximumSweeps { made.sweeps.removeAll() }
      let sweep = ReadSweep(key, map, size: size, loading: loading)
      made.sweeps[key] = sweep
      return sweep
    }
  }

  static func == (left: RenditionTables, right: RenditionTables) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
