import PlayheadModel

/// A session as Common Media Client Data, version 2 (CTA-5004-B): an event report of the type `t`,
/// time interval, for each row of the timeline, a line each.
///
/// A report holds the keys whose values are known, in order; lists are marked with the type of what
/// is played, `v`, `a` or `av`.
///
/// | Key | Value |
/// |---|---|
/// | `bl` | buffer level in milliseconds, to the nearest 100 |
/// | `br` | rate of each track in kbit/s; of a ladder, declared rate of the level asked for last |
/// | `tb`, `lb` | of a ladder: declared rates of the highest and the lowest level |
/// | `ab`, `tab`, `lab` | the same of HLS with audio apart, whose variants declare the sum |
/// | `pb` | of a ladder: declared rate of the level at the playhead |
/// | `tbl` | of a ladder: the media that the player loads ahead, in milliseconds |
/// | `bs` | the player was stalled since the report before |
/// | `bsa`, `bsda` | number of stalls and milliseconds stalled until then |
/// | `bsd` | milliseconds of each stall that ended since the report before |
/// | `e`, `st`, `v` | `t`, `v` (on demand), 2 |
/// | `sf` | `h` HLS, `d` DASH, `o` neither |
/// | `msd` | startup in milliseconds, in the first report after it |
/// | `mtp` | bytes taken since the report before ÷ time with a request open, to 100 kbit/s |
/// | `pr` | the rate at which media plays, 0 if it does not; left out at the normal rate |
/// | `pt` | playhead in milliseconds |
/// | `sn` | number of the report, from 0 |
/// | `sta` | `s` starting, `p` playing, `k` seeking, `r` rebuffering, `a` paused, `e` ended |
/// | `su` | the player waits for media |
/// | `ts` | wall time in milliseconds, as if the session had begun with the Unix epoch |
package enum SessionCMCD {
  /// The reports on the session's rows in UTF-8, each with a newline at its end.
  package static func bytes(_ report: SessionReport) -> [UInt8] {
    if let file = report.file { return bytes(report.session, of: CMCDFile(file)) }
    return report.adaptation.map { bytes(report.session, of: CMCDLadder($0)) } ?? []
  }

  private static func bytes(_ session: Session, of subject: some CMCDSubject) -> [UInt8] {
    var events = session.events[...]
    var state = CMCDState(session, of: subject)
    var bytes: [UInt8] = []
    for tick in session.ticks {
      // At one instant what happens comes before the row.
      while let event = events.first, event.wallTime <= tick.wallTime {
        state.note(event)
        events.removeFirst()
      }
      bytes.append(contentsOf: StructuredField.dictionary(state.report(at: tick)).utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
