/**
 * What an answer holds beside series, states and losses: parts that only some panels need, each asked for by name,
 * and the run of the model that the user has chosen. Types only.
 *
 * All arrays are per pixel column of the answer's window, unless they say otherwise.
 */

import type { Column } from '../columns/column';
import type { SeriesOrigin, SeriesSlice } from '../columns/series';
import type { StateSlice } from '../columns/state-timeline';
import type { ModelReport } from '../congestion';
import type { PtoMethod } from '../transport/pto-log';
import type { SequenceAnswer } from '../transport/sequence';

/** Parts that a panel may ask for. */
export type AnswerPart = 'sequence' | 'limits' | 'ptos' | 'recovery';

/** A model to draw over the logged window. */
export interface ModelQuery {
  /** Of the candidates in the snapshot; an unknown one gives no part. */
  readonly id: string;
  /**
   * From here on the model goes its own way, µs: what the window would have been. Null sets it on the logged window
   * after every logged reduction.
   */
  readonly freeFromUs: number | null;
}

/**
 * The chosen model on this trace; on its own, since it was last set on the log. Open loop: valid up to the first
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
  /** Share of each column's time per region of the model (RFC 9438 §4.3–§4.5), as far as this run enters them. */
  readonly regions: StateSlice;
  /** The instants of a model on its own, µs; null for one that is set on the log after every reduction. */
  readonly counterfactual: {
    /** When it was last set on the log; NaN for never. */
    readonly setUs: number;
    /** When the log first left it after that, for a round trip or longer; NaN when it never did. */
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

/** Null for a part that was not asked for. */
export interface AnswerParts {
  readonly sequence: SequenceAnswer | null;
  readonly limits: StateSlice | null;
  readonly ptos: PtoSlice | null;
  /**
   * Time in recovery by RFC 9002 §7.3.2 on the trace's own losses: `recovery`, then what lies outside it. Null too
   * where the stack logs states of its own.
   */
  readonly recovery: StateSlice | null;
  /** Null too while the trace is being read, and where it cannot be compared with models. */
  readonly model: ModelSlice | null;
}

/** The verdict over controllers, without its columns per epoch. */
export interface ModelSummary extends Omit<ModelReport, 'candidates' | 'epochStartsUs'> {
  readonly candidates: readonly Omit<ModelReport['candidates'][number], 'epochScores'>[];
}

/** Asks for the points of series between two times, as they were set. */
export interface RowsRequest {
  readonly connection: number;
  /** Series ids; unknown ones are left out of the answer. */
  readonly series: readonly string[];
  readonly fromUs: number;
  readonly toUs: number;
}

/** A column per series, in the order asked; both ends included. */
export interface Rows {
  readonly fromUs: number;
  readonly columns: readonly Column[];
}

/** Asks for exact figures between two times. */
export interface MeasureRequest {
  readonly connection: number;
  readonly fromUs: number;
  readonly toUs: number;
}

/** What happened in [fromUs, toUs], both ends included. NaN for what the trace does not tell. */
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
