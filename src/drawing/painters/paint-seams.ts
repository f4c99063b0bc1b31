/** Paints where the files of a trace begin: a thin dashed line over the whole height of a panel. */
import type { Segment } from '../../engine/reading/contract/log-ends';
import type { Surface } from '../surface/surface';
import { timeToX, type Viewport } from '../surface/viewport';

const DASH = [2, 3];

export interface Seam {
  readonly x: number;
  /** Number of the file that begins there, from 1. */
  readonly part: number;
}

/** @param segments the files of the trace in order; the first begins with the trace, and has no seam. */
export function seamsIn(viewport: Viewport, segments: readonly Pick<Segment, 'fromUs'>[]): readonly Seam[] {
  if (!(viewport.toUs > viewport.fromUs)) return [];
  return segments.flatMap(({ fromUs }, i) => {
    // A file without events begins nowhere.
    const isInView = fromUs >= viewport.fromUs && fromUs <= viewport.toUs;
    return i > 0 && isInView ? [{ x: Math.round(timeToX(viewport, fromUs)) + 0.5, part: i + 1 }] : [];
  });
}

export function paintSeams(
  surface: Surface,
  viewport: Viewport,
  segments: readonly Pick<Segment, 'fromUs'>[],
  color: string,
): void {
  const stroke = { color, width: 1, dash: DASH };
  for (const { x } of seamsIn(viewport, segments)) surface.polyline([x, 0, x, surface.height], stroke);
}
