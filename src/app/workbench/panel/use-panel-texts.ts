/**
 * Texts of a panel: the sentence of each plot, the legend with its values, what is clipped, note and figure. They are of
 * the range and the answers that are drawn, and written after the pictures.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { differenceWords } from '../../../drawing/panels/lanes/difference';
import { entriesInView, lanesLegend, valueWidths } from '../../../drawing/panels/lanes/panel-lanes';
import type { PanelContext, PanelDefinition } from '../../../drawing/panels/panel';
import { missingOf } from '../../../drawing/panels/registry';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import { useApp } from '../../controls/use-app';
import type { AppState } from '../../state/app-state';
import type { OpenSet } from '../../state/traces/open-trace';
import { type DrawnLane, lanesOf } from '../paint/paint-panel';
import { useGuarded } from '../paint/use-guarded';
import type { PlotLayout } from '../plot/plot-layout';
import { type ShownEntry, writeValues } from './panel-legend';
import type { PanelParts } from './panel-parts';
import type { PanelPicture, PlotElements } from './panel-picture';

export interface PanelDrawing {
  readonly set: OpenSet;
  readonly definition: PanelDefinition;
  readonly layout: readonly PlotLayout[];
  /** One per plot of the layout. */
  readonly pictures: readonly PanelPicture[];
  /** The traces that have what the panel shows, as it is now. */
  readonly drawnLanes: () => readonly DrawnLane[];
}

export interface PanelTexts {
  readonly entries: readonly ShownEntry[];
  /** Writes the values of the legend: those at the pointer. */
  readonly updateValues: () => void;
  /** Writes all texts: at once the first time, since a late legend would move the plots; then when nothing is drawn. */
  readonly describe: () => void;
}

interface Described {
  readonly contexts: readonly PanelContext[];
  readonly layout: readonly PlotLayout[];
  readonly traces: string;
}

const NOTHING: Described = { contexts: [], layout: [], traces: '' };

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

/** Says what a plot shows: in its label, and to a screen reader. */
function describePlot(
  app: AppState,
  set: OpenSet,
  definition: PanelDefinition,
  layout: PlotLayout | undefined,
  lanes: readonly DrawnLane[],
  plot: PlotElements,
): void {
  const own = lanes.filter(({ trace }) => layout?.keys.includes(trace.key));
  const isDifference = layout?.kind === 'difference';
  const words = isDifference ? differenceWords(definition, own) : sentenceOf(definition, own);
  const label = isDifference ? words : ownWords(app, set, definition, layout);
  plot.canvas.setAttribute('aria-label', own.length === 0 ? (label ?? '') : words);
  if (label !== null) writeText(plot.label, label);
}

/** The legend of what is drawn in view, with room for the widest value of each entry. */
function legendOf(
  definition: PanelDefinition,
  layout: readonly PlotLayout[],
  lanes: readonly DrawnLane[],
): readonly ShownEntry[] {
  const isInOnePlot = layout.some(({ keys, kind }) => kind === 'lanes' && keys.length > 1);
  const widths = valueWidths(definition, lanes);
  const isOfSet = layout.some(({ kind }) => kind === 'set');
  const inView = entriesInView(definition, lanes);
  return lanesLegend(definition, lanes, isInOnePlot)
    .filter(({ id }) => isOfSet || inView.has(id))
    .map((entry) => ({ ...entry, characters: widths.get(entry.id) ?? 0 }));
}

/** Of the same traces a place never gets narrower: the plot below would move while the user pans. */
function noNarrower(now: readonly ShownEntry[], before: readonly ShownEntry[]): readonly ShownEntry[] {
  return now.map((entry) => {
    const characters = before.find(({ id }) => id === entry.id)?.characters ?? 0;
    return { ...entry, characters: Math.max(characters, entry.characters) };
  });
}

export function usePanelTexts(
  { set, definition, layout, pictures, drawnLanes }: PanelDrawing,
  { section, plots, clippedMark, note, figure }: PanelParts,
): PanelTexts {
  const app = useApp();
  const described = useRef(NOTHING);
  const isOfSet = layout.some(({ kind }) => kind === 'set');
  const [entries, setEntries] = useState<readonly ShownEntry[]>([]);

  const updateValues = useCallback(() => {
    const lanes = drawnLanes();
    if (lanes.length > 0 && section.current !== null)
      writeValues(section.current, definition, lanes, isOfSet);
  }, [definition, drawnLanes, section, isOfSet]);
  // A newly rendered legend is empty until the values are written again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are the reason to run
  useEffect(() => updateValues(), [entries, updateValues]);

  const describeNow = useCallback(() => {
    const lanes = drawnLanes();
    if (lanes.length === 0) return;
    const contexts = lanes.map(({ context }) => context);
    const before = described.current;
    if (before.layout !== layout || !hasSameTexts(before.contexts, contexts)) {
      const traces = lanes.map(({ trace }) => trace.key).join(' ');
      described.current = { contexts, layout, traces };
      for (const [i, plot] of plots.current.entries())
        if (plot) describePlot(app, set, definition, layout[i], lanes, plot);
      const legend = legendOf(definition, layout, lanes);
      setEntries((current) => {
        const next = traces === before.traces ? noNarrower(legend, current) : legend;
        return JSON.stringify(current) === JSON.stringify(next) ? current : next;
      });
    }
    updateValues();
    const clipped = pictures.flatMap(({ painted }) => painted.clipped ?? []).join(' ');
    writeClipped(clippedMark.current, clipped);
    writeText(note.current, pictures.flatMap(({ painted }) => painted.note ?? []).join(' '));
    writeText(figure.current, figuresOf(definition, contexts));
  }, [app, set, definition, drawnLanes, pictures, layout, plots, clippedMark, note, figure, updateValues]);
  const guarded = useGuarded(describeNow);
  useEffect(() => () => app.scheduler.forget(guarded), [app, guarded]);

  const describe = useCallback(() => {
    if (described.current.contexts.length === 0) guarded();
    else app.scheduler.afterwards(guarded);
  }, [app, guarded]);
  return { entries, updateValues, describe };
}
