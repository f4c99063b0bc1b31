/**
 * Updates a panel's pictures, texts and attributes. In the frame after a change only the picture of a
 * panel in sight is drawn, and its values where only the pointer has moved; where the change is that more of a trace was
 * read, and the same range is shown, one panel in a frame. Sentence, legend and values of a moving range are deferred until nothing is being drawn
 * (state/scheduler.ts): they are not needed during a zoom. So are panels out of sight; while a trace is read, they are not
 * drawn at all.
 */
import { type RefObject, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { differenceWords, paintDifference } from '../../../drawing/panels/lanes/difference';
import { commonMax, lanesLegend, paintLanes, valueWidths } from '../../../drawing/panels/lanes/panel-lanes';
import type { Painted, PanelContext, PanelDefinition } from '../../../drawing/panels/panel';
import { missingOf } from '../../../drawing/panels/registry';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import { useApp } from '../../controls/use-app';
import type { AppState } from '../../state/app-state';
import type { OpenSet } from '../../state/traces/open-trace';
import { readPalette } from '../paint/page-palette';
import { type DrawnLane, lanesOf } from '../paint/paint-panel';
import { useGuarded } from '../paint/use-guarded';
import { usePainter } from '../paint/use-painter';
import { isByBytes } from '../plot/clock';
import type { PlotLayout } from '../plot/plot-layout';
import { LayersContext } from '../slots';
import { type ShownEntry, writeValues } from './panel-legend';
import { PanelPicture, type PlotElements } from './panel-picture';
import { panelSight } from './panel-sight';

/** Elements of a panel. */
export interface PanelParts {
  readonly section: RefObject<HTMLElement | null>;
  /** One per plot of the layout. */
  readonly plots: RefObject<(PlotElements | null)[]>;
  readonly clippedMark: RefObject<HTMLElement | null>;
  readonly note: RefObject<HTMLParagraphElement | null>;
  /** Beside the title. */
  readonly figure: RefObject<HTMLSpanElement | null>;
}

export interface DrawnPanel {
  readonly entries: readonly ShownEntry[];
  /** Top of the value axis as drawn last. */
  readonly drawnMax: () => number;
  /** The panel's report on the picture of a plot. */
  readonly paintedAt: (plot: number) => Painted | null;
}

/** True where sentence and legend are unchanged: same range of the same answers. */
function hasSameTexts(before: readonly PanelContext[], now: readonly PanelContext[]): boolean {
  return (
    before.length === now.length &&
    now.every(({ answer, snapshot, viewport }, i) => {
      const other = before[i];
      return (
        other?.answer === answer &&
        other.snapshot === snapshot &&
        other.viewport.fromUs === viewport.fromUs &&
        other.viewport.toUs === viewport.toUs
      );
    })
  );
}

/** Tracks whether a panel is in sight; calls `onEnter` when it comes into it. */
function useInSight(
  section: RefObject<HTMLElement | null>,
  id: string,
  onEnter: () => void,
): RefObject<boolean> {
  const app = useApp();
  const inSight = useRef(false);
  useEffect(() => {
    const element = section.current;
    if (element === null) return;
    return app.feature(panelSight).follow(element, id, (isInSight) => {
      inSight.current = isInSight;
      if (isInSight) onEnter();
    });
  }, [app, section, id, onEnter]);
  return inSight;
}

/** What was shown when a set was drawn: the range, and how far its traces were read. */
interface Seen {
  readonly range: string;
  readonly read: readonly unknown[];
}

function seenOf({ members, viewport: { fromUs, toUs } }: OpenSet): Seen {
  const read = members.flatMap(({ trace: { answer, snapshot } }) => [answer.get()?.revision, snapshot.get()]);
  return { range: `${fromUs} ${toUs}`, read };
}

/** True where more was read, and the same range is shown: of another one all panels are drawn, so that they stay aligned. */
function hasOnlyGrown(before: Seen, now: Seen): boolean {
  return before.range === now.range && now.read.some((part, at) => part !== before.read[at]);
}

/** What the plots say to a screen reader: the sentence of each trace, with its name where there are several. */
function sentenceOf({ title, sentence }: PanelDefinition, lanes: readonly DrawnLane[]): string {
  const sentences = lanes.map(({ trace, context }) =>
    lanes.length === 1 ? sentence(context) : `${trace.name}: ${sentence(context)}`,
  );
  return `${title}. ${sentences.join(' ')}`;
}

/** What stands beside the title: the figure of each trace, once where they are the same. */
function figuresOf({ figure }: PanelDefinition, contexts: readonly PanelContext[]): string {
  const figures = contexts.map((context) => figure?.(context) ?? '').filter((words) => words !== '');
  return [...new Set(figures)].join(' · ');
}

/** `A`, and where its plot is empty `A: no loss in this trace`; null of a plot that is not that of one of several traces. */
function ownWords(
  app: AppState,
  set: OpenSet,
  definition: PanelDefinition,
  layout: PlotLayout | undefined,
): string | null {
  const lane = lanesOf(app, set).find(({ trace }) => layout?.keys[0] === trace.key);
  if (lane === undefined || layout?.keys.length !== 1 || set.members.length === 1) return null;
  const why = missingOf(definition, lane.context.snapshot);
  const name = `${set.alone.get() === null ? '' : 'Only '}${laneLetter(lane.place)}`;
  return why === null ? name : `${name}: ${why}`;
}

/** Writes a text, and hides its element while there is none. */
function writeText(element: HTMLElement | null, text: string): void {
  if (element === null) return;
  element.hidden = text === '';
  if (element.textContent !== text) element.textContent = text;
}

/** The word for the eye, the sentence for a tooltip and a screen reader. */
function writeClipped(element: HTMLElement | null, text: string): void {
  const sentence = element?.lastElementChild;
  if (element === null || sentence === null || sentence === undefined) return;
  element.hidden = text === '';
  element.title = text;
  if (sentence.textContent !== text) sentence.textContent = text;
}

/** @param lockedMax top of the value axis, null to follow what is visible. */
export function usePanelPicture(
  set: OpenSet,
  definition: PanelDefinition,
  { section, plots, clippedMark, note, figure }: PanelParts,
  layout: readonly PlotLayout[],
  lockedMax: number | null,
): DrawnPanel {
  const app = useApp();
  const { canvas: layers } = useContext(LayersContext);
  const pictures = useMemo(
    () =>
      layout.map(({ kind }) => {
        const paint = kind === 'difference' ? paintDifference : paintLanes;
        return new PanelPicture(
          app,
          set,
          definition.id,
          (lanes, tools) => paint(definition, lanes, tools),
          layers,
        );
      }),
    [app, set, definition, layers, layout],
  );
  const described = useRef<readonly PanelContext[]>([]);
  /** Keys of their traces, and the plots that they were in. */
  const describedTraces = useRef('');
  const describedLayout = useRef<readonly PlotLayout[]>([]);
  const [entries, setEntries] = useState<readonly ShownEntry[]>([]);

  const drawnLanes = useCallback(
    () =>
      lanesOf(app, set).filter(({ trace, context }) => {
        const isDrawn = layout.some(({ keys, kind }) => kind !== 'set' || keys.includes(trace.key));
        const { series, parts = [] } = definition;
        return isDrawn && missingOf(definition, context.snapshot) === null && trace.holds({ series, parts });
      }),
    [app, set, definition, layout],
  );

  const writeReadings = useCallback(() => {
    const lanes = drawnLanes();
    if (lanes.length > 0 && section.current !== null) writeValues(section.current, definition, lanes);
  }, [definition, drawnLanes, section]);

  const describeNow = useCallback(() => {
    const lanes = drawnLanes();
    if (lanes.length === 0) return;
    const contexts = lanes.map(({ context }) => context);
    if (describedLayout.current !== layout || !hasSameTexts(described.current, contexts)) {
      described.current = contexts;
      describedLayout.current = layout;
      for (const [i, plot] of plots.current.entries()) {
        const own = lanes.filter(({ trace }) => layout[i]?.keys.includes(trace.key));
        const isDifference = layout[i]?.kind === 'difference';
        const words = isDifference ? differenceWords(definition, own) : sentenceOf(definition, own);
        const label = isDifference ? words : ownWords(app, set, definition, layout[i]);
        plot?.canvas.setAttribute('aria-label', own.length === 0 ? (label ?? '') : words);
        if (plot?.label != null && label !== null) writeText(plot.label, label);
      }
      const isInOnePlot = layout.some(({ keys, kind }) => kind === 'lanes' && keys.length > 1);
      const legend = lanesLegend(definition, lanes, isInOnePlot);
      const widths = valueWidths(definition, lanes);
      const traces = lanes.map(({ trace }) => trace.key).join(' ');
      const areSame = traces === describedTraces.current;
      describedTraces.current = traces;
      // Of the same traces a place never gets narrower: the plot below would move while the user pans.
      setEntries((current) => {
        const next = legend.map((entry) => {
          const before = areSame ? (current.find(({ id }) => id === entry.id)?.characters ?? 0) : 0;
          return { ...entry, characters: Math.max(before, widths.get(entry.id) ?? 0) };
        });
        return JSON.stringify(current) === JSON.stringify(next) ? current : next;
      });
    }
    writeReadings();
    const clipped = pictures.flatMap(({ painted }) => painted.clipped ?? []).join(' ');
    writeClipped(clippedMark.current, clipped);
    writeText(note.current, pictures.flatMap(({ painted }) => painted.note ?? []).join(' '));
    writeText(figure.current, figuresOf(definition, contexts));
  }, [app, set, definition, drawnLanes, pictures, layout, plots, clippedMark, note, figure, writeReadings]);
  const describe = useGuarded(describeNow);

  const drawNow = useCallback(() => {
    const lanes = drawnLanes();
    const element = section.current;
    if (lanes.length === 0 || element === null) return;
    const max = commonMax(definition, lanes, readPalette(app), layout[0]?.height ?? 0, lockedMax);
    const alone = set.alone.get();
    const parts = pictures.map((picture, i) => {
      const plot = plots.current[i] ?? null;
      const { keys = [], height = 0, kind } = layout[i] ?? {};
      const isDrawn = ({ trace: { key } }: DrawnLane): boolean =>
        keys.includes(key) && (kind !== 'lanes' || alone === null || alone === key);
      const own = lanes.filter(isDrawn);
      return plot === null || own.length === 0 ? null : picture.paint(own, plot, height, max);
    });
    if (!parts.includes('data')) {
      if (parts.includes('foreground')) writeReadings();
      return;
    }
    const { fromUs, toUs } = set.viewport;
    if (isByBytes(set)) {
      element.dataset.fromBytes = String(fromUs);
      element.dataset.toBytes = String(toUs);
    } else {
      element.dataset.fromMs = String(fromUs / 1000);
      element.dataset.toMs = String(toUs / 1000);
    }
    // At once the first time: a late legend would move the plots.
    if (described.current.length === 0) describe();
    else app.scheduler.afterwards(describe);
  }, [
    app,
    set,
    definition,
    drawnLanes,
    pictures,
    layout,
    section,
    plots,
    lockedMax,
    writeReadings,
    describe,
  ]);
  const draw = useGuarded(drawNow);

  const repaint = useRef<() => void>(() => undefined);
  const enter = useCallback(() => repaint.current(), []);
  const onEnter = useCallback(() => app.scheduler.invalidate(enter), [app, enter]);
  const inSight = useInSight(section, definition.id, onEnter);
  const seen = useRef<Seen | null>(null);
  const paint = useCallback(() => {
    const isLoading = set.members.some(({ trace }) => trace.state === 'loading');
    const before = seen.current;
    seen.current = seenOf(set);
    if (inSight.current) {
      const canWait = before === null ? isLoading : hasOnlyGrown(before, seen.current);
      if (canWait) app.scheduler.oneByOne(draw);
      else draw();
    } else if (!isLoading) app.scheduler.atRest(draw);
  }, [app, set, draw, inSight]);
  repaint.current = paint;
  usePainter(set, paint);
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

  const drawnMax = useCallback(() => Math.max(...pictures.map(({ painted }) => painted.max)), [pictures]);
  const paintedAt = useCallback((plot: number) => pictures[plot]?.painted ?? null, [pictures]);
  return { entries, drawnMax, paintedAt };
}
