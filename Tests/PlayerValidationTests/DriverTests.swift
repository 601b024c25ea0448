import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayerValidation

/// A program that speaks as a player does, so that none has to be installed.
private struct ScriptedPlayer: ~Copyable {
  let folder: String
  var path: String { folder + "/player" }

  init(_ lines: [String]) throws {
    folder = NSTemporaryDirectory() + "playhead-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = (["#!/bin/bash"] + lines).joined(separator: "\n") + "\n"
    try Data(script.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func task(limit: WallTime = .seconds(120)) -> PlayerTask {
    PlayerTask(
      url: "http://127.0.0.1:1/x.mp4", duration: .seconds(10), limit: limit, folder: folder,
      program: path)
  }
}

@Suite struct `A player that is watched` {
  /// Waits until it is told to load, and says so on descriptor 3.
  private static let mpv = [
    "say() { printf '%s\\n' \"$1\" >&3; }",
    "while read -r line <&3; do",
    "  case $line in",
    "    *mpv-version*) say '{\"data\":\"mpv 9.9\",\"error\":\"success\"}' ;;",
    "    *loadfile*) break ;;",
    "  esac",
    "done",
    "say '{\"event\":\"start-file\"}'",
    "say '{\"event\":\"file-loaded\"}'",
    "say '{\"event\":\"property-change\",\"name\":\"paused-for-cache\",\"data\":true}'",
    "say '{\"event\":\"property-change\",\"name\":\"paused-for-cache\",\"data\":false}'",
    "say '{\"event\":\"playback-restart\"}'",
    "say '{\"event\":\"property-change\",\"name\":\"time-pos\",\"data\":1.25}'",
    "say '{\"event\":\"property-change\",\"name\":\"paused-for-cache\",\"data\":true}'",
    "say '{\"event\":\"property-change\",\"name\":\"paused-for-cache\",\"data\":false}'",
  ]

  @Test func `is read to its end`() throws {
    let player = try ScriptedPlayer(
      Self.mpv + ["say '{\"event\":\"end-file\",\"reason\":\"eof\"}'", "sleep 600"])
    let watch = try RealPlayer.mpv.watch(player.task(), stoppingIf: { false })
    expect(watch.version, equals: "mpv 9.9")
    expect(
      watch.observations.map(\.kind),
      equals: [
        .asked, .opened, .playing, .position(bufferedTo: nil), .waiting(reason: nil), .playing,
        .ended,
      ])
    expect(watch.observations.last?.mediaTime, equals: .milliseconds(1250))
  }

  @Test func `fails as it ends by itself`() throws {
    let player = try ScriptedPlayer(Self.mpv)
    let watch = try RealPlayer.mpv.watch(player.task(), stoppingIf: { false })
    expect(watch.observations.last?.kind, equals: .failed("mpv ended with status 0"))
  }

  @Test func `is left and ended as the time is over`() throws {
    let player = try ScriptedPlayer(Self.mpv + ["sleep 600"])
    let start = MonotonicClock.now
    let watch = try RealPlayer.mpv.watch(
      player.task(limit: .milliseconds(400)), stoppingIf: { false })
    expect(MonotonicClock.now - start < .seconds(120))
    expect(watch.observations.last?.kind != .ended)
  }

  @Test func `is ended as somebody asks to stop`() throws {
    let player = try ScriptedPlayer(Self.mpv + ["sleep 600"])
    #expect(throws: ValidationError.interrupted) {
      try RealPlayer.mpv.watch(player.task(), stoppingIf: { true })
    }
  }

  @Test func `says what it is that is not JSON`() throws {
    let player = try ScriptedPlayer(["echo hello >&3", "sleep 600"])
    #expect(throws: ValidationError.player("mpv sends no JSON")) {
      try RealPlayer.mpv.watch(player.task(), stoppingIf: { false })
    }
  }

  @Test func `is missing by the name of its package`() throws {
    #expect(throws: ValidationError.missing(programs: ["no-such-player"], package: "p")) {
      try PlayerProcess.find(["no-such-player"], package: "p")
    }
  }

  @Test func `is read from its terminal as it prints`() throws {
    let player = try ScriptedPlayer([
      "[ \"$1\" != --version ] || { echo 'gst-play-1.0 version 1.99.0'; exit; }",
      "printf 'Now playing x\\r\\nBuffering... 5%%\\rBuffering... 100%%\\r'",
      "printf '0:00:01.5 / 0:00:10.0\\rBuffering... 1%%\\rBuffering... 100%%\\r'",
      "echo 'Reached end of play list.'", "sleep 600",
    ])
    let watch = try RealPlayer.gstPlay.watch(player.task(), stoppingIf: { false })
    expect(watch.version, equals: "gst-play 1.99.0")
    expect(
      watch.observations.map(\.kind),
      equals: [
        .asked, .playing, .position(bufferedTo: nil), .waiting(reason: nil), .playing, .ended,
      ])
  }
}
