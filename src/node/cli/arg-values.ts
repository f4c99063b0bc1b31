/** Values of options and what is wrong with a call: shared by the parsers of all commands. */

/** A wrong call: exit status 64. */
export class UsageError extends Error {
  /** The command whose help to mention. */
  readonly command: string | null;
  constructor(message: string, command: string | null = null) {
    super(message);
    this.command = command;
  }
}

/** The lines that a wrong call is answered with. */
export function usageLines({ message, command }: UsageError): readonly string[] {
  return [message, `qlogscope ${command === null ? '' : `${command} `}--help tells how it is called.`];
}

export const FLAG = { type: 'boolean' } as const;
export const STRING = { type: 'string' } as const;
export const STRINGS = { type: 'string', multiple: true } as const;

export function someFiles(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) throw new UsageError('a file or folder is missing');
  if (paths.filter((path) => path === '-').length > 1)
    throw new UsageError('standard input ("-") can be read once only');
  return paths;
}

export function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const match = allowed.find((one) => one === value);
  if (match === undefined) throw new UsageError(`${option} takes ${allowed.join(', ')}, not "${value}"`);
  return match;
}

/** By `--json` and `--format`; null where neither is given. */
export function formatNamed<T extends string>(
  { json, format }: { readonly json?: boolean | undefined; readonly format?: string | undefined },
  allowed: readonly T[],
): T | 'json' | null {
  if (json === true) return 'json';
  return format === undefined ? null : oneOf('--format', format, allowed);
}

export function listOf(values: readonly string[]): readonly string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

export function millisecondsOf(option: string, value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number))
    throw new UsageError(`${option} takes a time in ms on the trace's clock, not "${value}"`);
  return number;
}

export function numberOf(option: string, value: string): number {
  if (!/^\d+$/.test(value))
    throw new UsageError(`${option} takes the number of a connection, not "${value}"`);
  return Number(value);
}

export function wholeOf(option: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (!/^\d{1,10}$/.test(value) || number < least || number > most)
    throw new UsageError(`${option} takes a whole number from ${least} to ${most}, not "${value}"`);
  return number;
}
