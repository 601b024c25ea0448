import PlayheadModel

/// How segments are encrypted, by the `EXT-X-KEY` tags read so far.
struct PlaylistEncryption {
  /// Whether whole segments are encrypted, or samples in them; `nil` for neither.
  private(set) var kind: SegmentEncryption?
  /// The number of the key in force; `nil` for none.
  private(set) var key: Int?
  /// Its initialization vector; `nil` unless it is written.
  private var vector: [UInt8]?
  private var method = "NONE"
  /// Before which segment the latest key was named.
  private var namedBefore: Int?

  /// What is to be said of a tag.
  enum Reading {
    case nothing
    case noted(String)
    case unsupported
  }

  /// Reads a tag of `method` that stands before segment number `segments`; `keys` are those of the
  /// playlist.
  mutating func read(
    _ method: String, _ attributes: AttributeReader, before segments: Int,
    in references: PlaylistReferences, _ keys: inout [ManifestKey]
  ) -> Reading {
    self.method = method
    switch method {
    case "NONE":
      (kind, key, vector) = (nil, nil, nil)
      return .nothing
    case "AES-128", "AES-256", "AES-256-GCM":
      // Of several keys without one without between them, the first is as good as any.
      kind = .whole
      readKey(attributes, before: segments, in: references, &keys)
      return .noted("segments are encrypted (\(method))")
    case "SAMPLE-AES", "SAMPLE-AES-CTR", "SAMPLE-AES-CENC":
      kind = .samples
      readKey(attributes, before: segments, in: references, &keys)
      return .noted(
        "segments are encrypted (\(method)): they are played by their times and sizes")
    default: return .unsupported
    }
  }

  /// Notes a key, or the licence where its format is not that of a plain key.
  private mutating func readKey(
    _ attributes: AttributeReader, before segments: Int, in references: PlaylistReferences,
    _ keys: inout [ManifestKey]
  ) {
    let problems = references.problems
    vector = attributes.has("IV") ? attributes.word("IV").flatMap(Self.vector) : nil
    let format = attributes.has("KEYFORMAT") ? attributes.quoted("KEYFORMAT") : nil
    let isLicence = (format ?? "identity") != "identity"
    if !attributes.has("URI") {
      problems.forgive(
        attributes.list.missing("URI", example: "\"key.bin\""), "taken as without a key")
      key = nil
      return
    }
    guard let uri = attributes.quoted("URI") else { return }
    let read = ManifestKey(
      uri, isLicence: isLicence, in: references.location,
      allowingRemote: problems.options.allowsRemote)
    // Of one key in the formats of several systems, a player takes one.
    if namedBefore == segments, isLicence, key != nil { return }
    namedBefore = segments
    if let known = keys.firstIndex(of: read) {
      key = known
    } else {
      key = keys.count
      keys.append(read)
    }
  }

  /// How segment number `number` of a playlist that begins at `sequence` is encrypted: without a
  /// vector that is written, by its media sequence number (RFC 8216, section 5.2).
  func cipher(
    ofSegment number: Int, from sequence: Int64, _ keys: [ManifestKey]
  ) -> ManifestCipher? {
    guard let key = blockKey(keys) else { return nil }
    var vector = vector ?? []
    if vector.isEmpty {
      let sequence = UInt64(sequence) + UInt64(number)
      vector = [UInt8](repeating: 0, count: 8)
      for shift in stride(from: 56, through: 0, by: -8) {
        vector.append(UInt8(truncatingIfNeeded: sequence >> UInt64(shift)))
      }
    }
    return ManifestCipher(key: key, vector: vector)
  }

  /// The same of an initialization section: only with a vector that is written, as it has no
  /// number.
  func cipherOfInitialization(_ keys: [ManifestKey]) -> ManifestCipher? {
    guard let key = blockKey(keys), let vector else { return nil }
    return ManifestCipher(key: key, vector: vector)
  }

  /// The key by which whole segments are encrypted in a way that can be read.
  private func blockKey(_ keys: [ManifestKey]) -> Int? {
    guard kind == .whole, method == "AES-128", let key, !keys[key].isLicence else { return nil }
    return key
  }

  /// The bytes of a vector such as `0x0102…`, as many as 16.
  private static func vector(_ text: String) -> [UInt8]? {
    guard text.lowercased().hasPrefix("0x") else { return nil }
    let digits = text.dropFirst(2)
    guard (1...32).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isHexDigit) else {
      return nil
    }
    let padded = String(repeating: "0", count: 32 - digits.utf8.count) + digits
    return [UInt8](hexDigits: padded)
  }
}
