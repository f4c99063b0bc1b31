/**
 * Leaves out records that stand twice, one right after the other, as two writers on one file leave them. Packets show it: no
 * number is used twice on a path (RFC 9000 §12.3). Where half of them do, every row that repeats the one before is left out.
 */
import { EventBatch } from '../../base/columns/event-batch';

/** Packets looked at in each batch while none is known to repeat. */
const PACKETS = 16;
/** So many must repeat, and so many before them need not. */
const LEAST = 4;
/** What records say alone: data counts as sent again where it stands twice, and takes credit twice. */
const COMPARED = ['timeUs', 'kind', 'nameId', 'space', 'packetNumber', 'sizeBytes', 'pairCount'] as const;

export class DoubledRows {
  /** Records left out. */
  leftOut = 0;
  #isDoubled = false;
  /** The last row, where the next batch may repeat it. */
  #last: EventBatch | null = null;
  #once: EventBatch | null = null;

  /**
   * The rows of a batch without those that repeat the row before: the batch itself, or one that is reused.
   * @param isOnePath asked where packets repeat: each of several paths has numbers of its own.
   */
  take(batch: EventBatch, isOnePath: () => boolean): EventBatch {
    this.#isDoubled ||= looksDoubled(batch) && isOnePath();
    if (!this.#isDoubled || batch.length === 0) return batch;
    if (this.#once === null || this.#once.kind.length < batch.length)
      this.#once = new EventBatch(batch.kind.length);
    const once = this.#once;
    once.clear();
    let before = this.#last;
    let at = 0;
    for (let row = 0; row < batch.length; row++) {
      if (before !== null && isSame(before, at, batch, row)) {
        this.leftOut++;
        before = null;
      } else {
        once.copyRow(batch, row);
        [before, at] = [batch, row];
      }
    }
    this.#last = null;
    if (before !== null) {
      this.#last = new EventBatch(1);
      this.#last.copyRow(batch, at);
    }
    return once;
  }
}

function looksDoubled(batch: EventBatch): boolean {
  const { length, packetNumber } = batch;
  let packets = 0;
  let repeated = 0;
  for (let row = 1; row < length && packets < PACKETS; row++) {
    if (Number.isNaN(packetNumber[row])) continue;
    packets++;
    if (isSame(batch, row - 1, batch, row)) repeated++;
  }
  return repeated >= LEAST && 2 * repeated >= packets - LEAST;
}

function isSame(a: EventBatch, at: number, b: EventBatch, row: number): boolean {
  for (const name of COMPARED) if (!Object.is(a[name][at], b[name][row])) return false;
  const [first, second] = [a.firstPair[at], b.firstPair[row]];
  for (let i = 0; i < 2 * b.pairCount[row]; i++)
    if (!Object.is(a.pairs.at(2 * first + i), b.pairs.at(2 * second + i))) return false;
  return a.names.get(at) === b.names.get(row);
}
