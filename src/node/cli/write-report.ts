/**
 * `qlogscope report`: the report that the page saves, with the pictures of its panels, written without a browser. A
 * trace is read and queried as in the page (`engine/answers`), and the same content is left out.
 */
import { openAsBlob } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PanelContext } from '../../drawing/panels/panel';
import { PANEL_IDS } from '../../drawing/panels/registry';
import { DEFAULT_CHOICES } from '../../drawing/view/choices';
import type { TimeRange } from '../../drawing/view/view';
import type { CloseUpAnswer, Snapshot } from '../../engine/contract/snapshot';
import { XML_DECLARATION } from '../../engine/text/xml';
import { type Fingerprint, fingerprintOf } from '../../sharing/link/fingerprint';
import { bundleFiles } from '../../sharing/report/bundle';
import { reportedCloseUps, reportedWindow } from '../../sharing/report/close-up-figure';
import { type Document, figureFile, figuresOf } from '../../sharing/report/document';
import { toHtml } from '../../sharing/report/html';
import type { TraceInput } from '../../sharing/report/input';
import { toMarkdown } from '../../sharing/report/markdown';
import { drawnPanels } from '../../sharing/report/panel-figures';
import { postMortem } from '../../sharing/report/post-mortem';
import { reportContext, reportWindow } from '../../sharing/report/report-window';
import { reportedTrace } from '../../sharing/report/shared-trace';
import { UsageError } from './arg-values';
import type { ReportCommand } from './args';
import { skippedWords } from './check';
import { systemReason } from './inputs';
import { type Io, sinkOf } from './io';
import { joinedInputs } from './joined-inputs';
import { fileSink, OutputFailed } from './output';
import { filesOf, type ReadTrace, readInput } from './read-trace';
import { Exit } from './report';

/** A trace that was read, and what its files are known by. */
interface ReportedTrace extends ReadTrace {
  readonly fingerprints: readonly Fingerprint[];
}

/** Of files that can be read again; none of standard input, or of an entry of an archive. */
async function fingerprintsOf(paths: readonly string[]): Promise<readonly Fingerprint[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const blob = await openAsBlob(path);
      return fingerprintOf({ name: basename(path), size: blob.size, slice: blob.slice.bind(blob) });
    }),
  );
  return found.filter((one) => one !== null);
}

/** @throws OutputFailed, ReaderGone, UsageError for a connection that a file does not have. */
export async function writeReport(command: ReportCommand, io: Io): Promise<number> {
  const traces: TraceInput[] = [];
  let isComplete = true;
  let skippedFiles = 0;
  for await (const input of joinedInputs(command.paths, command.separate)) {
    if (input.kind === 'skipped') {
      skippedFiles += input.files;
      continue;
    }
    const read = await readInput(input, io);
    if (read === 'skipped') skippedFiles++;
    else if (read === 'failed') isComplete = false;
    else {
      const fingerprints = await fingerprintsOf(filesOf(input));
      traces.push(await traceInput({ ...read, fingerprints }, command, traces.length + 1));
    }
  }
  if (skippedFiles > 0) io.warn(skippedWords(skippedFiles));
  if (traces.length === 0) return Exit.unreadable;
  const numbered = traces.length === 1 ? traces.map(({ number: _, ...only }) => only) : traces;
  const document = postMortem({
    traces: numbered,
    link: null,
    written: null,
    authored: command.authored,
  });
  await writeDocument(document, command, io);
  return isComplete ? Exit.clean : Exit.unreadable;
}

async function traceInput(read: ReportedTrace, command: ReportCommand, number: number): Promise<TraceInput> {
  const { name, snapshot, fingerprints } = chosenConnection(read, command);
  const visible = visibleRange(snapshot, command);
  const input = reportedTrace(
    {
      ...{ name, snapshot, visible, fingerprints },
      contexts: await contextsOf(read, snapshot, visible, command.width),
      choices: DEFAULT_CHOICES,
      panels: panelsOf(snapshot, command),
      figureId: number === 1 ? 'figure' : `figure-${number}`,
      dismissed: [],
      notes: [],
      closeUps: await closeUpsOf(read, snapshot),
    },
    command.options,
  );
  return { ...input, number };
}

