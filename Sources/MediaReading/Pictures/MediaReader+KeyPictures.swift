package import PlayheadKit

extension MediaReader {
  /// Small pictures of key frames of the file at `location`, as far as they decode.
  ///
  /// - Parameters:
  ///   - location: its path; of a pipe or a URL there are none.
  ///   - track: the number of the video track.
  ///   - times: when, in the container's time, in order: of each the last key frame before it.
  /// - Returns: the pictures by the number of the time that they are for, or why there are none.
  /// - Throws: ``MediaReadingError`` as reading the file does.
  package func keyPictures(
    of location: String, track: Int, at times: [MediaTime]
  ) throws(MediaReadingError) -> Result<[Int: KeyPicture], NoPictures> {
    if location.isWebURL { return .failure(.distant) }
    guard FileIdentity(regularFileAt: location) != nil else { return .failure(.pipe) }
    let file = try InputFile(path: location)
    return try keyPictures(of: file, track: track, at: times, isRelative: false)
  }

  /// The frame that is shown at `time`, in the container's time, made small.
  ///
  /// - Parameters:
  ///   - location: the path of the file; of a pipe or a URL there are none.
  ///   - track: the number of the video track.
  ///   - time: when.
  ///   - size: the size that it fits into, in pixels.
  /// - Returns: the frame, or why there is none.
  /// - Throws: ``MediaReadingError`` as reading the file does.
  package func frame(
    of location: String, track: Int, at time: MediaTime, within size: (width: Int, height: Int)
  ) throws(MediaReadingError) -> Result<FramePicture, NoPictures> {
    if location.isWebURL { return .failure(.distant) }
    guard FileIdentity(regularFileAt: location) != nil else { return .failure(.pipe) }
    let file = try InputFile(path: location)
    return try frame(
      KeyPictureRequest(track: track, times: [time.nanoseconds], isRelative: false, seeks: true),
      of: file, within: size)
  }

  /// The only frame of `request`.
  func frame(
    _ request: KeyPictureRequest, of file: InputFile, within size: (width: Int, height: Int)
  ) throws(MediaReadingError) -> Result<FramePicture, NoPictures> {
    var request = request
    request.wantsFrames = true
    let largest = KeyPictureRequest.largestFrame
    request.width = max(2, min(size.width, largest))
    request.height = max(2, min(size.height, largest))
    let answer = try answer(request, file)
    if let frame = answer.pictures.first?.frame { return .success(frame) }
    return .failure(answer.refusal ?? .undecodable)
  }

  /// Decodes key frames on all cores, each a process of its own.
  func keyPictures(
    of file: InputFile, track: Int?, at times: [MediaTime], isRelative: Bool
  ) throws(MediaReadingError) -> Result<[Int: KeyPicture], NoPictures> {
    let times = times.prefix(KeyPictureRequest.mostPictures)
    let parts = max(1, min(cores, times.count / Self.fewestPictures))
    let answers = try perform(parts) { number throws(MediaReadingError) in
      let own = stride(from: number, to: times.count, by: parts).map { times[$0].nanoseconds }
      return try answer(
        KeyPictureRequest(track: track, times: own, isRelative: isRelative, seeks: true), file)
    }
    var pictures: [Int: KeyPicture] = [:]
    for (number, answer) in answers.enumerated() {
      for picture in answer.pictures {
        pictures[picture.place * parts + number] = KeyPicture(
          time: MediaTime(nanoseconds: picture.time), jpeg: picture.jpeg)
      }
    }
    guard pictures.isEmpty, let refusal = answers.compactMap(\.refusal).first else {
      return .success(pictures)
    }
    return .failure(refusal)
  }

  /// For fewer pictures than this, no process more is worth its start.
  private static let fewestPictures = 4

  /// The results of `work` for each number below `count`, done at once; its first error.
  func perform<Value: Sendable>(
    _ count: Int, _ work: @Sendable (Int) throws(MediaReadingError) -> Value
  ) throws(MediaReadingError) -> [Value] {
    let results = ParallelResults<Value>(count)
    Threads.perform(count) { number in
      do throws(MediaReadingError) {
        results.keep(.success(try work(number)), at: number)
      } catch {
        results.keep(.failure(error), at: number)
      }
    }
    return try results.all()
  }

  /// The pictures that `request` wants of `file`, decoded in a process of their own where there is
  /// a helper.
  func answer(
    _ request: KeyPictureRequest, _ file: InputFile
  ) throws(MediaReadingError) -> KeyPictureAnswer {
    let file = file.limited(to: limits)
    #if os(Linux)
      if let helper {
        let reading = FileReading(
          file: file, mode: .none, tracks: nil, interruption: interruption, cores: 1,
          onProgress: { _ in })
        return try HelperReading(
          helper: helper, reading: reading, onCrash: { _ in }, pictures: request
        ).readPictures()
      }
    #endif
    return try KeyPictureReading(file: file, request: request, interruption: interruption).read()
  }
}
