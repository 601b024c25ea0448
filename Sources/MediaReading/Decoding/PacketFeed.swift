import CFFmpeg
import PlayheadKit
import Synchronization

/// A packet that can be kept in an array.
final class HeldPacket {
  let packet: Packet

  init(taking packet: borrowing Packet) throws(FFmpegError) {
    self.packet = try Packet(taking: packet)
  }
}

/// One track's packets in closed groups, which any number of threads take in turn.
///
/// The demuxer is behind a lock, and each group is read under that lock: reading is a
/// small part of decoding, and so nothing has to be handed from thread to thread.
final class PacketFeed: Sendable {
  private struct State: ~Copyable {
    let demuxer: Demuxer
    let packet: Packet
    /// The packet that begins the next group.
    var next: HeldPacket?
    /// The first group, if it was read ahead.
    var ahead: [HeldPacket]?
    var isOver = false
    var isTooLong = false
    var cause: MediaReadingError?

    mutating func read() throws(FFmpegError) -> Bool {
      while !isOver {
        guard try demuxer.read(into: packet) else { break }
        return true
      }
      isOver = true
      return false
    }
  }

  /// The maximum size of a group, in bytes, that is held in memory.
  private static let maximumBytes = 96 << 20

  private let state: Mutex<State>
  private let groups: ClosedGroup
  private let track: Int
  private let onlyKeyframes: Bool
  private let onPosition: @Sendable (Int64) -> Void

  init(
    _ demuxer: consuming sending Demuxer, track: Int, groups: ClosedGroup, onlyKeyframes: Bool,
    onPosition: @escaping @Sendable (Int64) -> Void
  ) throws(FFmpegError) {
    let packet = try Packet()
    state = Mutex(State(demuxer: demuxer, packet: packet))
    self.groups = groups
    self.track = track
    self.onlyKeyframes = onlyKeyframes
    self.onPosition = onPosition
  }

  /// Whether a group of the track exceeds that size.
  var isTooLong: Bool { state.withLock { $0.isTooLong } }

  /// Why reading ended early: a system error or an interruption.
  var cause: MediaReadingError? { state.withLock { $0.cause } }

  /// Reads the first group ahead; `false` if it has more than `most` sync samples, as in a track of
  /// open groups, which would leave the other threads without work.
  func begins(withinSyncSamples most: Int) -> Bool {
    state.withLock { state in
      state.ahead = readGroup(&state, maximumSyncSamples: most)
      return !state.isTooLong
    }
  }

  /// The packets of the next group; `nil` after the last.
  func nextGroup() -> [HeldPacket]? {
    state.withLock { state in
      if let first = state.ahead {
        state.ahead = nil
        return first
      }
      return readGroup(&state, maximumSyncSamples: .max)
    }
  }

  private func readGroup(_ state: inout State, maximumSyncSamples: Int) -> [HeldPacket]? {
    var group: [HeldPacket] = []
    var bytes = 0
    var syncSamples = 0
    if let first = state.next {
      group.append(first)
      state.next = nil
    }
    do throws(FFmpegError) {
      while try state.read() {
        guard state.packet.track == track, !onlyKeyframes || state.packet.isKey else { continue }
        let begins = groups.begins(with: state.packet)
        let held = try HeldPacket(taking: state.packet)
        if begins, !group.isEmpty {
          state.next = held
          break
        }
        group.append(held)
        bytes += held.packet.size
        if held.packet.isKey { syncSamples += 1 }
        if bytes > Self.maximumBytes || syncSamples > maximumSyncSamples {
          state.isTooLong = true
          state.isOver = true
          return nil
        }
      }
    } catch {
      state.isOver = true
      let file = state.demuxer.file
      state.cause = state.demuxer.cause(fraction: 0) ?? .shortage(error, for: file)
    }
    onPosition(state.demuxer.position)
    return group.isEmpty ? nil : group
  }
}
