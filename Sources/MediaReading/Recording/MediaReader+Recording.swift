import PlayheadKit
import PlayheadManifests

extension MediaReader {
  /// Reads the live event in `folder` as a ladder of all segments that its manifests ever listed,
  /// with what there was of them when.
  func readLadder(
    recorded folder: RecordingFolder, options: ManifestOptions, timing: SegmentTimeOptions
  ) throws(LadderReadingError) -> LadderReading {
    do {
      var resources = RecordedResources(try folder.event())
      var options = options
      // A recording ends with what it has.
      (options.asVoD, options.isLive) = (true, true)
      let recorded = LadderDocuments(of: resources, named: folder.path, reader: self)
      var manifest = try resources.event.manifest(options, failing: \.answer) {
        reference throws(MediaReadingError) in try recorded.load(reference.location).bytes
      }
      let lanes = manifest.lanes.map(\.levels)
      let knowsSizes = resources.prepare(&manifest, in: folder)
      let documents = LadderDocuments(of: resources, named: folder.path, reader: self)
      var reader = self
      if !knowsSizes { reader.segmentReading = .declared }
      var reading = try LadderAssembly(
        manifest, documents: documents, reader: reader, timing: timing, options: options
      ).reading()
      let ordered = lanes.enumerated().map { lane, levels in
        reading.ladder.lanes[lane].levels.compactMap { level in
          levels.first { $0.manifestIndex == level.manifestIndex }
        }
      }
      reading.ladder.recording = resources.event.publication(of: ordered)
      if let length = reading.ladder.chunkLength {
        reading.ladder = reading.ladder.inParts(of: length)
      }
      reading.notes += resources.event.notes
      if resources.estimateCount > 0, knowsSizes {
        reading.notes.append(
          "\(counted(resources.estimateCount, "segment")) of unknown size; the mean rate of their "
            + "level is taken")
      }
      return reading
    } catch {
      throw LadderReadingError(error, of: folder.path)
    }
  }
}
