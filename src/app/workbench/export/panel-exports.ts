/**
 * What a panel copies and saves: as a picture, its series as CSV, its text version as text. Of a set all its traces.
 * The panel's menu and the palette list it.
 */
import { pictureOf, svgOf } from '../../../drawing/panels/lanes/exported-picture';
import { laneTitle, type PictureLane, setPicture } from '../../../drawing/panels/lanes/lanes-picture';
import type { SharedContext } from '../../../drawing/panels/lanes/redact-context';
import type { PanelDefinition } from '../../../drawing/panels/panel';
import type { PictureSpec } from '../../../drawing/surface/picture';
import { instant, signedDuration } from '../../../engine/base/text/figures';
import { markLead, marksOf } from '../../../engine/base/text/origin-marks';
import { XML_DECLARATION } from '../../../engine/base/text/xml';
import type { Rows } from '../../../engine/reading/contract/parts';
import { redact } from '../../../engine/service/redaction/redact';
import { setSentence } from '../../../sharing/report/figures/chat-picture';
import { seriesLines, setSeriesLines } from '../../../sharing/report/figures/series-rows';
import { answerIfAny } from '../../backend/backend';
import { copyOrSave, saveFile, shareOptionsOf, textFile } from '../../controls/save-file';
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../../state/traces/open-trace';
import { canvasOf } from '../paint/canvas-sheet';
import { isOfSeveral, pictureLanes, setPictureOptions, sharedSetName, shownRange } from '../paint/set-lanes';
import { sharedContextOf } from '../paint/shared-context';
import { twinTable } from '../panel/text-twin';
import { bytesWords, isByBytes } from '../plot/clock';
import { copyPanel } from './copy-picture';

