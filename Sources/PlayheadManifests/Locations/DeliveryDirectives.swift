extension String {
  /// The URL without delivery directives of HLS, `_HLS_msn`, `_HLS_part` and `_HLS_skip` (RFC
  /// 8216bis, 6.2.5), which ask for a version of the playlist that lies there.
  package var withoutDeliveryDirectives: String {
    guard let mark = firstIndex(of: "?"), contains("_HLS_") else { return self }
    let fragment = self[mark...].firstIndex(of: "#") ?? endIndex
    let fields = self[index(after: mark)..<fragment]
      .split(separator: "&", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("_HLS_") }
    let query = fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
    return self[..<mark] + query + self[fragment...]
  }
}
