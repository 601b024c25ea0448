internal import CXML2
import PlayheadModel

/// Owns a libxml2 reader and the bytes that it reads.
///
/// Nothing but these bytes is ever loaded, and a document type, which entities would need, is
/// refused before libxml2 reads it.
@safe
struct XMLReader: ~Copyable {
  /// The deepest nesting of elements; MPDs need a dozen levels.
  static let maximumLevels = 64
  /// The elements of a document.
  static let maximumElements = 1_000_000

  private let input: UnsafeMutableBufferPointer<CChar>
  private let reader: xmlTextReaderPtr?

  /// A reader of `bytes`.
  ///
  /// - Throws: ``XMLProblem`` if they have a document type.
  init(_ bytes: [UInt8]) throws(XMLProblem) {
    if let line = XMLProlog(bytes.withoutByteOrderMark).documentTypeLine {
      throw XMLProblem(
        line: line, problem: "document types and entities are not supported",
        hint: "remove the DOCTYPE")
    }
    if let line = XMLTagScan(bytes).tooLongTag {
      throw XMLProblem(
        line: line, problem: "a tag has more than \(XMLTagScan.maximumAttributes) attributes")
    }
    unsafe input = .allocate(capacity: bytes.count)
    _ = unsafe input.initialize(from: bytes.lazy.map { CChar(bitPattern: $0) })
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_NOCDATA.rawValue | XML_PARSE_BIG_LINES.rawValue
    xmlResetLastError()
    // The encoding is set, so that the document cannot hide what it holds in another one.
    unsafe reader = xmlReaderForMemory(
      input.baseAddress, Int32(clamping: bytes.count), nil, "UTF-8", Int32(options))
  }

  deinit {
    if let reader = unsafe reader { unsafe xmlFreeTextReader(reader) }
    unsafe input.deallocate()
  }

  /// Parses the document.
  ///
  /// - Parameter keepsAll: whether what is of other namespaces is kept by the names with prefixes
  ///   that it has, to be written again.
  /// - Returns: its root.
  /// - Throws: ``XMLProblem`` with the first mistake.
  mutating func root(keepsAll: Bool = false) throws(XMLProblem) -> XMLElement {
    guard let reader = unsafe reader else {
      throw XMLProblem(line: nil, problem: "there is not enough memory")
    }
    var open: [XMLElement] = []
    var root: XMLElement?
    var space: String?
    /// The depth of the element of another namespace within which nothing counts.
    var skipped: Int32?
    var count = 0
    while true {
      let status = unsafe xmlTextReaderRead(reader)
      if status == 0 { break }
      guard status == 1 else { throw XMLProblem.last }
      let depth = unsafe xmlTextReaderDepth(reader)
      let type = xmlReaderTypes(rawValue: UInt32(clamping: unsafe xmlTextReaderNodeType(reader)))
      if let start = skipped {
        if depth <= start { skipped = nil }
        continue
      }
      switch type {
      case XML_READER_TYPE_ELEMENT:
        count += 1
        let line = unsafe Int(xmlGetLineNo(xmlTextReaderCurrentNode(reader)))
        guard count <= Self.maximumElements, depth < Self.maximumLevels else {
          throw XMLProblem(
            line: line,
            problem: count > Self.maximumElements
              ? "more than \(Self.maximumElements) elements"
              : "elements are nested more than \(Self.maximumLevels) levels deep")
        }
        let own = unsafe Self.text(xmlTextReaderConstNamespaceUri(reader))
        if root == nil, open.isEmpty { space = own }
        let isEmpty = unsafe xmlTextReaderIsEmptyElement(reader) == 1
        guard own == space || keepsAll else {
          if !isEmpty { skipped = depth }
          continue
        }
        let name =
          own == space
          ? unsafe Self.text(xmlTextReaderConstLocalName(reader)) ?? ""
          : unsafe Self.text(xmlTextReaderConstName(reader)) ?? ""
        let element = unsafe XMLElement(
          name: name, line: line, attributes: Self.attributes(of: reader, keepsAll: keepsAll))
        if isEmpty { Self.close(element, in: &open, root: &root) } else { open.append(element) }
      case XML_READER_TYPE_END_ELEMENT:
        if let element = open.popLast() { Self.close(element, in: &open, root: &root) }
      case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA:
        guard !open.isEmpty else { continue }
        open[open.count - 1].text += unsafe Self.text(xmlTextReaderConstValue(reader)) ?? ""
      case XML_READER_TYPE_DOCUMENT_TYPE, XML_READER_TYPE_ENTITY_REFERENCE:
        let line = unsafe Int(xmlTextReaderGetParserLineNumber(reader))
        throw XMLProblem(line: line, problem: "document types and entities are not supported")
      default: break
      }
    }
    guard let root else { throw XMLProblem(line: nil, problem: "the document has no element") }
    return root
  }

