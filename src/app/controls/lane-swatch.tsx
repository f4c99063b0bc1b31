/** The line of a trace among others, as panels draw it: its colour, dashes and mark. */
import type { CSSProperties, ReactNode } from 'react';
import { laneStyle } from '../../drawing/surface/lane-styles';
import { markOutline } from '../../drawing/surface/mark-shapes';
import './lane-swatch.css';

const WIDTH = 26;
const MIDDLE = 5;

/** The pieces of an outline as SVG paths. */
function pathOf(points: readonly number[]): string {
  const parts: string[] = [];
  let isBegun = false;
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] as number, points[i + 1] as number];
    if (!Number.isNaN(x)) parts.push(`${isBegun ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`);
    isBegun = !Number.isNaN(x);
  }
  return parts.join('');
}

/** @param style index of its style. */
export function LaneSwatch({ style }: { readonly style: number }): ReactNode {
  const { slot, dash, mark } = laneStyle(style);
  return (
    <svg
      className="lane-swatch"
      width={WIDTH}
      height={2 * MIDDLE}
      style={{ '--lane': `var(--slot-${slot + 1})` } as CSSProperties}
      aria-hidden="true"
    >
      <path d={`M0 ${MIDDLE}H${WIDTH}`} strokeWidth="3" strokeDasharray={dash.join(' ')} />
      {mark !== null && <path d={pathOf(markOutline(mark, WIDTH / 2, MIDDLE))} strokeWidth="1.4" />}
    </svg>
  );
}
