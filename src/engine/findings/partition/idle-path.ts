/**
 * The time in which the path stood idle: a link of the path's rate is fed with the datagrams that were delivered, each at its time
 * of sending, and what it has nothing to send in is charged to the cell of that time.
 */
import { FATE_MASK, PacketFate } from '../../sender/transport/packet-fate';
import type { PathInterval } from '../../sender/transport/path/path-course';
import { VirtualLink } from '../../sender/transport/path/virtual-link';
import type { TransportState } from '../../sender/transport/transport';
import type { Cells } from './cells';

export interface IdlePath {
  /** By cell, µs in which the path was idle and its rate is known, and those of them with a rate that is proved. */
  readonly idleUs: Float64Array;
  readonly provedUs: Float64Array;
  /** Bytes delivered ÷ rate, µs. */
  readonly busyUs: number;
}

export function idlePath(
  { ledger: { application } }: TransportState,
  intervals: readonly PathInterval[],
  cells: Cells,
  endUs: number,
): IdlePath {
  const [times, sizes] = [application.sentTimesUs.reader(), application.sizesBytes.reader()];
  const { fates } = application.fateColumns;
  const charge = new Charge(intervals, cells);
  const link = new VirtualLink(cells.startUs.at(0), intervals[0]?.rate ?? Number.NaN, intervals);
  let busyUs = 0;
  for (let row = 0; row < fates.length; row++) {
    const fate = fates[row] & FATE_MASK;
    if (fate !== PacketFate.acked && fate !== PacketFate.spurious) continue;
    const sentUs = times.at(row);
    if (sentUs >= endUs) break;
    if (sentUs > link.freeUs) charge.idle(link.freeUs, sentUs);
    busyUs += link.send(sentUs, sizes.at(row));
  }
  if (link.freeUs < endUs) charge.idle(link.freeUs, endUs);
  return { idleUs: charge.idleUs, provedUs: charge.provedUs, busyUs };
}

/** µs; infinity after the last one. */
const startOf = (intervals: readonly PathInterval[], place: number): number =>
  place < intervals.length ? intervals[place].fromUs : Number.POSITIVE_INFINITY;

/** Charges times in which the path is idle to the cells that they lie in. */
class Charge {
  readonly idleUs: Float64Array;
  readonly provedUs: Float64Array;
  readonly #intervals: readonly PathInterval[];
  readonly #starts: Float64Array;
  #cell = -1;
  #cellEndUs = Number.NEGATIVE_INFINITY;
  #place = -1;
  #placeEndUs = Number.NEGATIVE_INFINITY;
  #proof: PathInterval['proof'] = null;

  constructor(intervals: readonly PathInterval[], cells: Cells) {
    this.#intervals = intervals;
    this.#starts = cells.startUs.view();
    this.idleUs = new Float64Array(cells.length);
    this.provedUs = new Float64Array(cells.length);
  }

  /** Times ascend from call to call, and end with the span at the latest. */
  idle(fromUs: number, toUs: number): void {
    const starts = this.#starts;
    let atUs = fromUs;
    while (atUs < toUs) {
      while (this.#cellEndUs <= atUs) {
        const next = ++this.#cell + 1;
        this.#cellEndUs = next < starts.length ? starts[next] : Number.POSITIVE_INFINITY;
      }
      while (this.#placeEndUs <= atUs) {
        this.#proof = this.#intervals[++this.#place]?.proof ?? null;
        this.#placeEndUs = startOf(this.#intervals, this.#place + 1);
      }
      const untilUs = Math.min(toUs, this.#cellEndUs, this.#placeEndUs);
      if (this.#proof !== null) this.idleUs[this.#cell] += untilUs - atUs;
      if (this.#proof === 'proved') this.provedUs[this.#cell] += untilUs - atUs;
      atUs = untilUs;
    }
  }
}
