/** Why the stack says that it declared packets lost: the packets of each loss event, counted by its `trigger`. */
import type { LossTrigger } from '../../../qlog-schema';
import type { EventBatch } from '../../base/columns/event-batch';
import type { Series } from '../../base/columns/series';
import type { TransportState } from './transport';

export class LossTriggers {
  /** Running totals of packets. */
  readonly #totals: { readonly [trigger in LossTrigger]: Series };

  constructor({ series }: TransportState) {
    this.#totals = {
      'packet threshold': series.lostByPacketThreshold,
      'time threshold': series.lostByTimeThreshold,
      PTO: series.lostByPto,
    };
  }

  /** Counts the packets of a loss event for the reason that it gives, if it gives one. */
  count(batch: EventBatch, row: number, timeUs: number, packets: number): void {
    const trigger = batch.lossTriggers.get(row);
    if (trigger === undefined) return;
    const total = this.#totals[trigger];
    total.push(timeUs, (total.last || 0) + packets);
  }
}
