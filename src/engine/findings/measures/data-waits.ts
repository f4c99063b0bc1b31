/**
 * When somebody waited for a sender: data of streams, of the handshake or of datagrams was on its way without an answer, was lost and not
 * sent again yet, or had no credit. Control frames alone are probed for and sent again as well (RFC 9000 §13.2.1, §13.3), and nobody
 * waits for them.
 */
import { lowerBound, uint32Column } from '../../base/columns/growable';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import type { StreamTable } from '../../sender/streams/stream-table';
import { PacketFate } from '../../sender/transport/packet-fate';
import type { SpaceLedger } from '../../sender/transport/space-ledger';
import type { TransportState } from '../../sender/transport/transport';
import { type Interval, IntervalIndex } from './intervals';

/** Data that is acknowledged as an interval begins does not wait in it: shorter than the step of any clock, µs. */
const NOTHING_US = 1e-3;

/** So many packets of a space are looked at first: data that is sent within an interval waits in it. */
const LOOKED_AT = 64;

export class DataWaits {
  readonly #state: TransportState;
  /** Made for the first interval in which no data is found to be sent; null where the log does not show what packets carried. */
  #unacknowledged: IntervalIndex | null | undefined;
  /** Made for the first interval without unacknowledged data. */
  #withoutCredit: IntervalIndex | null = null;

  constructor(state: TransportState) {
    this.#state = state;
  }

  /** Did data wait at some time of an interval? Null where the log does not show it. */
  within({ startUs, endUs }: Interval): boolean | null {
    const { streams, ledger } = this.#state;
    if (streams.sent.length === 0) return null;
    const inside = { startUs: startUs + NOTHING_US, endUs };
    if (ledger.spaces.some((space) => sendsData(space, inside))) return true;
    if (this.#unacknowledged === undefined) {
      const spans = ledger.spaces.flatMap(unacknowledged);
      this.#unacknowledged = spans.length > 0 ? new IntervalIndex(spans) : null;
    }
    if (this.#unacknowledged === null) return null;
    if (this.#unacknowledged.meets(inside)) return true;
    this.#withoutCredit ??= new IntervalIndex(withoutCredit(streamRowsOf(this.#state).table));
    return this.#withoutCredit.meets(inside);
  }
}

/** Of the first packets sent within an interval: one with data. */
function sendsData({ dataSizesBytes, sentTimesUs }: SpaceLedger, { startUs, endUs }: Interval): boolean {
  const first = sentTimesUs.lowerBound(startUs);
  for (let row = first; row < first + LOOKED_AT && sentTimesUs.at(row) < endUs; row++)
    if (dataSizesBytes.at(row) > 0) return true;
  return false;
}

/** Spans in which packets with data had no answer, those that follow one another as one. */
function unacknowledged(space: SpaceLedger): readonly Interval[] {
  const { fates } = space.fateColumns;
  const [data, times] = [space.dataSizesBytes.reader(), space.sentTimesUs.reader()];
  const rows = uint32Column();
  for (let row = 0; row < fates.length; row++) if (data.at(row) > 0) rows.push(row);
  const sentUs = Float64Array.from(rows.view(), (row) => times.at(row));
  const spans: { startUs: number; endUs: number }[] = [];
  let last: { startUs: number; endUs: number } | undefined;
  for (const [i, row] of rows.view().entries()) {
    const startUs = sentUs[i];
    const endUs = answeredUs(space, row, sentUs);
    if (last !== undefined && startUs <= last.endUs) last.endUs = Math.max(last.endUs, endUs);
    else {
      last = { startUs, endUs };
      spans.push(last);
    }
  }
  return spans;
}

/** When a packet was answered, µs; a lost one waits until data is sent after its loss. Infinity for never. */
function answeredUs(space: SpaceLedger, row: number, sentUs: Float64Array): number {
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
