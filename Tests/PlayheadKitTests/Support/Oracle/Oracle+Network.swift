@testable import PlayheadKit

extension Oracle {
  private var open: OracleReading.Request { media.reading.requests[sent - 1] }
  private var fetches: Int { media.reading.requests.count }

  /// When the next sample that matters is in, or opening the file, or the request.
  ///
  /// Samples that lengthen nothing are passed over: a session over a link that dies is over with
  /// the last change, not with the last byte.
  var nextArrival: Int64? {
    guard case .flowing(let base, let since) = network else { return nil }
    var next = open.end
    let opening = media.reading.openingEnd
    if opening > received, opening < next { next = opening }
    for sample in media.shown where sample.due > received && sample.due < next {
      if media.loadedEnd(sample.due) > loaded { next = sample.due }
    }
    return link.arrival(of: Int64(next - base), from: since)
  }

  /// Takes in what has come by now.
  mutating func arrive() {
    received = received(by: now)
    guard case .flowing = network else { return }
    if !isOpened, received >= media.reading.openingEnd {
      isOpened = true
      tell(.opened)
    }
    if isOpened { loaded = max(loaded, media.loadedEnd(received)) }
    if received == open.end { network = .idle }
  }

  func received(by time: Int64) -> Int {
    guard case .flowing(let base, let since) = network, time > since else { return received }
    return min(open.end, base + Int(link.bytes(from: since, to: time)))
  }

  /// Has the network do what the buffer asks for.
  mutating func load() {
    switch network {
    case .idle where sent == fetches:
      drop()
      tell(.loadingFinished)
      network = .done
    case .idle where !isFull:
      drop()
      sent += 1
      tell(.requestSent(offset: Int64(open.offset)))
      network = .flowing(base: received, since: now + link.latency(at: now))
    case .flowing where isFull:
      network = .blocked
    case .blocked where !isFull:
      network = .flowing(base: received, since: now)
    default:
      break
    }
  }

  private mutating func drop() {
    guard sent > 0, open.rest > 0 else { return }
    drops.append((now, now + link.latency(at: now), Int64(open.rest)))
    tell(.requestDropped(wastedBytes: wasted(by: .max) - wasted(by: now)))
  }

  func wasted(by time: Int64) -> Int64 {
    drops.reduce(0) { sum, drop in
      let until = min(time, drop.until)
      guard until > drop.from else { return sum }
      return sum + min(drop.rest, link.bytes(from: drop.from, to: until))
    }
  }
}
