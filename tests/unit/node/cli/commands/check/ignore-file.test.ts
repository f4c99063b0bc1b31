/** `--ignore-file`: entries that are taken and refused, and which findings they mute, when and of which builds. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DETECTORS } from '../../../../../../src/engine/findings/rules/index.ts';
import { UsageError } from '../../../../../../src/node/cli/arg-values.ts';
import { CheckFileUnusable } from '../../../../../../src/node/cli/commands/check/check-file.ts';
import { entryFor, readIgnoreFile } from '../../../../../../src/node/cli/commands/check/ignore-file.ts';
import { nearIds } from '../../../../../../src/node/cli/commands/check/near-ids.ts';
import { draws } from '../../../../../support/tier.ts';

const IDS = DETECTORS.map(({ id }) => id);
const TODAY = new Date('2026-11-30T12:00:00Z');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-ignore-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (content: unknown) => {
  const path = join(folder, 'ignore.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readIgnoreFile(path, IDS, TODAY);
};

const ENTRY = { id: 'pto-storm', until: '2026-12-31', because: 'the link of the lab' };
const BUILD = { implementation: 'quiche', version: '0.31.0' };

describe('entries', () => {
  test('hold an id, until when, and why', async () => {
    const { entries } = await read([
      ENTRY,
      { id: 'death-spiral', until: BUILD, because: ' fixed there ' },
      { id: 'policed', because: 'the lab polices' },
    ]);
    expect(entries).toEqual([
      { ...ENTRY, hasRunOut: false },
      { id: 'death-spiral', until: BUILD, because: 'fixed there', hasRunOut: false },
      { id: 'policed', until: null, because: 'the lab polices', hasRunOut: false },
    ]);
    expect((await read([])).entries).toEqual([]);
  });

  test.each<[what: string, content: unknown, message: RegExp]>([
    [
      'an unknown id',
      [ENTRY, { ...ENTRY, id: 'pto-strom' }],
      /entry 2 \(pto-strom\): there is no rule of this id; is it pto-storm\?/,
    ],
    [
      'an id like no other',
      [{ ...ENTRY, id: 'xyzzy' }],
      /entry 1 \(xyzzy\): .*; qlogscope check --help lists them/,
    ],
    ['no id', [{ because: 'x' }], /entry 1: "id" is missing/],
    ['no reason', [{ id: 'pto-storm' }], /entry 1 \(pto-storm\): "because" is missing/],
    ['an empty reason', [{ ...ENTRY, because: ' ' }], /"because" is empty/],
    ['a reason that is no text', [{ ...ENTRY, because: 5 }], /"because" is a text/],
    ['a long reason', [{ ...ENTRY, because: 'x'.repeat(501) }], /"because" is longer than 500 characters/],
    ['a key that is none', [{ ...ENTRY, untill: '2027-01-01' }], /"untill" is none of id, until, because/],
    ['a day that is none', [{ ...ENTRY, until: '2026-02-30' }], /"until" is a day, as "2026-12-31", or \{/],
    ['a time', [{ ...ENTRY, until: '2026-12-31T00:00:00Z' }], /"until" is a day/],
    [
      'a build without a version',
      [{ ...ENTRY, until: { implementation: 'quiche' } }],
      /"until" is a day, .* "version"/,
    ],
    ['a version that is none', [{ ...ENTRY, until: { ...BUILD, version: 'next' } }], /"until" is a day/],
    ['what is no object', [3], /entry 1: is no object/],
    ['null', [null], /entry 1: is no object/],
    [
      'a death spiral for good',
      [{ id: 'death-spiral', because: 'x' }],
      /a death spiral is muted for builds, not for all/,
    ],
    [
      'a death spiral for all until a day',
      [{ ...ENTRY, id: 'death-spiral' }],
      /a death spiral is muted for builds/,
    ],
    ['no list', { entries: [ENTRY] }, /holds no list of entries/],
    ['more than there may be', Array(1001).fill(ENTRY), /holds more than 1000 entries/],
    [
      'several',
      Array(8).fill({ ...ENTRY, because: '' }),
      /entry 5 \(pto-storm\): "because" is empty; and 3 more do not fit$/,
    ],
  ])('with %s are a wrong call that says which and why', async (_, content, message) => {
    const failure = await read(content).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure).toMatchObject({ message: expect.stringMatching(message), command: 'check' });
    expect((failure as Error).message).toContain(join(folder, 'ignore.json'));
  });

  test.each([
    ['is no JSON', '[{"id": "pto', /is no JSON, or cut/],
    ['is empty', '', /is no JSON/],
    ['is larger than it may be', ' '.repeat(2 ** 20 + 1), /is too large/],
  ])('of a file that %s cannot be read', async (_, content, message) => {
    const failure = await read(content).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CheckFileUnusable);
    expect((failure as Error).message).toMatch(message);
  });

  test('of any JSON are taken or refused by name, on one line', async () => {
    const key = fc.constantFrom('id', 'until', 'because', 'implementation', 'version', 'x');
    const text = fc.oneof(
      fc.constantFrom(...IDS.slice(0, 3), '2026-12-31', '1.2'),
      fc.string({ unit: 'binary' }),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, text, fc.double(), fc.constant(null), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(value, fc.array(value, { maxLength: 7 })), async (content) => {
        const result = await read(JSON.stringify(content)).catch((error: unknown) => error);
        if (!(result instanceof Error)) {
          for (const { id, because } of (result as Awaited<ReturnType<typeof read>>).entries) {
            expect(IDS).toContain(id);
            expect(because.trim()).not.toBe('');
          }
          return;
        }
        expect(result instanceof UsageError || result instanceof CheckFileUnusable).toBe(true);
        expect(result.message.split('\n')).toHaveLength(1);
        expect(result.message.length).toBeLessThan(2000);
      }),
      { numRuns: draws(1000) },
    );
  });
});

describe('a finding is muted', () => {
  const mutes = async (entry: object, id: string, implementation: string | null): Promise<boolean> =>
    entryFor(await read([entry]), id, implementation) !== null;

  test('of its rule alone', async () => {
    expect(await mutes(ENTRY, 'pto-storm', null)).toBe(true);
    expect(await mutes(ENTRY, 'policed', null)).toBe(false);
  });

  test('up to the end of its last day (UTC), and by an entry that has not run out', async () => {
    expect(await mutes({ ...ENTRY, until: '2026-11-30' }, 'pto-storm', null)).toBe(true);
    expect(await mutes({ ...ENTRY, until: '2026-11-29' }, 'pto-storm', null)).toBe(false);
    const both = await read([
      { ...ENTRY, until: '2020-01-01' },
      { ...ENTRY, because: 'second' },
    ]);
    expect(both.entries.map(({ hasRunOut }) => hasRunOut)).toEqual([true, false]);
    expect(entryFor(both, 'pto-storm', null)).toMatchObject({ because: 'second' });
  });

  test.each<[implementation: string | null, isMuted: boolean]>([
    ['quiche 0.30.0', true],
    ['Quiche 0.9', true],
    ['quiche v0.30.0-dev', true],
    ['quiche 0.31.0', false],
    ['quiche 0.100.0', false],
    ['quiche 4f1c9a7b', false],
    ['quiche', false],
    ['quiche-fork 0.30.0', false],
    ['xquic 0.30.0', false],
    [null, false],
  ])('in builds before the version: %s is muted: %s', async (implementation, isMuted) => {
    const entry = { id: 'death-spiral', until: BUILD, because: 'fixed there' };
    expect(await mutes(entry, 'death-spiral', implementation)).toBe(isMuted);
  });
});

test.each([
  ['pto-strom', ['pto-storm']],
  ['spiral', ['death-spiral']],
  ['random-losses', ['random-loss']],
  ['DEATH_SPIRAL', ['death-spiral']],
  ['qqqqqqqqqqqq', []],
])('%s is near %s', (id, near) => {
  expect(nearIds(id, IDS).slice(0, 1)).toEqual(near);
});
