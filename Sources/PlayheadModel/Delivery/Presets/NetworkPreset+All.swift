extension NetworkPreset {
  /// All presets, source by source, from slow to fast.
  package static let all: [NetworkPreset] = chrome + webPageTest + apple

  /// Chrome renamed two of them; the old names are still in use.
  private static let chrome = [
    NetworkPreset("3g", of: .chrome, down: 500, up: 500, delays: [400], formerly: "slow-3g"),
    NetworkPreset("slow-4g", of: .chrome, down: 1600, up: 750, delays: [150], formerly: "fast-3g"),
    NetworkPreset("fast-4g", of: .chrome, down: 9000, up: 1500, delays: [60]),
  ]

  private static let webPageTest = [
    NetworkPreset("dial", of: .webPageTest, down: 49, up: 30, delays: [120]),
    NetworkPreset("edge", of: .webPageTest, down: 240, up: 200, delays: [840]),
    NetworkPreset("2g", of: .webPageTest, down: 280, up: 256, delays: [800]),
    NetworkPreset("3gslow", of: .webPageTest, down: 400, up: 400, delays: [400]),
    NetworkPreset("dsl", of: .webPageTest, down: 1500, up: 384, delays: [50]),
    NetworkPreset("3g", of: .webPageTest, down: 1600, up: 768, delays: [300]),
    NetworkPreset("3gfast", of: .webPageTest, down: 1600, up: 768, delays: [150]),
    NetworkPreset("cable", of: .webPageTest, down: 5000, up: 1000, delays: [28]),
    NetworkPreset("4g", of: .webPageTest, down: 9000, up: 9000, delays: [170]),
    NetworkPreset("lte", of: .webPageTest, down: 12_000, up: 12_000, delays: [70]),
    NetworkPreset("fios", of: .webPageTest, down: 20_000, up: 5000, delays: [4]),
  ]

  /// Its delays are one-way: down, then up.
  private static let apple = [
    NetworkPreset("edge", of: .apple, down: 240, up: 200, delays: [400, 440]),
    NetworkPreset("3g", of: .apple, down: 780, up: 330, delays: [100, 100]),
    NetworkPreset(
      "very-bad", of: .apple, down: 1000, up: 1000, delays: [500, 500], lossPercent: 10),
    NetworkPreset("dsl", of: .apple, down: 2000, up: 256, delays: [5, 5]),
    NetworkPreset("wifi", of: .apple, down: 40_000, up: 33_000, delays: [1, 1]),
    NetworkPreset("lte", of: .apple, down: 50_000, up: 10_000, delays: [50, 65]),
  ]
}
