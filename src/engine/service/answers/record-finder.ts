/** Finds the record of a time, or nearest to one, among the events of a connection. */
import type { EventKind } from '../../../qlog-schema';
import type { TimeRange } from '../../input/bytes/source';
import type { TransportState } from '../../sender/transport/transport';

/** Finds rows of events; −1 for none. */
export class RecordFinder {
  readonly state: TransportState;

  constructor(state: TransportState) {
    this.state = state;
  }

  #is(row: number, kind: EventKind, flag: number): boolean {
    const { events } = this.state;
    return events.kind.at(row) === kind && (flag === 0 || (events.flags.at(row) & flag) !== 0);
  }

  /** The last event of a kind up to a time. @param flag one of `PacketFlag` that it has; 0 for any. */
  last(untilUs: number, kind: EventKind, flag = 0): number {
    let row = this.state.events.timeUs.upperBound(untilUs) - 1;
    while (row >= 0 && !this.#is(row, kind, flag)) row--;
    return row;
  }

  /** The first one in a time. */
  first({ fromUs, toUs }: TimeRange, kind: EventKind, flag = 0): number {
    const { timeUs } = this.state.events;
    const end = timeUs.upperBound(toUs);
    for (let row = timeUs.lowerBound(fromUs); row < end; row++) if (this.#is(row, kind, flag)) return row;
    return -1;
  }

  /** The first one from a time on. */
  next(fromUs: number, kind: EventKind, flag = 0): number {
    return this.first({ fromUs, toUs: Number.POSITIVE_INFINITY }, kind, flag);
  }

  /** The last one of a time. */
  at(timeUs: number, kind: EventKind, flag = 0): number {
    const row = Number.isNaN(timeUs) ? -1 : this.last(timeUs, kind, flag);
    return row >= 0 && this.state.events.timeUs.at(row) === timeUs ? row : -1;
  }
}
