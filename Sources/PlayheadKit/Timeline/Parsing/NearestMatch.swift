/// The name among `candidates` that `text` most likely meant; `nil` if none is close.
///
/// Close is at most a third of the longer of the two in edits: a letter put in, left out or
/// replaced, or two neighbours swapped. A difference in case is no edit. The first of equals wins.
func nearestMatch(to text: some StringProtocol, in candidates: [String]) -> String? {
  let text = Array(text.lowercased())
  var best: (name: String, distance: Int)?
  for name in candidates {
    let letters = Array(name.lowercased())
    let distance = editDistance(text, letters)
    guard distance * 3 <= max(text.count, letters.count) else { continue }
    if let best, best.distance <= distance { continue }
    best = (name, distance)
  }
  return best?.name
}

/// How many edits lead from one word to another, a swap of neighbours being one.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      let replaced = last[j] + (left[i] == right[j] ? 0 : 1)
      var distance = min(replaced, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    (beforeLast, last) = (last, row)
  }
  return last[right.count]
}
