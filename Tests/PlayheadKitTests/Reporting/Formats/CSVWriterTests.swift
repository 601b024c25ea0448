import Expectations
import Foundation
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `A CSV record` {
  /// By RFC 4180, section 2.
  @Test(arguments: [
    ([], "\r\n"), (["a"], "a\r\n"), (["a", "b"], "a,b\r\n"), (["", ""], ",\r\n"),
    (["1.5", "true", "0-1 2-3"], "1.5,true,0-1 2-3\r\n"), (["a,b", "c"], "\"a,b\",c\r\n"),
    (["say \"a\""], "\"say \"\"a\"\"\"\r\n"), (["\""], "\"\"\"\"\r\n"),
    (["a\nb", "c\rd"], "\"a\nb\",\"c\rd\"\r\n"), ([" a ", "ü;\t"], " a ,ü;\t\r\n"),
  ])
  func `has quotes where they are needed and nowhere else`(fields: [String], text: String) {
    var writer = CSVWriter()
    writer.write(fields)
    expect(String(decoding: writer.bytes, as: UTF8.self), equals: text)
  }
}

@Suite struct `The rows of a session as CSV` {
  @Test func `hold loaded ranges in one field`() throws {
    // A seek past what is loaded leaves a hole.
    let clip = Clip.frames(10, lasting: .seconds(1), of: 100_000)
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(1), resumeThreshold: .seconds(1), highWatermark: nil)
    let session = try clip.play(
      over: .steps([(0, 100)]), policy,
      do: [UserAction(at: .milliseconds(2500), .seek(to: .seconds(6), .exact))],
      limit: .milliseconds(4000), ticks: .milliseconds(4000))
    let text = String(decoding: SessionCSV.bytes(session), as: UTF8.self)
    // The seventh second comes from 2.5 to 3.5 s and is played from then on; the first two are
    // there, and half of the third.
    expect(
      text.components(separatedBy: "\r\n"),
      equals: [
        "wallSeconds,mediaSeconds,progress,buffered,bufferSeconds,loadedTimeRanges,state,phase,rate,"
          + "isPlaybackBufferEmpty,isPlaybackBufferFull,isPlaybackLikelyToKeepUp,bytesDownloaded",
        "0,0,0,0,0,,waiting,startup,1,true,false,false,0",
        "4,6.5,0.65,0.7,0.5,0-2 6-7,playing,playing,1,false,false,true,400000", "",
      ])
  }
}
