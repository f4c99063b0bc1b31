/** Rows of experiments by hand: flows with a throughput, a window and a region of their own. */
import { REGIONS, type Region } from '../../src/engine/sender/congestion/controller.ts';
import type { FlowSamples } from '../../src/engine/simulator/runs/run.ts';
import { FLOW_SAMPLES, type RunRow } from '../../src/engine/simulator/runs/scenario-run.ts';

export interface MadeFlow {
  /** Mbit/s at a time, s. */
  readonly mbit?: number | ((s: number) => number);
  /** Packets of 1,500 bytes at a time, s. */
  readonly window?: number | ((s: number) => number);
  readonly region?: Region;
}

const valueAt = (value: number | ((s: number) => number), s: number): number =>
  typeof value === 'number' ? value : value(s);

function samplesOf({ mbit = 0, window = 10, region = 'linear' }: MadeFlow, limitMs: number): FlowSamples {
  const stepS = limitMs / 1000 / (FLOW_SAMPLES - 1);
  const readBytes = new Float64Array(FLOW_SAMPLES);
  for (let i = 1; i < FLOW_SAMPLES; i++)
    readBytes[i] = (readBytes[i - 1] as number) + valueAt(mbit, (i - 0.5) * stepS) * 125_000 * stepS;
  return {
    readBytes,
    windowBytes: Float32Array.from({ length: FLOW_SAMPLES }, (_, i) => 1500 * valueAt(window, i * stepS)),
    regions: new Uint8Array(FLOW_SAMPLES).fill(REGIONS.indexOf(region)),
  };
}

export function madeRow(variant: string, flows: readonly MadeFlow[], seed = 1, limitMs = 200_000): RunRow {
  const samples = flows.map((flow) => samplesOf(flow, limitMs));
  return { variant, seed, limitMs, samples } as unknown as RunRow;
}

/** The same throughputs in three runs, which differ by 1 %. */
export function madeRows(variant: string, mbits: readonly number[]): readonly RunRow[] {
  return [0.99, 1, 1.01].map((factor, i) =>
    madeRow(
      variant,
      mbits.map((mbit) => ({ mbit: mbit * factor })),
      i + 1,
    ),
  );
}
