/** Pictures of the runs: when each was done, and the window over time as the median of all, with the band of eight in ten. */
import { scaleLinear, scaleLog } from 'd3-scale';
import type { ReactNode } from 'react';
import { bytes, count, plural } from '../../../engine/base/text/figures';
import type { VariantInfo } from '../../../engine/simulator/lab/contract';
import type { LabRuns } from '../../state/lab/lab';
import {
  BOTTOM,
  BytesAxis,
  dashOf,
  Figure,
  LEFT,
  type Placed,
  TimeAxis,
  TOP,
  timeScale,
  variantStyle,
  WIDTH,
} from './lab-figure';
import { LINES, secondsWords, spreadWords } from './lab-words';

/** Room for the names of variants, of which so many letters are shown. */
const NAMES_PX = 150;
const NAME_LETTERS = 24;
/** Room beyond the end of time, for the count of late runs. */
const LATE_PX = 62;
const ROW_PX = 26;
const WINDOW_PX = 210;

/** The latest time that runs were given, ms. */
function endOf({ summaries, rows, checked }: LabRuns): number {
  const limit = checked.values.limit;
  if (typeof limit === 'number') return limit * 1000;
  const done = [...rows.values()].flat().map(({ completedMs }) => completedMs || 0);
  return Math.max(1000, ...done, ...[...summaries.values()].map(({ completedMs }) => completedMs.high || 0));
}

interface CompletionPlotProps {
  readonly runs: LabRuns;
  readonly drawn: readonly Placed[];
}

/** A point per run; how many were late stands beyond the end of time. */
export function CompletionPlot({ runs, drawn }: CompletionPlotProps): ReactNode {
  const height = TOP + drawn.length * ROW_PX + BOTTOM;
  const x = timeScale(endOf(runs), NAMES_PX, LATE_PX);
  const sentence = drawn
    .map(({ variant: { id, title } }) => {
      const summary = runs.summaries.get(id);
      return summary === undefined
        ? ''
        : `${title}: ${spreadWords(summary.completedMs, secondsWords)}, ${plural(summary.late.hits, 'run')} late.`;
    })
    .join(' ');
  return (
    <Figure
      title="When each run was done, the median as a line; late ones are counted beyond the end"
      sentence={sentence}
      testId="lab-completion"
      height={height}
    >
      <TimeAxis x={x} height={height} />
      {drawn.map(({ variant, at }, i) => (
        <CompletionRow key={variant.id} runs={runs} variant={variant} at={at} x={x} top={TOP + i * ROW_PX} />
      ))}
    </Figure>
  );
}

interface CompletionRowProps {
  readonly runs: LabRuns;
  readonly variant: VariantInfo;
  readonly at: number;
  readonly x: (ms: number) => number;
  readonly top: number;
}

function CompletionRow({ runs, variant, at, x, top }: CompletionRowProps): ReactNode {
  const rows = runs.rows.get(variant.id) ?? [];
  const median = runs.summaries.get(variant.id)?.completedMs.median ?? Number.NaN;
  const late = rows.filter(({ isLate }) => isLate);
  return (
    <g className="lab-points" style={variantStyle(at)}>
      <title>{variant.title}</title>
      {rows.map(({ seed, completedMs, isLate }) =>
        isLate ? null : (
          <circle key={seed} cx={x(completedMs)} cy={top + 5 + ((seed * 7) % 16)} r={2}>
            <title>{`${variant.title}, seed ${seed}: ${secondsWords(completedMs)}`}</title>
          </circle>
        ),
      )}
      {!Number.isNaN(median) && (
        <line className="lab-median" x1={x(median)} x2={x(median)} y1={top + 2} y2={top + ROW_PX - 3} />
      )}
      {late.length > 0 && (
        <text className="lab-late" x={WIDTH - LATE_PX + 8} y={top + ROW_PX / 2 + 4}>
          ✕ {count(late.length)} late
        </text>
      )}
      <text x={NAMES_PX - 8} y={top + ROW_PX / 2 + 4} textAnchor="end">
        {variant.title.length > NAME_LETTERS ? `${variant.title.slice(0, NAME_LETTERS - 1)}…` : variant.title}
      </text>
    </g>
  );
}

/** What windows are drawn of: all variants where each has a line of its own, else the first and the chosen one; of a plane the chosen one. */
export function drawnOf(
  { checked: { variants }, scenario }: LabRuns,
  chosen: string | null,
): readonly Placed[] {
  const all = variants.map((variant, at) => ({ variant, at }));
  if (scenario.axes !== null)
    return all.filter(({ variant }) => variant.id === chosen).map(({ variant }) => ({ variant, at: 0 }));
  return all.length <= LINES ? all : all.filter(({ variant, at }) => at === 0 || variant.id === chosen);
}

interface WindowPlotProps {
  readonly runs: LabRuns;
  readonly drawn: readonly Placed[];
  /** Of a run there are several flows. */
  readonly isOfFirst: boolean;
}

