import TraceFormat

/// A step of a path in a form that compares at once: an index as it is, a name as the complement of its
/// number among the names of the merge.
struct MergePathElement: Hashable, BitwiseCopyable {
  var rawValue: Int64

  init(index: UInt32) { rawValue = Int64(index) }
  init(name: Int32) { rawValue = ~Int64(name) }

  var isIndex: Bool { rawValue >= 0 }
  var index: UInt32 {
    get { UInt32(truncatingIfNeeded: rawValue) }
    set { rawValue = Int64(newValue) }
  }
  var name: Int32 { Int32(truncatingIfNeeded: ~rawValue) }
}

/// An instruction in the form that the rules of a merge read and change.
///
/// Names and addresses are numbers that mean the same on both sides. What no rule changes is looked up
/// in the changeset the instruction came from.
struct MergeInstruction: BitwiseCopyable {
  /// What a rule may change in place.
  struct Variables: Hashable, BitwiseCopyable {
    /// The last step of the path, where there is one.
    var last = MergePathElement(index: 0)
    var destination: UInt32 = 0
    /// The size of the list, of instructions on its elements.
    var priorSize: UInt32 = 0
    /// What is added, or the integer that an Update sets.
    var integer: Int64 = 0
  }

  var kind: InstructionKind
  var isDropped = false
  var isDroppedInside = false
  var droppedBy: Int32 = -1
  var isElementUpdate = false
  /// An insertion into a list that no other list is around: two with one address are about one list.
  var isPlainInsertion = false
  /// What it meets has already been done to it.
  var isSettled = false
  /// An Update with a default value; never one of a list element.
  var isDefault = false
  var valueType = PayloadType.null
  /// What a Clear says it empties.
  var collection = CollectionKind.single
  /// Index of the changeset: theirs come before ours.
  var changeset: Int32
  /// Index of the instruction in its changeset.
  var source: Int32
  /// The steps between a class and what the instruction is about: 1 for a class, 2 for an object or a
  /// property of a class, 3 for a property of an object, and more below it.
  var length: Int32
  var className: Int32
  /// The property; of a path the one at its top.
  var property: Int32 = -1
  /// The address of the object; -1 where the other side has nothing on it.
  var object: Int32 = -1
  /// The address of the property of the object; -1 where the other side has nothing on it.
  var field: Int32 = -1
  /// The address that it acts on; -1 where the other side has nothing there or below.
  var address: Int32 = -1
  /// The address that this one is in or would be in; -1 above a class.
  var above: Int32 = -1
  /// Where all steps but the last begin.
  var steps: Int32 = 0
  var variables = Variables()
  var order: UInt64

  /// The number of steps below the property.
  var stepCount: Int { max(0, Int(length) - 3) }

  /// A step below the property, from 0.
  func step(_ index: Int, in steps: ContiguousArray<MergePathElement>) -> MergePathElement {
    index == stepCount - 1 ? variables.last : steps[Int(self.steps) + index]
  }

  /// The position in the list that the path ends with.
  var index: UInt32 {
    get { variables.last.index }
    set { variables.last.index = newValue }
  }
}
