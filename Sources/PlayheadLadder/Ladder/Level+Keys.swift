/// A level that takes fewer keys.
extension Level {
  /// Takes all keys and licences away.
  package mutating func dropKeys() {
    keys = []
    for number in segments.indices { segments[number].key = nil }
  }

  /// Has all encrypted segments take the first key.
  package mutating func keepOneKey() {
    keys = Array(keys.prefix(1))
    for number in segments.indices where segments[number].key != nil { segments[number].key = 0 }
  }
}
