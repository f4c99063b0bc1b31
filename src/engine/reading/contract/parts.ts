/** Slices that parts of an answer are made of, and figures and points between two times. Types only. */
import type { Column } from '../../base/columns/column';
import type { SeriesOrigin, SeriesSlice } from '../../base/columns/series';
import type { StateSlice } from '../../base/columns/state-timeline';
import type { ModelReport } from '../../sender/congestion';
import type { PtoMethod } from '../../sender/transport/pto-log';

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
