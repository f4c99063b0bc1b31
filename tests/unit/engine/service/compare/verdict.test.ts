/** The verdict of made pairs: who was faster, what is told of growth, losses and idle rules, and what cannot be compared. */
import { describe, expect, test } from 'vitest';
import type { ComparedModels } from '../../../../../src/engine/base/text/controller-words.ts';
import { finding } from '../../../../../src/engine/findings/finding/build-finding.ts';
import type { AfterLoss, Outcome } from '../../../../../src/engine/reading/contract/outline.ts';
import type { LossKindFigures, TraceSummary } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { verdictOf } from '../../../../../src/engine/service/compare/verdict.ts';
import { madeCompared } from '../../../../support/compared.ts';
import { lossCounts } from '../../../../support/loss-counts.ts';

const A = madeCompared({});
const finishedAt = (seconds: number) => madeCompared({ name: 'b', outline: { completedUs: seconds * 1e6 } });
const ended = (outcome: Outcome, seconds: number) =>
  madeCompared({
    name: 'b',
    summary: { durationUs: seconds * 1e6 },
    outline: { outcome, completedUs: Number.NaN },
  });

test('a connection that failed is told first, and one that has another alarm is not', () => {
  const with_ = (id: string, severity: 'critical' | 'warning') => ({
    ...ended('failed', 10),
    findings: [
      finding(
        { id, title: 'The peer is gone' },
        {
          ...{ severity, confidence: 1, evidence: [], closeUp: null, panels: [], label: 'nothing received' },
          ...{ interval: { startUs: 0, endUs: 1 }, verdict: 'It is gone.', why: '', next: '' },
        },
      ),
    ],
  });
  expect(verdictOf(A, with_('peer-gone', 'critical')).sentences[0]).toBe(
    'b failed: The peer is gone, nothing received.',
  );
  for (const other of [with_('peer-gone', 'warning'), with_('death-spiral', 'critical')])
    expect(verdictOf(A, other).sentences.join(' ')).not.toContain('failed:');
});

describe('who is faster', () => {
  test.each([
    [3.9, 'b'],
    [3.97, 'same'],
    [4.03, 'same'],
    [4.1, 'a'],
  ])('against one that finished after 4 s, one after %d s: %s', (seconds, faster) => {
    expect(verdictOf(A, finishedAt(seconds)).faster).toBe(faster);
  });

  test.each([
    ['open', 10, 'a'],
    ['failed', 10, 'a'],
    // Its log ends before the other had finished.
    ['open', 3, 'unknown'],
    ['failed', 3, 'a'],
    ['unknown', 10, 'unknown'],
  ] as const)('one that is %s after %d s: %s', (outcome, seconds, faster) => {
    const other = ended(outcome, seconds);
    expect(verdictOf(A, other).faster).toBe(faster);
    expect(verdictOf(other, A).faster).toBe(faster === 'a' ? 'b' : faster);
  });

  test('a log that is cut tells nothing of what came after that', () => {
    const damages = [{ isCut: true, words: 'The file ends in the middle of record 7 at byte 60' }];
    const cut = (seconds: number) => ({ ...ended('open', seconds), damages });
    expect(verdictOf(A, cut(10))).toMatchObject({
      faster: 'a',
      sentences: expect.arrayContaining([
        expect.stringContaining('a finished after 4.00 s, b not in 10.00 s, where its log is cut'),
      ]),
    });
    const { faster, sentences, incomparable } = verdictOf(A, cut(3));
    expect(faster).toBe('unknown');
    expect(sentences[0]).toContain(
      'a finished after 4.00 s, the log of b is cut before that, after 3.00 s: which is faster is not known.',
    );
    expect(incomparable).toEqual([
      'The log of b is cut, it ends at 3.000 s: the file ends in the middle of record 7 at byte 60. What came after that is not compared.',
    ]);
    expect(verdictOf(ended('failed', 10), cut(10)).faster).toBe('unknown');
    const lacking = { ...A, name: 'b', damages: [{ isCut: false, words: 'Records are missing' }] };
    expect(verdictOf(A, lacking).incomparable).toEqual([
      'The log of b lacks records: records are missing. Its figures are of the others.',
    ]);
  });

  test('of two that did not finish neither', () => {
    const verdict = verdictOf(ended('open', 10), ended('failed', 9));
    expect(verdict.faster).toBe('neither');
    expect(verdict.sentences[0]).toMatch(/^Neither finished \(b in 10\.00 s, b in 9\.00 s\)\.$/);
  });

  test('of other transfers it is the one that finished more in less time', () => {
    const done = (name: string, seconds: number, bytes: number) =>
      madeCompared({
        name,
        outline: {
          completedUs: seconds * 1e6,
          arrived: {
            quantity: 'goodput',
            timesUs: Float64Array.of(0, seconds * 1e6),
            bytes: Float64Array.of(0, bytes),
          },
        },
      });
    const less = verdictOf(done('a', 3, 3.5e6), done('b', 4, 4e6));
    expect(less.faster).toBe('unknown');
    expect(less.sentences[0]).toContain('a finished its 3.5 MB after 3.00 s, b its 4.0 MB after 4.00 s');
    expect(less.incomparable).toContain(
      'Other transfers: a delivered 3.5 MB, b 4.0 MB, and both are finished.',
    );
    expect(verdictOf(done('a', 3, 4e6), done('b', 4, 3.5e6)).faster).toBe('a');
    expect(verdictOf(done('a', 3, 3.85e6), done('b', 4, 4e6)).faster).toBe('a');
  });

  test('the time of a trace counts from its own first event', () => {
    const late = madeCompared({ name: 'b', outline: { completedUs: 9e6, landmarks: { startUs: 6e6 } } });
    expect(verdictOf(A, late).faster).toBe('b');
    expect(verdictOf(A, late).sentences[0]).toContain('b finished after 3.00 s, a after 4.00 s');
  });
});

