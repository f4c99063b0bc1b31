/**
 * Updates a panel's pictures, texts and attributes. In the frame after a change only the picture of a
 * panel in sight is drawn (use-painter-in-sight.ts), and its values where only the pointer has moved. Sentence, legend and
 * values of a moving range are deferred until nothing is being drawn (use-panel-texts.ts, state/scheduler.ts): they are not
 * needed during a zoom.
 */
import { useCallback, useContext, useMemo } from 'react';
import { paintDifference } from '../../../drawing/panels/lanes/difference';
import { commonMax, paintLanes } from '../../../drawing/panels/lanes/panel-lanes';
import type { Painted, PanelDefinition } from '../../../drawing/panels/panel';
import { missingOf } from '../../../drawing/panels/registry';
import { useApp } from '../../controls/use-app';
import type { OpenSet } from '../../state/traces/open-trace';
import { paletteOf } from '../paint/page-palette';
import { type DrawnLane, lanesOf } from '../paint/paint-panel';
import { useGuarded } from '../paint/use-guarded';
import { isByBytes } from '../plot/clock';
import type { PlotLayout } from '../plot/plot-layout';
import { LayersContext } from '../slots';
import type { ShownEntry } from './panel-legend';
import type { PanelParts } from './panel-parts';
import { PanelPicture } from './panel-picture';
import { usePainterInSight } from './use-painter-in-sight';
import { usePanelTexts } from './use-panel-texts';

export interface DrawnPanel {
  readonly entries: readonly ShownEntry[];
  /** Top of the value axis as drawn last. */
  readonly drawnMax: () => number;
  /** The panel's report on the picture of a plot. */
  readonly paintedAt: (plot: number) => Painted | null;
}

function usePictures(
  set: OpenSet,
  definition: PanelDefinition,
  layout: readonly PlotLayout[],
): readonly PanelPicture[] {
  const app = useApp();
  const { canvas: layers } = useContext(LayersContext);
  return useMemo(
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
}

/** Reads the traces in the plots that have what the panel shows, and hold its columns. */
function useDrawnLanes(
  set: OpenSet,
  definition: PanelDefinition,
  layout: readonly PlotLayout[],
): () => readonly DrawnLane[] {
  const app = useApp();
  return useCallback(
    () =>
      lanesOf(app, set).filter(({ trace, context }) => {
        const isDrawn = layout.some(({ keys, kind }) => kind !== 'set' || keys.includes(trace.key));
        const { series, parts = [] } = definition;
        return isDrawn && missingOf(definition, context.snapshot) === null && trace.holds({ series, parts });
      }),
    [app, set, definition, layout],
  );
}

function writeRange(element: HTMLElement, set: OpenSet): void {
  const { fromUs, toUs } = set.viewport;
  if (isByBytes(set)) {
    element.dataset.fromBytes = String(fromUs);
    element.dataset.toBytes = String(toUs);
  } else {
    element.dataset.fromMs = String(fromUs / 1000);
    element.dataset.toMs = String(toUs / 1000);
  }
}

/** @param lockedMax top of the value axis, null to follow what is visible. */
export function usePanelPicture(
  set: OpenSet,
  definition: PanelDefinition,
  parts: PanelParts,
  layout: readonly PlotLayout[],
  lockedMax: number | null,
): DrawnPanel {
  const app = useApp();
  const { section, plots } = parts;
  const pictures = usePictures(set, definition, layout);
  const drawnLanes = useDrawnLanes(set, definition, layout);
  const drawing = { set, definition, layout, pictures, drawnLanes };
  const { entries, updateValues, describe } = usePanelTexts(drawing, parts);

  const drawNow = useCallback(() => {
    const lanes = drawnLanes();
    const element = section.current;
    if (lanes.length === 0 || element === null) return;
    const max = commonMax(definition, lanes, paletteOf(app), layout[0]?.height ?? 0, lockedMax);
    const alone = set.alone.get();
    const drawn = pictures.map((picture, i) => {
      const plot = plots.current[i] ?? null;
      const { keys = [], height = 0, kind } = layout[i] ?? {};
      const isDrawn = ({ trace: { key } }: DrawnLane): boolean =>
        keys.includes(key) && (kind !== 'lanes' || alone === null || alone === key);
      const own = lanes.filter(isDrawn);
      return plot === null || own.length === 0 ? null : picture.paint(own, plot, height, max);
    });
    if (drawn.includes('data')) {
      writeRange(element, set);
      describe();
      for (const { trace } of lanes) trace.reach('first picture');
    } else if (drawn.includes('foreground')) updateValues();
  }, [app, set, definition, drawnLanes, pictures, layout, section, plots, lockedMax, updateValues, describe]);
  usePainterInSight(set, section, definition.id, useGuarded(drawNow));

  const drawnMax = useCallback(() => Math.max(...pictures.map(({ painted }) => painted.max)), [pictures]);
  const paintedAt = useCallback((plot: number) => pictures[plot]?.painted ?? null, [pictures]);
  return { entries, drawnMax, paintedAt };
}
