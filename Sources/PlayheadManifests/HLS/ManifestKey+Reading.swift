import PlayheadFiles
import PlayheadModel

extension ManifestKey {
  /// The key that `uri` of a playlist at `location` names.
  ///
  /// What may not be loaded from there is no mistake of the playlist: its segments have sizes
  /// without their key.
  init(_ uri: String, isLicence: Bool, in location: ManifestLocation, allowingRemote: Bool) {
    self.isLicence = isLicence
    guard let comma = uri.firstIndex(of: ","), uri.lowercased().hasPrefix("data:") else {
      name = ShownAddress(reference: uri).text
      let found = try? location.resolving(uri, allowingRemote: allowingRemote)
      self.location = isLicence ? nil : found
      bytes = nil
      return
    }
    self.location = nil
    let text = uri[uri.index(after: comma)...]
    guard !isLicence else {
      // What it holds is not the key, but what its licence is asked for with.
      name = "licence \(SHA256.text(of: Array(text.utf8)).prefix(8))"
      bytes = nil
      return
    }
    name = "data:…"
    bytes =
      uri[..<comma].lowercased().hasSuffix(";base64")
      ? [UInt8](base64: text) : [UInt8](percentEncoded: text)
  }
}

extension [UInt8] {
  /// The bytes of `text`, its escapes decoded; `nil` with one that is none.
  fileprivate init?(percentEncoded text: Substring) {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let decoded = [UInt8](hexDigits: String(Substring(rest.prefix(2)))), decoded.count == 1
      else { return nil }
      bytes += decoded
      rest = rest.dropFirst(2)
    }
    self = bytes
  }
}
