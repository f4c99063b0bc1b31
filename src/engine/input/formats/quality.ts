/**
 * How well one connection could be read: what was logged and what was not, counted while it is decoded, to distinguish
 * "did not happen" from "is not in the file". Counters only; the page evaluates them.
 */
import {
  MetricField,
  metricName,
  type SizeSource,
  type TimeFormat,
  type VantagePoint,
} from '../../../qlog-schema';
import { plainLine } from '../../base/text/plain';
import type { Resolution } from './clock-resolution';
import type { ConnectionFacts } from './connection-facts';
import type { LoggedName, NameTable } from './name-table';

export interface PacketFacts {
  readonly packets: number;
  /** Packets with a size, by its source; the remaining packets have none. */
  readonly sized: number;
  readonly sizeSources: readonly SizeSource[];
  readonly numbered: number;
  /** Packets with an invalid number, or one beyond 2⁵³ that is not exact. */
  readonly unusableNumbers: number;
  /** Packets whose frames are listed. */
  readonly framed: number;
  /** Packets with an ACK frame that lists ranges. */
  readonly withAckRanges: number;
}

/** How a log tells the time. */
export interface ClockQuality {
  readonly timeFormat: TimeFormat | null;
  /** The file states the format; otherwise it was derived from a reference time or from the first time. */
  readonly timeFormatStated: boolean;
  /** The file's time format or reference came after its first events, whose times are based on a guess. */
  readonly timeDescribedLate: boolean;
  readonly resolution: Resolution;
  /** Time 0 as ms since 1970, null where no such origin is logged. */
  readonly originMs: number | null;
}

export interface DecodeQuality extends ClockQuality {
  readonly events: number;
  /** Events without a usable time: each got its predecessor's. */
  readonly absentTimes: number;
  /** Events earlier than the one before them. */
  readonly backwardTimes: number;
  /** U+FFFD in the text: invalid UTF-8. */
  readonly replacedCharacters: number;
  /** Records that became JSON only after NaN, Infinity or a stray comma was taken out. */
  readonly repairedRecords: number;
  readonly repeatedPackets: number;
  /** Unusually large events; they were read. */
  readonly largeRecords: number;
  /** ACK ranges and packet numbers that were ignored: invalid, or beyond the limit per event. */
  readonly droppedRanges: number;
  /** Frames beyond the limit per packet. */
  readonly droppedFrames: number;
  /** Logged names with their counts, most frequent first. */
  readonly names: readonly (Pick<LoggedName, 'id' | 'name' | 'status'> & { readonly count: number })[];
  readonly transportEvents: number;
  readonly knownEvents: number;
  readonly unknownEvents: number;
  /** Canonical names of the metric fields that were logged. */
  readonly metricFields: readonly string[];
  readonly sent: PacketFacts;
  readonly received: PacketFacts;
  readonly implementation: string | null;
  readonly implementationGuessed: boolean;
  /** How the implementation was identified. */
  readonly implementationReason: string | null;
  readonly quirks: readonly { readonly id: string; readonly reason: string }[];
  readonly loggedVantagePoint: VantagePoint;
  /** Ids of the paths that events name, at most 16; one or none without multipath. */
  readonly paths: readonly string[];
  /** Packets sent on each tuple of addresses that events name, most first; of at most 16. */
  readonly tuplePackets: readonly number[];
}

/** Counters of one direction; see `PacketFacts`. */
export class PacketTally {
  packets = 0;
  sized = 0;
  numbered = 0;
  unusableNumbers = 0;
  framed = 0;
  withAckRanges = 0;
  #sizeSources: Set<SizeSource> | null = null;

  sizedBy(source: SizeSource): void {
    this.#sizeSources ??= new Set();
    this.#sizeSources.add(source);
  }

