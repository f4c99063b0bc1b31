/** What the program does with its arguments: finds the command, runs it and gives the exit status. */
import { UsageError, usageLines } from './arg-values';
import { type Command, type Program, parseCall } from './command';
import { COMMANDS, USUAL_COMMAND } from './commands/index';
import { Exit } from './exit';
import { generalHelp } from './help';
import type { Io } from './io';
import { OutputFailed, ReaderGone } from './output';

/** @returns the exit status. Never throws: what is wrong is reported by `io.warn`. */
export function runProgram(argv: readonly string[], program: Program, io: Io): Promise<number> {
  return run(argv, program, io).catch((error) => statusOf(error, io.warn));
}

async function run(argv: readonly string[], program: Program, io: Io): Promise<number> {
  const called = await parseProgramCall(argv);
  switch (called.kind) {
    case 'help':
      await io.stdout.write(await (called.command?.help() ?? generalHelp(COMMANDS)));
      return Exit.clean;
    case 'version':
      await io.stdout.write(`qlogscope ${program.version}\n`);
      return Exit.clean;
    case 'run':
      return called.command.run(called.setting, io, program);
  }
}

export type ProgramCall =
  /** Of a command; null for that of the program. */
  | { readonly kind: 'help'; readonly command: Command | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly setting: unknown };

/** @param argv arguments after the program's name. @throws UsageError. Reads and writes nothing. */
export async function parseProgramCall(argv: readonly string[]): Promise<ProgramCall> {
  const [first, ...rest] = argv;
  if (first === '--help' || first === '-h' || first === 'help')
    return { kind: 'help', command: commandNamed(rest[0]) };
  if (first === '--version') return { kind: 'version' };
  const command = first === undefined ? USUAL_COMMAND : commandNamed(first);
  if (command === null)
    throw new UsageError(
      `there is no command "${first}"; there are ${COMMANDS.map(({ name }) => name).join(', ')}`,
    );
  const call = await parseCall(command, rest);
  return call.kind === 'version' ? call : { ...call, command };
}

function commandNamed(word: string | undefined): Command | null {
  return COMMANDS.find(({ name }) => name === word) ?? null;
}

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
