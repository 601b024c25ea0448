extension StringProtocol {
  /// The candidate that this was most likely meant to be; `nil` if none is near.
  ///
  /// Of several as near, the first. One mistake is allowed per three letters, and upper case is
  /// none. Where none is near, it is the first that begins so, if there are three letters.
  package func nearest(in candidates: [String]) -> String? {
    let word = Array(lowercased().unicodeScalars)
    // `dashjs` is `dash.js`, whatever else is as near.
    let plain = String.plain(String(self))
    if !plain.isEmpty, let same = candidates.first(where: { String.plain($0) == plain }) {
      return same
    }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().unicodeScalars)
      let allowed = Swift.max(1, Swift.max(word.count, letters.count) / 3)
      // The distance is at least this; long nonsense costs nothing.
      guard abs(word.count - letters.count) <= allowed else { continue }
      let distance = editDistance(word, letters)
      if distance <= allowed, distance < Swift.min(word.count, letters.count),
        distance < best?.distance ?? .max
      {
        best = (candidate, distance)
      }
    }
    if let best { return best.name }
    guard word.count >= 3 else { return nil }
    return candidates.first { $0.lowercased().unicodeScalars.starts(with: word) }
  }
}

/// How many letters to insert, drop, replace or swap with their neighbour make one the other.
package func editDistance<Element: Equatable>(_ left: [Element], _ right: [Element]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    row.reserveCapacity(right.count + 1)
    for j in right.indices {
      let replaced = last[j] + (left[i] == right[j] ? 0 : 1)
      var distance = min(replaced, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    beforeLast = last
    last = row
  }
  return last[right.count]
}

extension String {
  /// The letters and digits of `text` in small letters.
  fileprivate static func plain(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
