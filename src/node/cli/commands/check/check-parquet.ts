/**
 * `check --format parquet`: the rows of all traces as the two tables of a fleet. Files are read by processes with limits
 * (`row-engine.ts`), as many as there are jobs; rows stand in the order of the files.
 */

import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plural } from '../../../../engine/base/text/figures';
import { printable } from '../../../../engine/base/text/printable';
import { SEVERITIES } from '../../../../engine/base/text/severities';
import { copiedRows, type FleetFile } from '../../../../sharing/fleet-rows/rows';
import type { FileRows, FleetTrace } from '../../../../sharing/fleet-rows/schema';
import type { Program } from '../../command';
import { Exit } from '../../exit';
import type { FileLimits } from '../../file-limits';
import type { Io } from '../../io';
import { OutputFailed } from '../../output';
import { FoldersRead, NO_TRACE_IN_FOLDER } from '../../reading/folders-read';
import { type Input, inputsOf, namedInput } from '../../reading/inputs';
import { PassedOverTally } from '../../reading/passed-over';
import type { RowsRequest } from '../../rows-request';
import { isFailure } from '../../standing';
import { systemReason } from '../../system-reason';
import type { CheckSetting } from './check-setting';
import { ParquetTable } from './parquet';
import { RowEngine } from './row-engine';

type ParquetSetting = Pick<CheckSetting, 'paths' | 'failOn' | 'jobs' | 'limits'> & {
  /** File of the traces. */
  readonly output: string;
};

/** Beside `fleet.parquet`, of the traces: `fleet-findings.parquet`. */
export function findingsPath(traces: string): string {
  return traces.replace(/(\.parquet)?$/i, (ending) => `-findings${ending}`);
}

/** @returns the exit status. @throws OutputFailed */
export async function checkParquet(
  setting: ParquetSetting,
  io: Io,
  { bundle, version }: Program,
): Promise<number> {
  const { output } = setting;
  const requests: RowsRequest[] = [];
  const passedOver = new PassedOverTally();
  const folders = new FoldersRead(setting.paths);
  for (const path of setting.paths) {
    const root: Root = {
      path,
      isFolder: (await namedInput(path)).kind === 'folder',
      isOneOf: setting.paths.length > 1,
    };
    for await (const input of inputsOf([path])) {
      if (input.kind === 'skipped') passedOver.add(input);
      else if (input.kind !== 'stdin') requests.push(await requestOf(input, root));
    }
  }
  const tally = new RowTally();
  const tables = [
    tableAt(output, 'traces', version),
    tableAt(findingsPath(output), 'findings', version),
  ] as const;
  const jobs = Math.min(setting.jobs ?? availableParallelism(), requests.length);
  const originals = new Map<string, string>();
  try {
    for await (const { request, rows } of inTurn(requests, fileURLToPath(bundle), jobs, setting.limits)) {
      if (rows === null) {
        passedOver.add({ files: 1, folderLinks: 0 });
        folders.passedOver(request.path);
        continue;
      }
      folders.reported(request.path);
      const own = counted(rows, request, originals);
      tally.add(own.traces);
      for (const { file, failure } of own.traces) if (failure !== null) io.warn(`${file}: ${failure}`);
      await tables[0].add(own.traces);
      await tables[1].add(own.findings);
    }
    for (const table of tables) await table.end();
  } catch (error) {
    throw error instanceof Error && 'code' in error
      ? new OutputFailed(`${output}: ${systemReason(error)}`)
      : error;
  }
  for (const line of passedOver.lines) io.warn(line);
  for (const path of folders.withoutTrace) {
    tally.addUnreadable();
    io.warn(`${path}: ${NO_TRACE_IN_FOLDER}`);
  }
  await io.stdout.write(`${printable(`${tally.words}; written to ${output} and ${findingsPath(output)}`)}\n`);
  return tally.exit(setting);
}

function tableAt(path: string, table: 'traces' | 'findings', version: string): ParquetTable {
  try {
    return new ParquetTable(path, table, version);
  } catch (error) {
    throw new OutputFailed(`${path}: ${systemReason(error)}`);
  }
}

/** A path that was named. */
interface Root {
  readonly path: string;
  readonly isFolder: boolean;
  /** Others were named too: names below it begin with its own. */
  readonly isOneOf: boolean;
}

