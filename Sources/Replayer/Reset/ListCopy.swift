package import TraceFormat

/// A list that a recovery copied whole from the client's state over the server's.
package struct ListCopy: Hashable, Sendable {
  /// The changeset at whose end it was copied: index in ``ResetSituation/unsynced``.
  package var changesetIndex: Int
  /// The list. Its path leads through no other list.
  package var place: LocationValue
  /// What it added to the re-upload: indexes of instructions in the changeset that replaces the one
  /// at whose end it was copied. Empty if the server had the same list.
  package var emitted: Range<Int>
  /// Indexes, in the client's list, of links that the copy lacks because there was no such object on
  /// the server's side at that time.
  package var missing: [Int]
  /// Indexes, in the client's list, of the elements that the copy has, where it has them in another
  /// order than the client (R13).
  package var order: [Int]?
  /// The number of elements afterwards, hidden links included.
  package var sizeAfter = 0
  /// The instructions that were left to the copy, as indexes in ``ResetResult/rulings``; the first one
  /// is why there is a copy.
  package var rulings: [Int] = []
  /// Where the copy is not what the client has, apart from what is missing.
  package var deviations: [CopyDeviation] = []
}

/// A place at which copying values gave something else than what was copied.
package struct CopyDeviation: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// L14: the values are equal as numbers, so the one that was there stayed, in its own form.
    case numberFormKept
    /// L13: two links have the same internal keys and mean different objects; the one that was there stayed.
    case wrongLinkKept
    /// L15: a link without target became null, or is left out.
    case danglingLinkHidden
    /// L16: the property links to another class on either side.
    case linkClassDiffers
    /// R13: elements were inserted at the index they have in the source although one was left out.
    case elementsOutOfOrder
    /// R14: a link whose target is missing was inserted by its internal keys.
    case rawLinkInserted
  }

  package var kind: Kind
  /// Where it is; nil for what concerns a property of all objects.
  package var place: LocationValue?
  package var className: RealmString
  package var property: RealmString
}
