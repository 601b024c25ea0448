package import PlayheadKit
package import ThrottledServing

extension LadderPlaces {
  /// Has requests of the ladder fail as in the model.
  ///
  /// What levels share fails for all of them, as no server knows for which it is asked.
  package func rule(of faults: [RequestFault]) -> FaultyRequest.Rule {
    { request in
      let places = places(ofPath: request.path, offset: request.offset)
      return faults.first { fault in
        places.contains {
          fault.hits(
            $0.content, number: $0.number, level: $0.level, copy: $0.copy, at: request.wallTime)
        }
      }?.answer
    }
  }
}
