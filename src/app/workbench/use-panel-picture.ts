/**
 * Updates a panel's picture, texts and attributes. In the frame after a change only the picture of a
 * panel in view is drawn, and its values where only the pointer has moved. Sentence, legend, values of a moving
 * range, and panels out of view are deferred until nothing is being drawn (state/scheduler.ts): they are not
 * needed during a zoom.
 */
import { type RefObject, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { LegendEntry, PanelContext, PanelDefinition } from '../../drawing/panels/panel';
import { useApp } from '../controls/use-app';
import type { OpenTrace } from '../state/open-trace';
import { contextOf } from './paint-panel';
import { writeValues } from './panel-legend';
import { PanelPicture } from './panel-picture';
import { LayersContext } from './slots';
import { useGuarded } from './use-guarded';
import { usePainter } from './use-painter';

/** Elements of a panel. */
export interface PanelParts {
  readonly section: RefObject<HTMLElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly axis: RefObject<SVGSVGElement | null>;
  readonly note: RefObject<HTMLParagraphElement | null>;
}

export interface DrawnPanel {
  readonly entries: readonly LegendEntry[];
  /** Top of the value axis as drawn last. */
  readonly drawnMax: () => number;
}

/** A panel this near to the window counts as in view, so that it is drawn before it is scrolled to. */
const NEAR_PX = 40;

/** True where sentence and legend are unchanged: same range of the same answer. */
function hasSameTexts(before: PanelContext | null, now: PanelContext): boolean {
  return (
    before?.answer === now.answer &&
    before.snapshot === now.snapshot &&
    before.viewport.fromUs === now.viewport.fromUs &&
    before.viewport.toUs === now.viewport.toUs
  );
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= -NEAR_PX && top <= innerHeight + NEAR_PX;
}

/** Tracks whether an element is in view; calls `onEnter` when it enters. */
function useInView(section: RefObject<HTMLElement | null>, onEnter: () => void): RefObject<boolean> {
  const inView = useRef(false);
  useEffect(() => {
    const element = section.current;
    if (element === null) return;
    inView.current = isInView(element);
    const observer = new IntersectionObserver(
      (entries) => {
        inView.current = entries.at(-1)?.isIntersecting ?? false;
        if (inView.current) onEnter();
      },
      { rootMargin: `${NEAR_PX}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [section, onEnter]);
  return inView;
}

/** @param lockedMax top of the value axis, null to follow what is visible. */
export function usePanelPicture(
  trace: OpenTrace,
  definition: PanelDefinition,
  { section, canvas, axis, note }: PanelParts,
  height: number,
  lockedMax: number | null,
): DrawnPanel {
  const app = useApp();
  const { canvas: layers } = useContext(LayersContext);
  const picture = useMemo(
    () => new PanelPicture(app, trace, definition, layers),
    [app, trace, definition, layers],
  );
  const described = useRef<PanelContext | null>(null);
  const [entries, setEntries] = useState<readonly LegendEntry[]>([]);

  const writeReadings = useCallback(() => {
    const context = contextOf(app, trace);
    if (context !== null && section.current !== null)
      writeValues(section.current, definition, context, trace.readoutUs);
  }, [app, trace, definition, section]);

  const describeNow = useCallback(() => {
    const context = contextOf(app, trace);
    if (context === null || canvas.current === null) return;
    if (!hasSameTexts(described.current, context)) {
      described.current = context;
      canvas.current.setAttribute('aria-label', `${definition.title}. ${definition.sentence(context)}`);
      const legend = definition.legend(context);
      setEntries((current) => (JSON.stringify(current) === JSON.stringify(legend) ? current : legend));
    }
    writeReadings();
    const clipped = picture.painted.clipped ?? '';
    if (note.current === null) return;
    note.current.hidden = clipped === '';
    note.current.textContent = clipped;
  }, [app, trace, definition, picture, canvas, note, writeReadings]);
  const describe = useGuarded(describeNow);

  const drawNow = useCallback(() => {
    const context = contextOf(app, trace);
    const element = section.current;
    if (context === null || element === null || canvas.current === null || axis.current === null) return;
    const part = picture.paint(context, canvas.current, axis.current, height, lockedMax);
    if (part === 'foreground') writeReadings();
    if (part !== 'data') return;
    element.dataset.fromMs = String(context.viewport.fromUs / 1000);
    element.dataset.toMs = String(context.viewport.toUs / 1000);
    // At once the first time: a late legend would move the plots.
    if (described.current === null) describe();
    else app.scheduler.afterwards(describe);
  }, [app, trace, picture, section, canvas, axis, height, lockedMax, writeReadings, describe]);
  const draw = useGuarded(drawNow);

  const repaint = useRef<() => void>(() => undefined);
  const enter = useCallback(() => repaint.current(), []);
  const onEnter = useCallback(() => app.scheduler.invalidate(enter), [app, enter]);
  const inView = useInView(section, onEnter);
  const paint = useCallback(() => {
    if (inView.current) draw();
    else app.scheduler.afterwards(draw);
  }, [app, draw, inView]);
  repaint.current = paint;
  usePainter(trace, paint);
  useEffect(
    () => () => {
      app.scheduler.forget(draw);
      app.scheduler.forget(describe);
    },
    [app, draw, describe],
  );
  // A newly rendered legend is empty until the values are written again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are the reason to run
  useEffect(() => writeReadings(), [entries, writeReadings]);

  const drawnMax = useCallback(() => picture.painted.max, [picture]);
  return { entries, drawnMax };
}
