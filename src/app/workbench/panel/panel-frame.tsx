/**
 * The frame of every panel: a title line with legend and menu, a plot area (canvas, axis, gestures), a handle
 * for its height, a text twin, and the attributes for automation.
 */
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { isOverlaid } from '../../../drawing/panels/lanes/panel-lanes';
import { heightOf, type PanelDefinition } from '../../../drawing/panels/panel';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import { toggleHeight } from '../../../drawing/view/choices';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useSelected, useStore } from '../../controls/use-store';
import type { OpenSet } from '../../state/traces/open-trace';
import { usePainter } from '../paint/use-painter';
import { isByBytes } from '../plot/clock';
import { Plot } from '../plot/plot';
import { type PlotLayout, plotLayout } from '../plot/plot-layout';
import { usePlotPointer } from '../plot/use-plot-pointer';
import { ModelMenu } from './congestion-menu';
import { HowToLogPanel } from './how-to-log';
import { PanelAbout } from './panel-about';
import { PanelLegend, type ShownEntry } from './panel-legend';
import { PanelMenu } from './panel-menu';
import { type PanelParts, usePanelParts } from './panel-parts';
import { ResizeHandle } from './resize-handle';
import { RowsEdge } from './rows-edge';
import { RowsOrder } from './rows-order';
import { RowsTotals } from './rows-totals';
import { ScaleButtons } from './scale-buttons';
import { SpacingStrip } from './spacing-strip';
import { TextTwin } from './text-twin';
import { TwinToggle } from './twin-toggle';
import { type DrawnPanel, usePanelPicture } from './use-panel-picture';
import { keepFocus, walkTools } from './walk-tools';

interface PanelProps {
  readonly set: OpenSet;
  readonly definition: PanelDefinition;
}

interface FoldedPanelProps extends PanelProps {
  readonly reason: string;
  /** Shows the panel all the same; null where it has nothing to show. */
  readonly onOpen: (() => void) | null;
}

/** A panel without data, or with one value throughout: one line that says so. */
export function FoldedPanel({ set, definition, reason, onOpen }: FoldedPanelProps): ReactNode {
  const section = useRef<HTMLElement | null>(null);
  const { fromUs, toUs } = set.viewport;
  // Updates attributes without rendering while the range moves.
  const paint = useCallback(() => {
    const { viewport } = set;
    if (section.current === null) return;
    section.current.dataset.fromMs = String(viewport.fromUs / 1000);
    section.current.dataset.toMs = String(viewport.toUs / 1000);
  }, [set]);
  usePainter(set, paint);
  return (
    <section
      ref={section}
      className="panel folded"
      data-testid="panel"
      data-panel={definition.id}
      data-from-ms={fromUs / 1000}
      data-to-ms={toUs / 1000}
      aria-label={definition.title}
    >
      <p className="panel-note">
        <strong>{definition.title}</strong>: {reason}{' '}
        {onOpen !== null && (
          <Button className="link" onClick={onOpen}>
            Show the panel
          </Button>
        )}
      </p>
      {onOpen === null && <HowToLogPanel trace={set.lead} panel={definition} />}
    </section>
  );
}

interface DrawnPanelProps extends PanelProps {
  /** Ids of the drawn panels, this one included. */
  readonly neighbours: readonly string[];
}

/**
 * Which trace a plot is of, where it does not show all of them; a text that is written later for a difference.
 * @param alone key of the trace that is shown alone; null for all.
 */
function plotLabel({ members }: OpenSet, { keys, kind }: PlotLayout, alone: string | null): string {
  if (kind === 'difference') return 'B − A';
  if (members.length < 2 || (keys.length > 1 && alone === null)) return '';
  const place = members.findIndex(({ trace }) => trace.key === (alone ?? keys[0]));
  return alone === null ? laneLetter(place) : `Only ${laneLetter(place)}`;
}

/** The height of a panel that nobody has resized, for all traces of the set. */
function usualHeight({ members }: OpenSet, definition: PanelDefinition): number {
  const [first, ...others] = members.flatMap(({ trace }) => trace.snapshot.get() ?? []);
  return first === undefined ? definition.height : heightOf(definition, first, ...others);
}

/** Scroll bar and words of the rows of a plot; null of a plot without rows. */
function rowsEdge(
  { members }: OpenSet,
  definition: PanelDefinition,
  key: string | undefined,
  height: number,
): ReactNode {
  const { rows } = definition;
  const trace = members.find((member) => member.trace.key === key)?.trace;
  if (rows === undefined || trace === undefined) return null;
  return <RowsEdge trace={trace} definition={definition} rows={rows} height={height} />;
}

/** What the plots of a panel are, and how high all of them. */
function usePanelLayout(
  set: OpenSet,
  definition: PanelDefinition,
): { readonly layout: readonly PlotLayout[]; readonly height: number } {
  const app = useApp();
  const lanes = useSelected(set.view, (view) => view.lanes);
  const arrangement = useSelected(set.view, (view) => view.arrangement);
  const alone = useStore(set.alone);
  const { heights, differences } = useStore(app.choices);
  const usual = useSelected(set.lead.snapshot, () => usualHeight(set, definition));
  const height = heights[definition.id] ?? usual;
  const hasDifference = differences.includes(definition.id);
  const layout = useMemo(
    () => plotLayout(definition, { lanes, arrangement }, height, alone, hasDifference),
    [definition, lanes, arrangement, height, alone, hasDifference],
  );
  return { layout, height };
}

