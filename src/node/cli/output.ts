/**
 * Outputs of reports: a stream with backpressure, so that a slow reader pauses the program instead of filling its
 * memory; or a file. A reader that closes the pipe (`| head`) ends the program without an error.
 */
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { printable } from '../../engine/base/text/printable';
import { systemReason } from './system-reason';

export interface Sink {
  /** Resolves when the text has been written. @throws ReaderGone, OutputFailed */
  write(text: string): Promise<void>;
  /** Everything is written. @throws OutputFailed */
  close(): Promise<void>;
}

export class ReaderGone extends Error {
  constructor() {
    super('the reader of the output has gone');
  }
}

export class OutputFailed extends Error {}

/** @throws OutputFailed that names the path, where it cannot be written. */
export async function writing(path: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw new OutputFailed(`${path} cannot be written: ${(error as Error).message}`);
  }
}

/** A line for standard error. It may quote file names and traces, so it is escaped. */
export function warningLine(line: string): string {
  return `qlogscope: ${printable(line)}\n`;
}

/** A stream of the process, which stays open after `close`. @param name what a message calls it. */
export function streamSink(stream: Writable, name: string): Sink {
  let failure: Error | null = null;
  stream.on('error', (error) => {
    failure ??= error;
  });
  const write = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (failure !== null) return reject(failureOf(failure, name));
      if (text === '') return resolve();
      stream.write(text, (error) => (error ? reject(failureOf(error, name)) : resolve()));
    });
  return { write, close: async () => undefined };
}

export function fileSink(path: string): Sink {
  const stream = createWriteStream(path);
  const { write } = streamSink(stream, path);
  return {
    write,
    close: () =>
      new Promise<void>((resolve, reject) => {
        stream.once('error', (error) => reject(failureOf(error, path)));
        stream.end(() => resolve());
      }),
  };
}

function failureOf(error: Error & { readonly code?: string }, name: string): ReaderGone | OutputFailed {
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return new ReaderGone();
  return new OutputFailed(`${name}: ${systemReason(error)}`);
}
