/** `--group`: the groups of runs that a call names. */
import { plainLine } from '../../engine/base/text/plain';
import { UsageError } from './arg-values';

export interface AskedGroup {
  /** Null for the one that the patterns make. */
  readonly name: string | null;
  /** Of files. */
  readonly pattern: string;
}

/** @returns none where none is named. @throws UsageError for one alone, for two of one name, and beside other operands. */
export function askedGroups(values: readonly string[], operands: readonly string[]): readonly AskedGroup[] {
  const groups = values.map(askedGroup);
  if (groups.length > 0 && operands.length > 0)
    throw new UsageError('what is compared are traces, or groups with --group twice; not both');
  if (groups.length === 1)
    throw new UsageError('--group is missing a second time: one group is compared with another');
  const names = groups.flatMap(({ name }) => name ?? []);
  if (new Set(names).size < names.length) throw new UsageError('two groups have the same name');
  return groups;
}

/** `NAME=PATTERN`, where the name holds nothing of a path; `./a=b` is a pattern. */
function askedGroup(value: string): AskedGroup {
  const [, name = '', pattern = ''] = /^([^=/\\*?]+)=(.+)$/.exec(value) ?? [];
  return pattern === '' ? { name: null, pattern: value } : { name: plainLine(name), pattern };
}
