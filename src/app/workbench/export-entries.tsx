/** Entries of a panel's menu that copy or save it: as SVG or PNG, its series as CSV, its text version as text. */
import type { ReactNode } from 'react';
import { type PictureOptions, pictureOf, svgOf } from '../../drawing/panels/exported-picture';
import type { PanelDefinition } from '../../drawing/panels/panel';
import type { SharedContext } from '../../drawing/panels/redact-context';
import { redact } from '../../engine/redaction/redact';
import { instant } from '../../engine/text/figures';
import { XML_DECLARATION } from '../../engine/text/xml';
import { seriesLines } from '../../sharing/report/series-rows';
import { answerIfAny } from '../backend/backend';
import { copyOrSave, saveFile, shareOptionsOf, textFile } from '../controls/save-file';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { OpenTrace } from '../state/open-trace';
import { canvasOf } from './canvas-sheet';
import { copyPanel } from './copy-picture';
import { bandOf } from './paint-panel';
import { sharedContextOf } from './shared-context';
import { twinTable } from './text-twin';

interface ExportProps {
  readonly trace: OpenTrace;
  readonly definition: PanelDefinition;
  readonly height: number;
  readonly lockedMax: number | null;
}

function optionsOf({ trace, height, lockedMax }: ExportProps, context: SharedContext): PictureOptions {
  const { fromUs, toUs } = context.viewport;
  const range = `${instant(fromUs, toUs - fromUs)} to ${instant(toUs, toUs - fromUs)}`;
  const made = trace.digest === null ? '' : ' (drawn from a digest)';
  return { height, lockedMax, band: bandOf(trace), subtitle: `${range}${made}` };
}

function save({ trace, definition }: ExportProps, ending: string, content: Blob): void {
  saveFile(trace, shareOptionsOf(trace), `-${definition.id}${ending}`, content);
}

function saveSvg(props: ExportProps, context: SharedContext): void {
  const { definition } = props;
  const spec = pictureOf(definition, context, optionsOf(props, context));
  const svg = svgOf(spec, definition.id, definition.sentence(context));
  save(props, '.svg', textFile([XML_DECLARATION, svg, '\n'], 'image/svg+xml'));
}

function savePng(props: ExportProps, context: SharedContext, pixelRatio: 1 | 2): void {
  const spec = pictureOf(props.definition, context, optionsOf(props, context));
  canvasOf(spec, pixelRatio).toBlob((blob) => {
    if (blob !== null) save(props, pixelRatio === 2 ? '@2x.png' : '.png', blob);
  }, 'image/png');
}

/** Series of the panel that this trace holds. */
function seriesOf({ trace, definition }: ExportProps): readonly string[] {
  const snapshot = trace.snapshot.get();
  // A digest holds columns, not points.
  const catalogue = snapshot?.digest === undefined ? (snapshot?.catalogue ?? []) : [];
  return definition.series.filter((id) => catalogue.some((info) => info.id === id));
}

/** Saves every point of the visible range, requested from the worker. */
async function saveCsv(props: ExportProps): Promise<void> {
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

export function ExportEntries(props: ExportProps): ReactNode {
  const { trace, definition } = props;
  const app = useApp();
  const includesName = useStore(trace.includesName);
  const withContext = (run: (context: SharedContext) => void): void => {
    const context = sharedContextOf(app, trace);
    if (context !== null) run(context);
  };
  return (
    <>
      <h3>Copy, save</h3>
      <label>
        <input
          type="checkbox"
          data-testid="told-name"
          checked={includesName}
          onChange={({ target }) => trace.includesName.set(target.checked)}
        />
        Include the file name
      </label>
      <button type="button" data-testid="copy-picture" onClick={() => void copyPanel(app, trace, props)}>
        Copy picture and sentence
      </button>
      <button type="button" onClick={() => withContext((context) => saveSvg(props, context))}>
        Picture as SVG
      </button>
      <button type="button" onClick={() => withContext((context) => savePng(props, context, 1))}>
        Picture as PNG
      </button>
      <button type="button" onClick={() => withContext((context) => savePng(props, context, 2))}>
        Picture as PNG, double size
      </button>
      {trace.digest !== null && (
        <p className="none">Series as CSV: not available, a digest holds no points.</p>
      )}
      {seriesOf(props).length > 0 && (
        <button type="button" onClick={() => void saveCsv(props)}>
          Series as CSV, visible range
        </button>
      )}
      <button
        type="button"
        onClick={() =>
          withContext((context) => {
            const ending = `-${definition.id}.txt`;
            void copyOrSave(trace, shareOptionsOf(trace), ending, panelAsText(definition, context));
          })
        }
      >
        Copy as text
      </button>
    </>
  );
}
