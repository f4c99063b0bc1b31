/**
 * The frame of every panel: a title line with legend and menu, a plot area (canvas, axis, gestures), a handle
 * for its height, a text twin, and the attributes for automation.
 */
import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { PanelDefinition } from '../../drawing/panels/panel';
import { PANEL_IDS } from '../../drawing/panels/panel-ids';
import { movePanel, togglePanel } from '../../drawing/view/choices';
import { focusAfter } from '../controls/focus-after';
import { MenuDetails } from '../controls/menu-details';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { AppState } from '../state/app-state';
import type { OpenTrace } from '../state/open-trace';
import { ModelMenu } from './congestion-menu';
import { ExportEntries } from './export-entries';
import { attachGestures } from './gestures';
import { PanelLegend } from './panel-legend';
import { ResizeHandle } from './resize-handle';
import { LayersContext } from './slots';
import { SpacingStrip } from './spacing-strip';
import { TextTwin } from './text-twin';
import { usePainter } from './use-painter';
import { usePanelPicture } from './use-panel-picture';

/** Width of the axis column; the plot areas of all panels begin at the same x. */
export const AXIS_PX = 68;

interface PanelProps {
  readonly trace: OpenTrace;
  readonly definition: PanelDefinition;
}

/** A panel without data: one line that says what is missing. */
export function FoldedPanel({
  trace,
  definition,
  reason,
}: PanelProps & { readonly reason: string }): ReactNode {
  const section = useRef<HTMLElement | null>(null);
  const { fromUs, toUs } = trace.viewport;
  // Updates attributes without rendering while the range moves.
  const paint = useCallback(() => {
    const { viewport } = trace;
    if (section.current === null) return;
    section.current.dataset.fromMs = String(viewport.fromUs / 1000);
    section.current.dataset.toMs = String(viewport.toUs / 1000);
  }, [trace]);
  usePainter(trace, paint);
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
        <strong>{definition.title}</strong>: {reason}
      </p>
    </section>
  );
}

/** Hides a panel; moves the focus to the menu of the panel at its place, or of the last one. */
function hidePanel(app: AppState, id: string): void {
  const menus = (): HTMLElement[] => [
    ...document.querySelectorAll<HTMLElement>('[data-panel] .panel-menu > summary'),
  ];
  const at = menus().findIndex((menu) => menu.closest(`[data-panel="${CSS.escape(id)}"]`) !== null);
  app.choices.update((current) => togglePanel(current, id));
  focusAfter(() => menus().at(Math.min(at, menus().length - 1)));
}

interface DrawnPanelProps extends PanelProps {
  /** Ids of the drawn panels, this one included. */
  readonly neighbours: readonly string[];
}

export function Panel({ trace, definition, neighbours }: DrawnPanelProps): ReactNode {
  const app = useApp();
  const section = useRef<HTMLElement | null>(null);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const axis = useRef<SVGSVGElement | null>(null);
  const plot = useRef<HTMLDivElement | null>(null);
  const note = useRef<HTMLParagraphElement | null>(null);
  const { canvas: layers } = useContext(LayersContext);
  const [lockedMax, setLockedMax] = useState<number | null>(null);
  const [asText, setAsText] = useState(false);
  const { heights } = useStore(app.choices);
  const height = heights[definition.id] ?? definition.height;

  const { entries, drawnMax } = usePanelPicture(
    trace,
    definition,
    { section, canvas, axis, note },
    height,
    lockedMax,
  );

  useEffect(() => {
    const element = plot.current;
    if (element === null) return;
    return attachGestures(element, {
      viewport: () => trace.viewport,
      onRange: (range) => trace.showRange(range),
      onHold: () => trace.hold(),
      onRelease: () => trace.release(),
      onSelect: (range) => trace.select(range),
      layerDrag: () => {
        const drag = layers.find((layer) => layer.drag?.isHeld(app))?.drag;
        return drag === undefined ? null : (range, held) => drag.onDrag(trace, range, held);
      },
      onClick: (timeUs) => trace.click(timeUs),
      onDoubleClick: (timeUs) => trace.zoomIn(timeUs),
      onHover: (timeUs) => trace.cursorUs.set(timeUs),
    });
  }, [app, layers, trace]);

  const { id, title, tool } = definition;
  return (
    <section className="panel" data-testid="panel" data-panel={id} ref={section} aria-label={title}>
      <header className="panel-title">
        <h2>{title}</h2>
        <PanelLegend panel={id} entries={entries} />
        {tool === 'models' && <ModelMenu trace={trace} />}
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
          <button type="button" onClick={() => setLockedMax(lockedMax === null ? drawnMax() : null)}>
            {lockedMax === null ? 'Lock the value axis' : 'Unlock the value axis'}
          </button>
          <button
            type="button"
            onClick={() => app.choices.update((c) => movePanel(c, PANEL_IDS, id, -1, neighbours))}
          >
            Move up
          </button>
          <button
            type="button"
            onClick={() => app.choices.update((c) => movePanel(c, PANEL_IDS, id, 1, neighbours))}
          >
            Move down
          </button>
          <button type="button" onClick={() => hidePanel(app, id)}>
            Hide
          </button>
          <ExportEntries trace={trace} definition={definition} height={height} lockedMax={lockedMax} />
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
      {tool === 'spacing' && <SpacingStrip trace={trace} />}
      {asText && <TextTwin trace={trace} definition={definition} />}
      <ResizeHandle panel={id} title={title} height={height} />
    </section>
  );
}
