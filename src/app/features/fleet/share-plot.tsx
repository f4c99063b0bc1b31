/**
 * The pictures of a fleet: shares over time with their intervals, what the finding cost, and a group beside what was before it.
 * As SVG: there are few hundred points, and a screen reader finds the same figures as a table.
 */
import { scaleLinear, scaleLog } from 'd3-scale';
import type { CSSProperties, ReactNode } from 'react';
import { axisPercent, stepOf } from '../../../drawing/surface/ticks';
import { count, percent, plural } from '../../../engine/base/text/figures';
import { beginningOf } from '../../../engine/base/text/plain';
import type { ShareInterval } from '../../../engine/service/compare/intervals';
import type {
  BeforeAfter,
  CostBins,
  CountedShare,
  FleetGrouping,
  FleetTimeline,
} from '../../../sharing/fleet-rows/contract';
import {
  againstName,
  againstSentence,
  day,
  groupName,
  longTime,
  shareWords,
} from '../../../sharing/fleet-rows/said';
import { bandPaths, linePaths, type PlotScale, shareLines, topOf } from './share-lines';

const WIDTH = 340;
const HEIGHT = 168;
const LEFT = 50;
const BOTTOM = 22;
const TOP = 8;
const RIGHT = 8;
const DAY_MS = 864e5;

const DASHES = ['', '6 3', '2 2', '8 3 2 3', '1 3'];

/** Colour and dash of a group: the largest ones have a line of their own. */
export function lineStyle(line: number): CSSProperties {
  return (line < 0 || line >= DASHES.length ? {} : { '--lane': `var(--slot-${line + 1})` }) as CSSProperties;
}

interface PlotProps {
  readonly title: string;
  /** One sentence with the figures. */
  readonly sentence: string;
  readonly testId: string;
  readonly children: ReactNode;
  readonly table: ReactNode;
  /** Below the picture. */
  readonly verdict?: string;
}

function Plot({ title, sentence, testId, children, table, verdict }: PlotProps): ReactNode {
  return (
    <figure className="fleet-plot" data-testid={testId}>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={sentence}>
        {children}
      </svg>
      {verdict !== undefined && <p className="fleet-verdict">{verdict}</p>}
      <details>
        <summary>As a table</summary>
        <p className="fine">{sentence}</p>
        {table}
      </details>
    </figure>
  );
}

const ofJudged = ({ hits, judged }: CountedShare): string => `${count(hits)} of ${count(judged)}`;

const xOf = (share: number): number => LEFT + share * (WIDTH - LEFT - RIGHT);
const yOf = (share: number): number => HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);

/** Value axis of shares from 0. */
function ShareAxis({ most }: { readonly most: number }): ReactNode {
  const ticks = scaleLinear().domain([0, most]).ticks(4);
  const step = stepOf(ticks, most);
  return (
    <g className="fleet-axis">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={yOf(tick / most)} y2={yOf(tick / most)} />
          <text x={LEFT - 5} y={yOf(tick / most) + 4} textAnchor="end">
            {axisPercent(tick, step)}
          </text>
        </g>
      ))}
    </g>
  );
}

interface SharePlotProps {
  readonly timeline: FleetTimeline;
  /** Traces that it leaves out: their logs tell no date. */
  readonly undated: number;
  readonly title: string;
  readonly by: FleetGrouping;
  /** A group that is compared: the others are left out. */
  readonly picked: string | null;
}

