/**
 * Reads only a time range: events outside it are not replayed, so that a part of a trace that is too large as a whole
 * can be examined. They are counted, and the page reports the count (reading/facts/messages.ts).
 *
 * The state of the sender before the range is unknown: the replay begins as for a log that was switched on late.
 */
import { EventBatch } from '../../base/columns/event-batch';
import type { TimeRange } from '../../input/bytes/source';

export class RangeLimit {
  readonly range: TimeRange;
  leftOut = 0;
  #inRange = new EventBatch(1);

  constructor(range: TimeRange) {
    this.range = range;
  }

  /** The rows of a batch within the range, both ends included: the batch itself, or one that is reused. */
  take(batch: EventBatch): EventBatch {
    const { fromUs, toUs } = this.range;
    let inside = 0;
    for (let row = 0; row < batch.length; row++) {
      const timeUs = batch.timeUs[row];
      if (timeUs >= fromUs && timeUs <= toUs) inside++;
    }
    this.leftOut += batch.length - inside;
    if (inside === batch.length) return batch;
    if (this.#inRange.kind.length < inside) this.#inRange = new EventBatch(batch.kind.length);
    const inRange = this.#inRange;
    inRange.clear();
    for (let row = 0; row < batch.length && inRange.length < inside; row++) {
      const timeUs = batch.timeUs[row];
      if (timeUs >= fromUs && timeUs <= toUs) inRange.copyRow(batch, row);
    }
    return inRange;
  }
}