export function WindowPlot({ runs, drawn, isOfFirst }: WindowPlotProps): ReactNode {
  const bands = drawn.flatMap(({ variant, at }) => {
    const summary = runs.summaries.get(variant.id);
    return summary === undefined || summary.runs === 0 ? [] : [{ variant, at, ...summary.windowBytes }];
  });
  const most = Math.max(3000, ...bands.flatMap(({ high }) => [...high]));
  const least = Math.max(
    1000,
    Math.min(...bands.flatMap(({ low }) => [...low].filter((value) => value > 0))),
  );
  const limitMs = samplesEndMs(runs);
  const x = timeScale(limitMs, LEFT);
  /** Where the window itself is looked at, its growth is seen as it is. */
  const isLog = runs.scenario.outcome !== 'window';
  const y = (isLog ? scaleLog() : scaleLinear())
    .domain(isLog ? [least < most ? least : most / 2, most] : [0, most])
    .range([WINDOW_PX - BOTTOM, TOP]);
  const points = (values: Float32Array): string[] =>
    [...values].map(
      (value, i) =>
        `${x((i * limitMs) / (values.length - 1)).toFixed(1)},${y(isLog ? Math.max(least, value) : value).toFixed(1)}`,
    );
  const sentence = bands
    .map(
      ({ variant, median }) =>
        `${variant.title}: the median window ends at ${bytes(median.at(-1) ?? Number.NaN)}.`,
    )
    .join(' ');
  const ticks = isLog ? y.ticks(3).filter((tick) => /^[125]/.test(String(tick))) : y.ticks(4);
  return (
    <Figure
      title={`Congestion window${isOfFirst ? ' of the first flow' : ''}: median of the runs, and where eight of ten lie${isLog ? ' (log)' : ''}`}
      legend={drawn}
      sentence={sentence}
      testId="lab-window"
      height={WINDOW_PX}
    >
      <TimeAxis x={x} height={WINDOW_PX} />
      <BytesAxis ticks={ticks} y={y} />
      {bands.map(({ variant, at, low, median, high }) => (
        <g key={variant.id} className="lab-window" style={variantStyle(at)}>
          <title>{variant.title}</title>
          <path className="lab-band" d={`M${points(high).join('L')}L${points(low).reverse().join('L')}Z`} />
          <path className="lab-line" strokeDasharray={dashOf(at)} d={`M${points(median).join('L')}`} />
        </g>
      ))}
    </Figure>
  );
}

interface PausePlotProps {
  readonly runs: LabRuns;
  readonly drawn: readonly Placed[];
  readonly beginMs: number;
  readonly idleMs: number;
}

/** The variant without the pause. */
const UNINTERRUPTED = 'uninterrupted';
/** What grows beyond so many times the uninterrupted window leaves the picture. */
const MOST_GROWTH = 1.1;

/** The windows from the end of the pause on, and the uninterrupted one from where the others paused: where it is shifted, both are one. */
export function PausePlot({ runs, drawn, beginMs, idleMs }: PausePlotProps): ReactNode {
  const limitMs = samplesEndMs(runs);
  const lines = drawn.flatMap(({ variant, at }) => {
    const median = runs.summaries.get(variant.id)?.windowBytes.median ?? new Float32Array();
    const fromMs = variant.id === UNINTERRUPTED ? beginMs : beginMs + idleMs;
    const samples = [...median]
      .map((value, i) => ({ value, ms: (i * limitMs) / (median.length - 1) - fromMs }))
      .filter(({ ms }) => ms >= 0 && ms <= limitMs - beginMs - idleMs);
    return samples.length === 0 ? [] : [{ variant, at, samples }];
  });
  const valuesOf = (of: typeof lines): readonly number[] =>
    of.flatMap(({ samples }) => samples.map(({ value }) => value));
  const whole = lines.filter(({ variant }) => variant.id === UNINTERRUPTED);
  const most = MOST_GROWTH * Math.max(3000, ...valuesOf(whole));
  const least = Math.min(most / MOST_GROWTH, ...valuesOf(lines));
  const x = timeScale(limitMs - beginMs - idleMs, LEFT);
  const y = scaleLinear()
    .domain([least, most])
    .range([WINDOW_PX - BOTTOM, TOP]);
  const sentence = lines
    .map(
      ({ variant, samples }) => `${variant.title}: ${bytes(samples.at(-1)?.value ?? Number.NaN)} at the end.`,
    )
    .join(' ');
  return (
    <Figure
      title="From the end of the pause on, enlarged; “without the pause” from where the others paused"
      legend={drawn}
      sentence={sentence}
      testId="lab-pause"
      height={WINDOW_PX}
    >
      <TimeAxis x={x} height={WINDOW_PX} />
      <BytesAxis ticks={y.ticks(4)} y={y} />
      {lines.map(({ variant, at, samples }) => (
        <g key={variant.id} className="lab-window" style={variantStyle(at)}>
          <title>{variant.title}</title>
          <path
            className="lab-line"
            strokeDasharray={dashOf(at)}
            d={`M${inside(samples, most)
              .map(({ value, ms }) => `${x(ms).toFixed(1)},${y(value).toFixed(1)}`)
              .join('L')}`}
          />
        </g>
      ))}
    </Figure>
  );
}

/** Samples until they leave the picture; the last one on its edge. */
function inside(
  samples: readonly { readonly value: number; readonly ms: number }[],
  most: number,
): readonly { readonly value: number; readonly ms: number }[] {
  const at = samples.findIndex(({ value }) => value > most);
  const last = samples[at];
  return last === undefined ? samples : [...samples.slice(0, at), { value: most, ms: last.ms }];
}

/** The time that the last sample of the window is of. */
function samplesEndMs(runs: LabRuns): number {
  const row = [...runs.rows.values()].flat()[0];
  return row?.limitMs ?? endOf(runs);
}