  private static func close(
    _ element: XMLElement, in open: inout [XMLElement], root: inout XMLElement?
  ) {
    var element = element
    if !element.text.isEmpty {
      let start = element.text.drop(while: \.isXMLBlank)
      element.text = String(
        start.prefix(
          upTo: start.lastIndex { !$0.isXMLBlank }.map { start.index(after: $0) }
            ?? start.startIndex))
    }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  private static func attributes(
    of reader: xmlTextReaderPtr, keepsAll: Bool
  ) -> [(name: String, value: String)] {
    var attributes: [(name: String, value: String)] = []
    while unsafe xmlTextReaderMoveToNextAttribute(reader) == 1 {
      let name = unsafe text(xmlTextReaderConstLocalName(reader)) ?? ""
      let value = unsafe text(xmlTextReaderConstValue(reader)) ?? ""
      switch unsafe text(xmlTextReaderConstNamespaceUri(reader)) {
      case nil: attributes.append((name, value))
      case _ where keepsAll:
        attributes.append((unsafe text(xmlTextReaderConstName(reader)) ?? name, value))
      case "http://www.w3.org/1999/xlink": attributes.append(("xlink:" + name, value))
      case "urn:mpeg:cenc:2013": attributes.append(("cenc:" + name, value))
      default: continue
      }
    }
    _ = unsafe xmlTextReaderMoveToElement(reader)
    return attributes
  }

  private static func text(_ text: UnsafePointer<xmlChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    return unsafe String(cString: text)
  }
}

extension XMLElement {
  /// The root of the document in `contents`.
  ///
  /// - Throws: ``XMLProblem`` with the first mistake.
  init(_ contents: [UInt8], keepsAll: Bool = false) throws(XMLProblem) {
    var reader = try XMLReader(contents)
    self = try reader.root(keepsAll: keepsAll)
  }
}

/// The mistake that makes a document anything but XML that is read.
struct XMLProblem: Error {
  let line: Int?
  let problem: String
  var hint: String?

  init(line: Int?, problem: String, hint: String? = nil) {
    self.line = line
    self.problem = problem
    self.hint = hint
  }

  /// The last mistake of libxml2 in this thread.
  fileprivate static var last: XMLProblem {
    guard let error = unsafe xmlGetLastError() else {
      return XMLProblem(line: nil, problem: "the document is not well-formed XML")
    }
    let line = unsafe Int(error.pointee.line)
    let message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
    let text = message.prefix { $0 != "\n" }
    return XMLProblem(
      line: line > 0 ? line : nil,
      problem: "the document is not well-formed XML" + (text.isEmpty ? "" : ": \(text.prefix(120))")
    )
  }
}

extension Character {
  /// Whether it is a blank of XML; a carriage return and a line feed together are one character.
  var isXMLBlank: Bool {
    switch self {
    case " ", "\t", "\r", "\n", "\r\n": true
    default: false
    }
  }
}
