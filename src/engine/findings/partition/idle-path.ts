/**
 * The time in which the path stood idle: a link of the path's rate is fed with the datagrams that were delivered, each at its time
 * of sending, and what it has nothing to send in is charged to the cell of that time.
 */
import { PacketFate } from '../../sender/transport/packet-fate';
import type { PathInterval } from '../../sender/transport/path/path-course';
import type { TransportState } from '../../sender/transport/transport';
import type { Cells } from './cells';

export interface IdlePath {
  /** By cell, µs in which the path was idle and its rate is known, and those of them with a rate that is proved. */
  readonly idleUs: Float64Array;
  readonly provedUs: Float64Array;
  /** Bytes delivered ÷ rate, µs. */
  readonly carriedUs: number;
}

export function idlePath(
  state: TransportState,
  intervals: readonly PathInterval[],
  cells: Cells,
  endUs: number,
): IdlePath {
  const charge = new Charge(intervals, cells, endUs);
  const { application } = state.ledger;
  const [times, sizes] = [application.sentTimesUs.reader(), application.sizesBytes.reader()];
  let place = 0;
  let freeUs = cells.startUs.at(0);
  let carriedUs = 0;
  for (let row = 0; row < times.length; row++) {
    const fate = application.fateAt(row);
    if (fate !== PacketFate.acked && fate !== PacketFate.spurious) continue;
    const sentUs = times.at(row);
    if (sentUs >= endUs) break;
    while (place + 1 < intervals.length && intervals[place + 1].fromUs <= sentUs) place++;
    const rate = intervals[place]?.rate ?? Number.NaN;
    if (sentUs > freeUs) charge.idle(freeUs, sentUs);
    freeUs = Math.max(freeUs, sentUs);
    if (!(rate > 0)) continue;
    freeUs += sizes.at(row) / rate;
    carriedUs += sizes.at(row) / rate;
  }
  if (freeUs < endUs) charge.idle(freeUs, endUs);
  return { idleUs: charge.idleUs, provedUs: charge.provedUs, carriedUs };
}

class Charge {
  readonly idleUs: Float64Array;
  readonly provedUs: Float64Array;
  readonly #intervals: readonly PathInterval[];
  readonly #starts: Float64Array;
  readonly #endUs: number;
  #cell = 0;
  #place = 0;

  constructor(intervals: readonly PathInterval[], cells: Cells, endUs: number) {
    this.#intervals = intervals;
    this.#starts = cells.startUs.view();
    this.#endUs = endUs;
    this.idleUs = new Float64Array(cells.length);
    this.provedUs = new Float64Array(cells.length);
  }

  /** Times ascend from call to call. */
  idle(fromUs: number, toUs: number): void {
    let atUs = fromUs;
    while (atUs < toUs) {
      while ((this.#starts[this.#cell + 1] ?? Number.POSITIVE_INFINITY) <= atUs) this.#cell++;
      while ((this.#intervals[this.#place + 1]?.fromUs ?? Number.POSITIVE_INFINITY) <= atUs) this.#place++;
      const untilUs = Math.min(
        toUs,
        this.#starts[this.#cell + 1] ?? this.#endUs,
        this.#intervals[this.#place + 1]?.fromUs ?? Number.POSITIVE_INFINITY,
      );
      const proof = this.#intervals[this.#place]?.proof ?? null;
      if (proof !== null) this.idleUs[this.#cell] += untilUs - atUs;
      if (proof === 'proved') this.provedUs[this.#cell] += untilUs - atUs;
      if (!(untilUs > atUs)) return;
      atUs = untilUs;
    }
  }
}
