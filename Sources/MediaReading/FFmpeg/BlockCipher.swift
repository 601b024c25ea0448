import CFFmpeg

/// Owns an `AVAES`, which decrypts by AES-128 in blocks that are chained (CBC).
@safe
struct BlockCipher: ~Copyable {
  private let context: OpaquePointer

  /// The bytes of a block, of a key and of a vector.
  static let blockBytes = 16

  /// The decryption by `key`, of 16 bytes.
  init(key: [UInt8]) throws(FFmpegError) {
    precondition(key.count == Self.blockBytes, "a key of another size")
    try FFmpegError.checkLibraries("set up AES")
    guard let context = unsafe libav.pointee.av_aes_alloc() else {
      throw FFmpegError(step: "set up AES", code: playhead_error_out_of_memory)
    }
    unsafe self.context = context
    let code = unsafe libav.pointee.av_aes_init(context, key, 128, 1)
    precondition(code >= 0, "a key of this size is always taken")
  }

  deinit { unsafe libav.pointee.av_free(UnsafeMutableRawPointer(context)) }

  /// `bytes`, whole blocks, decrypted; what follows them takes the last of them as its vector.
  func decrypt(_ bytes: [UInt8], vector: [UInt8]) -> [UInt8] {
    precondition(
      bytes.count.isMultiple(of: Self.blockBytes) && vector.count == Self.blockBytes,
      "no whole blocks")
    var (vector, clear) = (vector, [UInt8](repeating: 0, count: bytes.count))
    unsafe libav.pointee.av_aes_crypt(
      context, &clear, bytes, Int32(bytes.count / Self.blockBytes), &vector, 1)
    return clear
  }
}
