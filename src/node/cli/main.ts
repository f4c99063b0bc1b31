/**
 * The program `qlogscope`: runs the command and sets the exit status; in a thread that the program started, serves it. Each
 * command is in its own file.
 */
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { DETECTORS } from '../../engine/findings/rules/index';
import { UsageError } from './arg-values';
import { parseCommand } from './args';
import { check } from './check';
import { compareTraces } from './compare';
import { convert } from './convert';
import { doctor } from './doctor';
import { checkParquet } from './fleet/check-parquet';
import { serveRows } from './fleet/rows-command';
import { startJob } from './fleet/start-job';
import { helpText } from './help';
import type { Io } from './io';
import { OutputFailed, ReaderGone, streamSink, warningLine } from './output';
import { readingThreads, servesReading } from './reading-threads';
import { Exit } from './report';
import { serve, writeHeaders } from './serve';
import { simulateRuns } from './simulate/simulate-runs';
import { streamedSource } from './sources';
import { summary } from './summary';
import { servesWork, startThread } from './thread-work';
import { writeReport } from './write-report';

/** Set by the build, from package.json. */
declare const QLOGSCOPE_VERSION: string;

const PROGRAM = fileURLToPath(import.meta.url);

async function run(argv: readonly string[], io: Io): Promise<number> {
  const rules = DETECTORS.map(({ id, title }) => ({ id, title }));
  const ids = rules.map(({ id }) => id);
  const command = parseCommand(argv, ids);
  switch (command.name) {
    case 'help':
      await io.stdout.write(helpText(command.of, rules));
      return Exit.clean;
    case 'version':
      await io.stdout.write(`qlogscope ${QLOGSCOPE_VERSION}\n`);
      return Exit.clean;
    case 'check': {
      const { format } = command;
      if (format === 'parquet') return checkParquet(command, PROGRAM, QLOGSCOPE_VERSION, io);
      return check({ ...command, format }, { rules, version: QLOGSCOPE_VERSION }, io);
    }
    case 'summary':
      return summary(command, io);
    case 'doctor':
      return doctor(command, io);
    case 'convert':
      return convert(command, io);
    case 'report':
      return writeReport(command, io);
    case 'compare':
      return compareTraces(command, io);
    case 'simulate':
      return simulateRuns(command, io);
    case 'serve':
      return serve(command, fileURLToPath(new URL('../dist/', import.meta.url)), io);
    case 'headers':
      return writeHeaders(command, io);
    case 'fleet':
      return startJob(command, PROGRAM, io);
    case 'rows':
      await serveRows(QLOGSCOPE_VERSION, io.stdout);
      return Exit.clean;
  }
}

/** Exit status for a thrown error. */
function statusOf(error: unknown, warn: (line: string) => void): number {
  if (error instanceof ReaderGone) return Exit.clean;
  if (error instanceof UsageError) {
    warn(error.message);
    warn(`qlogscope ${error.command === null ? '' : `${error.command} `}--help tells how it is called.`);
    return Exit.usage;
  }
  if (error instanceof OutputFailed) {
    warn(error.message);
    return Exit.unreadable;
  }
  // Node would print it unescaped, and its message may come from a trace.
  const trail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  for (const line of trail.split('\n')) warn(line);
  return Exit.unreadable;
}

async function main(): Promise<void> {
  const stderr = streamSink(process.stderr);
  const warn = (line: string): void => {
    // Standard error may be closed too.
    stderr.write(warningLine(line)).catch(() => undefined);
  };
  const io: Io = {
    stdout: streamSink(process.stdout),
    warn,
    openStdin: () => streamedSource(process.stdin, 'standard input'),
    startThread: () => startThread(new URL(import.meta.url)),
    readingThreads: readingThreads(new URL(import.meta.url)),
  };
  process.exitCode = await run(process.argv.slice(2), io).catch((error) => statusOf(error, warn));
}

if (!servesWork() && !servesReading()) await main();
