/**
 * Ten thousand damaged files from the records of every stack, in each container that can hold them: reading ends,
 * throws nothing but NotQlog, keeps every record that was not touched, and counts what it could not read.
 */
import { describe, expect, it } from 'vitest';
import type { DecodeProblem } from '../../src/decode/decode-problem.ts';
import { TracePipeline } from '../../src/pipeline/pipeline.ts';
import { NotQlog } from '../../src/records/sink.ts';
import { CONTAINED, LINES, SEQ } from '../support/encoder/base-dialect.ts';
import type { Container } from '../support/encoder/dialect.ts';
import { type Mutant, mutate } from '../support/encoder/mutate.ts';
import { Random } from '../support/encoder/random.ts';
import { type RecordSet, readRecordSets } from '../support/encoder/record-sets.ts';

const MUTANTS = 10_000;
const SEED = 20_261_121;

const SETS = readRecordSets();
const BARE_TRACE: Container = { kind: 'bare-trace' };
const ARRAY_CONTAINERS: readonly Container[] = [CONTAINED, BARE_TRACE];
const OBJECT_CONTAINERS: readonly Container[] = [SEQ, LINES, ...ARRAY_CONTAINERS];
const CASES = SETS.flatMap((set) =>
  (set.arrays ? ARRAY_CONTAINERS : OBJECT_CONTAINERS).map((container) => ({
    name: set.name,
    kind: container.kind,
    set,
    container,
  })),
);
const PER_CASE = Math.ceil(MUTANTS / CASES.length);

interface Reading {
  readonly events: number;
  readonly skipped: number;
  readonly problems: readonly DecodeProblem[];
}

/** Reads in chunks of one size. @returns null for a file that is refused as no qlog. */
function read(bytes: Uint8Array, chunkBytes: number): Reading | null {
  const problems: DecodeProblem[] = [];
  const pipeline = new TracePipeline((problem) => problems.push(problem));
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) pipeline.push(bytes.slice(at, at + chunkBytes));
    pipeline.end();
  } catch (error) {
    if (error instanceof NotQlog) return null;
    throw error;
  }
  return { events: pipeline.events, skipped: pipeline.skippedRecords, problems };
}

/** Records of a sequence besides its header: what stands between two RS, unless it is white space. */
function recordsIn(bytes: Uint8Array): number {
  const pieces = Buffer.from(bytes).toString('latin1').split('\x1e');
  return pieces.filter((piece) => /[^ \t\r\n]/.test(piece)).length - 1;
}

/** What is wrong with a reading of a mutant; nothing in a sound one. */
function faults(mutant: Mutant, reading: Reading | null, container: Container): readonly string[] {
  const { untouched, kept, open, lost, bytes } = mutant;
  // The header and the first record are whole, so the file is one.
  if (reading === null) return ['refused as no qlog'];
  const { events, skipped, problems } = reading;
  const found: string[] = [];
  if (events < untouched + kept) found.push(`${events} events of ${untouched + kept} good records`);
  if (events < untouched + kept + open + lost && problems.length === 0) found.push('silent about a record');
  for (const { offset, sizeBytes } of problems)
    if (offset < 0 || offset + sizeBytes > bytes.length) found.push(`a place outside the file: ${offset}`);
  if (container.kind !== 'seq') return found;
  const records = recordsIn(bytes);
  if (events > untouched + kept + open) found.push(`${events} events, ${lost} records cannot be one`);
  if (events + skipped !== records) found.push(`${events} events and ${skipped} skipped of ${records}`);
  return found;
}

function mutantOf(set: RecordSet, container: Container, number: number): Mutant {
  return mutate(set, container, new Random(SEED + number));
}

describe('the mutants', () => {
  it('are ten thousand, of every stack and container', () => {
    expect(PER_CASE * CASES.length).toBeGreaterThanOrEqual(MUTANTS);
    expect(SETS.filter(({ arrays }) => arrays).length).toBeGreaterThanOrEqual(3);
    for (const { records } of SETS) expect(records.length).toBeGreaterThan(100);
  });

  it('are the same on every run', () => {
    for (const { set, container } of CASES)
      expect(mutantOf(set, container, 7)).toEqual(mutantOf(set, container, 7));
  });

  it('hold as many records as they say where nothing but whole records was touched', () => {
    const [set] = SETS;
    const whole = Array.from({ length: 400 }, (_, number) => mutantOf(set as RecordSet, SEQ, number)).filter(
      ({ done }) => !done.some((kind) => /^flip|insert|garbage/.test(kind)),
    );
    expect(whole.length).toBeGreaterThan(50);
    for (const { bytes, untouched, kept, open, lost } of whole)
      expect(recordsIn(bytes)).toBe(untouched + kept + open + lost);
  });
});

describe('a damaged trace is read to its end', () => {
  it.each(CASES)('$name as $kind', ({ set, container }) => {
    const failed: string[] = [];
    for (let number = 0; number < PER_CASE; number++) {
      const mutant = mutantOf(set, container, number);
      const chunkBytes = 1 + ((number * 7919) % 5000);
      const found = faults(mutant, read(mutant.bytes, Math.max(16, chunkBytes)), container);
      for (const fault of found) failed.push(`mutant ${number} (${mutant.done.join(', ')}): ${fault}`);
    }
    expect(failed).toEqual([]);
  });
});
