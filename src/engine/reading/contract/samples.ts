/**
 * Values of a trace at even steps over all of it, so that many runs of one case can be drawn as a median and a band. Small:
 * 512 steps at most. Types only; made by `reading/facts/samples.ts`, put together by `compare/bands.ts`.
 */
import type { Landmarks, Outline } from './outline';
import type { Message } from './snapshot';

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

/** What a group of runs asks of one of them. */
export interface RunSamples extends Pick<Outline, 'outcome' | 'completedUs'> {
  /** Number of the connection in its file. */
  readonly connection: number;
  /** The last event. */
  readonly endUs: number;
  readonly samples: Samples;
  readonly landmarks: Landmarks;
}

export interface FileSamples {
  /** Of the connections that were asked for and found. */
  readonly runs: readonly RunSamples[];
  /** Why nothing could be read; null where it could. */
  readonly failure: Message | null;
}
