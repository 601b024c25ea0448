import Expectations
import Testing

@Suite("The choice of seeds")
struct SeedsTests {
  @Test("is few or all")
  func choice() {
    expect(Seeds.choice != nil, "PLAYHEAD_TEST_SEEDS is neither few nor all")
  }

  @Test("takes the first few in blocks, or every one once")
  func blocks() {
    expect(Seeds.blocks(10..<95, of: 20, few: 30, .few), equals: [10..<30, 30..<40])
    expect(Seeds.blocks(10..<95, of: 20, few: 200, .few).last, equals: 90..<95)
    expect(
      Seeds.blocks(10..<95, of: 20, few: 30, .all),
      equals: [10..<30, 30..<50, 50..<70, 70..<90, 90..<95])
    expect(Seeds.some([1, 2, 3, 4], oneIn: 3, .few), equals: [1, 4])
    expect(Seeds.some([1, 2, 3, 4], oneIn: 3, from: 5, .few), equals: [3])
    expect(Seeds.some([1, 2, 3, 4], oneIn: 3, .all), equals: [1, 2, 3, 4])
  }
}
