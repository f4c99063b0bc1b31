/** Losses by a schedule, and a token bucket. That their shares are right is a property. */
import { describe, expect, test } from 'vitest';
import { Policer, RandomLoss, RecordedLoss } from '../../../../../src/engine/simulator/runs/link-losses.ts';
import type { LossSpan } from '../../../../../src/engine/simulator/runs/link-settings.ts';
import { Random } from '../../../../../src/engine/simulator/runs/random.ts';

/** At every 10 µs of so many ms: 0 for a packet that passed, 1 for one that was lost. */
function lossesOf(spans: readonly LossSpan[], ms: number, seed = 1): readonly number[] {
  const loss = new RandomLoss(spans, new Random(seed, 'down loss'));
  return Array.from({ length: ms * 100 }, (_, i) => (loss.loses(i * 10) ? 1 : 0));
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

describe('RandomLoss', () => {
  test('loses from the beginning of a span, included, to its end, excluded, and nowhere else', () => {
    const spans = [
      { fromMs: 1, toMs: 2, share: 1 },
      { fromMs: 3, toMs: 3.5, share: 1 },
    ];
    const lost = lossesOf(spans, 5);
    expect(lost.indexOf(1)).toBe(100);
    expect(lost.lastIndexOf(1)).toBe(349);
    expect([sum(lost.slice(100, 200)), sum(lost.slice(200, 300)), sum(lost.slice(300, 350))]).toEqual([
      100, 0, 50,
    ]);
  });

  test('without spans, and at a share of 0, nothing is lost', () => {
    expect(sum(lossesOf([], 5))).toBe(0);
    expect(sum(lossesOf([{ fromMs: 0, toMs: 5, share: 0 }], 5))).toBe(0);
    expect(sum(lossesOf([{ fromMs: 0, toMs: 5, share: 0, burst: 4 }], 5))).toBe(0);
  });

  test('the same seed loses the same packets, another seed others', () => {
    const spans = [{ fromMs: 0, toMs: 10, share: 0.3 }];
    expect(lossesOf(spans, 10)).toEqual(lossesOf(spans, 10));
    expect(lossesOf(spans, 10, 2)).not.toEqual(lossesOf(spans, 10));
  });

  test.each([0.6, 0.9, 0.98])('a share of %s is kept where runs of two are too short for it', (share) => {
    const lost = lossesOf([{ fromMs: 0, toMs: 2000, share, burst: 2 }], 2000);
    expect(sum(lost) / lost.length).toBeCloseTo(share, 2);
  });

  test('a run of losses ends with its span', () => {
    // The first begins a run with its first packet, and a run goes on for a hundred.
    const spans = [
      { fromMs: 0, toMs: 1, share: 0.999, burst: 100 },
      { fromMs: 1, toMs: 2, share: 1e-9, burst: 100 },
    ];
    for (let seed = 0; seed < 20; seed++) {
      const lost = lossesOf(spans, 2, seed);
      expect(sum(lost.slice(0, 100))).toBeGreaterThan(90);
      expect(sum(lost.slice(100))).toBe(0);
    }
  });
});

describe('RecordedLoss', () => {
  const spans = [
    { fromMs: 1, toMs: 2, lost: Uint8Array.of(0, 1, 1) },
    { fromMs: 2, toMs: 3, lost: Uint8Array.of(1) },
  ];
  const fatesAt = (timesUs: readonly number[]): readonly boolean[] => {
    const loss = new RecordedLoss(spans);
    return timesUs.map((atUs) => loss.loses(atUs));
  };

  test('the n-th packet of a span has the fate of the n-th one recorded in it, and from the first on again', () => {
    expect(fatesAt([1000, 1100, 1200, 1300, 1400, 1999])).toEqual([false, true, true, false, true, true]);
  });

  test('each span begins with its first one, and outside of all nothing is lost', () => {
    expect(fatesAt([0, 999, 1500, 2000, 2999, 3000])).toEqual([false, false, false, true, true, false]);
    expect(fatesAt([2500, 2600])).toEqual([true, true]);
  });
});

describe('Policer', () => {
  test('lets its bucket pass at once, and then what its rate refills', () => {
    const policer = new Policer({ rateMbit: 8, bucketBytes: 3000 });
    const dropped = [0, 0, 0, 0].map((atUs) => policer.drops(1000, atUs));
    expect(dropped).toEqual([false, false, false, true]);
    expect(policer.drops(1000, 999)).toBe(true);
    expect(policer.drops(1000, 1000)).toBe(false);
    expect(policer.drops(1, 1000)).toBe(true);
  });

  test('a dropped packet costs nothing: a smaller one may pass', () => {
    const policer = new Policer({ rateMbit: 8, bucketBytes: 500 });
    expect(policer.drops(1000, 0)).toBe(true);
    expect(policer.drops(500, 0)).toBe(false);
  });

  test('its bucket never holds more than it can', () => {
    const policer = new Policer({ rateMbit: 8, bucketBytes: 2000 });
    const dropped = [1e6, 1e6, 1e6].map((atUs) => policer.drops(1000, atUs));
    expect(dropped).toEqual([false, false, true]);
  });
});
