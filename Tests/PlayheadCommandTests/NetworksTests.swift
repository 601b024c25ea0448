import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("playhead networks")
struct NetworksTests {
  private func json(_ line: String) throws -> [String: Any] {
    let run = try ProgramRun(line)
    expect(run.code, equals: .ok)
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(value as? [String: Any])
  }

  @Test("lists every preset as JSON")
  func list() throws {
    let report = try json("networks --format json")
    expect(report["schema"] as? String, equals: "playhead.networks/1")
    let networks = try #require(report["networks"] as? [[String: Any]])
    expect(networks.count, equals: 20)
    let worst = try #require(networks.first { $0["name"] as? String == "apple-very-bad" })
    expect(worst["downBitsPerSecond"] as? Int, equals: 1_000_000)
    expect(worst["latencySeconds"] as? Int, equals: 1)
    expect(worst["loss"] as? Double, equals: 0.1)
  }

  @Test("gives exactly the keys that are promised")
  func promisedKeys() throws {
    let report = try json("networks 3g --jitter 5ms --seed \(UInt64.max) --format json")
    let keys: [String: [String]] = [
      "": [
        "schema", "name", "preset", "notes", "afterwards", "jitter", "statistics", "intervals",
      ],
      "preset": [
        "name", "otherNames", "source", "downBitsPerSecond", "upBitsPerSecond", "latencySeconds",
        "loss",
      ],
      "jitter": ["magnitudeSeconds", "seed"],
      "statistics": [
        "lengthSeconds", "windowSeconds", "meanBitsPerSecond", "medianBitsPerSecond",
        "minimumBitsPerSecond", "maximumBitsPerSecond", "zeroShare", "minimumLatencySeconds",
        "maximumLatencySeconds",
      ],
      "intervals": [
        "startSeconds", "durationSeconds", "rateBitsPerSecond", "latencySeconds", "isExpensive",
        "isConstrained",
      ],
    ]
    for (name, expected) in keys {
      let part: Any? = name.isEmpty ? report : report[name]
      let object = (part as? [String: Any]) ?? (part as? [[String: Any]])?.first
      expect(object?.keys.sorted(), equals: expected.sorted(), "\(name)")
    }
  }