export function SharePlot({ timeline, undated, title, by, picked }: SharePlotProps): ReactNode {
  const { fromMs, stepMs } = timeline;
  const lines = shareLines(timeline, by, picked);
  const steps = timeline.lines[0]?.judged.length ?? 0;
  const most = topOf(lines);
  const scale: PlotScale = {
    x: (step) => xOf((step + 0.5) / steps),
    y: (share) => yOf(Math.min(1, share / most)),
  };
  const all = lines.find(({ id }) => id === null)?.points ?? [];
  const unit = stepMs < DAY_MS ? 'hour' : stepMs === DAY_MS ? 'day' : plural(stepMs / DAY_MS, 'day');
  const shares = all.map(({ share }) => share).filter((share) => !Number.isNaN(share));
  const without = undated === 0 ? '' : `; without ${plural(undated, 'trace')} whose log tells no date`;
  const sentence = `${title} per ${unit}, ${day(fromMs)} to ${day(fromMs + (steps - 1) * stepMs)}: from ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}${without}.`;
  return (
    <Plot
      title={`${title} per ${unit}: all, with the 95 % interval, and the largest groups in their colours${without}`}
      sentence={sentence}
      testId="fleet-timeline"
      table={<ShareTable timeline={timeline} points={all} judged={lines[0]?.judged ?? []} />}
    >
      <ShareAxis most={most} />
      <TimeTicks fromMs={fromMs} stepMs={stepMs} steps={steps} x={scale.x} />
      {bandPaths(all, scale).map((path) => (
        <path key={path} className="fleet-band" d={path} />
      ))}
      {lines.toReversed().map(({ id, at, points }) => (
        <g key={id ?? 'all'} style={lineStyle(at)} className={id === null ? 'fleet-line all' : 'fleet-line'}>
          <title>{id === null ? 'All' : groupName(by, id)}</title>
          {linePaths(points, scale).map(({ from, path }) => (
            <path key={from} strokeDasharray={at < 0 ? undefined : DASHES[at]} d={path} />
          ))}
        </g>
      ))}
    </Plot>
  );
}

interface ShareTableProps {
  readonly timeline: FleetTimeline;
  /** A share per step, of all traces. */
  readonly points: readonly ShareInterval[];
  readonly judged: readonly number[];
}

