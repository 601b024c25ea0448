import POSIX

/// The memory that this process can still get.
///
/// Swift ends a process that gets none, so whoever is about to need much asks first.
package enum FreeMemory {
  /// Whether `bytes` more can be had, as far as the system tells.
  package static func has(_ bytes: Int) -> Bool {
    let size = max(1, bytes)
    let block = unsafe mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let block = unsafe block, unsafe block != MAP_FAILED else { return false }
    unsafe munmap(block, size)
    return true
  }
}
