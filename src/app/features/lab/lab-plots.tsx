/** Pictures of the runs: when each was done, and the window over time as the median of all, with the band of eight in ten. */
import { scaleLinear, scaleLog } from 'd3-scale';
import type { CSSProperties, ReactNode } from 'react';
import type { VariantInfo } from '../../../engine/simulate/contract';
import { bytes, count, plural } from '../../../engine/text/figures';
import type { LabRuns } from '../../state/lab';
import { LINES, secondsWords, spreadWords } from './lab-words';

const WIDTH = 460;
const LEFT = 62;
/** Room for the names of variants, of which so many letters are shown. */
const NAMES_PX = 150;
const NAME_LETTERS = 24;
const RIGHT = 12;
const BOTTOM = 24;
const TOP = 8;
const ROW_PX = 26;
const WINDOW_PX = 210;
const DASHES = ['', '6 3', '2 2', '8 3 2 3', '1 3'];

/** Colour of a variant by its place in the list. */
export function variantStyle(at: number): CSSProperties {
  return (at < LINES ? { '--lane': `var(--slot-${at + 1})` } : {}) as CSSProperties;
}

interface FigureProps {
  readonly title: string;
  readonly sentence: string;
  readonly testId: string;
  readonly height: number;
  readonly children: ReactNode;
}

function Figure({ title, sentence, testId, height, children }: FigureProps): ReactNode {
  return (
    <figure className="lab-plot" data-testid={testId}>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={sentence}>
        {children}
      </svg>
    </figure>
  );
}

interface TimeAxisProps {
  readonly endMs: number;
  readonly left: number;
  readonly height: number;
}

const timeScale = (endMs: number, left: number) =>
  scaleLinear()
    .domain([0, endMs])
    .range([left, WIDTH - RIGHT]);

function TimeAxis({ endMs, left, height }: TimeAxisProps): ReactNode {
  const x = timeScale(endMs, left);
  return (
    <g className="lab-axis">
      {x.ticks(5).map((ms) => (
        <g key={ms}>
          <line x1={x(ms)} x2={x(ms)} y1={TOP} y2={height - BOTTOM} />
          <text x={x(ms)} y={height - 8} textAnchor="middle">
            {ms / 1000} s
          </text>
        </g>
      ))}
    </g>
  );
}

/** The latest time that runs were given, ms. */
function endOf({ summaries, rows, checked }: LabRuns): number {
  const limit = checked.values.limit;
  if (typeof limit === 'number') return limit * 1000;
  const done = [...rows.values()].flat().map(({ completedMs }) => completedMs || 0);
  return Math.max(1000, ...done, ...[...summaries.values()].map(({ completedMs }) => completedMs.high || 0));
}

/** A point per run, late ones at the end. */
export function CompletionPlot({ runs }: { readonly runs: LabRuns }): ReactNode {
  const { variants } = runs.checked;
  const endMs = endOf(runs);
  const height = TOP + variants.length * ROW_PX + BOTTOM;
  const x = timeScale(endMs, NAMES_PX);
  const sentence = variants
    .map(({ id, title }) => {
      const summary = runs.summaries.get(id);
      return summary === undefined
        ? ''
        : `${title}: ${spreadWords(summary.completedMs, secondsWords)}, ${plural(summary.late.hits, 'run')} late.`;
    })
    .join(' ');
  return (
    <Figure
      {...{
        title: 'When each run was done; late ones as ✕ at the end',
        sentence,
        testId: 'lab-completion',
        height,
      }}
    >
      <TimeAxis {...{ endMs, left: NAMES_PX, height }} />
      {variants.map((variant, i) => (
        <CompletionRow key={variant.id} {...{ runs, variant, at: i, x, top: TOP + i * ROW_PX }} />
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
        <text x={WIDTH - RIGHT - 2} y={top + ROW_PX / 2 + 4} textAnchor="end">
          ✕ {count(late.length)} late
        </text>
      )}
      <text x={NAMES_PX - 8} y={top + ROW_PX / 2 + 4} textAnchor="end">
        {variant.title.length > NAME_LETTERS ? `${variant.title.slice(0, NAME_LETTERS - 1)}…` : variant.title}
      </text>
    </g>
  );
}

interface WindowPlotProps {
  readonly runs: LabRuns;
  /** Of many variants only this one and the first are drawn. */
  readonly picked: string | null;
}

export function WindowPlot({ runs, picked }: WindowPlotProps): ReactNode {
  const all = runs.checked.variants.map((variant, at) => ({ variant, at }));
  const drawn =
    all.length <= LINES ? all : all.filter(({ variant, at }) => at === 0 || variant.id === picked);
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
      {...{
        title: `Congestion window: median of the runs, and where eight of ten lie${drawn.length < all.length ? '; first and chosen variant' : ''}${isLog ? ' (log)' : ''}`,
        sentence,
        testId: 'lab-window',
        height: WINDOW_PX,
      }}
    >
      <TimeAxis {...{ endMs: limitMs, left: LEFT, height: WINDOW_PX }} />
      <g className="lab-axis">
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
              {bytes(tick)}
            </text>
          </g>
        ))}
      </g>
      {bands.map(({ variant, at, low, median, high }) => (
        <g key={variant.id} className="lab-window" style={variantStyle(at)}>
          <title>{variant.title}</title>
          <path className="lab-band" d={`M${points(high).join('L')}L${points(low).reverse().join('L')}Z`} />
          <path className="lab-line" strokeDasharray={DASHES[at] ?? ''} d={`M${points(median).join('L')}`} />
        </g>
      ))}
    </Figure>
  );
}

/** The time that the last sample of the window is of. */
function samplesEndMs(runs: LabRuns): number {
  const row = [...runs.rows.values()].flat()[0];
  return row?.limitMs ?? endOf(runs);
}