/** The windows of the close-ups that belong into the report. */
function closeUpsOf(
  { session }: ReadTrace,
  { findings, connection }: Snapshot,
): Promise<readonly CloseUpAnswer[]> {
  const answers = reportedCloseUps(findings, []).flatMap(({ key, closeUp }) =>
    closeUp === null
      ? []
      : session.request('window', reportedWindow(closeUp, connection)).then((answer) => ({ key, answer })),
  );
  return Promise.all(answers);
}

/** @throws UsageError for a name that is no panel. */
function panelsOf(snapshot: Snapshot, { figures }: ReportCommand): readonly string[] {
  if (figures === 'all') return drawnPanels(DEFAULT_CHOICES, snapshot).map(({ id }) => id);
  const unknown = figures.find((id) => !PANEL_IDS.includes(id));
  if (unknown !== undefined)
    throw new UsageError(`--figures takes all, or of ${PANEL_IDS.join(', ')}; not "${unknown}"`, 'report');
  return figures;
}

function chosenConnection(read: ReportedTrace, { trace }: ReportCommand): ReportedTrace {
  if (trace === null) return read;
  const { path, session, snapshot } = read;
  if (trace >= snapshot.connectionCount)
    throw new UsageError(
      `--trace: ${path} holds the connections 0 to ${snapshot.connectionCount - 1}`,
      'report',
    );
  session.watch(trace);
  return { ...read, snapshot: read.newest() };
}

function visibleRange({ extent }: Snapshot, { fromMs, toMs }: ReportCommand): TimeRange | null {
  if (fromMs === null && toMs === null) return null;
  const fromUs = Math.max(extent.fromUs, fromMs === null ? extent.fromUs : Math.round(fromMs * 1000));
  const toUs = Math.min(extent.toUs, toMs === null ? extent.toUs : Math.round(toMs * 1000));
  if (fromUs >= toUs)
    throw new UsageError(
      `the trace holds ${extent.fromUs / 1000} to ${extent.toUs / 1000} ms; --from and --to name nothing of it`,
      'report',
    );
  return { fromUs, toUs };
}

/** Panel contexts over the whole trace and the visible range; null if it has no duration. */
async function contextsOf(
  { session }: ReadTrace,
  snapshot: Snapshot,
  visible: TimeRange | null,
  width: number,
): Promise<{ readonly whole: PanelContext; readonly visible: PanelContext } | null> {
  const { extent, connection } = snapshot;
  if (extent.toUs <= extent.fromUs) return null;
  const over = async (range: TimeRange): Promise<PanelContext> => {
    const request = reportWindow(snapshot, DEFAULT_CHOICES, range, width, null);
    const answer = await session.request('window', { connection, ...request });
    return reportContext(snapshot, DEFAULT_CHOICES, range, width, answer);
  };
  const whole = await over(extent);
  return { whole, visible: visible === null ? whole : await over(visible) };
}

async function writeDocument(document: Document, { format, output }: ReportCommand, io: Io): Promise<void> {
  if (format === 'html' || output === null) {
    const sink = sinkOf(output, io);
    await sink.write(format === 'html' ? toHtml(document) : toMarkdown(withoutFigures(document)));
    await sink.close();
    return;
  }
  const pictures = figuresOf(document).map(
    (block) => [figureFile(block), `${XML_DECLARATION}${block.figure.svg}\n`] as const,
  );
  await writeFolder(output, format === 'svg' ? new Map(pictures) : bundleFiles(document));
}

/** @throws OutputFailed */
async function writeFolder(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw new OutputFailed(`${folder}: ${systemReason(error)}`);
  });
  for (const [name, content] of files) {
    const sink = fileSink(join(folder, name));
    await sink.write(content);
    await sink.close();
  }
}

/** Markdown without a folder for pictures has no links to them. */
function withoutFigures(document: Document): Document {
  const sections = document.sections.map((section) => ({
    ...section,
    blocks: section.blocks.filter(({ kind }) => kind !== 'figure'),
  }));
  return { ...document, sections };
}
