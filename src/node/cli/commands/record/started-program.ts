/** A program that a run starts: in a process group of its own, its output in a file, its end as a value. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { MARKER } from './processes';

export interface Ended {
  /** Null where a signal ended it. */
  readonly status: number | null;
  readonly signal: string | null;
}

/** What is filled in. */
export interface Places {
  readonly port: number;
  readonly relay: number;
  readonly qlog: string;
}

export interface StartedProgram {
  /** Its process group. */
  readonly group: number;
  readonly ended: Promise<Ended>;
  /** The last line that it wrote, cut; empty for none. */
  lastWords(): string;
}

/** That a recording cannot go on, in words. */
export class RecordingFailed extends Error {}

const MOST_WORDS = 300;

function filled(words: readonly string[], { port, relay, qlog }: Places): readonly string[] {
  return words.map((word) =>
    word.replaceAll(/\{(port|relay|qlog)\}/g, (_, name) =>
      String({ port, relay, qlog }[name as keyof Places]),
    ),
  );
}

/**
 * @param words the program and its arguments. @param output the file of what it writes. @throws RecordingFailed where it cannot be started.
 */
export function startProgram(
  words: readonly string[],
  { places, output, marker }: { readonly places: Places; readonly output: string; readonly marker: string },
): Promise<StartedProgram> {
  const [program = '', ...args] = filled(words, places);
  const file = openSync(output, 'w');
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', file, file],
    env: { ...process.env, QLOGDIR: places.qlog, [MARKER]: marker },
  });
  closeSync(file);
  const ended = new Promise<Ended>((resolve) => {
    child.once('exit', (status, signal) => resolve({ status, signal }));
  });
  const lastWords = (): string =>
    readFileSync(output, 'utf8').trimEnd().split('\n').at(-1)?.slice(0, MOST_WORDS) ?? '';
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve({ group: Number(child.pid), ended, lastWords }));
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'there is no such program' : error.message;
      reject(new RecordingFailed(`${program}: ${why}`));
    });
  });
}

/** `status 1`, `signal SIGSEGV` */
export const endWords = ({ status, signal }: Ended): string =>
  signal === null ? `status ${status}` : `signal ${signal}`;
