/** `qlogscope compare`: two traces with their differences and verdict, or groups of runs with the shares of findings. */
import { dirname, sep } from 'node:path';
import { plainLine } from '../../../../engine/base/text/plain';
import { printableJson, printableXml } from '../../../../engine/base/text/printable';
import type { PacketColumns } from '../../../../engine/reading/contract/packet-columns';
import type { Alignment } from '../../../../engine/service/compare/align';
import { asksForPackets, compare } from '../../../../engine/service/compare/compare';
import {
  type ComparedTrace,
  comparedTrace,
  withPackets,
} from '../../../../engine/service/compare/compared-trace';
import { RunState, runState } from '../../../../engine/service/compare/counting';
import { isWorseInLast } from '../../../../engine/service/compare/groups';
import { pairDocument, pairHead } from '../../../../sharing/report/comparison-document';
import type { Document } from '../../../../sharing/report/document/document';
import { toHtml } from '../../../../sharing/report/document/html';
import { toMarkdown } from '../../../../sharing/report/document/markdown';
import { pairRecord } from '../../../../sharing/report/records/comparison-record';
import { setName, shortName } from '../../../../sharing/report/words/set-names';
import { originMsOf } from '../../../../sharing/report/words/summary-words';
import { bandsModel } from '../../../../sharing/table/group-bands';
import { groupsReport } from '../../../../sharing/table/groups-report';
import { documentOf, groupsSaid, recordOf } from '../../../../sharing/table/groups-text';
import { documentText } from '../../document-text';
import { Exit } from '../../exit';
import { type Io, sinkOf } from '../../io';
import { ReaderGone } from '../../output';
import { namedInput } from '../../reading/inputs';
import { countedGroups, readGroups, warnOfFew } from '../../reading/read-groups';
import { readInput } from '../../reading/read-trace';
import type { CompareFormat, CompareSetting } from './compare-setting';

/** @returns the exit status. @throws OutputFailed when the answer cannot be written. */
export async function compareTraces(setting: CompareSetting, io: Io): Promise<number> {
  return setting.pair === null ? compareGroups(setting, io) : comparePair(setting, setting.pair, io);
}

async function comparePair(
  setting: CompareSetting,
  paths: readonly [string, string],
  io: Io,
): Promise<number> {
  const [pathA, pathB] = paths;
  const [nameA, nameB] = namesOf(pathA, pathB);
  const readA = await readTrace(pathA, nameA, io);
  const readB = await readTrace(pathB, nameB, io);
  if (readA === null || readB === null) return Exit.unreadable;
  const traces = await asCompared(readA, readB, setting.align);
  const comparison = compare(...traces, setting.align);
  const names = { a: nameA, b: nameB };
  const document = pairDocument(comparison, names, pairHead(...traces, names));
  await write(setting, io, document, () => pairRecord(comparison, names, traces));
  const [{ findings }, b] = traces;
  const isWorse = b.findings.some(
    ({ id, severity }) =>
      severity === 'critical' && runState({ findings, notJudged: [] }, id) !== RunState.hit,
  );
  return isWorse ? Exit.found : Exit.clean;
}

/** Names of the files without their endings, and as many of their folders as tell them apart; letters where nothing does. */
function namesOf(a: string, b: string): readonly [string, string] {
  const parts = [a, b].map((path) => [...dirname(path).split(sep), shortName(path)].map(plainLine));
  const depth = Math.max(...parts.map(({ length }) => length));
  for (let taken = 1; taken <= depth; taken++) {
    const [nameA, nameB] = parts.map((all) => all.slice(-taken).join('/')) as [string, string];
    if (nameA !== nameB) return [nameA, nameB];
  }
  return [setName(0, plainLine(a), []), setName(1, plainLine(b), [])];
}

/** A trace, and its packets where they are asked for. */
interface Read {
  readonly trace: ComparedTrace;
  readonly packets: () => Promise<PacketColumns>;
}

/** With the packets, where two traces need them to be compared. */
async function asCompared(
  a: Read,
  b: Read,
  alignment: Alignment | null,
): Promise<readonly [ComparedTrace, ComparedTrace]> {
  if (!asksForPackets(a.trace, b.trace, alignment)) return [a.trace, b.trace];
  return [withPackets(a.trace, await a.packets()), withPackets(b.trace, await b.packets())];
}

/** Null, with a warning, where it cannot be read. */
async function readTrace(path: string, name: string, io: Io): Promise<Read | null> {
  const input = await namedInput(path);
  if (input.kind === 'folder') {
    io.warn(`${path}: is a folder; compare takes two traces, or --group twice`);
    return null;
  }
  const read = await readInput(input, io);
  if (read === 'failed' || read === 'skipped') return null;
  const { session, snapshot } = read;
  const { connection } = snapshot;
  const outline = await session.request('outline', { connection });
  return {
    trace: comparedTrace(name, snapshot, outline, originMsOf(snapshot)),
    packets: () => session.request('packetColumns', { connection }),
  };
}

async function compareGroups(setting: CompareSetting, io: Io): Promise<number> {
  const read = await readGroups(setting.groups, io);
  if (read === null) return Exit.usage;
  const { groups, failures, isComplete } = read;
  const counted = countedGroups(groups, failures);
  const said = groupsSaid(groups, counted);
  const document =
    setting.format === 'html' ? groupsReport(said, groups, bandsModel(groups, null)) : documentOf(said);
  await write(setting, io, document, () => recordOf(said));
  if (!isComplete) return Exit.unreadable;
  warnOfFew(counted, io);
  return said.shares.some(isWorseInLast) ? Exit.found : Exit.clean;
}

async function write(
  { format, output }: CompareSetting,
  io: Io,
  document: Document,
  record: () => object,
): Promise<void> {
  const sink = sinkOf(output, io);
  try {
    await sink.write(textOf(format, document, record));
    await sink.close();
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
}

function textOf(format: CompareFormat, document: Document, record: () => object): string {
  switch (format) {
    case 'text':
      return documentText(document);
    case 'markdown':
      return toMarkdown(document);
    case 'html':
      return printableXml(toHtml(document));
    case 'json':
      return `${printableJson(JSON.stringify(record()))}\n`;
  }
}
