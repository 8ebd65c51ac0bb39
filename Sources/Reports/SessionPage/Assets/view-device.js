// What a device and its server had at each point of the session.

export const DEVICE = 0;
export const SERVER = 1;

/** The index of the last of the sorted numbers that is not beyond a limit; -1 for none. */
function lastUpTo(numbers, limit) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** One device: its changes, transactions and what became of them. */
export class Device {
  constructor(data, json, cellCount) {
    this.name = data.text(json.name);
    this.changes = data.table(json.changes);
    this.known = data.table(json.known);
    this.transactions = data.table(json.transactions);
    this.writes = data.table(json.writes);
    this.merges = data.table(json.merges);
    this.previous = new Int32Array(this.changes.count);
    this.differedBefore = new Uint8Array(this.changes.count);
    this.current = [new Int32Array(cellCount), new Int32Array(cellCount)];
    this.differing = new Uint8Array(cellCount);
    this.rows = 0;
    this.linkHistories();
  }

  /** Notes for each change what was there before, and for each cell its changes. */
  linkHistories() {
    const [last, differed] = [[new Map(), new Map()], new Map()];
    this.histories = [new Map(), new Map()];
    for (let row = 0; row < this.changes.count; row += 1) {
      const [side, cell] = [this.changes.at("side", row), this.changes.at("cell", row)];
      this.previous[row] = last[side].get(cell) ?? 0;
      last[side].set(cell, this.changes.at("value", row));
      this.differedBefore[row] = differed.get(cell) ?? 0;
      differed.set(cell, this.changes.at("differs", row));
      if (!this.histories[side].has(cell)) this.histories[side].set(cell, []);
      this.histories[side].get(cell).push(row);
    }
    this.writesOfCell = new Map();
    for (let write = 0; write < this.writes.count; write += 1) {
      const cell = this.writes.at("cell", write);
      if (!this.writesOfCell.has(cell)) this.writesOfCell.set(cell, []);
      this.writesOfCell.get(cell).push(write);
    }
  }

  /** The values of a side by cell, after an event. They change with the next call. */
  values(event, side) {
    const {changes} = this;
    const target = lastUpTo(changes.column("event"), event) + 1;
    for (; this.rows < target; this.rows += 1) {
      this.put(this.rows, changes.at("value", this.rows), changes.at("differs", this.rows));
    }
    while (this.rows > target) {
      this.rows -= 1;
      this.put(this.rows, this.previous[this.rows], this.differedBefore[this.rows]);
    }
    return this.current[side];
  }

  put(row, value, differs) {
    const cell = this.changes.at("cell", row);
    this.current[this.changes.at("side", row)][cell] = value;
    this.differing[cell] = differs;
  }

  /** The changes that an event made, as rows. */
  changesAt(event) {
    const events = this.changes.column("event");
    const rows = [];
    for (let row = lastUpTo(events, event - 1) + 1; row < events.length && events[row] === event; row += 1) {
      rows.push(row);
    }
    return rows;
  }

  /** Whether the trace shows a side after an event, and what is to be said of that. */
  knowledge(event, side) {
    let found = {isKnown: false, note: 0};
    for (let row = 0; row < this.known.count && this.known.at("event", row) <= event; row += 1) {
      if (this.known.at("side", row) !== side) continue;
      found = {isKnown: this.known.at("isKnown", row) === 1, note: this.known.at("note", row)};
    }
    return found;
  }

  isUnsynced(transaction, event) {
    const [begin, end] = [this.transactions.at("event", transaction), this.transactions.at("end", transaction)];
    return begin <= event && (end < 0 || event < end);
  }

  /** The cells that unsynced transactions write to. One without a property stands for its whole object. */
  unsyncedCells(event) {
    const cells = new Set();
    for (let write = 0; write < this.writes.count; write += 1) {
      if (this.isUnsynced(this.writes.at("transaction", write), event)) cells.add(this.writes.at("cell", write));
    }
    return cells;
  }

  /** How many transactions are unsynced after each event. */
  unsyncedCounts(eventCount) {
    const counts = new Int32Array(eventCount + 1);
    for (let transaction = 0; transaction < this.transactions.count; transaction += 1) {
      counts[Math.max(this.transactions.at("event", transaction), 0)] += 1;
      const end = this.transactions.at("end", transaction);
      if (end >= 0) counts[end] -= 1;
    }
    for (let event = 1; event < counts.length; event += 1) counts[event] += counts[event - 1];
    return counts;
  }
}
