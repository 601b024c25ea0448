import Expectations
import PlayheadKit
import Testing

@Suite("An action is written as it is read")
struct UserActionTextTests {
  @Test(
    "and read back as it was",
    arguments: [
      "0s pause", "3.214s seek 14", "0.000000001s seek 1.5 keyframe", "30s rate 0.25", "7s play",
      "40s playImmediately", "3600s playImmediately 1.5", "5s rate 0",
    ])
  func roundTrip(text: String) throws {
    let action = try UserAction(parsing: text)
    expect(action.text, equals: text)
    try expect(UserAction(parsing: action.text), equals: action)
  }
}
