/** The program `qlogscope` as a process, its streams and threads; in a thread that the program started, its work. */
import process from 'node:process';
import type { Program } from './command';
import type { Io } from './io';
import { streamSink, warningLine } from './output';
import { runProgram } from './program';
import { readingThreads, startThread, threadHere } from './start-threads';

export async function start(program: Program): Promise<void> {
  const thread = threadHere();
  if (thread === null) return runHere(program);
  const { role, port } = thread;
  if (role === 'work') (await import('./thread-work')).serveWork(port);
  else (await import('./reading/reading-threads')).serveReading(port);
}

async function runHere(program: Program): Promise<void> {
  const stderr = streamSink(process.stderr, 'standard error');
  const io: Io = {
    stdout: streamSink(process.stdout, 'standard output'),
    warn: (line) => {
      // Standard error may be closed too.
      stderr.write(warningLine(line)).catch(() => undefined);
    },
    openStdin: async () => {
      const { streamedSource } = await import('./reading/sources');
      return streamedSource(process.stdin, 'standard input');
    },
    startThread: () => startThread(program.bundle),
    readingThreads: readingThreads(program.bundle),
  };
  process.exitCode = await runProgram(process.argv.slice(2), program, io);
}
