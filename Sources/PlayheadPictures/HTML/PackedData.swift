import CZlib
import PlayheadModel

/// Data as a document holds it where it is long: in the format of zlib (RFC 1950), which browsers
/// unpack too, in base 64.
enum PackedData {
  /// Less is more useful as it is.
  static let leastBytes = 100_000
  /// More is in no document, in characters.
  static let mostCharacters = 640_000
  /// More is unpacked from no document.
  private static let maximumBytes = 512 << 20

  /// `bytes`, packed; `nil` if there is no memory for that.
  static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    var packed = [UInt8](repeating: 0, count: Int(compressBound(UInt(bytes.count))))
    var count = uLongf(packed.count)
    let code = unsafe compress2(&packed, &count, bytes, uLong(bytes.count), Z_BEST_COMPRESSION)
    guard code == Z_OK else { return nil }
    return Array(Array(packed[..<Int(count)]).base64.utf8)
  }

  /// The data that `text` packs; `nil` if it is no such data.
  static func unpacked(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let visible = text.filter { $0 > UInt8(ascii: " ") }
    guard var packed = [UInt8](base64: String(decoding: visible, as: UTF8.self)) else { return nil }
    var stream = unsafe z_stream()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit_(&stream, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { _ = unsafe inflateEnd(&stream) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 18)
    let count = packed.count
    return unsafe packed.withUnsafeMutableBufferPointer { input -> [UInt8]? in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = UInt32(clamping: count)
      while bytes.count <= maximumBytes {
        let code = unsafe part.withUnsafeMutableBufferPointer { output in
          unsafe stream.next_out = output.baseAddress
          unsafe stream.avail_out = UInt32(output.count)
          return unsafe inflate(&stream, Z_NO_FLUSH)
        }
        bytes += unsafe part[..<(part.count - Int(stream.avail_out))]
        if code == Z_STREAM_END { return bytes }
        guard code == Z_OK else { return nil }
      }
      return nil
    }
  }
}
