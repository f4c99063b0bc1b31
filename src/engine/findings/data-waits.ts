/**
 * When somebody waited for a sender: data of streams, of the handshake or of datagrams was on its way without an answer, was lost and not
 * sent again yet, or had no credit. Control frames alone are probed for and sent again as well (RFC 9000 §13.2.1, §13.3), and nobody
 * waits for them.
 */
import { lowerBound } from '../columns/growable';
import { streamRowsOf } from '../streams/kept-rows';
import type { StreamTable } from '../streams/stream-table';
import { PacketFate } from '../transport/packet-fate';
import type { SpaceLedger } from '../transport/space-ledger';
import type { TransportState } from '../transport/transport';
import { type Interval, IntervalIndex } from './intervals';

/** Data that is acknowledged as an interval begins does not wait in it: shorter than the step of any clock, µs. */
const NOTHING_US = 1e-3;

export class DataWaits {
  readonly #state: TransportState;
  /** Null where the log does not show what packets carried. */
  readonly #unacknowledged: IntervalIndex | null;
  /** Made for the first interval without unacknowledged data. */
  #withoutCredit: IntervalIndex | null = null;

  constructor(state: TransportState) {
    const spans = state.streams.sent.length > 0 ? state.ledger.spaces.flatMap(unacknowledged) : [];
    this.#state = state;
    this.#unacknowledged = spans.length > 0 ? new IntervalIndex(spans) : null;
  }

  /** Did data wait at some time of an interval? Null where the log does not show it. */
  within({ startUs, endUs }: Interval): boolean | null {
    if (this.#unacknowledged === null) return null;
    const inside = { startUs: startUs + NOTHING_US, endUs };
    if (this.#unacknowledged.meets(inside)) return true;
    this.#withoutCredit ??= new IntervalIndex(withoutCredit(streamRowsOf(this.#state).table));
    return this.#withoutCredit.meets(inside);
  }
}

/** Spans in which packets with data had no answer, those that follow one another as one. */
function unacknowledged(space: SpaceLedger): readonly Interval[] {
  const { dataSizesBytes, sentTimesUs } = space;
  const [rows, sentUs]: [number[], number[]] = [[], []];
  for (let row = 0; row < dataSizesBytes.length; row++) {
    if (!(dataSizesBytes.at(row) > 0)) continue;
    rows.push(row);
    sentUs.push(sentTimesUs.at(row));
  }
  const spans: { startUs: number; endUs: number }[] = [];
  for (const [i, row] of rows.entries()) {
    const startUs = sentUs[i] as number;
    const endUs = answeredUs(space, row, sentUs);
    const last = spans.at(-1);
    if (last !== undefined && startUs <= last.endUs) last.endUs = Math.max(last.endUs, endUs);
    else spans.push({ startUs, endUs });
  }
  return spans;
}

/** When a packet was answered, µs; a lost one waits until data is sent behind its loss. Infinity for never. */
function answeredUs(space: SpaceLedger, row: number, sentUs: readonly number[]): number {
  const settledUs = space.settledUsAt(row);
  if (Number.isNaN(settledUs)) return Number.POSITIVE_INFINITY;
  if (space.fateAt(row) !== PacketFate.lost) return settledUs;
  return sentUs[lowerBound(sentUs, settledUs)] ?? Number.POSITIVE_INFINITY;
}

function withoutCredit({ sentCredit, opening }: StreamTable): readonly Interval[] {
  const { fromUs, toUs, connection } = sentCredit;
  return [
    ...Array.from(fromUs.view(), (startUs, i) => ({ startUs, endUs: toUs.at(i) })),
    ...[...connection, ...opening.values()].map((span) => ({ startUs: span.fromUs, endUs: span.toUs })),
  ];
}
