/**
 * Takes from a transport state what is new since the last feed, while the trace is read or afterwards. The only place that
 * reads columns for the steps.
 *
 *   rows     ▮▮▮▮▮▮▮▮▮▮▮│▮▮▮▮▮▮▮▮▮│▮▮▮▯▯      ▯ at the newest time: losses and points of that time may still come
 *   feeds    [─────────)[────────)[──)
 *
 * Some facts change what earlier rows mean: a larger datagram, the first window, RTTs in another unit, better evidence of
 * losses, points that are added before the last feed. The run is wrong then, and another one begins with the first row, on
 * what is known now: at once where the rows have doubled since the last run began, or the trace has ended, else when they have. So
 * all runs together take at most a few times the rows.
 */
import type { Numbers } from '../../base/columns/block-reader';
import { lowerBound, upperBound } from '../../base/columns/growable';
import type { Series } from '../../base/columns/series';
import type { RttRescaling } from '../transport/rtt-unit';
import type { TransportState } from '../transport/transport';
import type { FedList, FedPoints, FeedBasis, SenderEnd, SenderFeed } from './sender-feed';
import { windowSource } from './window-source';

/** RFC 9000 §14.1: used until an ACK has shown the actual size. */
const MIN_DATAGRAM_BYTES = 1200;
/** A feed of this size takes about a millisecond to make, and tens to judge. */
const FEED_ROWS = 65_536;
/** Another run is worth it when so many times the rows are there. */
const GROWTH = 2;

/** Times in ascending order, µs. */
type Timed = Numbers | Float64Array;

const noneFed = (): Record<FedList, number> => ({
  congestionWindow: 0,
  ssthresh: 0,
  minRtt: 0,
  smoothedRtt: 0,
  losses: 0,
  states: 0,
});

export class FeedCollector {
  readonly #state: TransportState;
  #run = 1;
  #basis: FeedBasis;
  /** Rows that were there when the run began, and those that were fed in it. */
  #rowsAtBegin = 0;
  #fedRows = 0;
  /** Points that were fed in the run. */
  #fed = noneFed();
  /** All rows and points before this time were fed. */
  #untilUs = Number.NEGATIVE_INFINITY;
  #acksByMinRtt = false;
  #lossMethod = '';
  #lossesTakenBack = 0;
  #rttRescaled: RttRescaling | null = null;
  #isWrong = false;
  #ended = false;

  constructor(state: TransportState) {
    this.#state = state;
    this.#basis = this.#begin();
  }

  /** Rows that were fed in the newest run. */
  get fedRows(): number {
    return this.#fedRows;
  }

  get runs(): number {
    return this.#run;
  }