describe('the window after the last loss', () => {
  const afterLoss = (change: Partial<AfterLoss>): AfterLoss => ({
    ...{
      lastLossUs: 2.04e6,
      cwndBytes: 2700,
      highestCwndBytes: 2700,
      doubledUs: Number.NaN,
      roundTrips: 551,
    },
    ...change,
  });
  const grows = madeCompared({
    name: 'reno',
    outline: { afterLastLoss: afterLoss({ lastLossUs: 2.07e6, doubledUs: 2.2e6, roundTrips: 9 }) },
  });
  const wordsOf = (slow: AfterLoss): string =>
    verdictOf(madeCompared({ name: 'cubic', outline: { afterLastLoss: slow } }), grows).sentences[0] ?? '';

  test('that stays flat is told with the one that grows', () => {
    expect(wordsOf(afterLoss({}))).toMatch(
      /^After the last loss \(at 2\.040 s and 2\.070 s\) reno doubles its window within 9 round trips; cubic stays at 2,700 B for 551, to the end of its log; /,
    );
  });

  test.each([
    [{ doubledUs: 9e6 }, 'cubic stays at 2,700 B for 551;'],
    [{ doubledUs: 9e6, highestCwndBytes: 4000 }, 'cubic needs 551 to double its 2,700 B;'],
    [{ highestCwndBytes: 4000 }, 'cubic has not doubled its 2,700 B after 551, at the end of its log;'],
  ])('%o: %s', (change, words) => {
    expect(wordsOf(afterLoss(change))).toContain(words);
  });

  test.each([
    ['it grows nearly as fast', afterLoss({ doubledUs: 3e6, roundTrips: 26 })],
    ['there is no loss', null],
  ])('is not told where %s', (_, slow) => {
    const trace = madeCompared({ name: 'cubic', outline: { afterLastLoss: slow } });
    expect(verdictOf(trace, grows).sentences[0]).not.toContain('last loss');
  });

  test('is not told of one that begins with its initial window, or what the other has at last', () => {
    const large = afterLoss({ cwndBytes: 109_502, highestCwndBytes: 150_000, roundTrips: 21 });
    expect(wordsOf(large)).not.toContain('last loss');
    const small = madeCompared({}).outline.initialCwndBytes;
    expect(wordsOf(afterLoss({ cwndBytes: small, highestCwndBytes: small }))).not.toContain('last loss');
    expect(wordsOf(afterLoss({ cwndBytes: small - 1, highestCwndBytes: small }))).toContain('last loss');
  });

  test('is not told where neither has grown, or both within ten round trips', () => {
    const flat = (name: string, roundTrips: number, doubledUs = Number.NaN) =>
      madeCompared({ name, outline: { afterLastLoss: afterLoss({ roundTrips, doubledUs }) } });
    expect(verdictOf(flat('a', 500), flat('b', 100)).sentences[0]).not.toContain('last loss');
    expect(verdictOf(flat('a', 9, 3e6), flat('b', 1, 2.1e6)).sentences[0]).not.toContain('last loss');
    expect(verdictOf(flat('a', 10, 3e6), flat('b', 1, 2.1e6)).sentences[0]).toContain('within 1 round trip;');
  });
});