  facts(): PacketFacts {
    const { packets, sized, numbered, unusableNumbers, framed, withAckRanges } = this;
    const sizeSources = [...(this.#sizeSources ?? [])];
    return { packets, sized, numbered, unusableNumbers, framed, withAckRanges, sizeSources };
  }
}

const FEW_NAMES = 64;
const MAX_PATHS = 16;
const MAX_PATH_LENGTH = 64;

/** Counters of one connection, updated by its reader for each event. */
export class Tally {
  events = 0;
  absentTimes = 0;
  backwardTimes = 0;
  replacedCharacters = 0;
  repairedRecords = 0;
  repeatedPackets = 0;
  largeRecords = 0;
  droppedRanges = 0;
  droppedFrames = 0;
  readonly sent = new PacketTally();
  readonly received = new PacketTally();
  /** One bit per `MetricField`. */
  metricBits = 0;
  /** Made with the first path. */
  #paths: Set<string> | null = null;
  /** Packets sent by the tuple of addresses that they name; made with the first one. */
  #tuples: Map<string, number> | null = null;
  /** By name id: an array of those of which most logs have no more, a map of the others. */
  readonly #counts: (number | undefined)[] = [];
  #countsBeyond: Map<number, number> | null = null;
  #lastUs = Number.NEGATIVE_INFINITY;
  /** Number of the last sent packet per `PacketSpace`. */
  readonly #lastNumber = [-1, -1, -1];

  event(nameId: number, timeUs: number, timeHeld: boolean): void {
    this.events++;
    if (timeHeld) this.absentTimes++;
    if (timeUs < this.#lastUs) this.backwardTimes++;
    this.#lastUs = timeUs;
    if (nameId < FEW_NAMES) this.#counts[nameId] = (this.#counts[nameId] ?? 0) + 1;
    else {
      this.#countsBeyond ??= new Map();
      this.#countsBeyond.set(nameId, (this.#countsBeyond.get(nameId) ?? 0) + 1);
    }
  }

  /** Ids of the names, each with its count. */
  #counted(): readonly (readonly [id: number, count: number])[] {
    const few = this.#counts.flatMap((count, id): (readonly [number, number])[] =>
      count === undefined ? [] : [[id, count]],
    );
    return [...few, ...(this.#countsBeyond ?? [])];
  }

  /** Records the path of an event, if it names one. */
  path(id: unknown): void {
    if (typeof id !== 'number' && typeof id !== 'string') return;
    this.#paths ??= new Set();
    if (this.#paths.size < MAX_PATHS) this.#paths.add(String(id).slice(0, MAX_PATH_LENGTH));
  }

  /** A packet is sent. @param tuple as its event names it; the first one has no name (draft-ietf-quic-qlog-quic-events, `TupleID`). */
  sentOn(tuple: unknown): void {
    if ((typeof tuple !== 'number' && typeof tuple !== 'string') || tuple === '') return;
    this.#tuples ??= new Map();
    const id = String(tuple).slice(0, MAX_PATH_LENGTH);
    const count = this.#tuples.get(id);
    if (count !== undefined || this.#tuples.size < MAX_PATHS) this.#tuples.set(id, (count ?? 0) + 1);
  }

  get tuplePackets(): readonly number[] {
    const named = [...(this.#tuples?.values() ?? [])];
    const unnamed = this.sent.packets - named.reduce((sum, count) => sum + count, 0);
    return [...named, unnamed].filter((count) => count > 0).sort((a, b) => b - a);
  }

  get paths(): readonly string[] {
    return [...(this.#paths ?? [])].map(plainLine);
  }

  /** Records the number of a sent packet, to count those that are logged twice. */
  sentNumber(space: number, packetNumber: number): void {
    if (this.#lastNumber[space] === packetNumber) this.repeatedPackets++;
    if (space < this.#lastNumber.length) this.#lastNumber[space] = packetNumber;
  }

  /** True while all events so far are unrelated to transport. */
  isIdle(names: NameTable): boolean {
    return this.#counted().every(([id]) => names.at(id)?.kind === 0);
  }

  get packets(): number {
    return this.sent.packets + this.received.packets;
  }

  get metricFields(): readonly string[] {
    return Object.values(MetricField)
      .filter((field) => this.metricBits & (1 << field))
      .map(metricName);
  }

  /** @param table the names of the connection's rows. */
  quality(table: NameTable, facts: ConnectionFacts, clock: ClockQuality): DecodeQuality {
    const names = this.names(table);
    const countOf = (status: string): number =>
      names.reduce((sum, entry) => sum + (entry.status === status ? entry.count : 0), 0);
    const { implementation, quirks, vantagePoint } = facts;
    const { timeFormat, timeFormatStated, timeDescribedLate, resolution, originMs } = clock;
    // Each key is written out: an object of so many that begins with those of another is a slow one, ten times the size.
    return {
      timeFormat,
      timeFormatStated,
      timeDescribedLate,
      resolution,
      originMs,
      events: this.events,
      absentTimes: this.absentTimes,
      backwardTimes: this.backwardTimes,
      replacedCharacters: this.replacedCharacters,
      repairedRecords: this.repairedRecords,
      repeatedPackets: this.repeatedPackets,
      largeRecords: this.largeRecords,
      droppedRanges: this.droppedRanges,
      droppedFrames: this.droppedFrames,
      names,
      transportEvents: countOf('transport'),
      knownEvents: countOf('known'),
      unknownEvents: countOf('unknown'),
      metricFields: this.metricFields,
      sent: this.sent.facts(),
      received: this.received.facts(),
      implementation: implementation?.name ?? null,
      implementationGuessed: implementation?.guessed ?? false,
      implementationReason: implementation?.reason ?? null,
      quirks: quirks.map(({ id, reason }) => ({ id, reason })),
      loggedVantagePoint: vantagePoint,
      paths: this.paths,
      tuplePackets: this.tuplePackets,
    };
  }

  /** Names with counts, most frequent first. */
  names(table: NameTable): DecodeQuality['names'] {
    const entries = this.#counted().flatMap(([id, count]) => {
      const entry = table.at(id);
      return entry === null ? [] : [{ id, name: entry.name, status: entry.status, count }];
    });
    return entries.sort((a, b) => b.count - a.count || a.id - b.id);
  }
}
