/** Short forms for entries of tables: fields that are exported and not read. */
import type { ExportOption, FieldDefinition, ValueType } from './field';

export function each(type: ValueType, ...names: readonly string[]): readonly FieldDefinition[] {
  return names.map((name) => ({ keys: [name], type, exported: true }));
}

/** The same, exported only with an option. */
export function eachWith(
  option: ExportOption,
  type: ValueType,
  ...names: readonly string[]
): readonly FieldDefinition[] {
  return names.map((name) => ({ keys: [name], type, exported: option }));
}

/** An error by its number or name. */
export function errors(...keys: readonly string[]): FieldDefinition {
  return { keys, type: 'errorCode', exported: true };
}

/** A word of a closed list; keys and words separated by blanks. */
export function oneOf(keys: string, words: string): FieldDefinition {
  return { keys: keys.split(' '), type: 'word', words: words.split(' '), exported: true };
}

/** What an export writes at its start (src/engine/input/formats/qlog/write/carried-forward.ts). */
export const CARRIED_FORWARD: FieldDefinition = { keys: ['carried_forward'], type: 'flag', exported: true };

/** The side that an event is about. */
export const OWNER = oneOf('initiator owner', 'local remote');