  /**
   * What is new. Call it until it gives null, every some thousand rows.
   * @param most rows, but for further ones of one time.
   * @returns null for nothing, also while the run is wrong and another one is not yet worth it.
   */
  take(most = FEED_ROWS): SenderFeed | null {
    const { events } = this.#state;
    const times = events.timeUs;
    if (this.#fedRows === 0) this.#basis = this.#begin();
    else if (this.#isWrong || this.#hasChanged()) {
      this.#isWrong = true;
      if (!this.#ended && times.length < GROWTH * this.#rowsAtBegin) return null;
      this.#run++;
      this.#basis = this.#begin();
    }
    const from = this.#fedRows;
    const to = this.#completeRows(times, from, most);
    if (to === from) return null;
    this.#fedRows = to;
    this.#untilUs = to < times.length ? times.at(to) : Number.POSITIVE_INFINITY;
    const { series } = this.#state;
    return {
      run: this.#run,
      basis: this.#basis,
      rows: {
        timeUs: times.slice(from, to),
        kind: events.kind.copyTo(new Uint8Array(to - from), from),
        space: events.space.copyTo(new Uint8Array(to - from), from),
        flags: events.flags.copyTo(new Uint16Array(to - from), from),
        sizeBytes: events.sizeBytes.copyTo(new Uint32Array(to - from), from),
        ackedBytes: events.ackedBytes.copyTo(new Uint32Array(to - from), from),
        inFlightBytes: events.inFlightBytes.copyTo(new Uint32Array(to - from), from),
      },
      acksByMinRtt: this.#acksByMinRtt,
      congestionWindow: this.#pointsOf('congestionWindow', series),
      ssthresh: this.#pointsOf('ssthresh', series),
      minRtt: this.#pointsOf('minRtt', series),
      smoothedRtt: this.#pointsOf('smoothedRtt', series),
      losses: this.#newLosses,
      states: this.#newStates,
    };
  }

  /** The trace has ended: its last rows are complete too. */
  finish(): void {
    this.#ended = true;
  }

  /** What stands after the last feed, once everything was taken after `finish`. */
  end(): SenderEnd {
    const { side, beginsMidway: isMidway, lastUs } = this.#state;
    return { run: this.#run, basis: this.#basis, side, source: windowSource(this.#state), isMidway, lastUs };
  }

  /** Something else that was assumed in this run is wrong. Ignored for a run that is over. */
  again(run: number): void {
    if (run === this.#run) this.#isWrong = true;
  }

  #begin(): FeedBasis {
    const { datagramBytes, series, losses, firstUs, events, units } = this.#state;
    this.#rowsAtBegin = events.length;
    this.#fedRows = 0;
    this.#fed = noneFed();
    this.#untilUs = Number.NEGATIVE_INFINITY;
    this.#acksByMinRtt = series.minRtt.length > 0;
    this.#lossMethod = losses.method;
    this.#lossesTakenBack = losses.takenBack;
    this.#rttRescaled = units.rtt;
    this.#isWrong = false;
    return {
      datagramBytes: Math.max(datagramBytes, MIN_DATAGRAM_BYTES),
      initialCwndBytes: series.congestionWindow.values.at(0),
      firstUs,
      emptyFlightBytes: this.#emptyFlightBytes,
    };
  }

  /** See `FeedBasis`. */
  get #emptyFlightBytes(): number {
    const { series, datagramBytes } = this.#state;
    return series.bytesInFlight.length > 0 ? 0 : datagramBytes - 1;
  }

  /** Do the rows that were fed mean something else by now? */
  #hasChanged(): boolean {
    const { datagramBytes, series, losses, states, units } = this.#state;
    const { congestionWindow, ssthresh, minRtt, smoothedRtt } = series;
    if (Math.max(datagramBytes, MIN_DATAGRAM_BYTES) !== this.#basis.datagramBytes) return true;
    if (!Object.is(congestionWindow.values.at(0), this.#basis.initialCwndBytes)) return true;
    if (this.#emptyFlightBytes !== this.#basis.emptyFlightBytes) return true;
    if (units.rtt !== this.#rttRescaled && this.#fed.minRtt + this.#fed.smoothedRtt > 0) return true;
    if (minRtt.length > 0 !== this.#acksByMinRtt && this.#fed.smoothedRtt > 0) return true;
    if (losses.method !== this.#lossMethod && this.#fed.losses > 0) return true;
    if (losses.takenBack !== this.#lossesTakenBack && this.#fed.losses > 0) return true;
    this.#rttRescaled = units.rtt;
    this.#acksByMinRtt = minRtt.length > 0;
    this.#lossMethod = losses.method;
    this.#lossesTakenBack = losses.takenBack;
    const isLate = (list: FedList, { timesUs }: { readonly timesUs: Timed }): boolean =>
      (timesUs.at(this.#fed[list]) as number) < this.#untilUs;
    return (
      isLate('congestionWindow', congestionWindow) ||
      isLate('ssthresh', ssthresh) ||
      isLate('minRtt', minRtt) ||
      isLate('smoothedRtt', smoothedRtt) ||
      isLate('losses', losses) ||
      // A state from before the first one that was logged: it only says how a loss of that time was answered.
      (isLate('states', states) && losses.timesUs[0] <= states.timesUs[this.#fed.states])
    );
  }

  /** The row after the last one that can be fed: no later event can add anything at a time before it. */
  #completeRows(times: Numbers, from: number, most: number): number {
    const all = times.length;
    const complete = this.#ended ? all : lowerBound(times, times.last(), from);
    if (complete - from <= most) return complete;
    const limitUs = times.at(from + most);
    const to = lowerBound(times, limitUs, from, complete);
    return to > from ? to : upperBound(times, limitUs, from, complete);
  }

  #pointsOf<List extends FedList>(
    list: List,
    { [list]: series }: { readonly [list in List]: Series },
  ): FedPoints {
    const { timesUs, values } = series;
    const [from, to] = this.#newPoints(list, timesUs);
    return { timesUs: timesUs.slice(from, to), values: values.slice(from, to) };
  }

  #newPoints(list: FedList, timesUs: Timed): readonly [from: number, to: number] {
    const from = this.#fed[list];
    const to = lowerBound(timesUs, this.#untilUs, from);
    this.#fed[list] = to;
    return [from, to];
  }

  get #newLosses(): FedPoints {
    const { timesUs, packets } = this.#state.losses;
    const [from, to] = this.#newPoints('losses', timesUs);
    return { timesUs: timesUs.slice(from, to), values: new Float64Array(packets.subarray(from, to)) };
  }

  get #newStates(): FedPoints {
    const { timesUs, states, names } = this.#state.states;
    const [from, to] = this.#newPoints('states', timesUs);
    const isRecovery = names.map((name) => Number(/recovery/i.test(name)));
    const values = new Float64Array(states.subarray(from, to)).map((id) => isRecovery[id]);
    return { timesUs: timesUs.slice(from, to), values };
  }
}
