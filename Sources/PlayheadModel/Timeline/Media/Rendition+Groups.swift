/// Renditions as players read them that use video a group of pictures at a time.
extension Rendition {
  /// The rendition for a player that uses video without a table of sync samples a group of pictures
  /// at a time, each once the sync sample after it is read, or all is; itself if there is a table.
  var byGroups: Rendition {
    trackLoading.contains { $0.syncNeeds != nil } ? tables.byGroups(of: self) : self
  }

  /// The same, made anew.
  func groupingVideo() -> Rendition {
    let end = wantedBytes.end(before: wantedBytes.end)
    let tracks = trackLoading.map { track -> TrackLoading in
      guard let syncs = track.syncNeeds else { return track }
      return track.moved { position in
        let next = syncs.partitionPoint { $0 > position }
        return next < syncs.count ? syncs[next] : max(position, end)
      }
    }
    return Rendition(
      order: order, openingReads: openingReads, sampleDistance: sampleDistance,
      isTransportStream: isTransportStream,
      loading: LoadingCurve(combining: tracks.map(\.curve), over: .allTracks),
      trackLoading: tracks, decoding: decoding, firstByteToShow: firstByteToShow,
      wantedBytes: wantedBytes, resourceBytes: resourceBytes)
  }
}

extension TrackLoading {
  /// The same track, whose samples are read where `place` says.
  fileprivate func moved(_ place: (ReadPosition) -> ReadPosition) -> TrackLoading {
    TrackLoading(
      track: track, kind: kind, curve: curve.moved(place), firstSampleEnd: firstSampleEnd,
      hasDecodeTimes: hasDecodeTimes, hasLength: hasLength, syncNeeds: syncNeeds,
      frames: frames.map { frames in
        FrameOrder(
          reorderDepth: frames.reorderDepth, decodeLead: frames.decodeLead, times: frames.times,
          needs: frames.needs.map(place), ends: frames.ends, outputs: frames.outputs)
      })
  }
}
