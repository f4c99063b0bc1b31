/**
 * What a detector reads: the transport state, and what is derived from it only when somebody asks: the sender's
 * steps, the controllers held against them, the lead of the recovery boundary. Each is made once for all detectors.
 */
import {
  type BoundaryLeads,
  boundaryLeads,
  fitTrace,
  type ModelReport,
  type SenderTrace,
  senderTrace,
} from '../congestion';
import type { TransportState } from '../transport/transport';
import type { Finding } from './detector';

/** What reading the file found out about the log itself; numbers are counts unless a unit stands in their name. */
export interface LogFacts {
  readonly events: number;
  /** Records that could not be read, and how many of those ended in the middle. */
  readonly skippedRecords: number;
  readonly truncatedRecords: number;
  /** Records that became JSON only after NaN, Infinity or a stray comma was taken out. */
  readonly repairedRecords: number;
  /** Characters that stand for bytes that are no UTF-8. */
  readonly replacedCharacters: number;
  /** The file's text broke off: damaged compression, or its source stopped. */
  readonly brokenOff: boolean;
  /** The file has no header, so that version, role and time format are guesses. */
  readonly headerMissing: boolean;
  /** The time format stands behind the first events, which were read by a guess. */
  readonly timeDescribedLate: boolean;
  /** Events earlier than the one before them; events without a usable time. */
  readonly backwardTimes: number;
  readonly absentTimes: number;
  /** The clock's step, µs: 1000 for whole milliseconds, that of the last time for 32-bit floats; 0 where it is fine. */
  readonly clockStepUs: number;
  /** Why the clock is coarse, in words; empty where it is fine. */
  readonly clockReason: string;
  /** ACK ranges, packet numbers and frames that were left out: impossible, or beyond the limit of one event. */
  readonly droppedRanges: number;
  readonly droppedFrames: number;
  readonly unusableNumbers: number;
  /** Packets of both directions, and those of each without a size. */
  readonly sentPackets: number;
  readonly sentUnsized: number;
  readonly receivedPackets: number;
  readonly receivedUnsized: number;
  /** Received packets with ACK ranges. */
  readonly ackPackets: number;
}

export class DetectInput {
  readonly state: TransportState;
  /** Null where a state is judged that no file was read for. */
  readonly log: LogFacts | null;
  /** What the rules before this one found, filled by the runner: a rule must not repeat what another says. */
  readonly found: Finding[] = [];
  #sender: SenderTrace | null = null;
  #models: ModelReport | null = null;
  #leads: BoundaryLeads | null = null;

  constructor(state: TransportState, log: LogFacts | null = null) {
    this.state = state;
    this.log = log;
  }

  /** The clock's step, µs; 0 where it is fine or nothing is known of the file. */
  get clockStepUs(): number {
    return this.log?.clockStepUs ?? 0;
  }

  /** Death spirals found before this rule, whatever their severity. */
  get spirals(): readonly Finding[] {
    return this.found.filter(({ id }) => id === 'death-spiral');
  }

  get sender(): SenderTrace {
    this.#sender ??= senderTrace(this.state);
    return this.#sender;
  }

  /** Which controller the window follows (open loop). */
  get models(): ModelReport {
    this.#models ??= fitTrace(this.sender);
    return this.#models;
  }

  /** The lead of the recovery boundary over the sends; it needs losses, sends and ACKs. */
  get leads(): BoundaryLeads {
    this.#leads ??= boundaryLeads(this.sender);
    return this.#leads;
  }
}
