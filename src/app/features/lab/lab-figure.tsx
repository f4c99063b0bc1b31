/** What the pictures of the lab have in common: a frame with its words, the axis of time, and which line is whose. */
import { scaleLinear } from 'd3-scale';
import type { CSSProperties, ReactNode } from 'react';
import { bytes } from '../../../engine/base/text/figures';
import type { VariantInfo } from '../../../engine/simulator/lab/contract';
import { LINES } from './lab-words';

export const WIDTH = 460;
export const LEFT = 62;
export const RIGHT = 12;
export const BOTTOM = 24;
export const TOP = 8;
const DASHES = ['', '6 3', '2 2', '8 3 2 3', '1 3'];

export function variantStyle(at: number): CSSProperties {
  return (at < LINES ? { '--lane': `var(--slot-${at + 1})` } : {}) as CSSProperties;
}

export const dashOf = (at: number): string => DASHES[at] ?? '';

export interface Placed {
  readonly variant: VariantInfo;
  readonly at: number;
}

interface FigureProps {
  readonly title: string;
  readonly sentence: string;
  readonly testId: string;
  readonly height: number;
  /** Whose lines there are; none where the picture names them itself. */
  readonly legend?: readonly Placed[];
  readonly children: ReactNode;
}

export function Figure({ title, sentence, testId, height, legend = [], children }: FigureProps): ReactNode {
  return (
    <figure className="lab-plot" data-testid={testId}>
      <figcaption>{title}</figcaption>
      {legend.length > 0 && (
        <ul className="lab-legend">
          {legend.map(({ variant, at }) => (
            <li key={variant.id}>
              <svg viewBox="0 0 24 8" aria-hidden="true" style={variantStyle(at)}>
                <line className="lab-line" strokeDasharray={dashOf(at)} x1={0} x2={24} y1={4} y2={4} />
              </svg>
              {variant.title}
            </li>
          ))}
        </ul>
      )}
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={sentence}>
        {children}
      </svg>
    </figure>
  );
}

export const timeScale = (endMs: number, left: number, right = RIGHT) =>
  scaleLinear()
    .domain([0, endMs])
    .range([left, WIDTH - right]);

interface TimeAxisProps {
  readonly x: ReturnType<typeof timeScale>;
  readonly height: number;
}

export function TimeAxis({ x, height }: TimeAxisProps): ReactNode {
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

interface BytesAxisProps {
  readonly ticks: readonly number[];
  readonly y: (value: number) => number;
}

export function BytesAxis({ ticks, y }: BytesAxisProps): ReactNode {
  return (
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
  );
}
