import Foundation

/// The second source that readings are held against.
enum FFprobe {
  struct Packet: Hashable, Decodable {
    var stream_index: Int
    var pts: Int64?
    var dts: Int64?
    var duration: Int64?
    var size: String
    var pos: String?
    var flags: String
  }

  struct Stream: Decodable {
    var index: Int
    var codec_name: String?
    var codec_type: String?
    var time_base: String
    var nb_read_frames: String?
    var width: Int?
    var height: Int?
    var channels: Int?
    var sample_rate: String?
  }

  private struct Output: Decodable {
    var packets: [Packet]?
    var streams: [Stream]?
  }

  static func packets(of path: String) throws -> [Packet] {
    try run(["-show_packets", path]).packets ?? []
  }

  static func streams(of path: String, _ options: [String] = []) throws -> [Stream] {
    try run(options + ["-show_streams", path]).streams ?? []
  }

  private static func run(_ arguments: [String]) throws -> Output {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffprobe", "-v", "quiet", "-of", "json"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(Output.self, from: data)
  }
}
