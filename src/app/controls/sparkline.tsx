/**
 * The congestion window of a row over its time, small: the span of each column, from zero up to the most of the trace. Below
 * it the alarms: critical ones as an unbroken bar, warnings as a broken one.
 */
import { memo, type ReactNode } from 'react';
import { bytes } from '../../engine/base/text/figures';
import type { TraceRow } from '../../sharing/figures/rows';
import { verdictWords, worstOf } from '../../sharing/table/row-words';
import { cellOf } from '../../sharing/table/views';

const WIDTH = 128;
const HEIGHT = 22;
/** Of the window, above the bars. */
const PLOT = 15;
const CRITICAL_Y = 17.5;
const WARNING_Y = 20.5;

function pathOf({ low, high }: NonNullable<TraceRow['window']>, most: number, perColumn: number): string {
  const point = (i: number, value: number): string =>
    `${(i * perColumn).toFixed(1)} ${(PLOT - (value / most) * (PLOT - 1)).toFixed(1)}`;
  const up: string[] = [];
  const down: string[] = [];
  for (const [i, top] of high.entries()) {
    const bottom = low[i] ?? null;
    if (top === null || bottom === null) continue;
    // Each column has a width, and a window that does not change is a line.
    const floor = Math.min(bottom, top - most / PLOT);
    up.push(point(i, top), point(i + 1, top));
    down.push(point(i, floor), point(i + 1, floor));
  }
  if (up.length === 0) return '';
  const back: string[] = [];
  for (let i = down.length - 1; i >= 0; i--) back.push(down[i] as string);
  return `M${[...up, ...back].join('L')}Z`;
}

export const Sparkline = memo(function Sparkline({ row }: { readonly row: TraceRow }): ReactNode {
  const { window, startUs, durationUs } = row;
  const lengthUs = durationUs ?? 0;
  if (lengthUs <= 0) return null;
  const fromUs = startUs ?? 0;
  const x = (us: number): number => Math.min(WIDTH, Math.max(0, ((us - fromUs) / lengthUs) * WIDTH));
  const highest = window?.high.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) ?? 0;
  const alarms = row.findings.filter(({ severity }) => severity !== 'info');
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={wordsOf(row, highest)}
    >
      {window !== null && highest > 0 && (
        <path className="spark-window" d={pathOf(window, highest, (window.columnUs / lengthUs) * WIDTH)} />
      )}
      {alarms.map(({ severity, startUs: start, endUs: end }, i) => {
        const [x1, x2] = [x(start ?? fromUs), x(end ?? fromUs + lengthUs)];
        const y = severity === 'critical' ? CRITICAL_Y : WARNING_Y;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings of one row do not change their order
          <line key={i} className={`spark-${severity}`} x1={x1} x2={Math.max(x2, x1 + 1.5)} y1={y} y2={y} />
        );
      })}
    </svg>
  );
});

function wordsOf(row: TraceRow, highest: number): string {
  const window = highest > 0 ? `cwnd up to ${bytes(highest)}` : 'no cwnd logged';
  return worstOf(row) === null ? window : `${window}; ${verdictWords(row)}, from ${cellOf('since', row)}`;
}
