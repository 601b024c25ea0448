import Expectations
import PlayheadKit
import Testing

@testable import PlayheadFiles
@testable import PlayheadLadder
@testable import PlayheadReporting

@Suite("Names of the values by which players load ladders")
struct LoadingNamesTests {
  @Test("Each value has one of its own")
  func names() {
    guard case .object(let members) = LadderLoadingJSON.allValues(LadderPlayer.basic.loading) else {
      expect(Bool(false), "the values are no object")
      return
    }
    expect(Set(members.map(\.key)), equals: Set(LadderLoading.names.keys))
    expect(Set(LadderLoading.names.values).count, equals: LadderLoading.names.count)
  }

  @Test("What differs is told by them, with units")
  func differences() {
    var (one, two) = (LadderPlayer.basic.loading, LadderPlayer.basic.loading)
    (one.goal.level, two.goal.level) = (.seconds(30), .milliseconds(10_500))
    two.adaptsAudio = true
    two.levelReportInterval = .milliseconds(250)
    expect(
      Set(LoadingDifference.values(from: one, to: two).map { $0.words("B") }),
      equals: [
        "buffer goal: 30 s in A, 10.5 s in B", "adapts audio: no in A, yes in B",
        "interval of playhead reports: none in A, 0.25 s in B",
      ])
  }
}
