/** What a sender's trace would have been under another controller: messages. Types only. */
import type { CandidateId } from '../../sender/congestion/candidates';

export interface WhatIfRequest {
  readonly connection: number;
  /** Runs it under this one too; null for the self-check alone. */
  readonly controller: CandidateId | null;
}

export interface ControllerChoice {
  readonly id: CandidateId;
  readonly name: string;
}

/** A run under the trace's own controller, against the trace. Times are µs of the trace's clock. */
export interface WhatIfCheck {
  readonly own: ControllerChoice;
  readonly fromUs: number;
  /** Their delivered bytes were compared then: the first of both had its data. */
  readonly atUs: number;
  /** Delivered bytes of the run less those of the trace, as a share of the latter. */
  readonly error: number;
  /** How near it is, as a sentence. */
  readonly words: string;
}

export interface WhatIfRun {
  readonly controller: ControllerChoice;
  /** What came of it against the trace, as a sentence. */
  readonly words: string;
  /** Bytes delivered when the first of both had its data: of the run, and of the trace; and when. */
  readonly atUs: number;
  readonly runBytes: number;
  readonly traceBytes: number;
  /** The run as a trace of its sender: qlog 0.4, JSON-SEQ. */
  readonly trace: string;
}

export interface WhatIfAnswer {
  /** Why no run can be made, or none is near enough, as a sentence; null where one is offered. */
  readonly refusal: string | null;
  /** Null where no run can be made. */
  readonly check: WhatIfCheck | null;
  /** What a run takes from the trace and what it leaves out, a sentence each. */
  readonly assumptions: readonly string[];
  /** Controllers that are offered: all but those that the trace does not tell from its own. */
  readonly controllers: readonly ControllerChoice[];
  /** Null where none was asked for. */
  readonly run: WhatIfRun | null;
}
