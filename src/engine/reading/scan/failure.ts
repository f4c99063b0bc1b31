/** Why the scanning of a text ended early, as a value for another thread: the same error is made of it there. */
import { NotATrace } from '../../input/formats/not-a-trace';
import { BrokenRun } from '../stages/broken-run';

export type ScanFailure =
  | {
      readonly kind: 'not-a-trace';
      readonly format: string;
      readonly message: string;
      readonly offset: number;
      readonly startsWith: string | null;
      readonly instead: string | null;
    }
  | { readonly kind: 'broken-run'; readonly format: string }
  /** Whatever the source throws when it cannot be read. */
  | { readonly kind: 'other'; readonly name: string; readonly message: string; readonly code?: string };

export function failureOf(error: unknown): ScanFailure {
  if (error instanceof NotATrace) {
    const { format, message, offset, startsWith, instead } = error;
    return { kind: 'not-a-trace', format, message, offset, startsWith, instead };
  }
  if (error instanceof BrokenRun) return { kind: 'broken-run', format: error.format };
  if (!(error instanceof Error)) return { kind: 'other', name: 'Error', message: String(error) };
  const { name, message } = error;
  // Errors of Node's file system have a code.
  const { code } = error as { readonly code?: unknown };
  return { kind: 'other', name, message, ...(typeof code === 'string' && { code }) };
}

export function errorOf(failure: ScanFailure): Error {
  switch (failure.kind) {
    case 'not-a-trace':
      return new NotATrace(
        failure.format,
        failure.message,
        failure.offset,
        failure.startsWith,
        failure.instead,
      );
    case 'broken-run':
      return new BrokenRun(failure.format);
    case 'other': {
      const { name, message, code } = failure;
      const error = new Error(message);
      return Object.assign(error, name !== error.name && { name }, code !== undefined && { code });
    }
  }
}
