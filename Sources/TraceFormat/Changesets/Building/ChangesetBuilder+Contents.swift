extension ChangesetBuilder {
  /// Sets a property, a list element or a dictionary entry.
  ///
  /// For a list element `priorSize`, the size of the list, is recorded; for everything else
  /// `isDefault`, whether the value is the property's default.
  public mutating func update(
    _ location: LocationValue, to value: PayloadValue, isDefault: Bool = false,
    priorSize: UInt32 = 0
  ) {
    append(
      .update(
        .init(
          location: self.location(location), value: payload(value),
          tail: location.isListElement ? .priorSize(priorSize) : .isDefault(isDefault))))
  }

  /// Adds to an integer.
  public mutating func addInteger(_ location: LocationValue, _ value: Int64) {
    append(.addInteger(.init(location: self.location(location), value: value)))
  }

  /// Inserts a list element.
  ///
  /// - Precondition: The path ends with the index of the new element.
  public mutating func arrayInsert(
    _ location: LocationValue, _ value: PayloadValue, priorSize: UInt32
  ) {
    append(
      .arrayInsert(
        .init(
          location: listLocation(location), priorSize: priorSize, value: payload(value))))
  }

  /// Moves a list element.
  ///
  /// - Precondition: The path ends with the index of the element.
  public mutating func arrayMove(
    _ location: LocationValue, to destination: UInt32, priorSize: UInt32
  ) {
    append(
      .arrayMove(
        .init(
          location: listLocation(location), destination: destination, priorSize: priorSize)))
  }

  /// Removes a list element.
  ///
  /// - Precondition: The path ends with the index of the element.
  public mutating func arrayErase(_ location: LocationValue, priorSize: UInt32) {
    append(.arrayErase(.init(location: listLocation(location), priorSize: priorSize)))
  }

  /// Empties a collection.
  public mutating func clear(_ location: LocationValue, _ collection: CollectionKind) {
    append(.clear(.init(location: self.location(location), collection: collection)))
  }

  /// Inserts an element into a set.
  public mutating func setInsert(_ location: LocationValue, _ value: PayloadValue) {
    append(.setInsert(.init(location: self.location(location), value: payload(value))))
  }

  /// Removes an element from a set.
  public mutating func setErase(_ location: LocationValue, _ value: PayloadValue) {
    append(.setErase(.init(location: self.location(location), value: payload(value))))
  }

  private mutating func listLocation(_ location: LocationValue) -> Location {
    precondition(location.isListElement, "the path of a list instruction ends with an index")
    return self.location(location)
  }

  // Instructions that carry a value by name: `builder.update(place, to: .string("urgent"))`.

  /// Sets a property, a list element or a dictionary entry to a value; of a collection or an embedded
  /// object, makes an empty one.
  public mutating func update(
    _ location: LocationValue, to value: Value, isDefault: Bool = false, priorSize: UInt32 = 0
  ) {
    update(location, to: PayloadValue(value), isDefault: isDefault, priorSize: priorSize)
  }

  /// Inserts a list element; of a collection or an embedded object, an empty one.
  ///
  /// - Precondition: The path ends with the index of the new element.
  public mutating func arrayInsert(_ location: LocationValue, _ value: Value, priorSize: UInt32) {
    arrayInsert(location, PayloadValue(value), priorSize: priorSize)
  }

  /// Inserts an element into a set.
  public mutating func setInsert(_ location: LocationValue, _ value: Value) {
    setInsert(location, PayloadValue(value))
  }

  /// Removes an element from a set.
  public mutating func setErase(_ location: LocationValue, _ value: Value) {
    setErase(location, PayloadValue(value))
  }
}
