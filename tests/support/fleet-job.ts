/**
 * The Spark job as a process with all that it starts: driver, Java, executors, Python workers and engines. They are found by a
 * variable of their environment that only they have, so that nothing else on the machine is ever ended.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLI } from './cli-process.ts';

const MARK = 'QLOGSCOPE_FLEET_TEST';
const LOOK_MS = 100;
const TABLES_SCRIPT = fileURLToPath(new URL('fleet-tables.py', import.meta.url));

export type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

/** What `fleet-tables.py` reads. */
export interface Tables {
  readonly columns: Readonly<Record<'traces' | 'findings', Readonly<Record<string, string>>>>;
  /** Rows as DuckDB counts them. */
  readonly counted: Readonly<Record<'traces' | 'findings', number>>;
  readonly traces: readonly Row[];
  readonly findings: readonly Row[];
  /** Of the job. */
  readonly ledger?: readonly Row[];
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** A program that runs, and what it started. */
export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  hasEnded(): boolean;
  /** All that are alive, also those whose parent has ended. */
  processes(): readonly Process[];
  /** Waits for a state. @returns false where the program ended before it. */
  until(isSo: () => boolean): Promise<boolean>;
  /** Ends whatever is still alive. */
  end(): Promise<void>;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Of a file in /proc; empty where the process has ended. */
function told(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

function marked(mark: string): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && told(Number(name), 'environ').includes(`${MARK}=${mark}`))
    .map((name) => {
      const pid = Number(name);
      const stat = told(pid, 'stat');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return { pid, parent, command: told(pid, 'cmdline').replaceAll('\0', ' ') };
    })
    .filter(({ command }) => command !== '');
}

/** The most memory that a process took so far, MB; 0 where it has ended. */
export const peakMbOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(told(pid, 'status'))?.[1] ?? 0) / 1024;

/** Whether a process stands below another one. */
export function isBelow(process: Process, top: number, all: readonly Process[]): boolean {
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  for (let at = process.parent; at > 1; at = parents.get(at) ?? 0) if (at === top) return true;
  return false;
}

export function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  const mark = randomUUID();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, [MARK]: mark },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (data) => (stdout += data));
  child.stderr?.on('data', (data) => (stderr += data));
  let done = false;
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    // Not `close`: Java may hold the pipes longer than the driver lives.
    child.on('exit', async (status) => {
      done = true;
      await sleep(LOOK_MS);
      resolve({ status, stdout, stderr });
    });
  });
  return {
    child,
    ended,
    hasEnded: () => done,
    processes: () => marked(mark),
    async until(isSo) {
      while (!isSo()) {
        if (done) return isSo();
        await sleep(LOOK_MS);
      }
      return true;
    },
    async end() {
      for (let left = marked(mark); left.length > 0; left = marked(mark)) {
        for (const { pid } of left)
          try {
            process.kill(pid, 'SIGKILL');
          } catch {
            // It has ended.
          }
        await sleep(LOOK_MS);
      }
    },
  };
}

export const startCli = (args: readonly string[], env?: NodeJS.ProcessEnv): Started =>
  start(process.execPath, [CLI, ...args], env);

/** @param python of `ensurePyspark`. */
export async function readTables(python: string, which: 'check' | 'job', path: string): Promise<Tables> {
  const { status, stdout, stderr } = await start(python, [TABLES_SCRIPT, which, path]).ended;
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/**
 * A SPARK_HOME in a folder of its own, with links to what PySpark brings: executors of a local cluster work below it, and
 * would leave their files in the environment.
 */
export function sparkHome(python: string, folder: string): string {
  const asked = spawnSync(python, ['-c', 'import pyspark; print(pyspark.__file__)'], { encoding: 'utf8' });
  const source = dirname(asked.stdout.trim());
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(source))
    if (name !== 'work') symlinkSync(join(source, name), join(folder, name));
  return folder;
}
