/**
 * Values of a trace at even steps over all of it, so that many runs of one case can be drawn as a median and a band. Small:
 * 512 steps at most. Types only; made by `reading/samples.ts`, put together by `compare/bands.ts`.
 */

/** Goodput in bytes per second, a mean over round trips; what is in flight is the most within a step. */
export type SampledQuantity = 'cwnd' | 'in-flight' | 'smoothed-rtt' | 'goodput';

export interface Samples {
  /** Time of the first value, µs of the trace. */
  readonly fromUs: number;
  readonly stepUs: number;
  /** One value per step; NaN where the trace has none. Quantities that it never has are left out. */
  readonly series: readonly {
    readonly quantity: SampledQuantity;
    readonly values: Float64Array<ArrayBuffer>;
  }[];
}
