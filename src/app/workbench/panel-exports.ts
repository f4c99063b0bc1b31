/** What a panel copies and saves: as a picture, its series as CSV, its text version as text. The panel's menu and the palette list it. */
import { type PictureOptions, pictureOf, svgOf } from '../../drawing/panels/exported-picture';
import type { PanelDefinition } from '../../drawing/panels/panel';
import type { SharedContext } from '../../drawing/panels/redact-context';
import { redact } from '../../engine/redaction/redact';
import { instant } from '../../engine/text/figures';
import { XML_DECLARATION } from '../../engine/text/xml';
import { seriesLines } from '../../sharing/report/series-rows';
import { answerIfAny } from '../backend/backend';
import { copyOrSave, saveFile, shareOptionsOf, textFile } from '../controls/save-file';
import type { AppState } from '../state/app-state';
import type { OpenTrace } from '../state/open-trace';
import { canvasOf } from './canvas-sheet';
import { copyPanel } from './copy-picture';
import { bandOf } from './paint-panel';
import { sharedContextOf } from './shared-context';
import { twinTable } from './text-twin';

/** A panel as it is drawn. */
export interface ShownPanel {
  readonly trace: OpenTrace;
  readonly definition: PanelDefinition;
  readonly height: number;
  readonly lockedMax: number | null;
}

export interface PanelExport {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

function optionsOf({ trace, height, lockedMax }: ShownPanel, context: SharedContext): PictureOptions {
  const { fromUs, toUs } = context.viewport;
  const range = `${instant(fromUs, toUs - fromUs)} to ${instant(toUs, toUs - fromUs)}`;
  const made = trace.digest === null ? '' : ' (drawn from a digest)';
  return { height, lockedMax, band: bandOf(trace), subtitle: `${range}${made}` };
}

function save({ trace, definition }: ShownPanel, ending: string, content: Blob): void {
  saveFile(trace, shareOptionsOf(trace), `-${definition.id}${ending}`, content);
}

function saveSvg(props: ShownPanel, context: SharedContext): void {
  const { definition } = props;
  const spec = pictureOf(definition, context, optionsOf(props, context));
  const svg = svgOf(spec, definition.id, definition.sentence(context));
  save(props, '.svg', textFile([XML_DECLARATION, svg, '\n'], 'image/svg+xml'));
}

function savePng(props: ShownPanel, context: SharedContext, pixelRatio: 1 | 2): void {
  const spec = pictureOf(props.definition, context, optionsOf(props, context));
  canvasOf(spec, pixelRatio).toBlob((blob) => {
    if (blob !== null) save(props, pixelRatio === 2 ? '@2x.png' : '.png', blob);
  }, 'image/png');
}

/** Series of the panel that this trace holds. */
function seriesOf({ trace, definition }: ShownPanel): readonly string[] {
  const snapshot = trace.snapshot.get();
  // A digest holds columns, not points.
  const catalogue = snapshot?.digest === undefined ? (snapshot?.catalogue ?? []) : [];
  return definition.series.filter((id) => catalogue.some((info) => info.id === id));
}

/** Saves every point of the visible range, requested from the worker. */
async function saveCsv(props: ShownPanel): Promise<void> {
  const { fromUs, toUs } = props.trace.viewport;
  const request = { series: seriesOf(props), fromUs: Math.floor(fromUs), toUs: Math.ceil(toUs) };
  const { trace } = props;
  const answer = await answerIfAny(trace.request('rows', request));
  const snapshot = trace.snapshot.get();
  if (answer === null || snapshot === null) return;
  const { rows } = redact({ name: trace.name, snapshot, rows: answer }, shareOptionsOf(trace));
  const lines = [...seriesLines(rows.columns, rows.fromUs, 'csv')];
  save(props, '.csv', textFile(lines, 'text/csv'));
}

/** Sentence and table of the text twin, cells separated by tabs. */
export function panelAsText(definition: PanelDefinition, context: SharedContext): string {
  const { head, rows } = twinTable(definition, context);
  const table = [head, ...rows].map((cells) => cells.join('\t'));
  return [`${definition.title}. ${definition.sentence(context)}`, '', ...table].join('\n');
}

/** In the order of the menu; the series only where the trace has points of them. */
export function panelExports(app: AppState, shown: ShownPanel): readonly PanelExport[] {
  const { trace, definition } = shown;
  const withContext = (run: (context: SharedContext) => void) => (): void => {
    const context = sharedContextOf(app, trace);
    if (context !== null) run(context);
  };
  const csv = { id: 'csv', label: 'Series as CSV, visible range', run: () => void saveCsv(shown) };
  const text = (context: SharedContext): void => {
    const words = panelAsText(definition, context);
    void copyOrSave(trace, shareOptionsOf(trace), `-${definition.id}.txt`, words);
  };
  return [
    { id: 'chat', label: 'Copy picture and sentence', run: () => void copyPanel(app, trace, shown) },
    { id: 'svg', label: 'Picture as SVG', run: withContext((context) => saveSvg(shown, context)) },
    { id: 'png', label: 'Picture as PNG', run: withContext((context) => savePng(shown, context, 1)) },
    {
      id: 'png-2x',
      label: 'Picture as PNG, double size',
      run: withContext((context) => savePng(shown, context, 2)),
    },
    ...(seriesOf(shown).length > 0 ? [csv] : []),
    { id: 'text', label: 'Copy as text', run: withContext(text) },
  ];
}
