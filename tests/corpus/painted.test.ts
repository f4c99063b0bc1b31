/**
 * What every panel paints, says and reads off on real traces, held exactly. The golden pictures of the browser allow
 * half a percent of the area to differ, in which all losses or the line of a model would find room; what the painter
 * called does not. One text per trace: the whole of it, a part, and the strips beside the panels; one for all of what a panel lacks on
 * which trace. With `-u` they are written anew: read the diff. Pixels are the surfaces' (tests/unit/drawing/surface) and the golden pictures'.
 */
import { describe, expect, test } from 'vitest';
import { overviewSentence, overviewTable, paintOverview } from '../../src/app/workbench/paint-overview.ts';
import { twinTable } from '../../src/app/workbench/panel/text-twin.tsx';
import { bestModel } from '../../src/drawing/panels/congestion/congestion-candidates.ts';
import { pictureOf } from '../../src/drawing/panels/lanes/exported-picture.ts';
import { paintSpacing, spacingWords } from '../../src/drawing/panels/oscillation.ts';
import type { PanelContext, PanelDefinition, TwinTable } from '../../src/drawing/panels/panel.ts';
import { missingOf, PANELS } from '../../src/drawing/panels/registry.ts';
import { makePalette } from '../../src/drawing/surface/palette.ts';
import { drawPicture, pictureSize } from '../../src/drawing/surface/picture.ts';
import type { Sheet } from '../../src/drawing/surface/sheet.ts';
import type { Surface, TextStyle } from '../../src/drawing/surface/surface.ts';
import { labelledTicks } from '../../src/drawing/surface/ticks.ts';
import type { ModelQuery } from '../../src/engine/reading/contract/parts.ts';
import { type OpenedTrace, openTrace, type ViewOptions } from '../support/panel-context.ts';
import { checksum, pictureLines, pictureSum } from '../support/picture-text.ts';
import { corpusPath } from '../support/raw-trace.ts';
import { RecordingSurface } from '../support/recording-surface.ts';

/** The traces of the golden pictures, and the part that is looked at more closely, ms. */
const TRACES: readonly (readonly [name: string, file: string, fromMs: number, toMs: number])[] = [
  ['spiral', 'rate2-both-cubic-buggy-s09.server.sqlog.gz', 2000, 2200],
  ['sawtooth', 'sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz', 3000, 3600],
  ['bbr2', 'bbr2-loss2s-s03.server.sqlog.gz', 1900, 2700],
  ['applimited', 'applimited-buggy-lowwin.server.sqlog.gz', 4000, 4400],
  ['receiver', 'rate-cubic-buggy-s03.client.sqlog.gz', 0, 300],
];
const WIDTH = 900;

/** The page's widths and dashes, colours by the names of their properties. */
const PALETTE = makePalette((property) => property);

/** Without the last digits of a sum, which follow the order of adding. */
const exact = (value: number): string => String(Number(value.toPrecision(12)));

/** What a panel paints, and the axis that it asks for. */
function paint(panel: PanelDefinition, context: PanelContext, lockedMax: number | null = null) {
  const surface = new RecordingSurface(context.viewport.width, panel.height);
  const axes: string[] = [];
  const painted = panel.paint(context, {
    surface,
    palette: PALETTE,
    lockedMax,
    axis: (max, format, min = 0) => {
      const labels = labelledTicks([min, max], panel.height, format).map(({ label }) => label);
      axes.push(`axis ${exact(min)} to ${exact(max)}: ${labels.join(', ')}`);
    },
  });
  return { surface, axes, painted };
}

/** A sheet that writes down its words beside its calls; what is painted on its part is a checksum. */
class RecordingSheet extends RecordingSurface implements Sheet {
  /** What is written, and how and where. */
  readonly words: string[] = [];
  readonly places: string[] = [];

  override text(x: number, y: number, words: string, { color, size, bold, anchor }: TextStyle): void {
    const look = [color, `${size} px`, bold === true ? 'bold' : '', anchor ?? ''].filter(Boolean).join(' ');
    this.words.push(words);
    this.places.push(`${x.toFixed(2)},${y.toFixed(2)} ${look}`);
  }

  part(x: number, y: number, width: number, height: number, paintPart: (surface: Surface) => void): void {
    const surface = new RecordingSurface(width, height);
    paintPart(surface);
    this.places.push(`part ${x},${y} ${width}×${height}: ${pictureSum(surface)}`);
  }
}

/** The picture as it leaves the page: its words, the swatches, the axes and the grid, and the panel within. */
function exported(panel: PanelDefinition, context: PanelContext): string {
  const { fromUs, toUs } = context.viewport;
  const band = { fromUs: fromUs + (toUs - fromUs) / 4, toUs: fromUs + (toUs - fromUs) / 2 };
  const spec = pictureOf(panel, context, { height: panel.height, subtitle: 'a trace', bands: [band] });
  const { width, height } = pictureSize(spec);
  const sheet = new RecordingSheet(width, height);
  drawPicture(sheet, spec);
  const look = `words #${checksum(sheet.places.join('\n'))}, ${pictureSum(sheet)}`;
  return `exported ${width}×${height}, ${look}: ${sheet.words.join(' | ')}`;
}

