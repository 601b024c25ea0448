import PlayheadKit
import Testing

@testable import ThrottledServing
