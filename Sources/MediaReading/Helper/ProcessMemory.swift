#if os(Linux)
  import CSandbox
#endif

/// The memory of this process.
package enum ProcessMemory {
  /// Has memory that is freed kept for what is asked for next: tables of samples follow one
  /// another.
  ///
  /// It is for all of the process, so a program calls it, and what reads in processes of its own
  /// there.
  package static func keepFreed() {
    #if os(Linux)
      playhead_keep_freed_memory()
    #endif
  }
}
