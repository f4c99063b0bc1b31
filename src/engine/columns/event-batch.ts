/**
 * A batch of decoded events as typed columns. The decoder fills it, the replay reads it, and it is reused.
 *
 * One row per event. Lists of varying length (ACK ranges, metric fields) are stored in `pairs`, two numbers each; a row
 * holds the index of its first pair. The replay copies what it needs: batches are overwritten.
 */
import { type LoggedTermination, type LossTrigger, PacketSpace } from '../../qlog-schema';
import { Growable } from './growable';

/** Rows per batch: small enough that panels update while reading, large enough that the cost per call is negligible. */
export const BATCH_ROWS = 2048;

const FEW_ROWS = 16;

/** A column of what an event may hold, and its value where the event does not. */
interface FactColumn {
  readonly values: Float64Array | Uint32Array | Uint16Array | Uint8Array;
  readonly unset: number;
}

export class EventBatch {
  length = 0;
  /** µs from the trace's start, as logged; may decrease. */
  readonly timeUs: Float64Array;
  readonly kind: Uint8Array;
  /** Byte offset of the record in the decompressed file. */
  readonly offset: Float64Array;
  /** Event name as logged: an id in the decoder's name table. */
  readonly nameId: Uint16Array;
  /**
   * Index of the row's first pair: ACK ranges (from, to) of packets, (field, value) of metrics, (`EventFact`, value) of
   * timers and flow control, (number of a transport parameter, value), and one (largest packet number, count) of a loss event for several packets.
   */
  readonly firstPair: Uint32Array;
  readonly pairCount: Uint32Array;
  /** Packet number space (`PacketSpace`). */
  readonly space: Uint8Array;
  /** `PacketFlag` bits of packets. */
  readonly flags: Uint16Array;
  /** NaN where the event names no packet. */
  readonly packetNumber: Float64Array;
  /** Size of the packet in bytes, or of all lost packets for an aggregate loss; 0 where unknown. */
  readonly sizeBytes: Uint32Array;
  /**
   * ECN counts of the row's ACK frames, NaN when none is reported: packets that arrived marked ECT(0), ECT(1) or CE
   * since the connection's start, in the row's packet number space (RFC 9000 §19.3.2).
   */
  readonly ect0Count: Float64Array;
  readonly ect1Count: Float64Array;
  readonly ceCount: Float64Array;
  /**
   * ACK delay in µs, NaN for none; `ackDelayWire` where the log has the encoded value, without the ack_delay_exponent
   * applied.
   */
  readonly ackDelayUs: Float64Array;
  readonly ackDelayWire: Float64Array;
  /** Sent packets: payload of STREAM, CRYPTO and DATAGRAM frames in bytes, and how much of it is retransmitted. */
  readonly dataBytes: Uint32Array;
  readonly resentBytes: Uint32Array;
  /**
   * Bytes that the connection, and the stream of which data was sent last, may still send after the packet, by flow
   * control; NaN where the log does not say it.
   */
  readonly connectionCredit: Float64Array;
  readonly streamCredit: Float64Array;
  /** New congestion state by row, of a state event or of metrics that hold one. */
  readonly names = new Map<number, string>();
  /** The congestion state before the one in `names`, where the event logs it. */
  readonly oldNames = new Map<number, string>();
  /** Why a packet was declared lost, by row of a loss event that says so. */
  readonly lossTriggers = new Map<number, LossTrigger>();
  /** What the row says of the end of the connection, by row of those that do. */
  readonly terminations = new Map<number, LoggedTermination>();
  readonly pairs: Growable<Float64Array>;
  /** What an event may hold. Values of rows that are not begun are unset. */
  readonly #facts: FactColumn[] = [];

  /** @param rows capacity. */
  constructor(rows = BATCH_ROWS) {
    this.timeUs = new Float64Array(rows);
    this.kind = new Uint8Array(rows);
    this.offset = new Float64Array(rows);
    this.nameId = new Uint16Array(rows);
    this.firstPair = new Uint32Array(rows);
    this.pairCount = new Uint32Array(rows);
    this.pairs = new Growable(Float64Array, rows * 8);
    this.space = this.#fact(new Uint8Array(rows), PacketSpace.none);
    this.flags = this.#fact(new Uint16Array(rows), 0);
    this.packetNumber = this.#fact(new Float64Array(rows), Number.NaN);
    this.sizeBytes = this.#fact(new Uint32Array(rows), 0);
    this.ect0Count = this.#fact(new Float64Array(rows), Number.NaN);
    this.ect1Count = this.#fact(new Float64Array(rows), Number.NaN);
    this.ceCount = this.#fact(new Float64Array(rows), Number.NaN);
    this.ackDelayUs = this.#fact(new Float64Array(rows), Number.NaN);
    this.ackDelayWire = this.#fact(new Float64Array(rows), Number.NaN);
    this.dataBytes = this.#fact(new Uint32Array(rows), 0);
    this.resentBytes = this.#fact(new Uint32Array(rows), 0);
    this.connectionCredit = this.#fact(new Float64Array(rows), Number.NaN);
    this.streamCredit = this.#fact(new Float64Array(rows), Number.NaN);
  }

  #fact<Values extends FactColumn['values']>(values: Values, unset: number): Values {
    this.#facts.push({ values: values.fill(unset) as Values, unset });
    return values;
  }

  get full(): boolean {
    return this.length === this.kind.length;
  }

  /** Starts a row, its facts unset; the caller sets the known ones. Must not be called when full. */
  begin(kind: number, timeUs: number, offset: number, nameId = 0): number {
    const row = this.length++;
    this.kind[row] = kind;
    this.timeUs[row] = timeUs;
    this.offset[row] = offset;
    this.nameId[row] = nameId;
    this.firstPair[row] = this.pairs.length >>> 1;
    this.pairCount[row] = 0;
    return row;
  }

  /** Adds a pair to the last row. */
  addPair(row: number, first: number, second: number): void {
    this.pairs.push(first);
    this.pairs.push(second);
    this.pairCount[row] = (this.pairCount[row] as number) + 1;
  }

  /** Copies a row of another batch. Must not be called when full. */
  copyRow(from: EventBatch, row: number): void {
    const copy = this.begin(
      from.kind[row] as number,
      from.timeUs[row] as number,
      from.offset[row] as number,
      from.nameId[row] as number,
    );
    for (let i = 0; i < this.#facts.length; i++)
      (this.#facts[i] as FactColumn).values[copy] = (from.#facts[i] as FactColumn).values[row] as number;
    const name = from.names.get(row);
    if (name !== undefined) this.names.set(copy, name);
    const oldName = from.oldNames.get(row);
    if (oldName !== undefined) this.oldNames.set(copy, oldName);
    const trigger = from.lossTriggers.get(row);
    if (trigger !== undefined) this.lossTriggers.set(copy, trigger);
    const termination = from.terminations.get(row);
    if (termination !== undefined) this.terminations.set(copy, termination);
    const first = from.firstPair[row] as number;
    for (let pair = first; pair < first + (from.pairCount[row] as number); pair++) {
      this.addPair(copy, from.pairs.at(pair * 2), from.pairs.at(pair * 2 + 1));
    }
  }

  clear(): void {
    for (const { values, unset } of this.#facts) {
      // The call costs more than a few rows.
      if (this.length > FEW_ROWS) values.fill(unset, 0, this.length);
      else for (let row = 0; row < this.length; row++) values[row] = unset;
    }
    this.length = 0;
    this.names.clear();
    this.oldNames.clear();
    this.lossTriggers.clear();
    this.terminations.clear();
    this.pairs.clear();
  }
}
