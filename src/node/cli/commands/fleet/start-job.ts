/** `qlogscope fleet`: starts the Spark job, and says what is missing where it cannot run. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Program } from '../../command';
import { Exit } from '../../exit';
import type { FileLimits } from '../../file-limits';
import type { Io } from '../../io';

export interface FleetSetting {
  /** Folder or URI of the traces, and of the tables. */
  readonly input: string;
  readonly output: string;
  /** URL of the Spark master. */
  readonly master: string;
  /** The Python that has pyspark; null for `python3`, or what PYSPARK_PYTHON names. */
  readonly python: string | null;
  readonly limits: FileLimits;
  /** Takes the output over from a job that was ended. */
  readonly takesOver: boolean;
}

/** What the job needs, asked of the programs that have it. */
const PACKAGES = 'import pyspark, pyarrow, pandas';
const INSTALL = 'pip install pyspark==4.3.0 pyarrow pandas';

interface Ended {
  /** Null where the program could not be started, or was ended by a signal. */
  readonly status: number | null;
  readonly said: string;
}

/** Runs a program to its end. @param inherits its output is ours. */
function run(program: string, args: readonly string[], inherits: boolean, env = process.env): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: inherits ? 'inherit' : ['ignore', 'pipe', 'pipe'], env });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said += data));
    child.on('error', () => resolve({ status: null, said }));
    child.on('close', (status) => resolve({ status, said }));
  });
}

/** What is missing on this machine, and how to get it, a line each. */
async function missing(python: string): Promise<readonly string[]> {
  const { JAVA_HOME } = process.env;
  const java = JAVA_HOME === undefined || JAVA_HOME === '' ? 'java' : `${JAVA_HOME}/bin/java`;
  const [asked, packages] = await Promise.all([
    run(java, ['-version'], false),
    run(python, ['-c', PACKAGES], false),
  ]);
  const version = Number(/version "(?:1\.)?(\d+)/.exec(asked.said)?.[1] ?? Number.NaN);
  const lines: string[] = [];
  if (asked.status !== 0)
    lines.push(`Java is missing (${java} does not run): install Java 17, as openjdk-17-jre-headless.`);
  else if (version < 17)
    lines.push(`Java ${version} is too old (${java}): install Java 17, and set JAVA_HOME to it.`);
  if (packages.status === null)
    lines.push(
      `Python is missing (${python} does not run): install Python 3.10 or newer, or name one with --python.`,
    );
  else if (packages.status !== 0) {
    const name = /No module named '([\w.]+)'/.exec(packages.said)?.[1];
    const what = name === undefined ? 'does not load pyspark, pyarrow and pandas' : `has no ${name}`;
    lines.push(`${python} ${what}: ${INSTALL}, in an environment that --python names.`);
  }
  return lines;
}

/** The bundle of the command line is the engine of the job. @returns the exit status. */
export async function startJob(setting: FleetSetting, io: Io, { bundle }: Program): Promise<number> {
  const program = fileURLToPath(bundle);
  const folder = join(dirname(program), '../fleet');
  if (!existsSync(folder)) {
    io.warn(`The job is missing: it is expected in ${folder}.`);
    return Exit.unreadable;
  }
  const python = setting.python ?? process.env.PYSPARK_PYTHON ?? 'python3';
  const lines = await missing(python);
  for (const line of lines) io.warn(line);
  if (lines.length > 0) return Exit.unreadable;
  const { input, output, master, limits, takesOver } = setting;
  const { status } = await run(
    python,
    [
      '-m',
      'qlogscope_fleet',
      input,
      '--out',
      output,
      '--master',
      master,
      '--engine',
      program,
      '--node',
      process.execPath,
      '--timeout',
      String(limits.seconds),
      '--memory',
      String(limits.memoryMb),
      ...(takesOver ? ['--take-over'] : []),
    ],
    true,
    { ...process.env, PYTHONPATH: [folder, process.env.PYTHONPATH].filter(Boolean).join(delimiter) },
  );
  return status ?? Exit.unreadable;
}
