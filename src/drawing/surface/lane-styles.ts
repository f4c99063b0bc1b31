/**
 * How the traces of a set are distinguished where they are drawn in one plot: by colour, and never by colour alone. The first
 * has solid lines, those of the second are dashed, those of all others have a mark every so many pixels; a line that has
 * dashes of its own, such as ssthresh, has them still, and a mark in every trace but the first.
 */
import type { Fill, LineMark, Stroke } from './surface';

export interface LaneStyle {
  /** Index into `Palette.slots`. */
  readonly slot: number;
  /** Dashes of its solid lines, CSS pixels; empty for solid. */
  readonly dash: readonly number[];
  /** On its solid lines; null for none. */
  readonly mark: LineMark | null;
  /** On lines that have dashes of their own; null for none. */
  readonly dashMark: LineMark | null;
  /** Of its areas. */
  readonly pattern: Fill['pattern'];
}

const DASH = [9, 4];

const STYLES: readonly Omit<LaneStyle, 'slot'>[] = [
  { dash: [], mark: null, dashMark: null, pattern: 'solid' },
  { dash: DASH, mark: null, dashMark: 'tick', pattern: 'diagonal' },
  { dash: [], mark: 'circle', dashMark: 'circle', pattern: 'dots' },
  { dash: [], mark: 'triangle', dashMark: 'triangle', pattern: 'horizontal' },
  { dash: [], mark: 'square', dashMark: 'square', pattern: 'cross' },
  { dash: [], mark: 'cross', dashMark: 'cross', pattern: 'diagonal' },
  { dash: DASH, mark: 'circle', dashMark: 'circle', pattern: 'dots' },
  { dash: DASH, mark: 'triangle', dashMark: 'triangle', pattern: 'horizontal' },
];

/** @param style index of the style of a lane, see `view/set-view.ts`. */
export function laneStyle(style: number): LaneStyle {
  const at = style % STYLES.length;
  return { slot: at, ...STYLES[at] };
}

/** A line as a lane draws it. @param color of the lane. */
export function laneStroke(stroke: Stroke, { dash, mark, dashMark }: LaneStyle, color: string): Stroke {
  const isSolid = stroke.dash.length === 0;
  const shape = isSolid ? mark : dashMark;
  const { mark: _, ...line } = stroke;
  return { ...line, color, dash: isSolid ? dash : stroke.dash, ...(shape === null ? {} : { mark: shape }) };
}

/** The letter of a trace in its set, by its place: A is the lead. */
export function laneLetter(place: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + place);
}