function valueLines(label: string, values: ReadonlyMap<string, string> | undefined): readonly string[] {
  return values === undefined || values.size === 0
    ? []
    : [`${label}: ${[...values].map(([id, text]) => `${id} ${text}`).join('; ')}`];
}

function tableLines({ head, rows }: TwinTable): readonly string[] {
  return [head, ...rows].map((cells) => `| ${cells.join(' | ')}`);
}

/** One panel in one view. */
function panelLines(panel: PanelDefinition, context: PanelContext): readonly string[] {
  const { fromUs, toUs } = context.viewport;
  const { surface, axes, painted } = paint(panel, context);
  const legend = panel.legend(context);
  const figure = panel.figure?.(context) ?? '';
  return [
    ...axes,
    `top ${exact(painted.max)}`,
    ...(figure === '' ? [] : [`figure: ${figure}`]),
    ...(painted.clips ?? []).map(({ x, text, color }) => `arrow at ${x.toFixed(1)}: ${text} ${color}`),
    ...(painted.clipped === undefined ? [] : [`clipped: ${painted.clipped}`]),
    ...pictureLines(surface),
    ...legend.map(({ id, label, swatch, color, pattern }) => {
      const hidden = new Set([`${panel.id}/${id}`]);
      const without = pictureSum(paint(panel, { ...context, hidden }).surface);
      return `entry ${id} "${label}" ${[swatch, color, pattern].filter(Boolean).join(' ')}; hidden: ${without}`;
    }),
    `locked at half: ${pictureSum(paint(panel, context, painted.max / 2).surface)}`,
    exported(panel, context),
    ...[0.1, 0.5, 0.9].flatMap((share) => {
      const timeUs = fromUs + (toUs - fromUs) * share;
      return valueLines(`at ${timeUs} µs`, panel.values(context, timeUs));
    }),
    ...valueLines('resting', panel.resting?.(context)),
    panel.sentence(context),
    ...tableLines(twinTable(panel, context)),
  ];
}

/** The strips beside the panels: the whole trace, and the spacing of entries into recovery. */
function stripLines(context: PanelContext): readonly string[] {
  const overview = new RecordingSurface(WIDTH, 50);
  paintOverview(overview, context, PALETTE);
  const findings = context.snapshot.findings.map(({ key }) => {
    const surface = new RecordingSurface(WIDTH, 50);
    paintOverview(surface, { ...context, hidden: new Set([`finding/${key}`]) }, PALETTE);
    return `${key} put aside: ${pictureSum(surface)}`;
  });
  const spacing = new RecordingSurface(288, 44);
  paintSpacing(spacing, context.answer, PALETTE);
  return [
    '## overview',
    ...pictureLines(overview),
    ...findings,
    overviewSentence(context),
    ...tableLines(overviewTable(context)),
    '',
    '## spacing',
    ...pictureLines(spacing),
    spacingWords(context.answer, undefined),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return [`## ${title}`, ...lines, ''];
}

/** The best model over the window, set on the log and on its own from a third of the view on. */
function modelLines(trace: OpenedTrace, view: ViewOptions): readonly string[] {
  const congestion = PANELS.find(({ id }) => id === 'congestion') as PanelDefinition;
  const best = bestModel(trace.snapshot);
  if (best === null) return [];
  const { fromUs, toUs } = trace.context(view).viewport;
  const free: ModelQuery = { id: best.id, freeFromUs: Math.round(fromUs + (toUs - fromUs) / 3) };
  return [best, free].flatMap((model) =>
    section(
      `model ${model.id}${model.freeFromUs === null ? '' : ` on its own from ${model.freeFromUs} µs`}`,
      panelLines(congestion, trace.context({ ...view, model })),
    ),
  );
}

/** What panels lack, and on which traces. */
const lacking: string[] = [];

/** Those that have something to show; what the others lack is noted. */
function panelsOf(name: string, { snapshot }: PanelContext): readonly PanelDefinition[] {
  return PANELS.filter((panel) => {
    const missing = missingOf(panel, snapshot);
    if (missing !== null) lacking.push(`${panel.id}: ${missing} (${name})`);
    return missing === null;
  });
}

async function paintedText(name: string, file: string, fromMs: number, toMs: number): Promise<string> {
  const trace = await openTrace(corpusPath(file));
  const views: readonly (readonly [string, ViewOptions])[] = [
    ['the whole trace', { width: WIDTH }],
    [`${fromMs} ms to ${toMs} ms`, { width: WIDTH, fromUs: fromMs * 1000, toUs: toMs * 1000 }],
  ];
  const shown = panelsOf(name, trace.context({ width: WIDTH }));
  const lines = views.flatMap(([title, view]) => {
    const context = trace.context(view);
    return [
      `# ${title}`,
      '',
      ...shown.flatMap((panel) => section(panel.id, panelLines(panel, context))),
      ...modelLines(trace, view),
    ];
  });
  return [...lines, ...stripLines(trace.context({ width: WIDTH })), ''].join('\n');
}

describe('what was painted and said', () => {
  test.each(TRACES)('of the %s is what it was, call by call', async (name, file, fromMs, toMs) => {
    await expect(await paintedText(name, file, fromMs, toMs)).toMatchFileSnapshot(`painted/${name}.txt`);
  });
});

test('what a panel lacks on which trace is what it was', async () => {
  await expect(`${lacking.sort().join('\n')}\n`).toMatchFileSnapshot('painted/lacking.txt');
});