  @Test("says that there is too little memory for a trace")
  func shortOfMemory() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<200_000).map { "\($0),\(1000 + $0 % 977)\n" }.joined()
    for (name, text) in [
      ("short.csv", "seconds,kbps\n0,1000\n"), ("long.csv", "seconds,kbps\n" + rows),
    ] {
      try text.write(toFile: "\(folder.path)/\(name)", atomically: false, encoding: .utf8)
    }
    func run(_ name: String, kilobytes: Int) throws -> ToolRun {
      let path = "\(folder.path)/\(name)"
      return try ToolRun([
        "bash", "-c", "ulimit -c 0; ulimit -v \(kilobytes); exec \"$@\"", "bash",
        ProgramProcess.executable.path, "networks", path,
      ])
    }
    // The program itself takes more or less, by how it was built.
    var (tooLittle, enough) = (1 << 10, 4 << 20)
    while enough - tooLittle > 1 << 10 {
      let middle = (tooLittle + enough) / 2
      if try run("short.csv", kilobytes: middle).code == 0 {
        enough = middle
      } else {
        tooLittle = middle
      }
    }
    let short = try run("long.csv", kilobytes: enough + 2 << 10)
    expect(short.code, equals: 74)
    expect(
      short.diagnostics,
      equals:
        "playhead: cannot read network profile, \(folder.path)/long.csv: Cannot allocate memory\n"
    )
    expect(short.output.isEmpty)
    // With more, it is one or the other.
    for kilobytes in stride(from: 8 << 10, through: 64 << 10, by: 8 << 10) {
      expect([0, 74].contains(try run("long.csv", kilobytes: enough + kilobytes).code))
    }
    try expect(run("long.csv", kilobytes: enough + 256 << 10).code, equals: 0)
  }

  @Test(
    "fits any width from 40 on",
    arguments: [
      "networks", "networks apple-very-bad --jitter 1ms", "networks 10s@800k,5s@0,1.2345678M",
      "networks \(Project.trace("commute.json")) --scale 33.3%",
    ], [40, 41, 47, 61, 62, 75, 80, 132])
  func width(line: String, width: Int) throws {
    for environment in [["LANG": "C.UTF-8"], [:]] {
      let run = try ProgramRun(
        line, environment: environment.merging(["COLUMNS": "\(width)"]) { $1 })
      expect(run.code, equals: .ok)
      let rows = run.output.split(separator: "\n")
      // A path is never broken, so the line that holds it may be too long.
      for row in rows where !row.contains("/commute") { expect(row.count <= width, "\(row)") }
      if environment.isEmpty { expect(run.output.utf8.allSatisfy { $0 < 0x80 }) }
    }
  }

  @Test("shapes what analyze then plays: the same seed gives the same bytes, another does not")
  func seeds() throws {
    let line =
      "analyze \(Project.clip("moov-at-end.mp4")) -n lte --jitter 40ms --format json --seed "
    let first = try ProgramRun(line + "1")
    expect(first.code, equals: .ok)
    expect(first.output, equals: (try ProgramRun(line + "1").output))
    expect(first.output != (try ProgramRun(line + "2").output))
  }

  @Test("converts, and comes back the same", arguments: ["sabre", "csv", "pensieve"])
  func converts(format: String) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/trace.txt"
    let shaped = "--network-format \(format) --format json"
    let line = "networks \(Project.trace("outage.json")) --offset 5s --latency 0"
    try expect(ProgramRun("\(line) --format \(format) -o \(path)").code, equals: .ok)
    let (first, back) = (
      try json("\(line) --format json"), try json("networks \(path) \(shaped)")
    )
    for key in ["intervals", "statistics"] {
      let (expected, found) = (first[key] as? NSObject, back[key] as? NSObject)
      expect(expected == found && expected != nil, "\(key)")
    }
  }

  @Test("says what a format cannot hold")
  func losses() throws {
    let run = try ProgramRun("networks 3g --jitter 1ms --format pensieve")
    expect(run.code, equals: .ok)
    expect(run.diagnostics.contains("as pensieve: the format has no latency"))
    expect(run.diagnostics.contains("as pensieve: the format has no jitter"))
  }

  static let bad: [BadInput] = [
    BadInput("nowhere", .usage, "'playhead networks' lists all"),
    BadInput("wpt-cabel", .usage, "did you mean wpt-cable?"),
    BadInput("10s@800k,5q@0", .usage, "part 2, “5q”"),
    BadInput("nowhere.json", .noInput, "No such file"),
    BadInput("--scale 2", .usage, "missing operand, NETWORK: --scale changes one network"),
    BadInput("3g --scale -1x", .usage, "--scale=-1x: a factor cannot be negative"),
    BadInput("3g --scale 9999999999x", .usage, "--scale=9999999999x: entry 1, rate"),
    BadInput("3g --loss 101", .usage, "--loss=101: this is more than 100 %"),
    BadInput("3g --jitter 1e3", .usage, "--jitter=1e3"),
    BadInput("3g --offset -1s", .usage, "--offset"),
    BadInput("3g --scale 50", .usage, "50 has no unit: percent or times; write 50% or 50x"),
    BadInput("3g --seed 7", .usage, "missing option, --jitter: --seed is the seed of jitter"),
    BadInput("800k --hold", .usage, "--hold: the rate is constant on 800 kbit/s"),
    BadInput("5s@800k --hold", .usage, "--hold: the rate is constant on 5s@800k"),
    BadInput("5s@800k,1M --hold", .usage, "--hold: the last rate is held anyway"),
    BadInput("3g --seed -1", .usage, "--seed=-1: expected a whole number"),
    BadInput("3g --format xml", .usage, "text, json, sabre, csv, pensieve or mahimahi"),
    BadInput("--format csv", .usage, "a trace holds one network"),
    BadInput("3g --network-format csv", .usage, "only a network read from a file"),
    BadInput("5s@0 --format mahimahi", .badData, "cannot write as mahimahi"),
    BadInput("3g 4g", .usage, "too many operands"),
  ]

  @Test("does not write its result over the network it shows")
  func overwriting() throws {
    let folder = try TemporaryFolder()
    let network = folder.path + "/n.json"
    try FileManager.default.copyItem(atPath: Project.trace("steps.json"), toPath: network)
    let before = try Data(contentsOf: URL(fileURLWithPath: network))
    let run = try ProgramRun("networks \(network) -o \(network)")
    expect(run.code == .usage && run.diagnostics.contains("output is an input"))
    try expect(Data(contentsOf: URL(fileURLWithPath: network)), equals: before)
  }

  @Test("says in a line what is wrong", arguments: bad)
  func badInput(example: BadInput) throws {
    let run = try ProgramRun("networks \(example.line)")
    expect(run.code, equals: example.code)
    expect(run.output.isEmpty)
    expect(run.diagnostics.split(separator: "\n").count, equals: 1)
    expect(run.diagnostics.contains(example.words), "\(run.diagnostics)")
  }
}
