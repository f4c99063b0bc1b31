/** `qlogscope compare`: two traces with their differences and verdict, or groups of runs with the shares of findings. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { matchesGlob } from '../../../../engine/base/text/glob';
import { plainLine } from '../../../../engine/base/text/plain';
import { printableJson } from '../../../../engine/base/text/printable';
import type { PacketColumns } from '../../../../engine/reading/contract/packet-columns';
import type { Alignment } from '../../../../engine/service/compare/align';
import { asksForPackets, compare } from '../../../../engine/service/compare/compare';
import {
  type ComparedTrace,
  comparedTrace,
  withPackets,
} from '../../../../engine/service/compare/compared-trace';
import { RunState, runState } from '../../../../engine/service/compare/counting';
import {
  findingShares,
  inTwoGroupsWords,
  isWorseInLast,
  LEAST_RUNS,
  type Run,
  type RunGroup,
  runGroup,
} from '../../../../engine/service/compare/groups';
import { groupsDocument, pairDocument, pairHead } from '../../../../sharing/report/comparison-document';
import type { Document } from '../../../../sharing/report/document/document';
import { toMarkdown } from '../../../../sharing/report/document/markdown';
import { groupsRecord, pairRecord } from '../../../../sharing/report/records/comparison-record';
import type { TraceReport } from '../../../../sharing/report/records/trace-record';
import { setName, shortName } from '../../../../sharing/report/words/set-names';
import { originMsOf } from '../../../../sharing/report/words/summary-words';
import { Exit } from '../../exit';
import { type Io, sinkOf } from '../../io';
import { ReaderGone } from '../../output';
import { namedInput } from '../../reading/inputs';
import { readInput } from '../../reading/read-trace';
import { tracesOf } from '../../reading/traces';
import { titleOf } from '../../report';
import type { CompareSetting } from './compare-setting';
import { documentText } from './document-text';

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
  const groups: RunGroup[] = [];
  let isComplete = true;
  for (const pattern of setting.groups) {
    const paths = await pathsOf(pattern);
    if (paths.length === 0) {
      io.warn(`${pattern}: no file matches`);
      isComplete = false;
    }
    const runs: Run[] = [];
    let failures = 0;
    for await (const outcome of tracesOf({ paths, only: null, separate: true, openStdin: io.openStdin })) {
      if (outcome.kind !== 'report') continue;
      const { report } = outcome;
      if (report.failure !== null) {
        io.warn(`${titleOf(report)}: ${report.failure}`);
        isComplete = false;
      }
      if (report.record.trace === null) failures++;
      else runs.push(runOf(report));
    }
    groups.push(runGroup(plainLine(pattern), runs, failures));
  }
  const mixed = inTwoGroupsWords(groups);
  for (const words of mixed) io.warn(words);
  if (mixed.length > 0) return Exit.usage;
  const rows = findingShares(groups);
  await write(setting, io, groupsDocument(groups, rows), () => groupsRecord(groups, rows));
  if (!isComplete) return Exit.unreadable;
  const few = groups.filter(({ runs }) => runs.length < LEAST_RUNS);
  if (few.length > 0)
    io.warn(
      `nothing is compared: of fewer than ${LEAST_RUNS} runs no share is reported (${few.map(({ name, runs }) => `${name}: ${runs.length}`).join(', ')})`,
    );
  return rows.some(isWorseInLast) ? Exit.found : Exit.clean;
}

function runOf({ record, path }: Omit<TraceReport, 'seconds'>): Run {
  const { findings, marks, hash, trace } = record;
  return {
    name: plainLine(path),
    id: hash === null ? null : `${hash} ${trace}`,
    findings: findings.map(({ id, severity }) => ({ id, severity })),
    notJudged: record.notJudged.map(({ id }) => id),
    marks,
  };
}

/** Files whose name matches the last part of the pattern; a folder, or a file, is itself. */
async function pathsOf(pattern: string): Promise<readonly string[]> {
  const last = basename(pattern);
  if (!/[*?]/.test(last)) return [pattern];
  const folder = dirname(pattern);
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((one) => matchesGlob(last, one))
    .sort()
    .map((one) => (pattern.includes('/') ? join(folder, one) : one));
}

async function write(
  { format, output }: CompareSetting,
  io: Io,
  document: Document,
  record: () => object,
): Promise<void> {
  const sink = sinkOf(output, io);
  const words =
    format === 'json'
      ? `${printableJson(JSON.stringify(record()))}\n`
      : format === 'markdown'
        ? toMarkdown(document)
        : documentText(document);
  try {
    await sink.write(words);
    await sink.close();
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
}