describe('the losses', () => {
  const lost = (name: string, packetsLost: number, change: Partial<TraceSummary> = {}) =>
    madeCompared({ name, summary: { packetsLost, lossesKnown: true, lossMethod: 'logged', ...change } });
  const of = (counts: Partial<LossKindFigures['counts']>): Partial<TraceSummary> => ({
    lossKinds: { counts: lossCounts(counts), benign: 0 },
  });

  test.each([
    [91, 100, 'Both declared about as many packets lost (91 and 100).'],
    [90, 100, 'a declared 90 packets lost, b 100.'],
    [0, 0, 'Neither shows a lost packet.'],
    [1, 0, 'a declared 1 packet lost, b 0.'],
  ])('%d and %d', (a, b, words) => {
    expect(verdictOf(lost('a', a), lost('b', b)).sentences[1]).toBe(words);
  });

  test('are the same where most of both were dropped by the same', () => {
    const wordsOf = (ofA: Partial<TraceSummary>, ofB: Partial<TraceSummary>) =>
      verdictOf(lost('a', 40, ofA), lost('b', 43, ofB)).sentences[1];
    expect(wordsOf(of({ random: 39, burst: 1 }), of({ random: 22 }))).toBe(
      'Both saw the same loss (40 and 43 packets).',
    );
    const alike = 'Both declared about as many packets lost (40 and 43).';
    expect(wordsOf(of({ random: 39 }), of({ policed: 43 }))).toBe(alike);
    expect(wordsOf(of({ random: 39 }), of({ random: 21 }))).toBe(alike);
    // Others, of other times: each saw its own.
    const later = { landmarks: { lastLossUs: 2.5e6 } };
    const apart = verdictOf(lost('a', 40, of({ random: 39 })), {
      ...lost('b', 43, of({ random: 22 })),
      outline: madeCompared({ outline: later }).outline,
    });
    expect(apart.sentences[1]).toBe(alike);
    // The packets of a path that reorders were not lost: nothing dropped them.
    expect(wordsOf({}, of({ random: 43 }))).toBe(alike);
  });

  test('are told as inferred where the log has none', () => {
    const wordsOf = (b: number) =>
      verdictOf(lost('a', 3), lost('b', b, { lossMethod: 'ack-gap' })).sentences[1];
    expect(wordsOf(3)).toBe('Both declared about as many packets lost (3 and 3 (inferred)).');
    expect(wordsOf(9)).toBe('a declared 3 packets lost, b 9 (inferred).');
    expect(wordsOf(0)).toBe('a declared 3 packets lost, b 0.');
  });

  test('are not told where one does not show them', () => {
    expect(verdictOf(lost('a', 3), lost('b', 3, { lossesKnown: false })).sentences).toHaveLength(1);
  });
});

describe('the idle rule', () => {
  const models = (best: readonly string[], fits = true): ComparedModels => ({
    ...{ notJudged: null, fits, best },
    candidates: best.map((id) => ({ id, fit: 1 })),
  });
  const SEND = 'cubic-shift-from-last-send';
  const ACTIVITY = 'cubic-shift-from-last-activity';
  const words = (a: readonly string[], b: readonly string[], fits = true): string =>
    verdictOf(madeCompared({ models: models(a) }), madeCompared({ name: 'b', models: models(b, fits) }))
      .sentences[1] ?? '';

  test('is named where it differs', () => {
    expect(words([SEND], [ACTIVITY])).toContain(
      'a: idle time counted from the last send, b: idle time not counted from the last send.',
    );
    expect(words([SEND], [SEND, ACTIVITY])).toContain('from the last send or not, which fit alike.');
  });

  test.each([
    ['both have the same', [SEND], [SEND], true],
    ['one is no CUBIC', [SEND], ['newreno'], true],
    ['no model fits', [SEND], [ACTIVITY], false],
  ])('is not where %s', (_, a, b, fits) => {
    expect(words(a, b, fits)).not.toContain('idle');
  });
});

