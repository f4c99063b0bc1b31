/**
 * What every panel has: a title line with its legend and menu, a plot area (canvas, axis, gestures), a handle
 * for its height, a text twin, and the attributes that automation reads.
 */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { attachGestures } from '../chart/gestures';
import { choices } from '../session/choices';
import { measureKeyHeld } from '../session/measure-key';
import type { OpenTrace } from '../session/open-trace';
import { movePanel, togglePanel } from '../view/choices';
import { PANEL_IDS } from './catalogue';
import { ModelMenu } from './congestion-menu';
import { focusAfter } from './focus-after';
import { MenuDetails } from './menu-details';
import { contextOf, paintPanel } from './paint-panel';
import type { LegendEntry, PanelContext, PanelDefinition } from './panel';
import { PanelLegend, writeValues } from './panel-legend';
import { ResizeHandle } from './resize-handle';
import { SpacingStrip } from './spacing-strip';
import { TextTwin } from './text-twin';
import { usePainter } from './use-painter';
import { useStore } from './use-store';

/** Width of the axis column; the plot areas of all panels begin at the same x. */
export const AXIS_PX = 68;

interface PanelProps {
  readonly trace: OpenTrace;
  readonly definition: PanelDefinition;
}

/** A panel without data says in one line what is missing, and takes no more room. */
export function FoldedPanel({
  trace,
  definition,
  reason,
}: PanelProps & { readonly reason: string }): ReactNode {
  useStore(trace.view);
  const { fromUs, toUs } = trace.viewport;
  return (
    <section
      className="panel folded"
      data-testid="panel"
      data-panel={definition.id}
      data-from-ms={fromUs / 1000}
      data-to-ms={toUs / 1000}
      aria-label={definition.title}
    >
      <p className="panel-note">
        <strong>{definition.title}</strong>: {reason}
      </p>
    </section>
  );
}

/** Hides a panel; the focus goes to the menu of the one that takes its place, or of the last one. */
function hidePanel(id: string): void {
  const menus = (): HTMLElement[] => [
    ...document.querySelectorAll<HTMLElement>('[data-panel] .panel-menu > summary'),
  ];
  const at = menus().findIndex((menu) => menu.closest(`[data-panel="${CSS.escape(id)}"]`) !== null);
  choices.update((current) => togglePanel(current, id));
  focusAfter(() => menus().at(Math.min(at, menus().length - 1)));
}

/** A move of the pointer repaints, and changes neither the sentence nor the legend. */
function saysTheSame(before: PanelContext | null, now: PanelContext): boolean {
  return (
    before?.answer === now.answer &&
    before.snapshot === now.snapshot &&
    before.viewport.fromUs === now.viewport.fromUs &&
    before.viewport.toUs === now.viewport.toUs
  );
}

interface DrawnPanelProps extends PanelProps {
  /** Ids of the panels that are drawn, this one included. */
  readonly neighbours: readonly string[];
}

export function Panel({ trace, definition, neighbours }: DrawnPanelProps): ReactNode {
  const section = useRef<HTMLElement | null>(null);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const axis = useRef<SVGSVGElement | null>(null);
  const plot = useRef<HTMLDivElement | null>(null);
  const note = useRef<HTMLParagraphElement | null>(null);
  const drawnMax = useRef(1);
  const described = useRef<PanelContext | null>(null);
  const [entries, setEntries] = useState<readonly LegendEntry[]>([]);
  const [lockedMax, setLockedMax] = useState<number | null>(null);
  const [asText, setAsText] = useState(false);
  const { heights } = useStore(choices);
  const height = heights[definition.id] ?? definition.height;

  const paint = useCallback(() => {
    const context = contextOf(trace);
    const element = section.current;
    if (context === null || element === null || canvas.current === null || axis.current === null) return;
    const painted = paintPanel(trace, definition, context, canvas.current, axis.current, height, lockedMax);
    if (painted === null) return;
    drawnMax.current = painted.max;
    element.dataset.fromMs = String(context.viewport.fromUs / 1000);
    element.dataset.toMs = String(context.viewport.toUs / 1000);
    if (!saysTheSame(described.current, context)) {
      described.current = context;
      canvas.current.setAttribute('aria-label', `${definition.title}. ${definition.sentence(context)}`);
      const legend = definition.legend(context);
      setEntries((current) => (JSON.stringify(current) === JSON.stringify(legend) ? current : legend));
    }
    writeValues(element, definition, context, trace.readoutUs);
    if (note.current !== null) {
      note.current.hidden = painted.clipped === undefined;
      note.current.textContent = painted.clipped ?? '';
    }
  }, [trace, definition, height, lockedMax]);
  usePainter(trace, paint);
  // A legend that has just been rendered is empty until the values are written again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are the reason to run
  useEffect(() => paint(), [entries, paint]);

  useEffect(() => {
    const element = plot.current;
    if (element === null) return;
    return attachGestures(element, {
      viewport: () => trace.viewport,
      onRange: (range) => trace.showRange(range),
      onHold: () => trace.hold(),
      onRelease: () => trace.release(),
      onSelect: (range) => trace.select(range),
      measures: () => measureKeyHeld.get(),
      onMeasure: (range, held) => trace.measureDrawn(range, held),
      onClick: (timeUs) => trace.click(timeUs),
      onDoubleClick: (timeUs) => trace.zoomIn(timeUs),
      onHover: (timeUs) => trace.cursorUs.set(timeUs),
    });
  }, [trace]);

  const { id, title } = definition;
  return (
    <section className="panel" data-testid="panel" data-panel={id} ref={section} aria-label={title}>
      <header className="panel-title">
        <h2>{title}</h2>
        <PanelLegend panel={id} entries={entries} />
        {id === 'congestion' && <ModelMenu trace={trace} />}
        <button
          type="button"
          className="twin-toggle"
          aria-expanded={asText}
          aria-label={`${title} as text`}
          title="As text"
          onClick={() => setAsText(!asText)}
        >
          ≡
        </button>
        <MenuDetails className="panel-menu" label="⋯" name={`${title}: panel menu`}>
          <button type="button" onClick={() => setLockedMax(lockedMax === null ? drawnMax.current : null)}>
            {lockedMax === null ? 'Lock the value axis' : 'Let the value axis follow'}
          </button>
          <button
            type="button"
            onClick={() => choices.update((c) => movePanel(c, PANEL_IDS, id, -1, neighbours))}
          >
            Move up
          </button>
          <button
            type="button"
            onClick={() => choices.update((c) => movePanel(c, PANEL_IDS, id, 1, neighbours))}
          >
            Move down
          </button>
          <button type="button" onClick={() => hidePanel(id)}>
            Hide
          </button>
        </MenuDetails>
      </header>
      <div className="panel-body" style={{ height }}>
        <svg className="value-axis" width={AXIS_PX} height={height} ref={axis} aria-hidden="true">
          <g transform={`translate(${AXIS_PX - 6},0)`} />
        </svg>
        <div className="plot" ref={plot}>
          <canvas ref={canvas} role="img" aria-label={title} />
        </div>
      </div>
      <p className="panel-note" ref={note} data-testid="clipped" hidden />
      {id === 'oscillation' && <SpacingStrip trace={trace} />}
      {asText && <TextTwin trace={trace} definition={definition} />}
      <ResizeHandle panel={id} title={title} height={height} />
    </section>
  );
}