/** It follows what it shows by itself: a newer snapshot, or one more panel, renders none of the others. */
export const Panel = memo(function Panel({ set, definition, neighbours }: DrawnPanelProps): ReactNode {
  const { id, title, tool, rows } = definition;
  const parts = usePanelParts();
  const lockedMax = useSelected(set.view, ({ axes }) => axes[id] ?? null);
  const [asText, setAsText] = useState(false);
  const { layout, height } = usePanelLayout(set, definition);
  const { entries, drawnMax, paintedAt } = usePanelPicture(set, definition, parts, layout, lockedMax);
  const traces = set.members.map(({ trace }) => trace);
  return (
    <section
      className="panel"
      data-testid="panel"
      data-panel={id}
      ref={parts.section}
      aria-label={title}
      onKeyDown={walkTools}
    >
      <div className="panel-title" role="toolbar" aria-label={title} onMouseDown={keepFocus}>
        <h2>{title}</h2>
        <span className="panel-figure" data-testid="figure" ref={parts.figure} hidden />
        <div className="panel-tools">
          {tool === 'congestion' && <ScaleButtons set={set} />}
          {rows !== undefined && <RowsOrder set={set} title={title} rows={rows} />}
          {tool === 'congestion' && !isByBytes(set) && <ModelMenu trace={set.lead} />}
          <StripButton definition={definition} />
          <span className="clipped" hidden ref={parts.clippedMark} data-testid="clipped">
            <span aria-hidden="true">clipped</span>
            <span className="visually-hidden" />
          </span>
          <PanelAbout set={set} definition={definition} />
          <TwinToggle title={title} isShown={asText} tabIndex={-1} onToggle={() => setAsText(!asText)} />
          <PanelMenu
            set={set}
            definition={definition}
            neighbours={neighbours}
            height={height}
            drawnMax={drawnMax}
          />
        </div>
        <LanesLegend set={set} definition={definition} entries={entries} />
      </div>
      {rows?.totals !== undefined &&
        traces.map((trace) => <RowsTotals key={trace.key} trace={trace} definition={definition} />)}
      <Plots set={set} definition={definition} layout={layout} paintedAt={paintedAt} plots={parts.plots} />
      <ResizeHandle panel={id} title={title} height={height} />
      <p className="panel-note" ref={parts.note} data-testid="panel-note" hidden />
      {tool === 'spacing' && traces.map((trace) => <SpacingStrip key={trace.key} trace={trace} />)}
      {asText &&
        traces.map((trace) => (
          <TextTwin
            key={trace.key}
            trace={trace}
            definition={definition}
            heading={traces.length > 1 ? trace.name : ''}
          />
        ))}
    </section>
  );
});

/** Of a panel that is a strip until somebody wants it higher. */
function StripButton({ definition }: { readonly definition: PanelDefinition }): ReactNode {
  const app = useApp();
  const { id, title, openHeight } = definition;
  const isOpen = useStore(app.choices).heights[id] !== undefined;
  if (openHeight === undefined) return null;
  return (
    <Button
      className="title-button"
      data-testid="open-strip"
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={`${title} at full height`}
      title={isOpen ? 'As a strip' : 'Full height'}
      onClick={() => app.choices.update((c) => toggleHeight(c, id, openHeight))}
    >
      {isOpen ? '▴' : '▾'}
    </Button>
  );
}

interface LanesLegendProps extends PanelProps {
  readonly entries: readonly ShownEntry[];
}

/** The legend, with a value of each trace where they are drawn over one another. */
function LanesLegend({ set, definition, entries }: LanesLegendProps): ReactNode {
  const lanes = useSelected(set.view, (view) => view.lanes);
  const arrangement = useSelected(set.view, (view) => view.arrangement);
  const alone = useStore(set.alone);
  return (
    <PanelLegend
      panel={definition.id}
      entries={entries}
      lanes={lanes}
      isOverlaid={set.members.length > 1 && alone === null && isOverlaid(definition, arrangement)}
    />
  );
}

interface PlotsProps extends PanelProps, Pick<DrawnPanel, 'paintedAt'>, Pick<PanelParts, 'plots'> {
  readonly layout: readonly PlotLayout[];
}

function Plots({ set, definition, layout, paintedAt, plots }: PlotsProps): ReactNode {
  const { id, title } = definition;
  const alone = useStore(set.alone);
  const pointer = usePlotPointer(set, id);
  return layout.map((plot, i) => (
    <Plot
      key={`${plot.kind} ${plot.keys.join(' ')}`}
      set={set}
      title={title}
      height={plot.height}
      kind={plot.kind}
      label={plotLabel(set, plot, alone)}
      isAlone={alone !== null}
      edge={rowsEdge(set, definition, plot.keys[0], plot.height)}
      onElements={(elements) => {
        plots.current[i] = elements;
      }}
      onPointer={(kind, at) => pointer(plot, kind, at, paintedAt(i))}
    />
  ));
}