describe('what cannot be compared', () => {
  const against = (b: Parameters<typeof madeCompared>[0]): readonly string[] =>
    verdictOf(A, madeCompared({ name: 'b', ...b })).incomparable;

  test('nothing of two alike', () => expect(against({})).toEqual([]));

  test.each([
    [{ summary: { minRttUs: 16_250 } }, []],
    [
      { summary: { minRttUs: 16_251 } },
      ['The paths differ: the smallest RTT is 13.0 ms in a, 16.3 ms in b.'],
    ],
    [{ summary: { datagramBytes: 1080 } }, []],
    [{ summary: { datagramBytes: 1079 } }, ['The packets differ: datagrams of 1,350 B in a, 1,079 B in b.']],
    [{ summary: { minRttUs: Number.NaN, datagramBytes: 0 } }, []],
    [{ outline: { initialCwndBytes: Number.NaN } }, ['b logs no congestion window.']],
  ])('%o', (change, reasons) => {
    expect(against(change)).toEqual(reasons);
  });

  test('a receiver, another amount, and nothing that arrived', () => {
    const received = { summary: { side: 'receiver', datagramBytes: 100 } } as const;
    expect(against(received)[0]).toMatch(/^b is the trace of a receiver/);
    expect(verdictOf(A, madeCompared({ name: 'b', ...received })).sentences.join()).not.toContain('loss');
    const [first, second] = ['a', 'b'].map((name) => madeCompared({ name, ...received }));
    expect(verdictOf(first!, second!).incomparable).toEqual([
      'a and b are traces of receivers: window, losses, probe timeouts, states and limits of the sender are not in them, and their own, of few packets, are left out.',
    ]);
    const counted = madeCompared({}).outline.arrived;
    expect(against({ ...received, outline: { arrived: { ...counted, quantity: 'received' } } })[1]).toBe(
      'Bytes are counted otherwise: in a those of payload that was acknowledged, in b of packets that were received, also those that came twice.',
    );
    const half = { quantity: 'goodput', timesUs: Float64Array.of(1), bytes: Float64Array.of(5e6) } as const;
    expect(against({ outline: { arrived: half } })).toEqual([
      'Other transfers: a delivered 10.0 MB, b 5.0 MB, and both are finished.',
    ]);
    const none = { ...half, timesUs: new Float64Array(0), bytes: new Float64Array(0) };
    expect(against({ outline: { arrived: none } })).toEqual(['b shows nothing that arrived.']);
  });

  test('a handshake that failed', () => {
    const none = { quantity: 'goodput', timesUs: new Float64Array(0), bytes: new Float64Array(0) } as const;
    const outcome = { outcome: 'failed', completedUs: Number.NaN, arrived: none } as const;
    expect(against({ outline: { ...outcome, landmarks: { handshakeUs: Number.NaN } } })).toEqual([
      'b shows no completed handshake.',
      'b shows nothing that arrived.',
    ]);
  });

  test('logs of 10 s and of 10 min, unless both hold their whole transfer', () => {
    const open = { outcome: 'open', completedUs: Number.NaN } as const;
    expect(against({ summary: { durationUs: 600e6 }, outline: open })).toEqual([
      'Other lengths: the log of a is 10.00 s long, that of b 600.00 s: counts and times of the whole are of unlike spans.',
    ]);
    expect(against({ summary: { durationUs: 600e6 } })).toEqual([]);
    expect(against({ summary: { durationUs: 100e6 }, outline: open })).toEqual([]);
    expect(against({ summary: { durationUs: 100e6 + 1 }, outline: open })).toHaveLength(1);
  });
});
