package import PlayheadFiles
package import PlayheadModel

/// A ladder file: plain media files as the levels of a ladder, and the length to cut them into.
///
/// ```yaml
/// playhead: ladder/1
/// segments: 4s
/// levels:
///   - {file: 360p.mp4, bitrate: 800kbit/s, name: low}
///   - {file: 720p.mp4}
/// audio:                          # optional; without it, the audio of the levels plays
///   - {file: audio.m4a}
/// ```
package struct LadderFile: Hashable, Sendable {
  /// A level of a ladder file.
  package struct Level: Hashable, Sendable {
    /// The media file.
    package let reference: ManifestReference
    /// Its name; that of the file without its extension if none is given.
    package let name: String
    /// The bit rate that a player is told; `nil` for that of the file.
    package let bitRate: BitRate?
  }

  /// The length of a segment.
  package let segmentDuration: MediaTime
  /// The levels, in the order of the file; at least one.
  package let levels: [Level]
  /// The levels of a lane of audio; empty if the audio is in the levels.
  package let audio: [Level]
}

extension LadderFile {
  /// Reads a ladder file.
  ///
  /// - Parameters:
  ///   - contents: all bytes of the file.
  ///   - location: where it was read from; its paths are relative to it.
  /// - Throws: ``YAMLError`` with all mistakes.
  package init(_ contents: [UInt8], at location: ManifestLocation) throws(YAMLError) {
    self = try YAMLReader.read(contents) { document in
      LadderFileReading(location: location).read(document)
    }
  }
}

/// Parses a ladder file into values.
private struct LadderFileReading {
  let location: ManifestLocation

  private enum Key: String, CaseIterable {
    case segments, levels, audio
  }

  private enum LevelKey: String, CaseIterable {
    case file, bitrate, name
  }

  func read(_ document: YAMLReader) -> LadderFile? {
    guard let keys = document.document("ladder/1", of: Key.self) else { return nil }
    let length = keys.required(.segments, hint: "write segments: 4s")
    let levels = keys.required(.levels, hint: "write levels: [{file: 720p.mp4}]")
    let duration = length.flatMap { reader -> MediaTime? in
      guard let duration: MediaTime = reader.duration() else { return nil }
      guard duration >= .milliseconds(1) else {
        reader.refuse("segments are at least 1 ms long", hint: "write 4s")
        return nil
      }
      return duration
    }
    let read = levels?.list(allowsNone: false, level)
    let audio = keys.optional(.audio).map { $0.list(level) } ?? []
    guard let duration, let read, let audio else { return nil }
    guard read.count <= ManifestLimits.levels, audio.count <= ManifestLimits.levels else {
      document.refuse("more than \(ManifestLimits.levels) levels")
      return nil
    }
    return LadderFile(segmentDuration: duration, levels: read, audio: audio)
  }

  private func level(_ reader: YAMLReader) -> LadderFile.Level? {
    guard let keys = reader.mapping(of: LevelKey.self) else { return nil }
    let file = keys.required(.file, hint: "write file: 720p.mp4")
    let rate = keys.optional(.bitrate)
    let bitRate = rate?.rate()
    let name = keys.optional(.name)
    let given = name?.text("a name")
    guard let file, let reference = reference(file), rate == nil || bitRate != nil,
      name == nil || given != nil
    else { return nil }
    return LadderFile.Level(
      reference: reference, name: given ?? reference.location.baseName, bitRate: bitRate)
  }

  private func reference(_ reader: YAMLReader) -> ManifestReference? {
    guard let text = reader.text("a path or a URL") else { return nil }
    if text.isWebURL { return ManifestReference(name: text, location: .url(text)) }
    guard text.urlScheme == nil else {
      reader.refuse(
        "only http and https URLs are supported", hint: "write the path of a local file")
      return nil
    }
    switch location {
    case .file(let path):
      let path = Folder(ofFileAt: path).path(of: text)
      return ManifestReference(name: text, location: .file(path))
    case .url:
      do throws(GrammarError) {
        return ManifestReference(name: text, location: try location.resolving(text))
      } catch {
        reader.refuse("“\(error.text)”: \(error.problem)", hint: error.hint)
        return nil
      }
    }
  }
}
