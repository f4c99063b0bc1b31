/** Runs of one variant of a scenario in figures: shares with their intervals, times, and the band of the window. */
import { middleOf, nearestRank } from '../../base/columns/median';
import type { RunRow } from '../../simulator/runs/scenario-run';
import { type ShareInterval, shareInterval } from './intervals';

/** Nearest ranks: values that a run had. NaN without any. */
export type Spread = ReturnType<typeof spreadOf>;

export interface CountedShare extends ShareInterval {
  readonly hits: number;
}

export interface VariantSummary {
  readonly variant: string;
  readonly runs: number;
  /** Not done within the time allowed. */
  readonly late: CountedShare;
  /** Held by the recovery boundary, by the sender's own state. */
  readonly trapped: CountedShare;
  /** A probe timer fired. */
  readonly probed: CountedShare;
  /** It fired, though the path lost nothing at all. */
  readonly spurious: CountedShare;
  /** And the window was reduced, or held, though the path lost nothing: lateness alone holds the sender slow. */
  readonly closed: CountedShare;
  /** Of the runs that were done, ms. */
  readonly completedMs: Spread;
  /** Of each flow. */
  readonly goodputMbit: readonly Spread[];
  readonly lostPackets: Spread;
  readonly timeouts: Spread;
  /** At evenly spaced times, bytes. Made when it is first asked for: of many variants most are not drawn. */
  readonly windowBytes: {
    readonly low: Float32Array;
    readonly median: Float32Array;
    readonly high: Float32Array;
  };
}

/** Edges: eight of ten runs lie between them, as in the bands of recorded runs. */
const LOW = 0.1;
const HIGH = 0.9;

export function variantSummary(variant: string, rows: readonly RunRow[]): VariantSummary {
  const counted = (holds: (row: RunRow) => boolean): CountedShare => {
    const hits = rows.filter(holds).length;
    return { hits, ...shareInterval(hits, rows.length) };
  };
  const flows = rows[0]?.goodputMbit.length ?? 0;
  let band: VariantSummary['windowBytes'] | null = null;
  return {
    variant,
    runs: rows.length,
    late: counted(({ isLate }) => isLate),
    trapped: counted(({ isTrapped }) => isTrapped),
    probed: counted(({ timeouts }) => timeouts > 0),
    spurious: counted(isSpurious),
    closed: counted((row) => isSpurious(row) && (row.reductions > 0 || row.isTrapped)),
    completedMs: spreadOf(rows.map(({ completedMs }) => completedMs).filter((ms) => !Number.isNaN(ms))),
    goodputMbit: Array.from({ length: flows }, (_, flow) =>
      spreadOf(rows.map(({ goodputMbit }) => goodputMbit[flow])),
    ),
    lostPackets: spreadOf(rows.map(({ lostPackets }) => lostPackets)),
    timeouts: spreadOf(rows.map(({ timeouts }) => timeouts)),
    get windowBytes() {
      band ??= windowBand(rows);
      return band;
    },
  };
}

function isSpurious({ timeouts, droppedPackets }: RunRow): boolean {
  return timeouts > 0 && droppedPackets === 0;
}

function windowBand(rows: readonly RunRow[]): VariantSummary['windowBytes'] {
  const length = rows[0]?.windowBytes.length ?? 0;
  const band = {
    low: new Float32Array(length),
    median: new Float32Array(length),
    high: new Float32Array(length),
  };
  for (let i = 0; i < length; i++) {
    const { low, median, high } = spreadOf(rows.map(({ windowBytes }) => windowBytes[i]));
    band.low[i] = low;
    band.median[i] = median;
    band.high[i] = high;
  }
  return band;
}

export function spreadOf(values: readonly number[]) {
  const sorted = Float64Array.from(values).sort();
  const rank = (share: number): number => sorted[nearestRank(share, sorted.length)] ?? Number.NaN;
  return { low: rank(LOW), median: middleOf(sorted), high: rank(HIGH) };
}
