import MediaReading
import PlayheadKit

extension Failure {
  /// The media at `location` could not be read, perhaps because it is something else.
  init(_ error: MediaReadingError, readingMediaAt location: String) {
    self.init(error)
    switch error {
    case .unreadable where FileIdentity(regularFileAt: location) == nil:
      guard let mistake = MistakenMedia(missing: location) else { return }
      (why, hint) = (mistake.why, mistake.hint)
    case .notMedia where MediaReadingError(misnamedManifest: location) != nil: return
    case .notMedia:
      let mistake = MistakenMedia(file: location)
      why = mistake?.why ?? why
      hint = mistake?.hint ?? "name an audio or video file"
    default: return
    }
  }
}

/// What was given in place of media, and where it belongs.
private struct MistakenMedia {
  let why: String
  let hint: String

  /// What a name without a file is: a URL of another kind, or a network; `nil` if unknown.
  init?(missing location: String) {
    if let scheme = location.urlScheme {
      why = "\(scheme) URLs are not supported"
      hint =
        scheme == "file"
        ? "write the path, \(ShownAddress(location).text.dropFirst("file://".count))"
        : "use an http or https URL, or download the file"
      return
    }
    switch try? NetworkArgument(parsing: location) {
    case .preset, .profile:
      why = "no such file, but a network"
      hint = "write \(Option.network.spelling)=\(location), and name an audio or video file"
    case .file, nil: return nil
    }
  }

  /// What a file without media is, by the beginning of its text; `nil` if it is no text.
  init?(file path: String) {
    guard let text = Self.beginning(of: path) else { return nil }
    let opening = Self.opening(of: text)
    let kinds: [(mark: String, why: String, hint: String)] = [
      ("playhead:suite/", "it is a suite", "use 'playhead check \(path)'"),
      (
        "playhead:player/", "it is a player policy", "use it with \(Option.player.spelling)=\(path)"
      ),
      (
        "schema:playhead.session", "it is the report of a session",
        "to run the session again, use 'playhead analyze \(Option.from.spelling) \(path)'"
      ),
      ("schema:playhead.", "it is a report of playhead", "name an audio or video file"),
    ]
    if let kind = kinds.first(where: { opening.hasPrefix($0.mark) }) {
      (why, hint) = (kind.why, kind.hint)
    } else if opening.hasPrefix("playhead:network/") || (try? BandwidthProfile(path: path)) != nil {
      why = "it is a network profile"
      hint = "use it with \(Option.network.spelling)=\(path)"
    } else {
      why = "it is a text file"
      hint = "name an audio or video file"
    }
  }

  /// The first key of YAML or JSON and what follows, without quotes, spaces, comments and braces.
  private static func opening(of text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).filter {
      let line = $0.drop(while: \.isWhitespace)
      return !line.isEmpty && !line.hasPrefix("#") && !line.hasPrefix("---")
    }
    let packed = lines.joined().filter { !$0.isWhitespace && !"\"'{".contains($0) }
    // Each line of a session's JSON Lines says first what it is.
    let type = "type:session,"
    return packed.hasPrefix(type) ? String(packed.dropFirst(type.count)) : packed
  }

  /// The beginning of the text file at `path`; `nil` if it is no text.
  private static func beginning(of path: String) -> String? {
    guard FileIdentity(regularFileAt: path) != nil,
      let bytes = WholeFile.beginning(of: path, count: 1 << 14), !bytes.isEmpty
    else { return nil }
    let isText = bytes.allSatisfy { $0 >= 0x20 || $0 >= 0x08 && $0 <= 0x0D || $0 == 0x1B }
    // The end may be in the middle of a character.
    guard isText,
      (0..<4).contains(where: { String(validating: bytes.dropLast($0), as: UTF8.self) != nil })
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
