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
} from '../models';
import type { TransportState } from '../replay/transport';

/** What reading the file found out about the log itself; all counts. */
export interface LogFacts {
  readonly events: number;
  /** Records that could not be read, and those that ended in the middle. */
  readonly skippedRecords: number;
  readonly cutRecords: number;
  /** Events earlier than the one before them; events without a usable time. */
  readonly backwardTimes: number;
  readonly absentTimes: number;
  /** The clock's step where it is coarse, µs; 0 where it is fine. */
  readonly clockStepUs: number;
  /** Why the clock is coarse, in words; empty where it is fine. */
  readonly clockReason: string;
}

export class DetectInput {
  readonly state: TransportState;
  /** Null where a state is judged that no file was read for. */
  readonly log: LogFacts | null;
  #sender: SenderTrace | null = null;
  #models: ModelReport | null = null;
  #leads: BoundaryLeads | null = null;

  constructor(state: TransportState, log: LogFacts | null = null) {
    this.state = state;
    this.log = log;
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
