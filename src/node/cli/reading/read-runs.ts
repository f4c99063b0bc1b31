/**
 * The files of a group of runs as the page reads them, each once: the row of every trace, and what a group asks of it beside
 * (completion, samples of its window). The columns of a file are released before the next one is read.
 */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { matchesGlob } from '../../../engine/base/text/glob';
import { plainLine } from '../../../engine/base/text/plain';
import type { RunSamples } from '../../../engine/reading/contract/samples';
import { runSamples } from '../../../engine/service/answers/file-samples';
import { entryFailures, traceSurvey } from '../../../engine/service/answers/survey';
import { surveyRows, type TraceRow } from '../../../sharing/figures/rows';
import { hashOfLog } from '../file-hash';
import type { Io } from '../io';
import { NO_TRACE_IN_FOLDER } from './folders-read';
import { joinedInputs } from './joined-inputs';
import { filesOf, type ReadTrace, readInput } from './read-trace';

export interface ReadRun {
  readonly row: TraceRow;
  readonly samples: RunSamples;
}

export interface ReadRuns {
  /** Of every trace that was read, in the order of the files; identical ones too. */
  readonly runs: readonly ReadRun[];
  /** Files, and entries of archives, that could not be read. */
  readonly failures: number;
  /** False where anything was not read to its end, of which a line warns. */
  readonly isComplete: boolean;
}

/** @param pattern a file, a folder, or a path whose last part may hold `*` and `?`. */
export async function readRuns(pattern: string, io: Io): Promise<ReadRuns> {
  const paths = await pathsOf(pattern);
  const runs: ReadRun[] = [];
  let failures = 0;
  let isComplete = true;
  const lack = (words: string): void => {
    io.warn(words);
    isComplete = false;
  };
  for await (const input of joinedInputs(paths, true)) {
    if (input.kind === 'skipped') continue;
    const read = await readInput(input, io);
    if (read === 'skipped') continue;
    if (read === 'failed') {
      isComplete = false;
      failures++;
      continue;
    }
    for (const { entry, text } of entryFailures(read.snapshot)) {
      failures++;
      lack(`${read.path}!/${entry}: ${text}`);
    }
    for (const run of await runsOf(read, filesOf(input))) {
      runs.push(run);
      if (run.row.ended !== null) lack(`${run.row.name}: ${run.row.ended.text}`);
    }
  }
  if (paths.length === 0) lack(`${pattern}: no file matches`);
  else if (runs.length + failures === 0) lack(`${pattern}: ${NO_TRACE_IN_FOLDER}`);
  return { runs, failures, isComplete };
}

async function runsOf(
  { path, session, snapshot, newest }: ReadTrace,
  files: readonly string[],
): Promise<readonly ReadRun[]> {
  const hash = files.length === 0 ? null : await hashOfLog(files);
  const { connections } = snapshot;
  const file = { hash, connectionCount: connections.length, failures: [], ends: null };
  return connections.flatMap((of) => {
    session.watch(of.index);
    const { state } = session.connection(of.index).connection;
    const traces = [traceSurvey(newest(), of, state)];
    const samples = runSamples(session, of.index);
    return surveyRows(plainLine(path), { traces, ...file }).map((row) => ({ row, samples }));
  });
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
