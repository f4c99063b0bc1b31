/**
 * What makes a digest damaged: each demand broken by the least there is, and just kept. What passes is shown like a trace,
 * so that a demand too few shows nonsense, and one too many refuses a sound digest.
 */
import { describe, expect, test } from 'vitest';
import { Unreadable } from '../../../../src/sharing/digest/bytes.ts';
import { check } from '../../../../src/sharing/digest/check.ts';
import type { Digest } from '../../../../src/sharing/digest/digest.ts';
import { decodeDigest, fromBase64url } from '../../../../src/sharing/digest/pack.ts';
import type { Note } from '../../../../src/sharing/notes/note.ts';
import frozen from './frozen-digests.json' with { type: 'json' };

function frozenDigest(): Digest {
  const read = decodeDigest(fromBase64url(frozen[0]?.digest ?? '') as Uint8Array);
  if ('reason' in read) throw new Error(read.reason);
  return read.digest;
}

const SOUND = frozenDigest();
const [FINDING] = SOUND.findings;
const [SERIES] = SOUND.catalogue;
const [BLOCK] = SOUND.blocks;
if (FINDING === undefined || SERIES === undefined || BLOCK === undefined)
  throw new Error('the frozen digest lacks a finding, a series or a block');

/** ±30 years. */
const MAX = 1e15;
const CLOSEST: Digest['notFound'][number] = {
  id: 'death-spiral',
  title: 'Death spiral',
  reason: 'No window stood.',
  startUs: Number.NaN,
  endUs: Number.NaN,
  evidence: [],
};

const finding = (change: Partial<typeof FINDING>): Partial<Digest> => ({
  findings: [{ ...FINDING, ...change }],
});
const closest = (startUs: number, endUs: number): Partial<Digest> => ({
  notFound: [{ ...CLOSEST, startUs, endUs }],
});
const note = (anchor: Note['anchor'], id = 'n1'): Partial<Digest> => ({
  notes: [{ id, text: 'see', anchor }],
});
const range = (fromUs: number, toUs: number) => ({ kind: 'range', fromUs, toUs }) as const;
const window = (fromUs: number, columnUs: number, columns: number): Partial<Digest> => ({
  blocks: [{ ...BLOCK, window: { fromUs, columnUs, columns } }],
});
const connection = (index: number, count: number): Partial<Digest> => ({
  connection: { ...SOUND.connection, index, count },
});

describe('is sound', () => {
  test.each<[what: string, change: Partial<Digest>]>([
    ['as it is', {}],
    ['with an extent of a microsecond', { extent: { fromUs: 0, toUs: 1 } }],
    ['with the largest extent', { extent: { fromUs: -MAX, toUs: MAX } }],
    ['with a visible range of a microsecond', { visible: { fromUs: 5, toUs: 6 } }],
    ['of the last of its connections', connection(2, 3)],
    ['with a finding of an instant', finding({ startUs: 5, endUs: 5 })],
    ['with a finding from end to end of time', finding({ startUs: -MAX, endUs: MAX })],
    ['without findings, notes and series', { findings: [], notes: [], catalogue: [] }],
    ['with two findings of one rule', { findings: [FINDING, { ...FINDING, key: `${FINDING.key}0` }] }],
    ['with something not found that has a place', closest(5, 6)],
    ['with something not found that has none', closest(Number.NaN, Number.NaN)],
    ['with a note at the end of time', note({ kind: 'time', timeUs: MAX })],
    ['with a note on an instant', note(range(5, 5))],
    ['with a note on a finding that is not there', note({ kind: 'finding', key: 'none' })],
    ['with a window up to the end of time', window(MAX - 1024, 1024, 1)],
  ])('%s', (_, change) => {
    const digest = { ...SOUND, ...change };
    expect(check(digest)).toBe(digest);
  });
});

describe('is damaged', () => {
  test.each<[what: string, change: Partial<Digest>, reason: string]>([
    ['without an extent', { extent: { fromUs: 5, toUs: 5 } }, 'its trace has no length'],
    ['with one that is no number', { extent: { fromUs: 5, toUs: Number.NaN } }, 'its trace has no length'],
    ['with one too early', { extent: { fromUs: -MAX - 1, toUs: 5 } }, 'its trace has no length'],
    ['with one too late', { extent: { fromUs: 5, toUs: MAX + 1 } }, 'its trace has no length'],
    ['without a visible range', { visible: { fromUs: 6, toUs: 5 } }, 'its range has no length'],
    ['without blocks', { blocks: [] }, 'it holds no columns'],
    ['of a connection after the last', connection(3, 3), 'its connection number is invalid'],
    ['with a finding backwards', finding({ startUs: 6, endUs: 5 }), 'a finding in it has an invalid time'],
    ['with a finding at no time', finding({ startUs: Number.NaN }), 'a finding in it has an invalid time'],
    ['with a finding without end', finding({ endUs: Number.NaN }), 'a finding in it has an invalid time'],
    ['with a finding too late', finding({ endUs: MAX + 1 }), 'a finding in it has an invalid time'],
    ['with something not found too late', closest(5, MAX + 1), 'a finding in it has an invalid time'],
    ['with something not found without end', closest(5, Number.NaN), 'a finding in it has an invalid time'],
    ['with one finding twice', { findings: [FINDING, FINDING] }, 'two findings in it have the same key'],
    ['with one series twice', { catalogue: [SERIES, SERIES] }, 'two series in it have the same id'],
    [
      'with one note twice',
      { notes: ['a', 'b'].map((text) => ({ id: 'n1', text, anchor: range(5, 6) })) },
      'a note in it has an invalid id',
    ],
    ['with a note of no number', note(range(5, 6), 'n0'), 'a note in it has an invalid id'],
    ['with a note of no name', note(range(5, 6), 'x1'), 'a note in it has an invalid id'],
    ['with a note backwards', note(range(6, 5)), 'a note in it has an invalid time'],
    ['with a note too late', note({ kind: 'time', timeUs: MAX + 1 }), 'a note in it has an invalid time'],
    ['with a note on a range too late', note(range(5, MAX + 1)), 'a note in it has an invalid time'],
    ['with a window too early', window(-MAX - 1024, 1024, 4), 'a window in it has an invalid time'],
    ['with a window beyond time', window(MAX - 1024, 1024, 2), 'a window in it has an invalid time'],
  ])('%s', (_, change, reason) => {
    expect(() => check({ ...SOUND, ...change })).toThrow(new Unreadable(reason));
  });
});
