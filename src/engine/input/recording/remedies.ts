/** How a field that a log lacks is logged with the stack that wrote it: the answers of the table in stacks.ts. */
import type { LoggedField } from './fields';
import type { LackKind, Stack } from './stack';
import { STACKS } from './stacks';

export interface Remedy {
  readonly field: LoggedField;
  /** `switch-on`: the stack logs it wherever it logs; this log may be cut, filtered or of another version. */
  readonly kind: LackKind | 'switch-on';
  readonly words: string;
}

/** The entry of a stack; null for one that is not in the table. @param name as a log names its implementation. */
export function stackNamed(name: string | null): Stack | null {
  return STACKS.find((stack) => stack.name === name) ?? null;
}

/** What helps against the lack of each of these fields. */
export function remediesOf(stack: Stack, fields: readonly LoggedField[]): readonly Remedy[] {
  return fields.map((field) => {
    const reason = stack.lacks?.[field];
    if (reason !== undefined) return { field, ...reason };
    const words = `Logs of ${stack.name} hold it: this one may be cut, filtered, or of another version.`;
    return { field, kind: 'switch-on', words };
  });
}

/** Another log of the stack can hold some of them: there is something to change. */
export function canHelp(remedies: readonly Remedy[]): boolean {
  return remedies.some(({ kind }) => kind === 'setting' || kind === 'version' || kind === 'switch-on');
}
