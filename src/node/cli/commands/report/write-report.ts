/**
 * `qlogscope report`: the report that the page saves, with the pictures of its panels, written without a browser. A
 * trace is read and queried as in the page (`engine/service/answers`), and the same content is left out.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_CHOICES } from '../../../../drawing/view/choices';
import { MAX_LANES } from '../../../../drawing/view/set-view';
import { printableMarkdown, printableXml } from '../../../../engine/base/text/printable';
import { XML_DECLARATION } from '../../../../engine/base/text/xml';
import { reportOf } from '../../../../sharing/report/comparison-report';
import { bundleFiles } from '../../../../sharing/report/document/bundle';
import { type Document, figureFile, figuresOf } from '../../../../sharing/report/document/document';
import { toHtml } from '../../../../sharing/report/document/html';
import { toMarkdown } from '../../../../sharing/report/document/markdown';
import type { TraceInput } from '../../../../sharing/report/input';
import { reportedTrace } from '../../../../sharing/report/shared-trace';
import { UsageError } from '../../arg-values';
import { Exit } from '../../exit';
import { type Io, sinkOf } from '../../io';
import { fileSink, OutputFailed } from '../../output';
import { endsAs } from '../../output-format';
import { joinedInputs } from '../../reading/joined-inputs';
import { PassedOverTally } from '../../reading/passed-over';
import { filesOf, readInput } from '../../reading/read-trace';
import { systemReason } from '../../system-reason';
import { reportGroups } from './groups-report';
import type { ReportSetting } from './report-setting';
import {
  chosenConnection,
  closeUpsOf,
  contextsOf,
  fingerprintsOf,
  panelsOf,
  type ReportedTrace,
  visibleRange,
} from './report-trace';
import { setInput } from './set-report';

/** @throws OutputFailed, ReaderGone, UsageError for a connection that a file does not have. */
export async function writeReport(setting: ReportSetting, io: Io): Promise<number> {
  if (setting.groups.length > 0) return writeGroups(setting, io);
  const traces: TraceInput[] = [];
  /** Those of `--compare`, which are reported together. */
  const compared: ReportedTrace[] = [];
  let isComplete = true;
  const passedOver = new PassedOverTally();
  for await (const input of joinedInputs(setting.paths, setting.separate)) {
    if (input.kind === 'skipped') {
      passedOver.add(input);
      continue;
    }
    const read = await readInput(input, io);
    if (read === 'skipped') passedOver.add({ files: 1, folderLinks: 0 });
    else if (read === 'failed') isComplete = false;
    else {
      const trace = { ...read, fingerprints: await fingerprintsOf(filesOf(input)) };
      if (setting.compared === null) traces.push(await traceInput(trace, setting, traces.length + 1));
      else compared.push(trace);
      if (compared.length > MAX_LANES)
        throw new UsageError(`--compare takes ${MAX_LANES} traces at most`, 'report');
    }
  }
  for (const line of passedOver.lines) io.warn(line);
  if (traces.length + compared.length === 0) return Exit.unreadable;
  const [first, another] = compared;
  if (first !== undefined && another === undefined) {
    io.warn(`--compare takes two traces at least: ${first.path} is the only one that could be read`);
    return Exit.unreadable;
  }
  const numbered = traces.length === 1 ? traces.map(({ number: _, ...only }) => only) : traces;
  const document = reportOf({
    ...(first === undefined ? { traces: numbered } : await setInput(compared, setting)),
    link: null,
    written: null,
    authored: setting.authored,
  });
  await writeDocument(document, setting, io);
  return isComplete ? Exit.clean : Exit.unreadable;
}

async function writeGroups(setting: ReportSetting, io: Io): Promise<number> {
  const reported = await reportGroups(setting, io);
  if (reported === null) return Exit.usage;
  if (setting.format === 'json') await writeText(reported.record, setting, io);
  else await writeDocument(reported.document, setting, io);
  return reported.exit;
}

async function traceInput(read: ReportedTrace, setting: ReportSetting, number: number): Promise<TraceInput> {
  const { name, snapshot: whole, session, fingerprints } = chosenConnection(read, setting);
  const { connection } = whole;
  const snapshot = { ...whole, findings: await session.request('closedLoop', { connection }) };
  const visible = visibleRange(snapshot, setting);
  const input = reportedTrace(
    {
      name,
      snapshot,
      visible,
      fingerprints,
      contexts: await contextsOf(read, snapshot, visible, setting.width),
      choices: DEFAULT_CHOICES,
      panels: panelsOf(snapshot, setting),
      figureId: number === 1 ? 'figure' : `figure-${number}`,
      dismissed: [],
      notes: [],
      closeUps: await closeUpsOf(read, snapshot),
    },
    setting.options,
  );
  return { ...input, number };
}

async function writeDocument(document: Document, { format, output }: ReportSetting, io: Io): Promise<void> {
  // A file has no folder for pictures beside it.
  if (format === 'html' || output === null || endsAs('markdown', output)) {
    const text = format === 'html' ? toHtml(document) : toMarkdown(withoutFigures(document));
    // A file is what the page saves, byte for byte.
    const written = output !== null ? text : format === 'html' ? printableXml(text) : printableMarkdown(text);
    return writeText(written, { output }, io);
  }
  const pictures = figuresOf(document).map(
    (block) => [figureFile(block), `${XML_DECLARATION}${block.figure.svg}\n`] as const,
  );
  await writeFolder(output, format === 'svg' ? new Map(pictures) : bundleFiles(document));
}

async function writeText(text: string, { output }: Pick<ReportSetting, 'output'>, io: Io): Promise<void> {
  const sink = sinkOf(output, io);
  await sink.write(text);
  await sink.close();
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
  const sections = document.sections.flatMap((section) => {
    const blocks = section.blocks.filter(({ kind }) => kind !== 'figure');
    return blocks.length === 0 && section.blocks.length > 0 ? [] : [{ ...section, blocks }];
  });
  return { ...document, sections };
}
