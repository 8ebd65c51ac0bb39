import RealmModel
import TraceFormat

extension Rejection {
  static let values: [Rejection] = [
    .init("Update with another type", .badChangeset, "(expected col_type_Int, got type_String)") {
      $0.update(at("count"), to: .string("x"))
    },
    .init("Update of a double with a float", .badChangeset, "Type mismatch") {
      $0.update(at("count"), to: .float(1))
    },
    .init("Update with null, required", .badChangeset, "NULL in non-nullable field") {
      $0.update(at("count"), to: .null)
    },
    .init("Update with a float that means null", .badChangeset, "NULL in non-nullable field") {
      $0.update(at("count"), to: .float(bitPattern: 0x7FC0_00AA))
    },
    .init("Update with a link to another class", .badChangeset, "Target table mismatch") {
      $0.update(at("other"), to: .link("Item", .int(1)))
    },
    .init("Update with a link to no class", .badChangeset, "invalid target table 'class_Missing'") {
      $0.update(at("any"), to: .link("Missing", .int(1)))
    },
    .init("Update with a link to an embedded class", .badChangeset, "Link to embedded table") {
      $0.update(at("any"), to: .link("Part", .int(1)))
    },
    .init("Update with a link by another key type", .badChangeset, "has primary keys of type") {
      $0.update(at("any"), to: .link("Other", .int(1)))
    },
    .init("Update with an erasure of a property", .badChangeset, "erase at object field") {
      $0.update(at("count"), to: .erased)
    },
    .init("Update of a collection itself", .badChangeset, "Invalid path for Update (list)") {
      $0.update(at("numbers"), to: .int(1))
    },
    .init("Update with a list where no Mixed is", .assertion, "not Mixed") {
      $0.update(at("count"), to: .list)
    },
    .init("Update beyond a list's end", .storage, "when max is 0") {
      $0.update(at("numbers", 1), to: .int(1), priorSize: 1)
    },
    .init("Update under a key with a point", .storage, "must not contain '.'") {
      $0.update(at("prices", "a.b"), to: .int(1))
    },
    .init("Update under a key with a dollar sign", .storage, "must not start with '$'") {
      $0.update(at("prices", "$a"), to: .int(1))
    },
    .init("Update of an entry with another type", .storage, "Wrong value type") {
      $0.update(at("prices", "a"), to: .string("x"))
    },
    .init("Update of an entry with null", .storage, "cannot be null") {
      $0.update(at("prices", "a"), to: .null)
    },
    .init("AddInteger to a string", .badChangeset, "Not an integer field") {
      $0.addInteger(at("name"), 1)
    },
    .init("A path through null", .badChangeset, "through NULL embedded link") {
      $0.update(at("part", "n"), to: .int(1))
    },
    .init("A path through a link", .badChangeset, "through non-embedded link") {
      $0.update(at("other", "x"), to: .int(1))
    },
    .init("A path through a number", .badChangeset, "unstructured field") {
      $0.update(at("count", "x"), to: .int(1))
    },
    .init("A path beyond a list's end", .badChangeset, "Out-of-bounds index") {
      $0.update(at("parts", 0, "n"), to: .int(1))
    },
    .init("A path into a Mixed that holds null", .badChangeset, "Not a list or dictionary") {
      $0.update(at("any", "x"), to: .int(1))
    },
    .init("A key where an index belongs", .badChangeset, "List index is not an integer") {
      $0.update(at("numbers", "x"), to: .int(1))
    },
  ]

  static let collections: [Rejection] = [
    .init("ArrayInsert above the prior size", .badChangeset, "(index = 2, prior_size = 1)") {
      $0.arrayInsert(at("numbers", 2), .int(1), priorSize: 1)
    },
    .init("ArrayInsert beyond the end", .badChangeset, "Index out of bounds (2 > 1)") {
      $0.arrayInsert(at("numbers", 2), .int(1), priorSize: 2)
    },
    .init("ArrayInsert with another prior size", .badChangeset, "Invalid prior_size") {
      $0.arrayInsert(at("numbers", 0), .int(1), priorSize: 5)
    },
    .init("ArrayInsert of an object among numbers", .badChangeset, "in non-link list field") {
      $0.arrayInsert(at("numbers", 0), .objectValue, priorSize: 1)
    },
    .init("ArrayInsert of an object among links", .badChangeset, "which is not an embedded table") {
      $0.arrayInsert(at("others", 0), .objectValue, priorSize: 0)
    },
    .init("ArrayInsert of a list among numbers", .assertion, "no list of Mixed") {
      $0.arrayInsert(at("numbers", 0), .list, priorSize: 1)
    },
    .init("ArrayMove from beyond the end", .badChangeset, "from out of bounds (1 >= 1)") {
      $0.arrayMove(at("numbers", 1), to: 0, priorSize: 1)
    },
    .init("ArrayMove to the same place", .badChangeset, "to same location (0)") {
      $0.arrayMove(at("numbers", 0), to: 0, priorSize: 1)
    },
    .init("ArrayErase at the prior size", .badChangeset, "(index = 1, prior_size = 1)") {
      $0.arrayErase(at("numbers", 1), priorSize: 1)
    },
    .init("ArrayErase with another prior size", .badChangeset, "Invalid prior_size") {
      $0.arrayErase(at("numbers", 0), priorSize: 2)
    },
    .init("Clear of a list as a set", .badChangeset, "Not a List") {
      $0.clear(at("numbers"), .set)
    },
    .init("Clear of a number", .badChangeset, "Invalid path for Clear (object, column)") {
      $0.clear(at("count"), .list)
    },
    .init("Clear of a Mixed without a kind", .assertion, "without a type") {
      $0.clear(at("any"), .single)
    },
    .init("Clear of a Mixed as a set", .storage, "Set nested in Mixed") {
      $0.clear(at("any"), .set)
    },
    .init("Clear beyond a list's end", .badChangeset, "Index out of bounds (0 > 0)") {
      $0.clear(at("mixed", 0), .list)
    },
    .init("SetInsert of another type", .badChangeset, "Type mismatch in set") {
      $0.setInsert(at("tags"), .string("x"))
    },
    .init("SetInsert of null, required", .badChangeset, "NULL in non-nullable set") {
      $0.setInsert(at("tags"), .null)
    },
    .init("SetInsert into a number", .assertion, "which is no set") {
      $0.setInsert(at("count"), .int(1))
    },
    .init("SetErase of a list", .badChangeset, "Sets of lists are not supported") {
      $0.setErase(at("tags"), .list)
    },
  ]
}
