/** What the program does with its arguments: runs the command and gives the exit status. Each command is in its own file. */
import { fileURLToPath } from 'node:url';
import { DETECTORS } from '../../engine/findings/rules/index';
import { UsageError, usageLines } from './arg-values';
import { parseCommand } from './args';
import { check } from './commands/check/check';
import { compareTraces } from './commands/compare/compare';
import { convert } from './commands/convert/convert';
import { doctor } from './commands/doctor/doctor';
import { runExperiments } from './commands/experiment/run-experiments';
import { checkParquet } from './commands/fleet/check-parquet';
import { serveRows } from './commands/fleet/rows-command';
import { startJob } from './commands/fleet/start-job';
import { writeReport } from './commands/report/write-report';
import { serve, writeHeaders } from './commands/serve/serve';
import { simulateRuns } from './commands/simulate/simulate-runs';
import { summary } from './commands/summary/summary';
import { helpText } from './help';
import type { Io } from './io';
import { OutputFailed, ReaderGone } from './output';
import { Exit } from './report';

export interface Program {
  /** The bundle, which commands start again as another process, and beside which the page lies. */
  readonly bundle: URL;
  readonly version: string;
}

/** @returns the exit status. Never throws: what is wrong is told by `io.warn`. */
export function runProgram(argv: readonly string[], program: Program, io: Io): Promise<number> {
  return run(argv, program, io).catch((error) => statusOf(error, io.warn));
}

async function run(argv: readonly string[], { bundle, version }: Program, io: Io): Promise<number> {
  const rules = DETECTORS.map(({ id, title }) => ({ id, title }));
  const ids = rules.map(({ id }) => id);
  const command = parseCommand(argv, ids);
  switch (command.name) {
    case 'help':
      await io.stdout.write(helpText(command.of, rules));
      return Exit.clean;
    case 'version':
      await io.stdout.write(`qlogscope ${version}\n`);
      return Exit.clean;
    case 'check': {
      const { format } = command;
      if (format === 'parquet') return checkParquet(command, fileURLToPath(bundle), version, io);
      return check({ ...command, format }, { rules, version }, io);
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
    case 'experiment':
      return runExperiments(command, io);
    case 'serve':
      return serve(command, fileURLToPath(new URL('../dist/', bundle)), io);
    case 'headers':
      return writeHeaders(command, io);
    case 'fleet':
      return startJob(command, fileURLToPath(bundle), io);
    case 'rows':
      await serveRows(version, io.stdout);
      return Exit.clean;
  }
}

/** Exit status for a thrown error. */
function statusOf(error: unknown, warn: (line: string) => void): number {
  if (error instanceof ReaderGone) return Exit.clean;
  if (error instanceof UsageError) {
    usageLines(error).forEach(warn);
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
