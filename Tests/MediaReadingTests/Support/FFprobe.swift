import Foundation

/// The second source that readings are held against.
enum FFprobe {
  struct Packet: Hashable, Decodable {
    var streamIndex: Int
    var pts: Int64?
    var dts: Int64?
    var duration: Int64?
    var size: String
    var pos: String?
    var flags: String
  }

  struct Stream: Decodable {
    var index: Int
    var codecName: String?
    var codecType: String?
    var bitRate: String?
    var timeBase: String
    var nbReadFrames: String?
    var width: Int?
    var height: Int?
    var channels: Int?
    var sampleRate: String?
    var sideDataList: [SideData]?
  }

  struct SideData: Decodable {
    /// In degrees, counterclockwise.
    var rotation: Int?
  }

  struct Frame: Decodable {
    var streamIndex: Int
    var pts: Int64?
    var keyFrame: Int?
    var pktPos: String?
  }

  private struct Output: Decodable, Sendable {
    var frames: [Frame]?
    var packets: [Packet]?
    var streams: [Stream]?
  }

  static func packets(of path: String, _ options: [String] = []) throws -> [Packet] {
    try run(options + Self.tables + [path]).packets ?? []
  }

  static func streams(of path: String) throws -> [Stream] {
    try run(Self.tables + [path]).streams ?? []
  }

  /// Packets and streams, for which nothing is decoded.
  private static let tables = ["-show_packets", "-show_streams"]

  /// The streams with the number of frames that are decoded from each.
  static func countedStreams(of path: String, _ options: [String] = []) throws -> [Stream] {
    try run(["-count_frames"] + options + ["-show_streams", path]).streams ?? []
  }

  static func frames(of path: String) throws -> [Frame] {
    try run(["-show_frames", path]).frames ?? []
  }

  /// Several tests ask the same of a clip, and ffprobe has to be started and to decode for it.
  private static let answers = Answers<[String], Output>()

  private static func run(_ arguments: [String]) throws -> Output {
    try answers.answer(to: arguments) { try ask(arguments) }
  }

  private static func ask(_ arguments: [String]) throws -> Output {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffprobe", "-v", "quiet", "-of", "json"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Output.self, from: data)
  }
}
