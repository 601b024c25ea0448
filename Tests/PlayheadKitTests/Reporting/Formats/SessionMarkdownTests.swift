import Expectations
import Foundation
import PlayheadKit
import Testing

@Suite struct `A session in Markdown` {
  private func text(
    _ name: String = "clip", over profile: BandwidthProfile, player: String = "mine",
    do actions: [UserAction] = []
  ) throws -> String {
    var parameters = BufferingPolicy.Parameters()
    parameters.name = player
    let report = try Clip.frames(4, lasting: .seconds(1), of: 1000).report(
      over: profile, BufferingPolicy(parameters), do: actions, name: name)
    return SessionMarkdown.text(report)
  }

  @Test func `is safe for any name`() throws {
    let profile = try BandwidthProfile(
      name: "@everyone | <script>\n\n# Owned", rate: BitRate(bitsPerSecond: 8000), latency: .zero)
    let text = try text("a`b|c\n\n| @me | #1.mp4", over: profile, player: "<img src=x>\r\n- [x] y")
    expect(text.contains("- media: ``a`b|c\u{FFFD}\u{FFFD}| @me | #1.mp4``, 4.00 s"))
    expect(text.contains("- network: `@everyone | <script>\u{FFFD}\u{FFFD}# Owned`, "))
    expect(text.contains("- player: `<img src=x>\u{FFFD}\u{FFFD}- [x] y`, "))
    // A sentence, a table, a list, with a line between them and no others.
    let parts = text.components(separatedBy: "\n\n")
    expect(parts.count == 3 && parts[0].hasPrefix("**Starts after"))
    expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
  }

  @Test func `has a table of stalls and one of seeks where there are any`() throws {
    // Two seconds are in at 2 s and played at 4 s; nothing more ever comes.
    let dies = try text(over: .steps([(2000, 1), (0, 0)]))
    expect(
      dies.contains(
        """


        | stall | begins at | media time | lasts |
        | ---: | ---: | ---: | ---: |
        | 1 | 4.000 s | 2.000 s | at least 0.000 s |

        - media
        """))
    expect(!dies.contains("| seek") && !dies.contains("| seeks"))
    // From 2 s on 1 s is played; the way to 3.5 s begins with the fourth second's bytes, which are
    // in at 4 s.
    let seeks = try text(
      over: .byteAMillisecond(),
      do: [UserAction(at: .seconds(3), .seek(to: .milliseconds(3500), .exact))])
    expect(
      seeks.contains(
        """


        | seek | at | from | to | target loaded after |
        | ---: | ---: | ---: | ---: | ---: |
        | 1 | 3.000 s | 1.000 s | 3.500 s | 1.000 s |

        """))
    expect(seeks.contains("| seeks | 1 |\n") && !seeks.contains("| stall |"))
    expect(seeks.contains("| wait after seeks | 1.000 s |\n"))
  }

  @Test func `has no figure where there is none`() throws {
    let never = try text(over: .dead)
    expect(never.hasPrefix("**Never starts: the link does not deliver enough data.**\n\n"))
    expect(never.contains("| startup | none |\n") && never.contains("| mean buffer | none |\n"))
    expect(!never.contains("longest stall") && !never.contains("wasted"))
  }
}