function ShareTable({ timeline: { fromMs, stepMs }, points, judged }: ShareTableProps): ReactNode {
  return (
    <div className="fleet-twin">
      <table>
        <thead>
          <tr>
            <th scope="col">UTC</th>
            <th scope="col">Judged</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps of time
            <tr key={i}>
              <th scope="row">
                {new Date(fromMs + i * stepMs).toISOString().slice(0, stepMs < DAY_MS ? 13 : 10)}
              </th>
              <td>{count(judged[i] ?? 0)}</td>
              <td>{shareWords({ ...point, judged: judged[i] ?? 0, hits: 0 })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** More labels would touch one another. */
const MOST_TICKS = 3;

interface TimeTicksProps {
  readonly fromMs: number;
  readonly stepMs: number;
  readonly steps: number;
  readonly x: (step: number) => number;
}

function TimeTicks({ fromMs, stepMs, steps, x }: TimeTicksProps): ReactNode {
  const words = (ms: number): string => {
    const text = new Date(ms).toISOString();
    return stepMs < DAY_MS ? `${text.slice(5, 10)} ${text.slice(11, 13)} h` : text.slice(0, 10);
  };
  // In the middle of equal parts, so that no label touches another, or an end.
  const parts = Math.min(steps, MOST_TICKS);
  const ticks = Array.from({ length: parts }, (_, i) => Math.floor(((i + 0.5) / parts) * steps));
  return (
    <g className="fleet-axis">
      {ticks.map((step) => (
        <g key={step}>
          <line x1={x(step)} x2={x(step)} y1={yOf(0)} y2={yOf(0) + 4} />
          <text x={x(step)} y={HEIGHT - 6} textAnchor="middle">
            {words(fromMs + step * stepMs)}
          </text>
        </g>
      ))}
    </g>
  );
}

export function CostPlot({ cost, title }: { readonly cost: CostBins; readonly title: string }): ReactNode {
  const { edgesMs, rows, unknown } = cost;
  const most = Math.max(...rows, 1);
  const [first, last] = [edgesMs[0] as number, edgesMs.at(-1) as number];
  const x = scaleLog()
    .domain([first, last])
    .range([LEFT, WIDTH - RIGHT]);
  const total = rows.reduce((sum, n) => sum + n, 0);
  const sentence = `What ${title} cost: ${plural(total, 'trace')}, from ${longTime(first)} to ${longTime(last)} each${unknown > 0 ? `; of ${plural(unknown, 'trace')} it is not known` : ''}.`;
  const ticks = edgesMs.filter((edge) => /^10*$/.test(edge.toPrecision(1).replace(/e.*|0\.0*/, '')));
  return (
    <Plot
      title={`Time lost per trace, of those whose worst alarm it is${unknown > 0 ? `; ${count(unknown)} not known` : ''}`}
      sentence={sentence}
      testId="fleet-cost"
      table={<CostTable cost={cost} />}
    >
      <g className="fleet-axis">
        {scaleLinear()
          .domain([0, most])
          .ticks(3)
          .filter(Number.isInteger)
          .map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={WIDTH - RIGHT} y1={yOf(tick / most)} y2={yOf(tick / most)} />
              <text x={LEFT - 5} y={yOf(tick / most) + 4} textAnchor="end">
                {count(tick)}
              </text>
            </g>
          ))}
        {(ticks.length > 1 ? ticks : [first, last]).map((edge) => (
          <text
            key={edge}
            x={x(edge)}
            y={HEIGHT - 6}
            textAnchor={edge === last ? 'end' : edge === first ? 'start' : 'middle'}
          >
            {longTime(edge)}
          </text>
        ))}
      </g>
      {rows.map((n, i) => {
        const [from, to] = [x(edgesMs[i] as number), x(edgesMs[i + 1] as number)];
        return (
          <rect
            key={edgesMs[i]}
            className="fleet-bin"
            x={from + 0.5}
            width={Math.max(1, to - from - 1)}
            y={yOf(n / most)}
            height={yOf(0) - yOf(n / most)}
          >
            <title>{`${longTime(edgesMs[i] as number)} to ${longTime(edgesMs[i + 1] as number)}: ${plural(n, 'trace')}`}</title>
          </rect>
        );
      })}
    </Plot>
  );
}

function CostTable({ cost: { edgesMs, rows } }: { readonly cost: CostBins }): ReactNode {
  return (
    <div className="fleet-twin">
      <table>
        <tbody>
          {rows.map((n, i) => (
            <tr key={edgesMs[i]}>
              <th scope="row">
                {longTime(edgesMs[i] as number)} to {longTime(edgesMs[i + 1] as number)}
              </th>
              <td>{count(n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface BeforePlotProps {
  readonly compared: BeforeAfter;
  readonly by: FleetGrouping;
  readonly title: string;
}

/** Shares with their intervals under one another, from 0 to 100 %, and the difference in words. */
export function BeforePlot({ compared, by, title }: BeforePlotProps): ReactNode {
  const { id, group, others } = compared;
  const name = groupName(by, id);
  const rows = [
    ...others.map((other) => ({ label: againstName(by, other), share: other.share })).reverse(),
    { label: name, share: group },
  ];
  const gap = (HEIGHT - TOP) / rows.length;
  const verdict = againstSentence(by, compared);
  return (
    <Plot
      title={`${title}: ${name} against ${by === 'version' || by === 'day' ? 'before' : 'all others'}`}
      sentence={`${verdict} ${rows.map(({ label, share }) => `${label}: ${shareWords(share)}, ${ofJudged(share)}`).join('; ')}.`}
      testId="fleet-before"
      verdict={verdict}
      table={
        <div className="fleet-twin">
          <table>
            <tbody>
              {rows.map(({ label, share }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{shareWords(share)}</td>
                  <td>{ofJudged(share)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      }
    >
      {rows.map(({ label, share }, i) => {
        const middle = TOP + gap * i + gap / 2;
        const x = (value: number): number => 12 + value * (WIDTH - 24);
        return (
          <g key={label} className={i === rows.length - 1 ? 'fleet-compared own' : 'fleet-compared'}>
            <text x={12} y={middle - 8}>
              {label.length > 28 ? `${beginningOf(label, 27)}…` : label}:{' '}
              {share.judged === 0 ? 'none judged' : `${shareWords(share)}, ${ofJudged(share)}`}
            </text>
            {!Number.isNaN(share.share) && (
              <>
                <line x1={x(share.low)} x2={x(share.high)} y1={middle + 6} y2={middle + 6} />
                <circle cx={x(share.share)} cy={middle + 6} r={4} />
              </>
            )}
          </g>
        );
      })}
    </Plot>
  );
}
