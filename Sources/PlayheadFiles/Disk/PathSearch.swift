import POSIX

/// A part of a path pattern, between its slashes.
enum PathPart: Hashable {
  /// This name.
  case name(String)
  /// Any name that this pattern matches.
  case pattern(String)
  /// Any number of nested folders.
  case nestedFolders

  init(_ text: Substring) {
    if text == "**" {
      self = .nestedFolders
      return
    }
    var name = ""
    var isEscaped = false
    for character in text {
      if !isEscaped, "*?[".contains(character) {
        self = .pattern(String(text))
        return
      }
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else {
        name.append(character)
        isEscaped = false
      }
    }
    self = .name(name)
  }

  /// Whether `name` matches; a leading dot only matches a leading dot.
  func matches(_ name: String) -> Bool {
    switch self {
    case .name(let text): name == text
    case .pattern(let pattern): unsafe fnmatch(pattern, name, FNM_PERIOD) == 0
    case .nestedFolders: !name.hasPrefix(".")
    }
  }
}

/// A search for the files that a path pattern matches, folder by folder.
struct PathSearch {
  private let parts: [PathPart]
  private let maximumFolders: Int
  private let maximumFiles: Int
  private(set) var matches = PathPattern.Matches()
  private var folderCount = 0

  /// A place to search: a path that is empty or ends with a slash, and the next part.
  private struct Place: Hashable {
    var path: String
    var part: Int
  }

  private struct Entry {
    var name: String
    var isFolder: Bool
    var isLink: Bool
    /// Whether it is a pipe, a socket or a device, which a pattern does not mean.
    var isSpecial = false
  }

  /// A search for `parts` that reads and finds at most so many folders and files.
  init(parts: [PathPart], maximumFolders: Int, maximumFiles: Int) {
    self.parts = parts.last == .nestedFolders ? parts + [.pattern("*")] : parts
    self.maximumFolders = maximumFolders
    self.maximumFiles = maximumFiles
  }

  /// Searches below `start`, which is empty or ends with a slash.
  mutating func search(from start: String) {
    var places = [Place(path: start, part: 0)]
    // Where several `**` follow one another, they lead to the same place in many ways.
    var known = Set(places)
    var number = 0
    while number < places.count, matches.metBound == nil {
      let place = places[number]
      number += 1
      for next in visit(place) where known.insert(next).inserted { places.append(next) }
    }
  }

  /// Notes the files that match at `place`, and returns where the search continues.
  private mutating func visit(_ place: Place) -> [Place] {
    let part = parts[place.part]
    let isLast = place.part + 1 == parts.count
    if case .name(let name) = part {
      guard isLast else { return [Place(path: "\(place.path)\(name)/", part: place.part + 1)] }
      if !name.isEmpty, Self.isFile(place.path + name) { found(place.path + name) }
      return []
    }
    var next =
      part == .nestedFolders ? [Place(path: place.path, part: place.part + 1)] : []
    for entry in entries(of: place.path) where part.matches(entry.name) {
      if part == .nestedFolders {
        guard entry.isFolder, !entry.isLink else { continue }
        next.append(Place(path: "\(place.path)\(entry.name)/", part: place.part))
      } else if isLast {
        if !entry.isFolder, !entry.isSpecial { found(place.path + entry.name) }
      } else if entry.isFolder {
        next.append(Place(path: "\(place.path)\(entry.name)/", part: place.part + 1))
      }
    }
    return next
  }

  private mutating func found(_ file: String) {
    guard matches.files.count < maximumFiles else {
      matches.metBound = .files(maximumFiles)
      return
    }
    matches.files.append(file)
  }

  /// What is in the folder at `path`; nothing if that is no folder.
  private mutating func entries(of path: String) -> [Entry] {
    guard matches.metBound == nil else { return [] }
    guard folderCount < maximumFolders else {
      matches.metBound = .folders(maximumFolders)
      return []
    }
    folderCount += 1
    let name = path.isEmpty ? "." : path
    // Opening anything but a folder fails rather than waits.
    let descriptor = unsafe open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if ![ENOENT, ENOTDIR].contains(errno), !matches.unreadableFolders.contains(name) {
        matches.unreadableFolders.append(name)
      }
      return []
    }
    guard let folder = unsafe fdopendir(descriptor) else {
      _ = close(descriptor)
      return []
    }
    defer { unsafe closedir(folder) }
    var entries: [Entry] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          unsafe String(cString: $0)
        }
      }
      let kind = unsafe Int32(entry.pointee.d_type)
      if name == "." || name == ".." { continue }
      switch kind {
      case Int32(DT_DIR): entries.append(Entry(name: name, isFolder: true, isLink: false))
      case Int32(DT_REG): entries.append(Entry(name: name, isFolder: false, isLink: false))
      default: entries.append(Self.entry(name, at: path + name))
      }
    }
    return entries
  }

  /// The entry at `path`, of which the folder does not say what it is.
  private static func entry(_ name: String, at path: String) -> Entry {
    var status = stat()
    let isLink = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    // What a link leads to may be missing, which is told when it is read.
    let exists = unsafe stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    return Entry(
      name: name, isFolder: exists && kind == S_IFDIR, isLink: isLink,
      isSpecial: exists && kind != S_IFDIR && kind != S_IFREG)
  }

  /// Whether a file is at `path`, or a link to what is missing.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return false }
    return unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }
}
