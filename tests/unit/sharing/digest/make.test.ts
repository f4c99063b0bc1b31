/** Nothing is in a digest that was not let in: by the bytes, not by the fields. */
import { beforeAll, describe, expect, test } from 'vitest';
import { SHARE_OPTIONS, type ShareOptions } from '../../../../src/engine/reading/contract/share-options.ts';
import type { Digest } from '../../../../src/sharing/digest/digest.ts';
import { DETAILS, FULL_DETAIL, fitDigest, reduceTo } from '../../../../src/sharing/digest/fit.ts';
import { type DigestInput, makeDigest } from '../../../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest } from '../../../../src/sharing/digest/pack.ts';
import { type SurveyedTrace, surveyTrace } from '../../../support/digest-input.ts';

const SPIRAL = new URL('../../../corpus/traces/rate2-both-cubic-buggy-s09.server.sqlog.gz', import.meta.url)
  .pathname;
const ORIGIN_MS = 1_700_000_012_345;

let trace: SurveyedTrace;
let input: DigestInput;

/** The trace with a mark in every place that may tell who, where or when. */
beforeAll(async () => {
  trace = await surveyTrace(SPIRAL);
  const plain = trace.input();
  const { snapshot } = plain;
  const [first] = snapshot.findings;
  const [connection] = snapshot.connections;
  input = {
    ...plain,
    notes: [{ id: 'n1', text: 'MARK-note', anchor: { kind: 'time', timeUs: 5 } }],
    snapshot: {
      ...snapshot,
      // What nobody listed stays behind, wherever it hangs.
      ...{ secret: 'MARK-unlisted' },
      summary: { ...snapshot.summary, ...{ secret: 'MARK-unlisted' } },
      findings: [
        { ...first!, verdict: `${first!.verdict} In secret-name.sqlog.`, ...{ secret: 'MARK-unlisted' } },
        ...snapshot.findings.slice(1),
      ],
      connections: [
        {
          ...connection!,
          title: 'MARK-title',
          groupId: 'MARK-group',
          odcid: 'MARK-odcid',
          entry: 'MARK-entry',
        },
      ],
      messages: [
        { kind: 'time-jump', level: 'note', text: 'our own words', places: ['MARK-place'] },
        { kind: 'not-qlog', level: 'note', text: 'it begins with MARK-text', places: [] },
      ],
      quality: {
        ...snapshot.quality!,
        decode: { ...snapshot.quality!.decode, originMs: ORIGIN_MS },
      },
    },
  };
});

function sharedWith(options: Partial<ShareOptions>): { readonly digest: Digest; readonly text: string } {
  const all = { ...input.options, ...options };
  const packed = encodeDigest(makeDigest({ ...input, options: all }), 1023);
  const read = decodeDigest(packed);
  if ('reason' in read) throw new Error(read.reason);
  return { digest: read.digest, text: JSON.stringify(read.digest) };
}

describe('what leaves', () => {
  test('with nothing ticked, none of the marks but the note', () => {
    const { text, digest } = sharedWith({});
    expect(text.match(/MARK-\w+/g)).toEqual(['MARK-note']);
    expect(text).not.toContain('secret-name');
    expect(text).not.toContain(String(ORIGIN_MS));
    expect(digest.messages.map(({ kind }) => kind)).toEqual(['time-jump']);
    expect(digest.messagesLeftOut).toBe(1);
    expect(digest.findings[0]?.verdict).toContain('In (the file).');
    expect(digest.findings[0]?.knownDefect).toMatchObject({ version: '0.30.0', standing: 'fixed' });
  });

  test.each([
    [{ fileName: true }, ['MARK-note']],
    [{ connectionIds: true }, ['MARK-group', 'MARK-note', 'MARK-odcid']],
    [{ wallClock: true }, ['MARK-note']],
    [{ reasonPhrases: true }, ['MARK-note', 'MARK-place']],
    [{ reasonPhrases: true, fileName: true }, ['MARK-note', 'MARK-place', 'MARK-title']],
    [
      { reasonPhrases: true, fileName: true, addresses: true },
      ['MARK-note', 'MARK-place', 'MARK-text', 'MARK-title'],
    ],
    [{ addresses: true }, ['MARK-note']],
  ] as const)('%o lets in what it says, and nothing else', (options, marks) => {
    const { text } = sharedWith(options);
    expect([...new Set(text.match(/MARK-\w+/g))].sort()).toEqual(marks);
    expect(text.includes('secret-name')).toBe('fileName' in options);
    expect(text.includes(String(ORIGIN_MS))).toBe('wallClock' in options);
  });

  test('what has no option never leaves: nothing of a zip entry, nothing that is not listed', () => {
    const every = Object.fromEntries(SHARE_OPTIONS.map(({ id }) => [id, true])) as Partial<ShareOptions>;
    expect(sharedWith(every).text).not.toMatch(/MARK-(?:entry|unlisted)/);
  });

  test('a rebuilt RTT beside the logged one, which no panel draws, is left after', () => {
    const ids = makeDigest(input).catalogue.map(({ id }) => id);
    expect(ids).toContain('smoothed-rtt');
    expect(ids).not.toContain('smoothed-rtt-from-packets');
  });
});

