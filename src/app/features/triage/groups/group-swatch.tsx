/** How a group is drawn, beside its name: line and dash, mark, and the pattern of its band. */
import type { CSSProperties, ReactNode } from 'react';
import { laneStyle } from '../../../../drawing/surface/lane-styles';
import type { LineMark } from '../../../../drawing/surface/surface';

const WIDTH = 34;
const MARKS: { readonly [mark in LineMark]: string } = {
  tick: 'M17 2v10',
  circle: 'M17 3.5a3.5 3.5 0 1 0 0.01 0z',
  triangle: 'M17 3l4 7h-8z',
  square: 'M14 4h6v6h-6z',
  cross: 'M14 4l6 6m0-6l-6 6',
};

export function GroupSwatch({ place }: { readonly place: number }): ReactNode {
  const { slot, dash, mark, pattern } = laneStyle(place);
  return (
    <span
      className="group-swatch"
      style={{ '--lane': `var(--slot-${slot + 1})` } as CSSProperties}
      aria-hidden="true"
    >
      <svg width={WIDTH} height="14" viewBox={`0 0 ${WIDTH} 14`} aria-hidden="true">
        <path className="group-line" d={`M0 7h${WIDTH}`} strokeDasharray={dash.join(' ') || undefined} />
        {mark !== null && <path className="group-mark" d={MARKS[mark]} />}
      </svg>
      <span className={`group-area pattern-${pattern}`} />
    </span>
  );
}
