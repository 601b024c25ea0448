import CFFmpeg

/// Owns an `AVIOContext` that reads an ``InputStream``.
@safe
struct IOContext: ~Copyable {
  let pointer: UnsafeMutablePointer<AVIOContext>
  let stream: InputStream

  /// A context with a buffer of 64 KiB.
  init(_ stream: InputStream) throws(FFmpegError) {
    let size = 64 << 10
    guard let buffer = unsafe libav.pointee.av_malloc(size) else {
      throw FFmpegError(step: "allocate a buffer", code: playhead_error_out_of_memory)
    }
    let context = unsafe libav.pointee.avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(size), 0,
      Unmanaged.passUnretained(stream).toOpaque(),
      { opaque, buffer, size in
        guard let opaque = unsafe opaque, size > 0 else { return playhead_error_end_of_file }
        let stream = unsafe Unmanaged<InputStream>.fromOpaque(opaque).takeUnretainedValue()
        return unsafe stream.read(
          into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
      },
      nil,
      { opaque, offset, whence in
        guard let opaque = unsafe opaque else { return Int64(playhead_error_io) }
        let stream = unsafe Unmanaged<InputStream>.fromOpaque(opaque).takeUnretainedValue()
        return stream.seek(to: offset, whence: whence)
      })
    guard let context = unsafe context else {
      unsafe libav.pointee.av_free(buffer)
      throw FFmpegError(step: "allocate a reader", code: playhead_error_out_of_memory)
    }
    unsafe pointer = context
    self.stream = stream
  }

  deinit {
    // FFmpeg may have replaced the buffer, so the context's own is freed.
    unsafe libav.pointee.av_free(pointer.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = unsafe pointer
    unsafe libav.pointee.avio_context_free(&context)
  }

  /// The offset up to which the demuxer has consumed the file.
  var position: Int64 { unsafe libav.pointee.avio_seek(pointer, 0, SEEK_CUR) }

  /// Makes the stream unseekable, so that demuxers read in byte order.
  func readStraightOn() {
    unsafe pointer.pointee.seekable = 0
  }

  /// Has demuxers jump over what they skip, instead of reading it.
  func jumpOverSkipped() {
    unsafe pointer.pointee.seekable = Int32(AVIO_SEEKABLE_NORMAL)
  }
}
