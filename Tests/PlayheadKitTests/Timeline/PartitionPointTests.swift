import Expectations
import Testing

@testable import PlayheadModel

@Suite struct `A search from a guess` {
  @Test(arguments: [0, 1, 2, 3, 4, 5, 8, 9, 20, 21, 24, 84, 85, 100])
  func `finds what a search of everything finds, whatever the guess`(count: Int) {
    let numbers = Array(0..<count)
    for first in 0...count {
      expect(numbers.partitionPoint { $0 >= first }, equals: first)
      for guess in -1...count + 1 {
        expect(
          numbers.partitionPoint(near: guess) { $0 >= first }, equals: first,
          "the first is \(first), the guess \(guess)")
      }
    }
  }

  @Test func `looks at few elements if the guess is near`() {
    let numbers = Array(0..<1_000_000)
    for first in [3, 4, 5, 499_999, 500_000, 999_996] {
      for guess in first - 3...first + 3 {
        var looks = 0
        _ = numbers.partitionPoint(near: guess) { number in
          looks += 1
          return number >= first
        }
        expect(looks <= 5, "\(looks) for \(first) from \(guess)")
      }
    }
  }
}
