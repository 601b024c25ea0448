import PlayheadKit

/// For each position of a file, where the last byte before it ends that the samples of some tracks
/// take; zero if there is none.
///
/// A sample without bytes may lie where none are wanted, and is there with those before it.
func wantedEnds(_ index: MediaIndex, _ tracks: [Int]) -> [Int64] {
  var isWanted = [Bool](repeating: false, count: Int(index.bytes))
  for sample in index.samples where tracks.contains(Int(sample.track)) {
    for byte in Int(min(sample.offset, sample.needs))..<Int(sample.needs) { isWanted[byte] = true }
  }
  var ends: [Int64] = [0]
  for (byte, isWanted) in isWanted.enumerated() {
    ends.append(isWanted ? Int64(byte + 1) : ends[byte])
  }
  return ends
}
