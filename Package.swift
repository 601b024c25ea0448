// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// For tests, which are most of what is built.
///
/// Each process of the compiler expands the macros of all files of its module, so there is one for
/// each of two cores. LLVM does not verify its code, which takes a fifth of the time.
let tests =
  strict + [
    .unsafeFlags(["-driver-batch-size-limit", "128", "-Xfrontend", "-disable-llvm-verify"])
  ]

/// PlayheadKit with all modules that it exports: a build notices that one of these has changed, and
/// with it the layout of its types, only for targets that name it themselves.
let kit: [Target.Dependency] = [
  "POSIX", "PlayheadKit", "PlayheadModel", "PlayheadFiles", "PlayheadAnalysis", "PlayheadLadder",
  "PlayheadPictures", "PlayheadReporting", "PlayheadRegression",
]

/// What all tests need.
let tested = kit + ["Expectations"]

/// Where ncurses is found: on Linux it lies where everything does, and what its file for pkg-config
/// defines is not for Swift.
#if os(macOS)
  let ncurses: String? = "ncursesw"
  let ffmpeg: String? = "libavformat libavcodec libavutil"
#else
  let ncurses: String? = nil
  let ffmpeg: String? = nil
#endif

let package = Package(
  name: "Playhead",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18)],
  products: [
    .executable(name: "playhead", targets: ["PlayheadCommand"]),
    .library(name: "PlayheadModel", targets: ["PlayheadModel"]),
    .library(name: "PlayheadKit", targets: ["PlayheadKit"]),
    .library(name: "MediaReading", targets: ["MediaReading"]),
  ],
  targets: [
    // On Linux opened when something is read, see CFFmpeg: what pkg-config names would be linked.
    .systemLibrary(
      name: "CFFmpegHeaders",
      pkgConfig: ffmpeg,
      providers: [
        .apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev"]),
        .brew(["ffmpeg"]),
      ]),
    .systemLibrary(
      name: "CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-gnutls-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CMicroHTTPD",
      pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(
      name: "CSandbox",
      pkgConfig: "libseccomp",
      providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(
      name: "CYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // Loaded only to draw: building and starting the program do without it.
    .systemLibrary(
      name: "CRSVG",
      providers: [.apt(["librsvg2-2"]), .brew(["librsvg"])]),
    .systemLibrary(
      name: "CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CChafa",
      pkgConfig: "chafa",
      providers: [.apt(["libchafa-dev", "libglib2.0-dev"]), .brew(["chafa"])]),
    .systemLibrary(
      name: "CNcurses",
      pkgConfig: ncurses,
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
    .systemLibrary(
      name: "CXML2",
      pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .target(name: "CFFmpeg", dependencies: ["CFFmpegHeaders"]),
    .target(name: "POSIX", swiftSettings: strict),
    .target(name: "PlayheadModel", swiftSettings: strict),
    .target(
      name: "PlayheadLadder", dependencies: ["POSIX", "PlayheadModel"],
      swiftSettings: strict),
    .target(
      name: "PlayheadManifests",
      dependencies: ["PlayheadModel", "PlayheadFiles", "PlayheadLadder", "CXML2"],
      swiftSettings: strict),
    .target(
      name: "PlayheadFiles", dependencies: ["POSIX", "PlayheadModel", "PlayheadLadder", "CYAML"],
      swiftSettings: strict),
    .target(
      name: "PlayheadAnalysis", dependencies: ["PlayheadModel", "PlayheadLadder"],
      swiftSettings: strict),
    .target(
      name: "PlayheadPictures", dependencies: ["PlayheadModel", "CRSVG", "CZlib"],
      swiftSettings: strict),
    .target(
      name: "PlayheadReporting",
      dependencies: [
        "PlayheadModel", "PlayheadFiles", "PlayheadAnalysis", "PlayheadLadder", "PlayheadPictures",
      ],
      swiftSettings: strict),
    .target(
      name: "PlayheadRegression",
      dependencies: [
        "PlayheadModel", "PlayheadFiles", "PlayheadLadder", "PlayheadAnalysis", "PlayheadPictures",
        "PlayheadReporting",
      ],
      swiftSettings: strict),
    .target(
      name: "PlayheadKit",
      dependencies: [
        "PlayheadModel", "PlayheadFiles", "PlayheadAnalysis", "PlayheadLadder", "PlayheadPictures",
        "PlayheadReporting", "PlayheadRegression",
      ],
      swiftSettings: strict),
    .target(
      name: "MediaReading",
      dependencies: kit + [
        "PlayheadManifests", "CFFmpeg", "CCurl",
        .target(name: "CSandbox", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),
    .target(
      name: "PlayheadSweep", dependencies: kit + ["CSQLite"], swiftSettings: strict),
    .target(name: "PlayheadWatch", dependencies: kit, swiftSettings: strict),
    .target(
      name: "PlayerValidation",
      dependencies: kit + ["ThrottledServing"],
      swiftSettings: strict),
    .target(
      name: "ThrottledServing",
      dependencies: kit + ["CMicroHTTPD"],
      swiftSettings: strict),
    .executableTarget(
      name: "PlayheadCommand",
      dependencies: kit + [
        "PlayheadManifests", "MediaReading", "ThrottledServing", "PlayerValidation",
        "PlayheadSweep", "PlayheadWatch", "CNcurses", "CChafa",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "PlayheadBenchmarks",
      dependencies: kit + ["MediaReading", "ThrottledServing", "PlayheadSweep"],
      swiftSettings: strict),
    .executableTarget(
      name: "PlayheadFuzz",
      dependencies: kit + ["MediaReading"],
      swiftSettings: strict),
    .target(name: "Expectations", path: "Tests/Expectations", swiftSettings: strict),
    .testTarget(
      name: "PlayheadKitTests", dependencies: tested, swiftSettings: tests),
    .testTarget(
      name: "PlayheadLadderTests",
      dependencies: tested + ["PlayheadManifests"],
      swiftSettings: tests),
    .target(
      name: "StubHTTP", dependencies: ["POSIX"], path: "Tests/StubHTTP", swiftSettings: strict),
    .testTarget(
      name: "MediaReadingTests",
      dependencies: tested + ["MediaReading", "StubHTTP"],
      swiftSettings: tests),
    .testTarget(
      name: "PlayheadSweepTests",
      dependencies: tested + ["PlayheadSweep", "CSQLite"],
      swiftSettings: tests),
    .testTarget(
      name: "PlayheadWatchTests", dependencies: tested + ["PlayheadWatch"], swiftSettings: tests),
    .testTarget(
      name: "PlayerValidationTests",
      dependencies: tested + ["PlayerValidation"],
      swiftSettings: tests),
    .testTarget(
      name: "ThrottledServingTests",
      dependencies: tested + ["ThrottledServing"],
      swiftSettings: tests),
    .testTarget(
      name: "PlayheadCommandTests",
      dependencies: tested + [
        "MediaReading", "ThrottledServing", "PlayheadSweep", "PlayheadCommand", "StubHTTP",
      ],
      swiftSettings: tests),
  ]
)

// With `PLAYHEAD_KIT_ONLY` set, the package is PlayheadKit and its tests, without FFmpeg, curl and
// libxml2. With `PLAYHEAD_KIT_TESTS` and `PLAYHEAD_LADDER_TESTS` too, these are only the tests in
// the files that they list, for `.ci/run`.
if Context.environment["PLAYHEAD_KIT_ONLY"] != nil {
  let others = [
    "CFFmpeg", "CFFmpegHeaders", "CCurl", "CMicroHTTPD", "CSandbox", "CSQLite", "CXML2",
    "MediaReading",
    "ThrottledServing", "PlayerValidation", "PlayheadManifests", "PlayheadSweep", "PlayheadWatch",
    "CNcurses", "CChafa", "PlayheadWatchTests", "PlayheadSweepTests", "StubHTTP",
    "MediaReadingTests", "ThrottledServingTests", "PlayerValidationTests",
    "PlayheadCommandTests",
  ]
  package.products.removeAll { !["PlayheadModel", "PlayheadKit"].contains($0.name) }
  package.targets.removeAll { $0.type == .executable || others.contains($0.name) }
  for target in package.targets where target.type == .test {
    target.dependencies = tested
    let isOfLadders = target.name == "PlayheadLadderTests"
    if isOfLadders { target.exclude = ["Manifests"] }
    let files = Context.environment[
      isOfLadders ? "PLAYHEAD_LADDER_TESTS" : "PLAYHEAD_KIT_TESTS"]
    target.sources = files?.split(separator: " ").map(String.init)
  }
}

// With `PLAYHEAD_TESTS` set, only the test targets that it lists are built, as each costs minutes;
// with `PLAYHEAD_KIT_TESTS` beside it, of PlayheadKitTests only these folders and files.
if let wanted = Context.environment["PLAYHEAD_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
  if let sources = Context.environment["PLAYHEAD_KIT_TESTS"] {
    let kitTests = package.targets.first { $0.name == "PlayheadKitTests" }
    kitTests?.sources = sources.split(separator: " ").map(String.init)
  }
}
