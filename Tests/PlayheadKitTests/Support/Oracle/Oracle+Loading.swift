@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

extension Oracle {
  /// Drops what is no longer kept, and has the network do what the buffer asks for.
  mutating func load() {
    dropBackBuffer()
    hasReadBack = false
    look()
    noticeReadBack()
    if request() { tell(.loadingFinished) }
    noticeReadBack()
    wasMoved = false
    share()
  }

  /// Adds what was read that a request had brought before.
  private mutating func noticeReadBack() {
    guard hasReadBack else { return }
    hasReadBack = false
    let endBefore = loadedEnd
    follow()
    settleIfMore(than: endBefore)
  }

  /// Looks at what has come besides what just came.
  private mutating func settleIfMore(than end: Int64) {
    let isMore = loadedEnd > end
    if isMore || watchesTracks {
      settle(looks: isMore && policy.values.loadGranularity == nil)
    }
  }

  /// Looks what is of use; what is of none after a move is dropped at once.
  private mutating func look() {
    let network = file.network
    if !file.isWaiting || !network.isUseful(network.recent[0]) { file.network.skip() }
    guard wasMoved, network.isOpened else { return }
    if let useful = firstUseful {
      use(useful)
      if file.network.readOn(useful) { hasReadBack = true }
    } else {
      dropAll(wasLooped ? .droppedByLoop : .droppedBySeek)
    }
  }

  /// The connection used last of those that bring the next byte soon enough.
  private var firstUseful: Int? {
    file.network.next == nil ? nil : file.network.recent.first { file.network.isUseful($0) }
  }

  /// Reads from a connection, and leaves the one that was read from before as it is.
  private mutating func use(_ connection: Int) {
    let before = file.network.recent[0]
    guard connection != before else { return }
    block(before)
    file.network.leave(before)
    file.network.recent.removeAll { $0 == connection }
    file.network.recent.insert(connection, at: 0)
  }

  /// Does what the buffer asks for; returns whether that was the last of it.
  private mutating func request() -> Bool {
    let network = file.network
    if network.next == nil {
      let wasFinished = file.isLoadingFinished
      if !wasFinished { dropAll(.droppedAsLoaded) }
      file.isLoadingFinished = true
      return !wasFinished
    }
    file.isLoadingFinished = false
    let current = network.recent[0]
    if isFull && network.isOpened && areTracksReady {
      // It stays open until it is of no use.
      block(current)
    } else if !network.isOpened {
      if network.isUseful(current) { return false }
      drop(.droppedBySkip, current)
      send(current)
    } else if let useful = firstUseful {
      use(useful)
      if file.network.readOn(useful) {
        hasReadBack = true
        return request()
      }
      unblock(useful)
    } else {
      leaveOpen()
      let current = file.network.recent[0]
      drop(.droppedBySkip, current)
      send(current)
    }
    return false
  }

  /// Reads from a connection without a request or, if there is none, from the one used longest ago.
  private mutating func leaveOpen() {
    let network = file.network
    guard let request = network.requests[network.recent[0]], request.position < request.end
    else { return }
    let others = network.recent.dropFirst()
    if let other = others.first(where: { network.requests[$0] == nil }) ?? others.last {
      use(other)
    }
  }

  private mutating func dropBackBuffer() {
    guard isOpened, let kept = policy.values.backBuffer?.nanoseconds else { return }
    if watchesTracks, level == 0 { return }
    let media = file.media
    let position = playhead > kept ? media.readingStart(playhead - kept) : 0
    file.network.keep(from: position)
    // What lies before it and takes no bytes is still there.
    let end = media.bytes.endOfMissing(before: position, file.network.isCached)
    let time = max(0, media.time(ofReadingFrom: end))
    let endBefore = loadedEnd
    if loaded.remove(before: time) {
      tell(.backBufferDropped(before: MediaTime(nanoseconds: time)))
    }
    // Without what is no longer kept, nothing more may be missing from the playhead on.
    follow()
    settleIfMore(than: endBefore)
  }
}
