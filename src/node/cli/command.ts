/**
 * What a command is, and what a call of it means. `commands/index.ts` is the list; help and usage are written from it. The
 * file `command.ts` of a command holds its texts, its options and their meaning, and imports at once only what is as small:
 * the code that runs it, and lists of the engine that its help names, it loads by `import()` when they are asked for.
 */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './arg-values';
import type { Io } from './io';

export type Options = NonNullable<ParseArgsConfig['options']>;
/** What `parseArgs` gives for these options; absent where a call has not got one. */
export type Values<Of extends Options> = ReturnType<typeof parseArgs<{ options: Of }>>['values'];

export interface Program {
  /** The file that Node was started with: commands start it again as a process or a thread, and the page lies beside it. */
  readonly bundle: URL;
  readonly version: string;
}

/** @typeParam Setting a call of the command, with everything that was left out filled in. */
export interface Command<Of extends Options = Options, Setting = unknown> {
  readonly name: string;
  /** What stands after the name in the general help, as `FILES…`; empty for nothing. */
  readonly operands: string;
  /** The line of the general help. */
  readonly summary: string;
  /** Words without a dash are allowed, and given to `parse`. */
  readonly takesOperands: boolean;
  /** Its own; `--help` and `--version` are those of all. */
  readonly options: Of;
  /** The whole text of `--help`. */
  help(): string | Promise<string>;
  /** @throws UsageError that says what would be right. Reads and writes nothing. */
  parse(values: Values<Of>, operands: readonly string[]): Setting | Promise<Setting>;
  /** @returns the exit status. */
  run(setting: Setting, io: Io, program: Program): Promise<number>;
}

/** A command as its file writes it: `parse` and `run` are checked against its options and against each other. */
export function command<const Of extends Options, Setting>(
  given: Command<Of, Setting>,
): Command<Of, Setting> {
  return given;
}

export type Call<Setting = unknown> =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly setting: Setting };

const GLOBAL = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;

/** @param args what stands after the command's name. @throws UsageError that names the command */
export async function parseCall<Of extends Options, Setting>(
  of: Command<Of, Setting>,
  args: readonly string[],
): Promise<Call<Setting>> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...of.options, ...GLOBAL } as Options,
      allowPositionals: of.takesOperands,
    });
    if (values.help === true) return { kind: 'help' };
    if (values.version === true) return { kind: 'version' };
    return { kind: 'run', setting: await of.parse(values as Values<Of>, positionals) };
  } catch (error) {
    throw usageError(error, of.name);
  }
}

/** What a parser threw, as the wrong call that it is. */
function usageError(error: unknown, name: string): UsageError {
  if (error instanceof UsageError) return new UsageError(error.message, name);
  // parseArgs says "Unknown option '--x'. To specify a positional argument …": only its first sentence is used.
  const message = error instanceof Error ? error.message : String(error);
  return new UsageError(message.split('. ')[0] as string, name);
}