/** A panel as it is drawn, over the set of the trace. */
export interface ShownPanel {
  /** The lead of its set. */
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

/** @param ending of its name; that of a set says so. */
function save({ trace, definition }: ShownPanel, ending: string, content: Blob): void {
  const what = isOfSeveral(trace.set) ? `-set-${definition.id}` : `-${definition.id}`;
  saveFile(trace, shareOptionsOf(trace), `${what}${ending}`, content);
}

/** A picture with what it shows, in a sentence. */
interface Drawn {
  readonly spec: PictureSpec;
  readonly sentence: string;
}

/** The panel as it is drawn, over all traces of the set; null before the first answer. */
function drawnOf(app: AppState, shown: ShownPanel): Drawn | null {
  const { trace, definition, height, lockedMax } = shown;
  const subtitle = shownRange(trace.set);
  if (isOfSeveral(trace.set)) {
    const lanes = pictureLanes(app, trace.set, definition);
    if (lanes.length === 0) return null;
    const options = setPictureOptions(trace.set, { height, lockedMax, subtitle });
    const spec = setPicture(definition, lanes, options);
    return { spec, sentence: setSentence(definition, lanes) };
  }
  const context = sharedContextOf(app, trace);
  if (context === null) return null;
  const spec = pictureOf(definition, context, { height, lockedMax, subtitle });
  return { spec, sentence: definition.sentence(context) };
}

function saveSvg(shown: ShownPanel, { spec, sentence }: Drawn): void {
  const svg = svgOf(spec, shown.definition.id, sentence);
  save(shown, '.svg', textFile([XML_DECLARATION, svg, '\n'], 'image/svg+xml'));
}

function savePng(shown: ShownPanel, { spec }: Drawn, pixelRatio: 1 | 2): void {
  canvasOf(spec, pixelRatio).toBlob((blob) => {
    if (blob !== null) save(shown, pixelRatio === 2 ? '@2x.png' : '.png', blob);
  }, 'image/png');
}

function seriesOf({ series }: PanelDefinition, trace: OpenTrace): readonly string[] {
  const snapshot = trace.snapshot.get();
  // A digest holds columns, not points.
  const catalogue = snapshot?.digest === undefined ? (snapshot?.catalogue ?? []) : [];
  return series.filter((id) => catalogue.some((info) => info.id === id));
}

/** Every point of the visible range, requested from the worker; null where the trace holds none. */
async function pointsOf(definition: PanelDefinition, trace: OpenTrace): Promise<Rows | null> {
  const { fromUs, toUs } = trace.viewport;
  const series = seriesOf(definition, trace);
  if (series.length === 0) return null;
  const request = { series, fromUs: Math.floor(fromUs), toUs: Math.ceil(toUs) };
  const answer = await answerIfAny(trace.request('rows', request));
  const snapshot = trace.snapshot.get();
  if (answer === null || snapshot === null) return null;
  return redact({ name: trace.name, snapshot, rows: answer }, shareOptionsOf(trace)).rows;
}

async function saveCsv(shown: ShownPanel): Promise<void> {
  const { trace: lead, definition } = shown;
  const { members } = lead.set;
  const tables = await Promise.all(
    members.map(async ({ trace, lane }, place) => {
      const rows = await pointsOf(definition, trace);
      const name = sharedSetName(trace, place);
      return rows === null ? [] : [{ ...rows, trace: name, offsetUs: lane.offsetUs }];
    }),
  );
  const [first, ...others] = tables.flat();
  if (first === undefined) return;
  const lines =
    members.length === 1
      ? seriesLines(first.columns, first.fromUs, 'csv')
      : setSeriesLines([first, ...others]);
  save(shown, '.csv', textFile([...lines], 'text/csv'));
}

/** A place on the x axis in words, given the length of the visible range. */
type PlaceWords = (place: number, within: number) => string;

/** Sentence and table of the text twin, cells separated by tabs. */
export function panelAsText(
  definition: PanelDefinition,
  context: SharedContext,
  place: PlaceWords = instant,
): string {
  const { head, rows } = twinTable(definition, context, place);
  const table = [head, ...rows].map((cells) => cells.join('\t'));
  const sentence = `${markLead(marksOf(context.snapshot))}${definition.title}. ${definition.sentence(context)}`;
  return [sentence, '', ...table].join('\n');
}

/** The text twin of each trace of the set, in the time of the trace; what it is moved by on the axis of the set is said. */
export function setAsText(
  definition: PanelDefinition,
  lanes: readonly PictureLane[],
  place: PlaceWords = instant,
): string {
  const texts = lanes.map((lane) => {
    const { offsetUs } = lane;
    const moved =
      offsetUs === 0 ? '' : `, times of its own log, moved by ${signedDuration(offsetUs)} in the picture`;
    return `${laneTitle(lane)}${moved}\n${panelAsText(definition, lane.context, place)}`;
  });
  return texts.join('\n\n');
}

function copyText(app: AppState, { trace, definition }: ShownPanel): void {
  const lanes = pictureLanes(app, trace.set, definition);
  const [lead] = lanes;
  if (lead === undefined) return;
  const words = isOfSeveral(trace.set)
    ? setAsText(definition, lanes, isByBytes(trace.set) ? bytesWords : instant)
    : panelAsText(definition, lead.context);
  void copyOrSave(trace, shareOptionsOf(trace), `-${definition.id}.txt`, words);
}

/** In the order of the menu; the series only where a trace of the set has points of them: over bytes none has. */
export function panelExports(app: AppState, shown: ShownPanel): readonly PanelExport[] {
  const { trace, definition } = shown;
  const drawn = (run: (drawn: Drawn) => void) => (): void => {
    const made = drawnOf(app, shown);
    if (made !== null) run(made);
  };
  const csv = { id: 'csv', label: 'Series as CSV, visible range', run: () => void saveCsv(shown) };
  const hasPoints =
    !isByBytes(trace.set) &&
    trace.set.members.some((member) => seriesOf(definition, member.trace).length > 0);
  return [
    { id: 'chat', label: 'Copy picture and sentence', run: () => void copyPanel(app, trace, shown) },
    { id: 'svg', label: 'Picture as SVG', run: drawn((made) => saveSvg(shown, made)) },
    { id: 'png', label: 'Picture as PNG', run: drawn((made) => savePng(shown, made, 1)) },
    { id: 'png-2x', label: 'Picture as PNG, double size', run: drawn((made) => savePng(shown, made, 2)) },
    ...(hasPoints ? [csv] : []),
    { id: 'text', label: 'Copy as text', run: () => copyText(app, shown) },
  ];
}
