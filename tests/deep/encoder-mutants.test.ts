/** The maker of damaged files makes what it claims: of every stack and container, the same again, with books that are right. */
import { describe, expect, it } from 'vitest';
import { SEQ } from '../support/encoder/base-dialect.ts';
import { mutantCases, mutantOf, recordsIn } from '../support/encoder/mutants.ts';
import { type RecordSet, readRecordSets } from '../support/encoder/record-sets.ts';

const SETS = readRecordSets();

describe('the mutants', () => {
  it('are made of every stack, and of arrays too', () => {
    expect(SETS.filter(({ arrays }) => arrays).length).toBeGreaterThanOrEqual(3);
    for (const { records } of SETS) expect(records.length).toBeGreaterThan(100);
  });

  it('are the same on every run', () => {
    for (const { set, container } of mutantCases())
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