describe('what is given up for size', () => {
  test('each step drops one more detail, and lists it', () => {
    const digest = makeDigest(input);
    const told = DETAILS.map((detail) => reduceTo(digest, trace, detail).givenUp);
    told.slice(1).forEach((given, i) => {
      expect(given.panels.length).toBeGreaterThanOrEqual(told[i]!.panels.length);
      expect(given.findings).toBeGreaterThanOrEqual(told[i]!.findings);
    });
    const nothing = {
      ...{ panels: [], evidence: 'none', reasons: false, findings: 0, notes: 0, closeUps: 0 },
      outline: false,
    };
    expect(told[0]).toEqual(nothing);
    expect(told.at(-1)).toEqual({
      panels: trace.needs
        .filter(({ rank }) => rank !== null)
        .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
        .map(({ id }) => id),
      evidence: 'all',
      reasons: true,
      findings: digest.findings.length - 1,
      notes: 1,
      // The one finding that is left keeps no picture.
      closeUps: 1,
      outline: true,
    });
  });

  test('is not written: columns beyond the detail, a quarter of them for the whole trace, parts of panels', () => {
    const digest = makeDigest(input);
    expect(digest.blocks).toHaveLength(2);
    expect(digest.panels.held).toContain('pto');
    for (const detail of DETAILS) {
      const { blocks, panels } = reduceTo(digest, trace, detail);
      const [visible, whole] = blocks.map(({ window }) => window.columns) as [number, number];
      expect(visible).toBeLessThanOrEqual(detail.columns);
      expect(visible).toBeGreaterThan(detail.columns / 8);
      expect(whole).toBeLessThanOrEqual(detail.columns / 4);
      expect(whole).toBeGreaterThan(detail.columns / 32);
      const kept = trace.needs.filter(({ id }) => panels.held.includes(id));
      for (const { ptos, series, shares } of blocks) {
        expect(ptos !== null, `rank ${detail.rank}`).toBe(panels.held.includes('pto'));
        expect(shares.some(({ kind }) => kind === 'limits')).toBe(panels.held.includes('limits'));
        expect(shares.some(({ kind }) => kind === 'states')).toBe(true);
        expect(series.map(({ id }) => id).sort()).toEqual(
          [...new Set(kept.flatMap((panel) => panel.series))]
            .filter((id) => digest.catalogue.some((info) => info.id === id))
            .sort(),
        );
      }
    }
  });

  test('the selected finding is kept, and keeps its evidence longest', () => {
    const digest = makeDigest(input);
    const looked = digest.findings[2]!.key;
    const [one] = fitDigest(digest, { ...trace, finding: looked }, [1900]);
    expect(one?.digest.findings.map(({ key }) => key)).toContain(looked);
    const detail = DETAILS.find(({ evidence }) => evidence === 'of-one')!;
    const reduced = reduceTo(digest, { ...trace, finding: looked }, detail);
    expect(reduced.findings.filter(({ evidence }) => evidence.length > 0).map(({ key }) => key)).toEqual([
      looked,
    ]);
  });

  test.each([
    ['none', ['critical', 'warning', 'warning', 'info']],
    ['of-notes', ['critical', 'warning', 'warning']],
    ['of-one', ['critical']],
    ['all', []],
  ] as const)('with the evidence of %s given up, that of %j is there', (evidence, severities) => {
    const made = makeDigest(input);
    const found = made.findings[0]!;
    const findings = (['critical', 'warning', 'warning', 'info'] as const).map((severity, i) => ({
      ...found,
      key: `death-spiral.${i + 1}`,
      severity,
    }));
    const priorities = { ...trace, finding: null };
    const reduced = reduceTo({ ...made, findings }, priorities, { ...FULL_DETAIL, evidence });
    const proven = reduced.findings.filter((finding) => finding.evidence.length > 0);
    expect(proven.map(({ severity }) => severity)).toEqual(severities);
    expect(reduced.findings).toHaveLength(4);
    expect(reduced.notFound.some((closest) => closest.evidence.length > 0)).toBe(evidence === 'none');
  });

  test('nothing is promised that does not fit', () => {
    const notes = Array.from({ length: 20 }, (_, i) => ({
      id: `n${i + 1}`,
      text: Array.from({ length: 400 }, (__, j) => Math.sin(i * 400 + j).toString(36))
        .join('')
        .slice(0, 3900),
      anchor: { kind: 'time', timeUs: i } as const,
    }));
    const [small, large] = fitDigest(makeDigest({ ...input, notes }), trace, [700, 32_768]);
    expect(small).toBeNull();
    expect(large?.digest.givenUp.notes).toBe(20);
  });

  test('a full digest has a column for each of 2,048 to 4,096 parts of the range', () => {
    const [fine] = reduceTo(makeDigest(input), trace, FULL_DETAIL).blocks;
    expect(fine?.window.columns).toBeGreaterThan(2048);
    expect(fine?.window.columns).toBeLessThanOrEqual(4096);
  });
});
