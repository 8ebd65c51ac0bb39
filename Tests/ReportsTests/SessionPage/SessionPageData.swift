import Replayer
import TestSupport
import TraceFormat

@testable import Reports

/// The data of a session's page, read as its script reads it.
struct SessionPageData {
  typealias Table = [String: [Int]]

  struct Device {
    var name: String
    var changes: Table
    var known: Table
    var transactions: Table
    var writes: Table
    var merges: Table
  }

  struct Mode {
    var name: String
    var steps: [String]
    var after: Table?
    var outcomes: Table
    var overwritten: Table
  }

  struct Reset {
    var event: Int
    var base: Int
    var from: Int
    var to: Int
    var fresh: Table?
    var modes: [Mode]
  }

  private(set) var texts: [String] = []
  private let columns: [[Int]]
  private(set) var events: Table = [:]
  private(set) var cells: [String] = []
  private(set) var devices: [Device] = []
  private(set) var resets: [Reset] = []

  init(_ html: String) throws {
    let root = JSONNode(try JSONText(parsing: Array(try ParsedHTML(html).data.utf8)))
    columns = try root.require("columns").elements().map {
      try $0.elements().map { try $0.integer(Int.self) }
    }
    for entry in try root.require("texts").elements() { texts.append(try text(entry)) }
    events = try table(root, "events")
    let (objects, properties) = (try table(root, "objects"), try table(root, "cells"))
    cells = zip(properties["object"]!, properties["property"]!).map { object, property in
      "\(texts[objects["class"]![object]]) \(texts[objects["key"]![object]]) \(texts[property])"
    }
    for node in try root.require("devices").elements() {
      devices.append(
        Device(
          name: texts[try node.require("name").integer()], changes: try table(node, "changes"),
          known: try table(node, "known"), transactions: try table(node, "transactions"),
          writes: try table(node, "writes"), merges: try table(node, "merges")))
    }
    for node in try root.require("resets").elements() { resets.append(try reset(node)) }
  }

  /// One that follows from an earlier one says what both begin and end with.
  private func text(_ entry: JSONNode) throws -> String {
    if case .string(let text) = entry.json { return text }
    let parts = try entry.elements()
    guard parts.count == 4, case .string(let middle) = parts[2].json else {
      return try parts.map { texts[try $0.integer()] }.joined()
    }
    let base = Array(texts[try parts[0].integer()].utf16)
    let ends = (try parts[1].integer(Int.self), try parts[3].integer(Int.self))
    let units = base.prefix(ends.0) + Array(middle.utf16) + base.suffix(ends.1)
    return String(decoding: units, as: UTF16.self)
  }

  private func table(_ node: JSONNode, _ name: String) throws -> Table {
    let shape = try node.require(name)
    let count: Int = try shape.require("count").integer()
    let steps = Set(try shape.member("steps")?.elements().map { try $0.string() } ?? [])
    var table: Table = [:]
    for (column, number) in try shape.require("columns").members() {
      var values = columns[try number.integer()]
      if values.count == 1 { values = Array(repeating: values[0], count: count) }
      if steps.contains(column) {
        for row in values.indices.dropFirst() { values[row] += values[row - 1] }
      }
      table[column] = values
    }
    return table
  }

  private func reset(_ node: JSONNode) throws -> Reset {
    let modes = try node.require("modes").elements().map { mode in
      Mode(
        name: texts[try mode.require("name").integer()],
        steps: try mode.require("steps").elements().map { texts[try $0.integer()] },
        after: try mode.member("after") == nil ? nil : table(mode, "after"),
        outcomes: try table(mode, "outcomes"), overwritten: try table(mode, "overwritten"))
    }
    return Reset(
      event: try node.require("event").integer(), base: try node.require("base").integer(),
      from: try node.require("from").integer(), to: try node.require("to").integer(),
      fresh: try node.member("fresh") == nil ? nil : table(node, "fresh"), modes: modes)
  }
}

extension SessionPageData {
  /// The values of a side after an event, by class, key and property.
  func values(of device: Int, side: Int, after event: Int) -> [String: String] {
    let changes = devices[device].changes
    var values: [Int: Int] = [:]
    for row in changes["event"]!.indices
    where changes["event"]![row] <= event && changes["side"]![row] == side {
      values[changes["cell"]![row]] = changes["value"]![row]
    }
    return named(values)
  }

  /// What the device has after a reset.
  func values(after reset: Reset, in mode: Mode, of device: Int) -> [String: String] {
    let changes = devices[device].changes
    var values: [Int: Int] = [:]
    for row in changes["event"]!.indices
    where changes["event"]![row] <= reset.base && changes["side"]![row] == 1 {
      values[changes["cell"]![row]] = changes["value"]![row]
    }
    for table in [reset.fresh, mode.after].compactMap(\.self) {
      for (cell, value) in zip(table["cell"]!, table["value"]!) { values[cell] = value }
    }
    return named(values)
  }

  private func named(_ values: [Int: Int]) -> [String: String] {
    Dictionary(
      values.filter { $0.value != 0 }.map { (cells[$0.key], texts[$0.value]) },
      uniquingKeysWith: { first, _ in first })
  }
}
