/**
 * Damaged files from the records of every stack, in each container that can hold them: reading ends,
 * throws nothing but NotATrace, keeps every record that was not touched, and counts what it could not read.
 */
import { describe, expect, it } from 'vitest';
import type { DecodeProblem } from '../../src/engine/input/formats/decode-problem.ts';
import { NotATrace } from '../../src/engine/input/formats/not-a-trace.ts';
import { TracePipeline } from '../../src/engine/reading/stages/pipeline.ts';
import type { Container } from '../support/encoder/dialect.ts';
import { mutantCases, mutantOf, recordsIn } from '../support/encoder/mutants.ts';
import type { Mutant } from '../support/encoder/mutate.ts';
import { draws, SEED } from '../support/tier.ts';

const CASES = mutantCases();
const PER_CASE = Math.ceil(draws(10_000) / CASES.length);

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
    if (error instanceof NotATrace) return null;
    throw error;
  }
  return { events: pipeline.events, skipped: pipeline.skippedRecords, problems };
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

describe('a damaged trace is read to its end', () => {
  it.each(CASES)('$name as $kind', ({ set, container }) => {
    const failed: string[] = [];
    for (let number = 0; number < PER_CASE; number++) {
      const mutant = mutantOf(set, container, number);
      const chunkBytes = 1 + ((number * 7919) % 5000);
      const found = faults(mutant, read(mutant.bytes, Math.max(16, chunkBytes)), container);
      for (const fault of found)
        failed.push(`mutant ${number} of seed ${SEED} (${mutant.done.join(', ')}): ${fault}`);
    }
    expect(failed).toEqual([]);
  });
});
