import PlayheadManifests

/// The segments and sections of an event that are to be asked for, each once.
///
/// What is not there is asked for again a few times, as servers list segments before they have
/// them.
struct RecordingQueue {
  /// A resource that is due.
  struct Item: Hashable {
    var role: RecordedResponse.Role
    var url: String
    var due: Int64
    var tries = 0
    var refusesHeads = false
    /// Whether it is known by its number, before anything says that it is there.
    var isNumbered = false
  }

  private var waiting: [Item] = []
  private var begun: [Item] = []
  private var known: Set<String> = []
  private var refusesHeads = false

  private static let mostTries = 4
  /// The same of what is known by its number, which is asked for again twice a second.
  private static let mostNumberedTries = 24

  var isEmpty: Bool { waiting.isEmpty }
  /// When the next one is due.
  var due: Int64? { waiting.lazy.map(\.due).min() }

  /// Leaves out what was found before.
  mutating func skip(_ responses: [RecordedResponse]) {
    for response in responses
    where [.segment, .initialization].contains(response.role) && response.isUsable {
      known.insert(response.url)
    }
  }

  /// Adds what `reference` names; of ranges, the playlist tells the size.
  mutating func add(
    _ reference: ManifestReference, as role: RecordedResponse.Role, isNumbered: Bool = false
  ) {
    guard case .url(let url) = reference.location, reference.range == nil,
      known.insert(url).inserted
    else { return }
    waiting.append(Item(role: role, url: url, due: 0, isNumbered: isNumbered))
  }

  /// The next one that is due at `now`.
  mutating func next(at now: Int64) -> Item? {
    guard let place = waiting.firstIndex(where: { $0.due <= now }) else { return nil }
    var item = waiting.remove(at: place)
    item.refusesHeads = item.refusesHeads || refusesHeads
    begun.append(item)
    if begun.count > 4096 { begun.removeFirst(2048) }
    return item
  }

  /// Adds one again, at `due`.
  mutating func addAgain(
    _ url: String, as role: RecordedResponse.Role, refusesHeads: Bool = false, at due: Int64
  ) {
    if refusesHeads { self.refusesHeads = true }
    waiting.append(Item(role: role, url: url, due: due, refusesHeads: refusesHeads))
  }

  /// Adds one again that failed at `now`, unless it has failed often.
  mutating func retry(_ url: String, as role: RecordedResponse.Role, at now: Int64) {
    guard let place = begun.lastIndex(where: { $0.url == url }) else { return }
    var item = begun.remove(at: place)
    item.tries += 1
    guard item.tries < (item.isNumbered ? Self.mostNumberedTries : Self.mostTries) else { return }
    item.due =
      now
      + (item.isNumbered
        ? WatchedDocument.second / 2 : WatchedDocument.second << Int64(item.tries - 1))
    waiting.append(item)
  }
}
