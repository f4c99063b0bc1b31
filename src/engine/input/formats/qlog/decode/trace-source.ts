/**
 * One trace of a file: its header, its clock, and its connections.
 *
 * Connections are identified by `group_id`. A trace whose events have none, or only the one of `common_fields`, is one
 * connection. An event without a group is assigned to the trace's connection without a group if it is a transport
 * event, else to the trace's first connection.
 */
import {
  asNumber,
  effectsOf,
  type Implementation,
  labelOf,
  type Quirk,
  type QuirkEffects,
  quirksOf,
  StateNamer,
  type TraceHeader,
} from '../../../../../qlog-schema';
import { plainLine } from '../../../../base/text/plain';
import { Tally } from '../../quality';
import { StreamProgress } from '../../stream-progress';
import { TraceClock } from './clock';
import type { ConnectionInfo } from './connection-info';
import { LifeReader } from './decode-life';
import { LoggedIds } from './logged-ids';

/** A connection while it is being decoded. What only some of its events need is made with the first of them. */
export class OpenConnection {
  info: ConnectionInfo;
  readonly source: TraceSource;
  readonly tally = new Tally();
  readonly ids = new LoggedIds();
  #streams: StreamProgress | null = null;
  #states: StateNamer | null = null;
  #life: LifeReader | null = null;

  constructor(info: ConnectionInfo, source: TraceSource) {
    this.info = info;
    this.source = source;
  }

  get streams(): StreamProgress {
    this.#streams ??= new StreamProgress();
    return this.#streams;
  }

  get states(): StateNamer {
    this.#states ??= new StateNamer();
    return this.#states;
  }

  get life(): LifeReader {
    this.#life ??= new LifeReader();
    return this.#life;
  }
}

export class TraceSource {
  /** One of more traces than are distinguished: none of its events has a connection. */
  readonly isLeftOut: boolean;
  readonly number: number;
  readonly clock: TraceClock;
  readonly #timeFactor: number;
  #header: TraceHeader;
  #implementation: Implementation | null;
  #quirks: readonly Quirk[];
  #effects: QuirkEffects;
  #assumed: boolean;
  readonly connections = new Map<string | null, OpenConnection>();
  #describedLate = false;
  /** The header of the text before this one, which the trace continues. */
  #before: TraceHeader | null = null;

  /** @param assumed no header was found, and this one is empty. @param timeFactor see `ReaderOutput`. */
  constructor(number: number, header: TraceHeader, assumed: boolean, timeFactor = 1, isLeftOut = false) {
    this.isLeftOut = isLeftOut;
    this.#timeFactor = timeFactor;
    this.number = number;
    this.#assumed = assumed;
    this.#header = header;
    this.#implementation = header.recognised;
    this.#quirks = quirksOf(header);
    this.#effects = effectsOf(this.#quirks);
    this.clock = new TraceClock(this.#timeOf(header));
  }

  get header(): TraceHeader {
    return this.#header;
  }

  get assumed(): boolean {
    return this.#assumed;
  }

  /** Time format or reference in the header came after events whose times are based on a guess. */
  get timeDescribedLate(): boolean {
    return this.#describedLate;
  }

  /** The header is complete: keys may follow the events. The clock is not reset. */
  complete(stated: TraceHeader): void {
    const before = this.#header;
    const header = this.#continued(stated);
    const same =
      before.timeFormat === header.timeFormat &&
      before.unitsPerMs === header.unitsPerMs &&
      before.referenceTimeMs === header.referenceTimeMs;
    if (!same) this.#describedLate = true;
    this.#assumed = false;
    this.#header = header;
    this.identify(header.recognised ?? this.#implementation);
  }

  /** The trace goes on in another text. @param header of that text; null for none. */
  continueIn(header: TraceHeader | null): void {
    if (header === null) {
      this.clock.continueIn(null);
      return;
    }
    if (!this.#assumed) this.#before = this.#header;
    this.#assumed = false;
    this.#header = this.#continued(header);
    this.identify(header.recognised ?? this.#implementation);
    this.clock.continueIn(this.#timeOf(this.#header));
  }

  /** A header with the names that the trace already has: its connections are found by them. */
  #continued(header: TraceHeader): TraceHeader {
    if (this.#before === null) return header;
    const { title, groupId, odcid, groupIds } = this.#before;
    return { ...header, title, groupId, odcid, groupIds: header.groupIds ?? groupIds };
  }

  /** Sets the implementation that wrote the trace, and its quirks for later events. */
  identify(implementation: Implementation | null): void {
    this.#implementation = implementation;
    const name = implementation?.name ?? null;
    const version = implementation?.version ?? this.#header.implementationVersion;
    this.#quirks = quirksOf({ ...this.#header, implementation: name, implementationVersion: version });
    this.#effects = effectsOf(this.#quirks);
    for (const connection of this.connections.values()) {
      const { index, groupId, odcid } = connection.info;
      connection.info = this.info(index, groupId, odcid);
    }
  }

  get implementation(): Implementation | null {
    return this.#implementation;
  }

  /** What leaves the decoder is clean; the header stays as it was logged, for what is read and exported by it. */
  info(index: number, groupId: string | null, odcid: string | null): ConnectionInfo {
    const header = this.#header;
    const implementation = this.#implementation;
    const version = cleaned(implementation?.version ?? null);
    return {
      index,
      trace: this.number,
      groupId: cleaned(groupId ?? header.groupId),
      odcid: cleaned(odcid ?? header.odcid),
      header,
      headerAssumed: this.#assumed,
      title: cleaned(header.title),
      vantagePoint: header.vantagePoint,
      version: plainLine(header.version),
      implementation: implementation && { ...implementation, version },
      implementationVersion: version ?? cleaned(header.implementationVersion),
      quirks: this.#quirks,
      effects: this.#effects,
      range: header.range,
      simulation: header.simulation,
    };
  }

  /** The key of an event's connection: its own group id, else the common one; null for none. */
  keyOf(groupId: unknown): string | null {
    const { groupIds, groupId: common } = this.#header;
    if (groupId === undefined || groupId === null) return common;
    const index = groupIds === null ? null : asNumber(groupId);
    const pointed = index === null ? undefined : groupIds?.[index];
    return pointed === undefined ? labelOf(groupId) : pointed;
  }

  #timeOf(header: TraceHeader): TraceHeader {
    const unitsPerMs = header.unitsPerMs / this.#timeFactor;
    return { ...header, unitsPerMs, referenceTimeMs: this.#referenceMs(header) };
  }

  /** Corrects a reference time in seconds since 1970 instead of ms (neqo). */
  #referenceMs(header: TraceHeader): number | null {
    const reference = header.referenceTimeMs;
    if (reference === null || this.#effects.referenceSeconds !== true) return reference;
    return reference > SECONDS_OF_2001 && reference < SECONDS_OF_2255 ? reference * 1000 : reference;
  }
}

function cleaned(text: string | null): string | null {
  return text === null ? null : plainLine(text);
}

const SECONDS_OF_2001 = 1e9;
const SECONDS_OF_2255 = 9e9;
