import Expectations
import PlayheadKit
import Testing

@Suite struct `Reading a YAML file` {
  enum Key: String, CaseIterable {
    case name, wait, speed, isOn, mode, count, items, more
  }

  enum Mode: String, CaseIterable {
    case fast, slow, idle
  }

  struct Thing: Equatable {
    var name: String
    var wait: MediaTime
    var speed: BitRate
    var isOn: Bool
    var mode: Mode
    var count: Int64
    var items: [MediaTime]
    var more: [String]
  }

  static func read(_ text: String) throws(YAMLError) -> Thing {
    try YAMLReader.read(Array(text.utf8)) { root in
      guard let mapping = root.document("thing/1", of: Key.self) else { return nil }
      let name = mapping.required(.name)?.text("a name")
      let wait: MediaTime? = mapping.required(.wait)?.duration()
      let speed = mapping.required(.speed)?.rate()
      let isOn = mapping.optional(.isOn).map { $0.boolean() } ?? false
      let mode = mapping.optional(.mode).map { $0.choice(of: Mode.self) } ?? .fast
      let count = mapping.optional(.count).map { $0.wholeNumber(in: -5...10) } ?? 0
      let items: [MediaTime]? =
        mapping.optional(.items).map { $0.list { $0.duration() } } ?? []
      let more = mapping.optional(.more).map { $0.entries()?.map(\.key) } ?? []
      guard let name, let wait, let speed, let isOn, let mode, let count, let items, let more
      else { return nil }
      return Thing(
        name: name, wait: wait, speed: speed, isOn: isOn, mode: mode, count: count, items: items,
        more: more)
    }
  }

  @Test func `gives what is in it`() throws {
    let thing = try Self.read(
      """
      playhead: thing/1
      name: no
      wait: 1:30
      speed: "800k"
      isOn: true
      mode: idle
      count: -5
      items: [1, 2s, PT3S]
      more: {z: 1, a: 2}
      """)
    expect(
      thing,
      equals: Thing(
        name: "no", wait: .seconds(90), speed: BitRate(bitsPerSecond: 800_000), isOn: true,
        mode: .idle, count: -5, items: [.seconds(1), .seconds(2), .seconds(3)], more: ["z", "a"]))
    let least = try Self.read("{playhead: thing/1, name: '', wait: 0, speed: 0}")
    expect(least.name == "" && !least.isOn && least.mode == .fast && least.items.isEmpty)
  }

  @Test func `tells all mistakes at once, in the order of the file`() {
    let error = #expect(throws: YAMLError.self) {
      try Self.read(
        """
        playhead: thing/1
        nmae: x
        wait: 1.5  s
        isOn: yes
        mode: slwo
        count: 11
        items:
          - 1s
          - [2s]
          - -3s
        more:
        colour: red
        """)
    }
    expect(
      error?.description,
      equals: """
        line 1, column 1: name is missing
        line 1, column 1: speed is missing
        line 2, column 1: unknown key “nmae”; did you mean name?
        line 3, column 7: wait: “1.5  s”: a space can only precede a single unit; write 1.5s
        line 4, column 7: isOn: expected true or false, found “yes”
        line 5, column 7: mode: expected fast, slow or idle, found “slwo”; \
        did you mean slow?
        line 6, column 8: count: expected a whole number from -5 to 10, found “11”
        line 9, column 5: items: expected a duration, found a list
        line 10, column 5: items: “-3s”: a duration cannot be negative
        line 11, column 6: more: expected a mapping, found nothing; \
        write keys and values, as in “key: value”
        line 12, column 1: unknown key “colour”; \
        the keys are playhead, name, wait, speed, isOn, mode, count, items and more
        """)
  }

  @Test(
    arguments: [
      ("name: x", "playhead is missing; write “playhead: thing/1”"),
      (
        "playhead: thing/2\nx: y",
        "playhead: “thing/2” is not a supported version; write thing/1, or use a newer Playhead"
      ),
      (
        "playhead: network/1\nx: y",
        "playhead: “network/1” is not the expected kind of file; write thing/1"
      ),
      ("playhead: [a]", "playhead: expected thing/1, found a list"),
      (
        "- a",
        "expected a mapping, found a list; write keys and values, as in “key: value”"
      ),
    ])
  func `stops at a file of another kind`(text: String, problem: String) {
    let error = #expect(throws: YAMLError.self) { try Self.read(text) }
    expect(error?.first.explanation, equals: problem)
    expect(error?.problems.count, equals: (text.hasPrefix("name") ? 3 : 1))
  }

  @Test(
    arguments: [
      (
        "isOn: 'true'",
        "isOn: expected true or false, found text; remove the quotes"
      ),
      ("isOn:", "isOn: expected true or false, found nothing"),
      ("wait:", "wait: expected a duration, found nothing"),
      ("wait: {}", "wait: expected a duration, found a mapping"),
      ("items: 5s", "items: expected a list, found “5s”; write [5s]"),
      ("count: 1e1", "count: expected a whole number from -5 to 10, found “1e1”"),
      ("count: +1", "count: expected a whole number from -5 to 10, found “+1”"),
      (
        "count: 99999999999999999999",
        "count: expected a whole number from -5 to 10, found “99999999999999999999”"
      ),
    ])
  func `says what is expected`(line: String, problem: String) {
    let rest = line.hasPrefix("wait") ? "" : "wait: 1s\n"
    let error = #expect(throws: YAMLError.self) {
      try Self.read("playhead: thing/1\nname: x\nspeed: 1k\n\(rest)\(line)")
    }
    expect(error?.problems.map(\.explanation), equals: [problem])
  }

  @Test func `shortens long texts and long lists of mistakes`() {
    let long = String(repeating: "x", count: 1000)
    let error = #expect(throws: YAMLError.self) {
      try Self.read(
        "playhead: thing/1\nname: n\nspeed: \(long)\nwait: 1s\nitems:\n"
          + String(repeating: "- x\n", count: 1000))
    }
    expect(
      error?.first.explanation, equals: "speed: expected a rate, found “\(long.prefix(40))…”")
    expect(error?.problems.count, equals: 100)
    expect(error?.unlistedCount, equals: 901)
    expect(error?.description.hasSuffix("\nand 901 more"), equals: true)
  }
}
