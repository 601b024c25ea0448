/// A number of bytes, exact, with the unit that makes it shortest: `64 KiB`, `1.5 MB`.
package func exactByteText(_ bytes: Int64) -> String {
  var texts = ["\(bytes) B"]
  for (step, unit) in ["kB", "MB", "GB"].enumerated() where bytes >= powerOfTen(3 * step + 3) {
    texts.append("\(decimalText(bytes, places: 3 * step + 3, trimmed: true)) \(unit)")
  }
  for (step, unit) in ["KiB", "MiB", "GiB"].enumerated() {
    let factor: Int64 = 1 << (10 * step + 10)
    if bytes >= factor, bytes.isMultiple(of: factor) { texts.append("\(bytes / factor) \(unit)") }
  }
  return texts.min { $0.count < $1.count } ?? texts[0]
}
