/**
 * Parts of an answer besides series, states and losses: only some panels need them, each is requested by name;
 * and the run of the selected model. Types only.
 *
 * All arrays are per pixel column of the answer's window, unless they say otherwise.
 */

import type { Column } from '../../base/columns/column';
import type { SeriesOrigin, SeriesSlice } from '../../base/columns/series';
import type { StateSlice } from '../../base/columns/state-timeline';
import type { ModelReport } from '../../sender/congestion';
import type { Connectivity } from '../../sender/transport/connectivity/connectivity';
import type { PtoMethod } from '../../sender/transport/pto-log';
import type { SequenceAnswer } from '../../sender/transport/sequence';
import type { Carried } from './carried';
import type { HttpAnswer } from './http';
import type { StreamLanes, StreamShares } from './streams';

/** Parts that a panel may request. */
export type AnswerPart =
  | 'sequence'
  | 'limits'
  | 'appLimited'
  | 'ptos'
  | 'recovery'
  | 'rates'
  | 'streamShares'
  | 'streamLanes'
  | 'http'
  | 'connectivity'
  | 'carried';

/** A model to draw over the logged window. */
export interface ModelQuery {
  /** Id of a candidate in the snapshot; an unknown one gives no part. */
  readonly id: string;
  /**
   * From this time on the model runs freely, µs: what the window would have been. Null resets it to the logged window
   * after every logged reduction.
   */
  readonly freeFromUs: number | null;
}

/**
 * The selected model on this trace; if free, since it was last reset to the log. Open loop: valid up to the first
 * divergence, indicative after it.
 */
export interface ModelSlice extends ModelQuery {
  readonly name: string;
  /** bytes */
  readonly window: SeriesSlice;
  /** bytes */
  readonly ssthresh: SeriesSlice;
  /** bytes; without values for NewReno */
  readonly wMax: SeriesSlice;
  /** Share of each column's time per region of the model (RFC 9438 §4.3–§4.5) that this run enters. */
  readonly regions: StateSlice;
  /** Times of a free run, µs; null for a model that is reset to the log after every reduction. */
  readonly counterfactual: {
    /** When it was last reset to the log; NaN for never. */
    readonly setUs: number;
    /** When the log first diverged from it after that, for a round trip or longer; NaN for never. */
    readonly firstDivergenceUs: number;
  } | null;
}

/** Probe timeouts, by the best method that the trace allows. */
export interface PtoSlice {
  readonly method: PtoMethod;
  /** PTOs in the column, and how many of them were spurious. */
  readonly counts: Uint32Array<ArrayBuffer>;
  readonly spurious: Uint32Array<ArrayBuffer>;
  /** Most in a row reached in the column; 0 for none. */
  readonly consecutive: Uint32Array<ArrayBuffer>;
  /** Persistent congestion that touches the window (RFC 9002 §7.6), µs. */
  readonly persistentCongestion: readonly { readonly startUs: number; readonly endUs: number }[];
}

/** Rates of the requested running totals, as sliding means (`columns/sliding-rate.ts`), on one grid of times. */
export interface RatesSlice {
  /** Time of the first rate; the next ones follow `stepUs` apart. Before the first and after the last they are held. */
  readonly fromUs: number;
  readonly stepUs: number;
  /** Width of the mean. */
  readonly widthUs: number;
  /** Per total, by its id, in its unit per second. */
  readonly totals: readonly { readonly id: string; readonly values: Float64Array<ArrayBuffer> }[];
  /** State transitions per second. */
  readonly transitions: Float64Array<ArrayBuffer>;
}

/** Null for a part that was not requested. */
export interface AnswerParts {
  readonly sequence: SequenceAnswer | null;
  readonly limits: StateSlice | null;
  /** `set`, then `not set`: the logged flag that says application-limited; also null where none is logged, and in a digest. */
  readonly appLimited: StateSlice | null;
  readonly ptos: PtoSlice | null;
  /**
   * Time in recovery by RFC 9002 §7.3.2 on the trace's own losses: `recovery`, then `outside recovery`. Also null
   * where the stack logs states.
   */
  readonly recovery: StateSlice | null;
  readonly rates: RatesSlice | null;
  readonly streamShares: StreamShares | null;
  readonly streamLanes: StreamLanes | null;
  readonly http: HttpAnswer | null;
  readonly connectivity: Connectivity | null;
  readonly carried: Carried | null;
  /** Also null while the trace is being read, and where it cannot be compared with models. */
  readonly model: ModelSlice | null;
}

/** The comparison with controllers, without scores per epoch. */
export interface ModelSummary extends Omit<ModelReport, 'candidates' | 'epochStartsUs' | 'unnamed'> {
  /** Absent in a digest. */
  readonly unnamed?: ModelReport['unnamed'];
  readonly candidates: readonly Omit<ModelReport['candidates'][number], 'epochScores'>[];
}

/** Requests the points of series between two times. */
export interface RowsRequest {
  readonly connection: number;
  /** Series ids; unknown ones are left out of the answer. */
  readonly series: readonly string[];
  readonly fromUs: number;
  readonly toUs: number;
}

/** A column per series, in the requested order; both ends included. */
export interface Rows {
  readonly fromUs: number;
  readonly columns: readonly Column[];
}

/** Requests exact figures between two times. */
export interface MeasureRequest {
  readonly connection: number;
  readonly fromUs: number;
  readonly toUs: number;
}

/** Exact figures of [fromUs, toUs], both ends included. NaN for unknown ones. */
export interface Measured {
  readonly fromUs: number;
  readonly toUs: number;
  readonly sentBytes: number;
  /** In-flight bytes acknowledged for the first time. */
  readonly ackedBytes: number;
  readonly receivedBytes: number;
  readonly packetsSent: number;
  readonly packetsLost: number;
  /** Changes of the congestion state; the first state is entered, not changed to. */
  readonly transitions: number;
  readonly ptos: number;
  readonly ptoMethod: PtoMethod;
  /** Median smoothed RTT, where it comes from, and the interval's length in round trips of it. */
  readonly rttUs: number;
  readonly rttOrigin: SeriesOrigin;
  readonly roundTrips: number;
  /** The window at both ends. */
  readonly cwndFromBytes: number;
  readonly cwndToBytes: number;
}
