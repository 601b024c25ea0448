import PlayheadFiles
package import PlayheadLadder
import PlayheadModel

extension RecordedMedia {
  /// The identity of `ladder`, called `name`.
  ///
  /// The size is that of all documents and segments. The digest is of names, sizes, ranges and
  /// times of them, not of the bytes of segments, which need not even be at hand.
  package init(name: String, _ ladder: Ladder) {
    let recorded = CanonicalLadder(ladder, .recorded)
    self.init(name: name, bytes: recorded.bytes, digest: recorded.digest)
  }
}
