/** The program `qlogscope` as a process: its streams and threads; in a thread that the program started, serves it. */
import process from 'node:process';
import type { Io } from './io';
import { streamSink, warningLine } from './output';
import { runProgram } from './program';
import { readingThreads, servesReading } from './reading/reading-threads';
import { streamedSource } from './reading/sources';
import { servesWork, startThread } from './thread-work';

/** Set by the build, from package.json. */
declare const QLOGSCOPE_VERSION: string;

async function main(): Promise<void> {
  const bundle = new URL(import.meta.url);
  const stderr = streamSink(process.stderr, 'standard error');
  const io: Io = {
    stdout: streamSink(process.stdout, 'standard output'),
    warn: (line) => {
      // Standard error may be closed too.
      stderr.write(warningLine(line)).catch(() => undefined);
    },
    openStdin: () => streamedSource(process.stdin, 'standard input'),
    startThread: () => startThread(bundle),
    readingThreads: readingThreads(bundle),
  };
  process.exitCode = await runProgram(process.argv.slice(2), { bundle, version: QLOGSCOPE_VERSION }, io);
}

if (!servesWork() && !servesReading()) await main();
