/**
 * An engine of rows as a process of its own (`commands/rows`), which reads one file after the other and is ended by time
 * and memory: whatever a file does, the next one is read.
 */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { hashOf } from '../../file-hash';
import type { FileLimits } from '../../file-limits';
import type { EngineFailure, RowsAnswer, RowsRequest } from '../../rows-request';

const MEMORY_LOOK_MS = 250;
const MB = 1024 ** 2;

interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** Lines of the output; the greeting was read. */
  readonly lines: AsyncIterator<string>;
}

export class RowEngine {
  readonly #program: string;
  readonly #limits: FileLimits;
  #running: Running | null = null;

  /** @param program the bundle of the command line. */
  constructor(program: string, limits: FileLimits) {
    this.#program = program;
    this.#limits = limits;
  }

  /** @throws where no process can be started. */
  async rows(request: RowsRequest): Promise<RowsAnswer> {
    let answer = await this.#ask(request);
    // A warm engine holds memory of files before this one, and may be ended by the system for that of others.
    if (!('line' in answer) && answer.kind !== 'time') answer = await this.#ask(request);
    if (!('line' in answer)) {
      const hash = await hashIfFile(request.path);
      answer = await this.#ask({ ...request, failed: { ...answer, hash } });
    }
    if (!('line' in answer)) throw new Error('an engine could not be started');
    return JSON.parse(answer.line, (key, value) =>
      key === 'digest' && typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value,
    );
  }

  end(): void {
    this.#running?.child.kill('SIGKILL');
    this.#running = null;
  }

  async #ask(request: RowsRequest): Promise<{ readonly line: string } | EngineFailure> {
    this.#running ??= await this.#start();
    const { child, lines } = this.#running;
    let failure: EngineFailure = { kind: 'ended' };
    const endBy = (why: EngineFailure): void => {
      failure = why;
      child.kill('SIGKILL');
    };
    const { seconds, memoryMb } = this.#limits;
    const timer = setTimeout(() => endBy({ kind: 'time', seconds }), seconds * 1000);
    const looks = setInterval(async () => {
      if ((await memoryOf(child.pid)) > memoryMb * MB) endBy({ kind: 'memory', mb: memoryMb });
    }, MEMORY_LOOK_MS);
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await lines.next();
    clearTimeout(timer);
    clearInterval(looks);
    if (done !== true) return { line: value };
    this.#running = null;
    return failure;
  }

  async #start(): Promise<Running> {
    const child = spawn(process.execPath, [this.#program, 'rows'], { stdio: ['pipe', 'pipe', 'inherit'] });
    // The end of the output tells.
    child.on('error', () => undefined);
    child.stdin.on('error', () => undefined);
    const lines = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })[
      Symbol.asyncIterator
    ]();
    const greeting = await lines.next();
    if (greeting.done === true) throw new Error('an engine could not be started');
    return { child, lines };
  }
}

/** Of a pipe, which may never end, there is none. */
async function hashIfFile(path: string): Promise<string | null> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() === true ? hashOf(path).catch(() => null) : null;
}

/** Memory of a process, bytes; 0 where it cannot be asked. */
async function memoryOf(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1] ?? (await kilobytesByPs(pid));
  return Number(kb) * 1024;
}

/** Where there is no /proc. */
async function kilobytesByPs(pid: number): Promise<string> {
  const output = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => null);
  return output?.stdout.trim() ?? '0';
}
