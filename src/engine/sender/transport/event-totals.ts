/**
 * What the packets of all rows add up to, and the gaps between those that came: made of the columns of events when somebody asks, as
 * far as those have come. Panels do, and rules of a receiver; of a sender nobody does but for a panel.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import type { Series } from '../../base/columns/series';
import type { EventColumns } from './event-columns';

export const EVENT_TOTALS = ['sentTotal', 'acksSentTotal', 'receivedTotal', 'receiveGap'] as const;
type TotalSeries = { readonly [name in (typeof EVENT_TOTALS)[number]]: Series };

/** Rows that are copied from their columns at a time. */
const ROWS_TOGETHER = 4096;

/** What a row adds to. */
const SENT = 1;
const SENT_ACK = 2;
const RECEIVED = 4;
const RECEIVED_ELICITING = 8;

function classOf(kind: number, _space: number, flags: number): number {
  if (kind === EventKind.packetSent) return SENT | (flags & PacketFlag.hasAck ? SENT_ACK : 0);
  if (kind !== EventKind.packetReceived) return 0;
  return RECEIVED | (flags & PacketFlag.ackEliciting ? RECEIVED_ELICITING : 0);
}

export class EventTotals {
  readonly #events: EventColumns;
  readonly #series: TotalSeries;
  #rows = 0;
  #sentBytes = 0;
  #receivedBytes = 0;
  #acksSent = 0;
  /** Of the last ack-eliciting packet that came. */
  #receivedUs = Number.NaN;

  constructor(events: EventColumns, series: TotalSeries) {
    this.#events = events;
    this.#series = series;
  }

  /** Bytes held, for as many rows as were asked for. */
  get byteLength(): number {
    return Object.values(this.#series).reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** With all rows that there are. */
  get series(): TotalSeries {
    const { length } = this.#events;
    if (this.#rows < length) this.#take(length);
    return this.#series;
  }

  #take(length: number): void {
    const { timeUs, sizeBytes } = this.#events;
    const { sentTotal, acksSentTotal, receivedTotal, receiveGap } = this.#series;
    const classes = this.#events.classes(classOf);
    for (let from = this.#rows; from < length; from += ROWS_TOGETHER) {
      const count = Math.min(ROWS_TOGETHER, length - from);
      const times = timeUs.slice(from, from + count);
      const sizes = sizeBytes.copyTo(new Uint32Array(count), from);
      for (let i = 0; i < count; i++) {
        const row = classes.at(from + i);
        if (row & SENT) {
          this.#sentBytes += sizes[i];
          sentTotal.push(times[i], this.#sentBytes);
          if (row & SENT_ACK) acksSentTotal.push(times[i], ++this.#acksSent);
        }
        if (row & RECEIVED) {
          this.#receivedBytes += sizes[i];
          receivedTotal.push(times[i], this.#receivedBytes);
        }
        if ((row & RECEIVED_ELICITING) === 0) continue;
        if (!Number.isNaN(this.#receivedUs)) receiveGap.push(times[i], times[i] - this.#receivedUs);
        this.#receivedUs = times[i];
      }
    }
    this.#rows = length;
  }
}
