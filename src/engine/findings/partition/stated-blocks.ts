/**
 * When the stack says that it can send no data, and what held it then by the reason that it gives: docs/account.md, *Stated blocks*.
 */
import { BlockReason } from '../../../qlog-schema';
import { PacketMark } from '../../sender/transport/packet-fate';
import type { TransportState } from '../../sender/transport/transport';
import { Grants } from './credit';
import { HELD, type Held, type HeldInterval } from './holders';
import type { StreamChange, StreamCourse } from './stream-ends';

/** Both in order of time; none of a list overlaps another. */
export interface StatedBlocks {
  readonly blocks: readonly HeldInterval[];
  /**
   * Where nothing else binds: the time after each block for as long as it lasted, as shorter waits, which the stack does not state, go on
   * as that one; and blocks without a reason, in which data waits, for what does not show.
   */
  readonly unless: readonly HeldInterval[];
}

const NONE: StatedBlocks = { blocks: [], unless: [] };

/** Reasons of one stream alone; the others block all of them. */
const OF_STREAM: readonly number[] = [
  BlockReason.scheduling,
  BlockReason.unknown,
  BlockReason.streamFlowControl,
  BlockReason.streamId,
  BlockReason.application,
];
/** By `BlockReason`: of several that are stated at once the first one holds. */
const HOLDS: readonly (readonly [reason: number, held: Held])[] = [
  [BlockReason.amplification, HELD.handshake],
  [BlockReason.connectionFlowControl, HELD.windowTooSmall],
  [BlockReason.congestionControl, HELD.window],
  [BlockReason.pacing, HELD.pacing],
  [BlockReason.streamFlowControl, HELD.windowTooSmall],
  [BlockReason.streamId, HELD.windowTooSmall],
  [BlockReason.application, HELD.certain],
  [BlockReason.scheduling, HELD.notKnown],
  [BlockReason.unknown, HELD.notKnown],
];

/** @param endUs end of the span. */
export function statedBlocks(state: TransportState, course: StreamCourse, endUs: number): StatedBlocks {
  const { timesUs, streams, reasons } = state.blocks;
  if (timesUs.length === 0) return NONE;
  const said = new Said(state);
  const nextDataUs = newDataAfter(state);
  const grants = new Grants(state);
  const spans: HeldInterval[] = [];
  let [sinceUs, held]: [number, Held | null] = [Number.NaN, null];
  const end = (timeUs: number): void => {
    if (held === null) return;
    // The connection is no longer blocked once it sends data.
    const sentUs = said.connection === 0 ? timeUs : nextDataUs(sinceUs);
    if (sentUs < timeUs) said.connection = 0;
    const untilUs = Math.min(timeUs, sentUs, endUs);
    if (untilUs <= sinceUs) return;
    const isCredit = held === HELD.windowTooSmall;
    spans.push({
      startUs: sinceUs,
      endUs: untilUs,
      held: isCredit ? grants.heldBy(sinceUs, untilUs, endUs) : held,
    });
  };
  const { changes } = course;
  let next = 0;
  for (let i = 0; i < timesUs.length; ) {
    const isOfCourse = next < changes.length && changes[next].timeUs <= timesUs.at(i);
    const timeUs = isOfCourse ? changes[next].timeUs : timesUs.at(i);
    if (timeUs >= endUs) break;
    end(timeUs);
    if (isOfCourse) said.changed(changes[next++]);
    else said.blocked(streams.at(i), reasons.at(i++));
    [sinceUs, held] = [timeUs, said.held];
  }
  end(endUs);
  return {
    blocks: spans.filter((span) => span.held !== HELD.notKnown),
    unless: spans.map((span, i) => {
      if (span.held === HELD.notKnown) return span;
      const nextUs = spans[i + 1]?.startUs ?? endUs;
      return { ...span, startUs: span.endUs, endUs: Math.min(2 * span.endUs - span.startUs, nextUs) };
    }),
  };
}

/** What is stated at a time, of the connection and of its streams. */
class Said {
  /** `BlockReason`, 0 for none. */
  connection = 0;
  readonly #ids: readonly number[];
  /** By the id of the stream. */
  readonly #streams = new Map<number, number>();
  /** Streams that are blocked, by `BlockReason`. */
  readonly #count = new Uint32Array(Object.keys(BlockReason).length + 1);
  /** Ids of streams with unsent data, and how many of them have no reason of their own to wait. */
  readonly #withData = new Set<number>();
  #free: number;

  constructor({ streams: { ids, sent } }: TransportState) {
    this.#ids = ids;
    // Without STREAM frames in the log others may have data.
    this.#free = sent.length === 0 ? 1 : 0;
  }

  /** @param stream its id, NaN for the connection. @param reason 0 for none, or no longer. */
  blocked(stream: number, reason: number): void {
    if (Number.isNaN(stream)) {
      this.connection = reason;
      return;
    }
    const before = this.#streams.get(stream) ?? 0;
    const isFree = Number(!OF_STREAM.includes(reason)) - Number(!OF_STREAM.includes(before));
    if (this.#withData.has(stream)) this.#free += isFree;
    this.#count[before]--;
    this.#count[reason]++;
    if (reason === 0) this.#streams.delete(stream);
    else this.#streams.set(stream, reason);
  }

  changed({ by, stream }: StreamChange): void {
    const id = this.#ids[stream];
    if (by < 0) {
      this.blocked(id, 0);
      this.#withData.delete(id);
      this.#free--;
      return;
    }
    this.#withData.add(id);
    if (!OF_STREAM.includes(this.#streams.get(id) ?? 0)) this.#free++;
  }

  get held(): Held | null {
    const isSaid = (reason: number): boolean =>
      this.connection === reason ||
      (this.#count[reason] > 0 && (this.#free === 0 || !OF_STREAM.includes(reason)));
    return HOLDS.find(([reason]) => isSaid(reason))?.[1] ?? null;
  }
}

/** When data is sent for the first time after a time, µs; times ascend from call to call. */
function newDataAfter({ ledger: { application } }: TransportState): (timeUs: number) => number {
  const { fates } = application.fateColumns;
  const data = application.dataSizesBytes.reader();
  let row = 0;
  return (timeUs) => {
    const isNew = (): boolean => data.at(row) > 0 && (fates[row] & PacketMark.resent) === 0;
    while (row < fates.length && !(application.sentUsAt(row) > timeUs && isNew())) row++;
    return row < fates.length ? application.sentUsAt(row) : Number.POSITIVE_INFINITY;
  };
}
