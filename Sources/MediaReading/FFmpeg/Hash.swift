import CFFmpeg

/// Owns an `AVHashContext`, which digests bytes in parts.
@safe
struct Hash: ~Copyable {
  private let context: OpaquePointer

  /// An algorithm by FFmpeg's name for it.
  enum Algorithm: String {
    case sha256 = "SHA256"
    case murmur3
  }

  /// Creates the digest of no bytes.
  init(_ algorithm: Algorithm) throws(FFmpegError) {
    try FFmpegError.checkLibraries("set up a hash")
    var context: OpaquePointer?
    try FFmpegError.check(
      unsafe libav.pointee.av_hash_alloc(&context, algorithm.rawValue), "set up a hash")
    guard let context = unsafe context else {
      throw FFmpegError(step: "set up a hash", code: playhead_error_out_of_memory)
    }
    unsafe libav.pointee.av_hash_init(context)
    unsafe self.context = context
  }

  deinit {
    var context: OpaquePointer? = unsafe context
    unsafe libav.pointee.av_hash_freep(&context)
  }

  /// Adds the next bytes.
  func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    unsafe libav.pointee.av_hash_update(
      context, base.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// Finishes and returns the digest.
  consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(unsafe libav.pointee.av_hash_get_size(context)))
    unsafe libav.pointee.av_hash_final(context, &digest)
    return digest
  }
}
