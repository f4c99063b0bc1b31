/** Which damaged files there are: every set of records in each container that can hold it, by number and seed. */
import { SEED } from '../tier.ts';
import { CONTAINED, LINES, SEQ } from './base-dialect.ts';
import type { Container } from './dialect.ts';
import { type Mutant, mutate } from './mutate.ts';
import { Random } from './random.ts';
import { type RecordSet, readRecordSets } from './record-sets.ts';

const ARRAY_CONTAINERS: readonly Container[] = [CONTAINED, { kind: 'bare-trace' }];
const OBJECT_CONTAINERS: readonly Container[] = [SEQ, LINES, ...ARRAY_CONTAINERS];

export interface MutantCase {
  readonly name: string;
  readonly kind: Container['kind'];
  readonly set: RecordSet;
  readonly container: Container;
}

export function mutantCases(): readonly MutantCase[] {
  return readRecordSets().flatMap((set) =>
    (set.arrays ? ARRAY_CONTAINERS : OBJECT_CONTAINERS).map((container) => ({
      name: set.name,
      kind: container.kind,
      set,
      container,
    })),
  );
}

/** @returns the same file for the same number and seed. */
export function mutantOf(set: RecordSet, container: Container, number: number): Mutant {
  return mutate(set, container, new Random(SEED + number));
}

/** Records of a sequence besides its header: what stands between two RS, unless it is white space. */
export function recordsIn(bytes: Uint8Array): number {
  const pieces = Buffer.from(bytes).toString('latin1').split('\x1e');
  return pieces.filter((piece) => /[^ \t\r\n]/.test(piece)).length - 1;
}