async function requestOf(
  input: Extract<Input, { kind: 'file' | 'failed' }>,
  root: Root,
): Promise<RowsRequest> {
  const { path } = input;
  const below = root.isFolder ? relative(root.path, path).split(sep).join('/') : basename(path);
  const name = root.isFolder && root.isOneOf ? `${basename(root.path)}/${below}` : below;
  const file: FleetFile = await fleetFile(path, name === '' ? basename(path) : name);
  const request = { path, ...file };
  if (input.kind === 'file') return request;
  return { ...request, failed: { kind: 'unreadable', text: input.reason } };
}

/** What is known of a file before it is read. */
async function fleetFile(path: string, file: string): Promise<FleetFile> {
  const stats = await stat(path).catch(() => null);
  return { file, bytes: stats?.size ?? null, writtenMs: stats === null ? null : Math.floor(stats.mtimeMs) };
}

/** Rows of a file with bytes that an earlier one has are those of a copy. @param originals files by the hash of their bytes. */
function counted(rows: FileRows, request: RowsRequest, originals: Map<string, string>): FileRows {
  const hash = rows.traces[0]?.hash ?? null;
  const original = hash === null ? undefined : originals.get(hash);
  if (original !== undefined) return copiedRows(rows, request.file, original, request);
  if (hash !== null) originals.set(hash, request.file);
  return rows;
}

interface Answered {
  readonly request: RowsRequest;
  /** Null for no trace. */
  readonly rows: FileRows | null;
}

/** Answers of so many engines, in the order of the requests. */
async function* inTurn(
  requests: readonly RowsRequest[],
  program: string,
  jobs: number,
  limits: FileLimits,
): AsyncGenerator<Answered, void, undefined> {
  const answers = new Map<number, Answered>();
  const waiting = new Map<number, (failure: unknown) => void>();
  let failure: { readonly error: unknown } | null = null;
  let begun = 0;
  let isStopped = false;
  const engines = Array.from({ length: jobs }, () => new RowEngine(program, limits));
  const work = engines.map(async (engine) => {
    while (begun < requests.length && !isStopped) {
      const at = begun++;
      const request = requests[at] as RowsRequest;
      const answer = await engine.rows(request);
      answers.set(at, { request, rows: 'skipped' in answer ? null : answer });
      waiting.get(at)?.(null);
    }
  });
  for (const one of work)
    one.catch((error) => {
      failure = { error };
      for (const wake of waiting.values()) wake(error);
    });
  try {
    for (let at = 0; at < requests.length; at++) {
      if (!answers.has(at) && failure === null)
        await new Promise((resolve) => {
          waiting.set(at, resolve);
        });
      waiting.delete(at);
      if (failure !== null) throw (failure as { readonly error: unknown }).error;
      yield answers.get(at) as Answered;
      answers.delete(at);
    }
  } finally {
    isStopped = true;
    for (const engine of engines) engine.end();
  }
}

/** Counts over all rows, for the last line and the exit status. */
class RowTally {
  #traces = 0;
  #failures = 0;
  #copies = 0;
  readonly #worst = { critical: 0, warning: 0, info: 0 };

  add(rows: readonly FleetTrace[]): void {
    for (const { failure, copy_of, severity, findings } of rows) {
      if (failure !== null) this.#failures++;
      else this.#traces++;
      if (copy_of !== null) this.#copies++;
      if (severity === 'critical' || severity === 'warning') this.#worst[severity]++;
      else if (findings !== null && findings !== '') this.#worst.info++;
    }
  }

  /** An input that has no row. */
  addUnreadable(): void {
    this.#failures++;
  }

  get words(): string {
    const { critical, warning } = this.#worst;
    const copies = this.#copies > 0 ? `, ${this.#copies} of them copies` : '';
    const broken = this.#failures > 0 ? `; ${plural(this.#failures, 'input')} could not be read` : '';
    return `${plural(this.#traces, 'trace')}${copies}: ${critical} critical, ${warning} with warnings${broken}`;
  }

  exit({ failOn }: ParquetSetting): number {
    if (this.#failures > 0) return Exit.unreadable;
    const fails = SEVERITIES.some((severity) => isFailure(severity, failOn) && this.#worst[severity] > 0);
    return fails ? Exit.found : Exit.clean;
  }
}
