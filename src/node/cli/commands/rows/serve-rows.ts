/**
 * `qlogscope rows`: an engine for a fleet that stays warm. It reads a request per line of standard input, reads that file, and
 * answers with its rows as one line; it ends with its input. The job and `check --format parquet` start one per core, and
 * end one that takes too long or too much memory: a request with `failed` then gives the row that says so.
 */
import process from 'node:process';
import { createInterface } from 'node:readline';
import { plural } from '../../../../engine/base/text/figures';
import { failedRows } from '../../../../sharing/fleet-rows/rows';
import { FLEET_VERSION, TABLES } from '../../../../sharing/fleet-rows/schema';
import type { Program } from '../../command';
import { Exit } from '../../exit';
import type { Io } from '../../io';
import { POSSIBLE_ENDINGS, TOOLS_FOLDER, TRACE_NAME } from '../../reading/inputs';
import type { EngineFailure, RowsAnswer, RowsRequest } from '../../rows-request';
import { readFileRows } from './file-rows';

/** The first line of the output. */
export function greeting(version: string): object {
  return {
    qlogscope: version,
    fleet: FLEET_VERSION,
    tables: TABLES,
    names: { trace: TRACE_NAME.source, possible: POSSIBLE_ENDINGS, toolsFolder: TOOLS_FOLDER },
  };
}

function failureWords(failure: EngineFailure): string {
  switch (failure.kind) {
    case 'time':
      return `Reading took longer than ${plural(failure.seconds, 'second')}, and was ended.`;
    case 'memory':
      return `Reading took more than ${failure.mb} MB of memory, and was ended.`;
    case 'ended':
      return 'The program ended twice while it read this file.';
    case 'unreadable':
      return failure.text;
  }
}

/** @param line a `RowsRequest` as JSON. @throws SyntaxError for a line that is none. */
export async function answerLine(line: string, version: string): Promise<string> {
  const { path, file, bytes, writtenMs, failed } = JSON.parse(line) as RowsRequest;
  const identity = { file, bytes, writtenMs };
  const rows =
    failed === undefined
      ? await readFileRows({ path, file: identity }, version)
      : failedRows(identity, { kind: failed.kind, text: failureWords(failed) }, failed.hash ?? null, version);
  const answer: RowsAnswer = rows ?? { skipped: true };
  return JSON.stringify(answer, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
}

/** @returns the exit status, once the input has ended. */
export async function serveRows({ stdout }: Io, { version }: Program): Promise<number> {
  await stdout.write(`${JSON.stringify(greeting(version))}\n`);
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') await stdout.write(`${await answerLine(line, version)}\n`);
  return Exit.clean;
}
