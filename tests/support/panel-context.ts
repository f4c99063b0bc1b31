/**
 * What a panel looks at, made as the page makes it: a worker's session reads the trace, says its snapshot and
 * answers the question for a viewport. Painting goes to a recording surface with a palette of plain names.
 */

import type { Painted, PanelContext, PanelDefinition } from '../../src/drawing/panels/panel.ts';
import { PANELS } from '../../src/drawing/panels/registry.ts';
import type { Palette } from '../../src/drawing/surface/palette.ts';
import type { AxisFormat } from '../../src/drawing/surface/ticks.ts';
import { type Viewport, windowFor } from '../../src/drawing/surface/viewport.ts';
import type { Outline } from '../../src/engine/reading/contract/outline.ts';
import type { ModelQuery } from '../../src/engine/reading/contract/parts.ts';
import type { CloseUpAnswer, Snapshot } from '../../src/engine/reading/contract/snapshot.ts';
import { withClosedLoop } from '../../src/engine/service/answers/closed-loop.ts';
import { rowsOf } from '../../src/engine/service/answers/rows.ts';
import { TraceSession } from '../../src/engine/service/answers/session.ts';
import { answerWindow } from '../../src/engine/service/answers/window.ts';
import { reportedWindow } from '../../src/sharing/report/figures/close-up-figure.ts';
import { contain } from './containers.ts';
import { readTrace } from './load.ts';
import { madeOnce } from './made-once.ts';
import { outlineOfConnection } from './outline.ts';
import type { Points } from './raster.ts';
import { RecordingSurface } from './recording-surface.ts';
import type { TimedEvent } from './replay-events.ts';
import { utf8 } from './split-all.ts';

/** Columns of small traces: 2,048 µs wide, one pixel each, when 512 of them are looked at. */
export const COLUMN_US = 2048;
export const COLUMNS = 512;

/** The time of a column's left edge in ms, as a record writes it. */
export function columnMs(column: number): number {
  return (column * COLUMN_US) / 1000;
}

/** Marks the end of a small trace: with it, one pixel of 512 is one column. */
export const END: TimedEvent = [columnMs(COLUMNS), 'quic:recovery_metrics_updated', { pto_count: 0 }];

export interface ViewOptions {
  readonly width?: number;
  readonly fromUs?: number;
  readonly toUs?: number;
  readonly hidden?: readonly string[];
  readonly model?: ModelQuery | null;
}

export interface OpenedTrace {
  readonly snapshot: Snapshot;
  /** The panels' view of a part of the trace; the whole of it on 512 px where nothing is said. */
  context(options?: ViewOptions): PanelContext;
  /** The windows of all close-ups, for pictures as wide as a report's. */
  closeUps(): readonly CloseUpAnswer[];
  /** The findings, death spirals run closed loop. */
  closedLoop(): Snapshot['findings'];
  /** What a comparison asks of it. */
  outline(): Outline;
  /** All points of a series, as the worker gives them for a table; none of one that the trace does not have. */
  points(id: string): Points;
}

export async function openBytes(bytes: Uint8Array): Promise<OpenedTrace> {
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  await session.open({ kind: 'file', file: new File([bytes as Uint8Array<ArrayBuffer>], 'trace.sqlog') });
  if (newest === null) throw new Error('the session said nothing');
  const snapshot: Snapshot = newest;
  return {
    snapshot,
    context({ width = COLUMNS, hidden = [], model = null, ...range } = {}) {
      const viewport: Viewport = { ...snapshot.extent, ...range, width };
      const window = windowFor(viewport, snapshot.extent);
      const wanted = PANELS.flatMap((panel) => panel.series);
      const series = snapshot.catalogue.map(({ id }) => id).filter((id) => wanted.includes(id));
      const answer = answerWindow(session, {
        connection: snapshot.connection,
        window,
        series,
        visible: viewport,
        parts: ['account', ...PANELS.flatMap((panel) => panel.parts ?? [])],
        model,
      });
      return { answer, snapshot, viewport, hidden: new Set(hidden) };
    },
    closeUps: () =>
      snapshot.findings.flatMap(({ key, closeUp }) =>
        closeUp === null
          ? []
          : { key, answer: answerWindow(session, reportedWindow(closeUp, snapshot.connection)) },
      ),
    closedLoop() {
      const { connection } = snapshot;
      const analysis = session.analysis(connection);
      return analysis === undefined ? [] : withClosedLoop(session.connection(connection), analysis);
    },
    outline: () => outlineOfConnection(session.connection(snapshot.connection)),
    points(id) {
      const { state } = session.connection(snapshot.connection).connection;
      const all = [...state.allSeries(), ...(session.analysis(snapshot.connection)?.series ?? [])];
      const [column] = rowsOf(all, { series: [id], ...snapshot.extent }).value.columns;
      return column ?? { timesUs: [], values: [] };
    },
  };
}

/** The trace at a path. */
export const openTrace = madeOnce(16, (path: string): Promise<OpenedTrace> => openBytes(readTrace(path)));

/** A small trace of the given events. */
export function openEvents(events: readonly TimedEvent[]): Promise<OpenedTrace> {
  const records = events.map(([time, name, data]) => JSON.stringify({ time, name, data }));
  return openBytes(utf8(contain('JSON-SEQ', records)));
}

const stroke = (color: string, dash: readonly number[] = []) => ({ color, width: 1, dash });

/** Colours are names, so that a test reads what was painted. */
export const PALETTE: Palette = {
  paper: 'paper',
  ink: 'ink',
  faint: 'faint',
  grid: 'grid',
  bands: { critical: 'band-critical', warning: 'band-warning', info: 'band-info' },
  selection: 'selection',
  accent: 'accent',
  loss: 'loss',
  ceMark: 'ce-mark',
  model: stroke('model', [9, 3]),
  severity: { critical: 'critical', warning: 'warning', info: 'info' },
  slots: Array.from({ length: 8 }, (_, i) => `slot-${i + 1}`),
  strokeOf: ({ id, line }) => line && stroke(id),
};

export interface Picture {
  readonly surface: RecordingSurface;
  readonly painted: Painted;
  /** Top of the value axis and the words of its ticks. */
  readonly axisMax: number;
  readonly axisText: (value: number, step?: number) => string;
}

/** Paints a panel on 100 px of height. */
export function paintOn(
  definition: PanelDefinition,
  context: PanelContext,
  lockedMax: number | null = null,
): Picture {
  const surface = new RecordingSurface(context.viewport.width, 100);
  let axisMax = Number.NaN;
  let axisText: AxisFormat = String;
  const axis = (max: number, format: AxisFormat): void => {
    axisMax = max;
    axisText = format;
  };
  const painted = definition.paint(context, { surface, palette: PALETTE, lockedMax, axis });
  return { surface, painted, axisMax, axisText: (value, step = value || 1) => axisText(value, step) };
}

/** The points of everything drawn in a colour, as [x, y] pairs without lifted pens. */
export function pointsOf(surface: RecordingSurface, color: string): readonly (readonly [number, number])[] {
  return surface.lines
    .filter((line) => line.stroke.color === color)
    .flatMap(({ points }) =>
      points.flatMap((x, i): [number, number][] =>
        i % 2 === 0 && !Number.isNaN(x) ? [[x, points[i + 1] as number]] : [],
      ),
    );
}
