/** The controllers that the figures of 2008 compare, against hand counts of their sources. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HighSpeedTcp, StandardTcp } from '../../../../../src/engine/sender/congestion/aimd.ts';
import { Bic, bicIncrease } from '../../../../../src/engine/sender/congestion/bic.ts';
import type { Controller } from '../../../../../src/engine/sender/congestion/controller.ts';
import {
  CONTROLLERS,
  controllerTitle,
  createController,
} from '../../../../../src/engine/sender/congestion/controller-settings.ts';
import { CubicLinux } from '../../../../../src/engine/sender/congestion/cubic-linux.ts';
import { CubicPrinted } from '../../../../../src/engine/sender/congestion/cubic-printed.ts';

/** A controller after a reduction at 0 µs from `prior` to what it leaves, segments of 1,000 bytes. */
function reducedAt<Model extends Controller>(model: Model, inFlightBytes?: number): Model {
  model.lost(0, -1, inFlightBytes);
  return model;
}

/** Growth over one window of ACKs of a segment each, segments. */
function growth(model: Controller, nowUs: number, rttUs = 100_000): number {
  const before = model.cwndBytes;
  for (let bytes = 0; bytes + 1000 <= before; bytes += 1000) model.acked(nowUs, nowUs, 1000, rttUs);
  return (model.cwndBytes - before) / 1000;
}

describe('Standard TCP', () => {
  test('halves the flight, and grows by a segment per window', () => {
    const model = reducedAt(new StandardTcp(1000, 100_000), 60_000);
    expect(model.cwndBytes).toBe(30_000);
    expect(growth(model, 1)).toBeCloseTo(1, 1);
    expect(model.region).toBe('linear');
  });

  test('without a flight, and with one above the window, it halves the window', () => {
    expect(reducedAt(new StandardTcp(1000, 100_000)).cwndBytes).toBe(50_000);
    expect(reducedAt(new StandardTcp(1000, 100_000), 200_000).cwndBytes).toBe(50_000);
  });
});

describe('HighSpeed TCP', () => {
  test('leaves TCP mode above 38 packets', () => {
    const at = (segments: number): Controller => new HighSpeedTcp(1000, segments * 1000);
    expect(reducedAt(at(38)).cwndBytes).toBe(19_000);
    expect(reducedAt(at(39)).cwndBytes).toBeGreaterThan(19_500);
    const below = at(38);
    below.restart({ nowUs: 0, priorCwndBytes: 38_000, cwndBytes: 38_000, ssthreshBytes: 38_000 });
    expect(below.region).toBe('linear');
    below.acked(1, 1, 38_000, 1);
    expect([below.cwndBytes, below.region]).toEqual([39_000, 'convex']);
  });

  test('at 663 packets grows by 6 per window, and leaves 65 %', () => {
    const model = new HighSpeedTcp(1000, 663_000);
    expect(reducedAt(model).cwndBytes / 663_000).toBeCloseTo(0.65, 2);
    model.restart({ nowUs: 0, priorCwndBytes: 663_000, cwndBytes: 663_000, ssthreshBytes: 663_000 });
    expect(growth(model, 1)).toBeCloseTo(6, 0);
  });
});

describe('BIC as in Linux', () => {
  test('is Standard TCP up to 14 packets, and no more above', () => {
    expect([bicIncrease(14, 1000), bicIncrease(15, 1000)]).toEqual([1, 16]);
    expect(reducedAt(new Bic(1000, 14_000)).cwndBytes).toBe(7000);
    expect(reducedAt(new Bic(1000, 15_000)).cwndBytes).toBeCloseTo((15_000 * 819) / 1024, 9);
  });

  test.each([
    ['far below W_max: 16 at most', 100, 16],
    ['64 below: a quarter of the distance', 936, 16],
    ['40 below: a quarter of the distance', 960, 10],
    ['43 below: the quarter in whole segments', 957, 10],
    ['8 below: a quarter of the distance', 992, 2],
    ['7 below: smoothed, since a whole quarter is 1', 993, 0.2],
    ['4 below: smoothed', 996, 0.2],
    ['at W_max: smoothed', 1000, 0.2],
    ['4 above: a third of the distance', 1004, 4 / 3],
    ['30 above: a third of the distance', 1030, 10],
    ['48 above: 16', 1048, 16],
    ['far above: 16', 5000, 16],
  ])('%s', (_, window, increase) => {
    expect(bicIncrease(window, 1000)).toBeCloseTo(increase, 12);
  });

  test('with S_max of the paper of 2004, and with the smooth part of ns-3', () => {
    expect(bicIncrease(100, 1000, { maxIncrement: 32 })).toBe(32);
    expect(bicIncrease(1000, 1000, { smoothPart: 5 })).toBe(0.8);
  });

  test('without a W_max it grows by 5 % of the window at least', () => {
    expect(bicIncrease(1000, 0)).toBe(50);
    expect(bicIncrease(100, 0)).toBe(16);
  });

  test('fast convergence: W_max is 0.9 of a window below the last', () => {
    const model = reducedAt(new Bic(1000, 100_000));
    expect(model.wMaxBytes).toBe(100_000);
    model.lost(10, 5);
    expect(model.wMaxBytes).toBeCloseTo((100_000 * 819 * (1 + 819 / 1024)) / 1024 / 2, 6);
  });

  test('a time-out forgets W_max', () => {
    const model = reducedAt(new Bic(1000, 100_000));
    model.persistentCongestion(10);
    expect([model.wMaxBytes, model.cwndBytes]).toEqual([Number.NaN, 2000]);
  });
});

describe('CUBIC of 2008: where Algorithm 1 as printed and Linux part', () => {
  const pair = (bytes = 100_000) => ({
    printed: new CubicPrinted(1000, bytes),
    linux: new CubicLinux(1000, bytes),
  });

  test('both take a fifth, and K is the same where W_max is the window before', () => {
    const { printed, linux } = pair();
    reducedAt(printed);
    reducedAt(linux);
    expect([printed.cwndBytes, linux.cwndBytes]).toEqual([80_000, 80_000]);
    for (let ack = 1; ack <= 2; ack++) printed.acked(ack, ack, 1000, 100_000);
    expect(printed.kSeconds).toBeCloseTo(linux.kSeconds, 9);
  });

  test('K after fast convergence: as printed the curve begins at 0.72 of the window, below the 0.8 that is set', () => {
    const { printed, linux } = pair();
    for (const model of [printed, linux]) {
      reducedAt(model);
      model.lost(10, 5);
      expect(model.wMaxBytes).toBe(72_000);
    }
    // The first ACK is still one of slow start.
    for (let ack = 1; ack <= 2; ack++) printed.acked(20 + ack, 20 + ack, 1000, 100_000);
    expect(printed.kSeconds).toBeCloseTo(Math.cbrt((72 * 0.2) / 0.4), 9);
    expect(72 - 0.4 * printed.kSeconds ** 3).toBeCloseTo(0.72 * 80, 9);
    expect(linux.kSeconds).toBeCloseTo(Math.cbrt((72 - 64) / 0.4), 9);
  });

  test('the epoch begins with the first ACK in avoidance, and not with the reduction', () => {
    const late = (model: CubicPrinted): number => {
      reducedAt(model);
      model.sampled(3_000_000, 2_900_000, 100_000);
      return growth(model, 3_000_000);
    };
    const { printed, linux } = pair();
    // Linux is at K after 3.7 s, and near W_max; the printed one has only begun.
    reducedAt(linux);
    expect(growth(linux, 3_000_000)).toBeGreaterThan(10);
    expect(late(printed)).toBeLessThan(5);
  });

  test('the window ahead is that of the smallest RTT, and not of the smoothed one', () => {
    const grown = (rtts: readonly number[]): number => {
      const model = reducedAt(new CubicPrinted(1000, 1_000_000));
      for (const rttUs of rtts) model.sampled(1, 0, rttUs);
      return growth(model, 1, 500_000);
    };
    expect(grown([100_000, 500_000])).toBe(grown([100_000]));
    expect(grown([500_000])).toBeGreaterThan(grown([100_000]));
  });

  test('that of Linux is of the smoothed RTT', () => {
    const grown = (rttUs: number): number => growth(reducedAt(new CubicLinux(1000, 1_000_000)), 1, rttUs);
    expect(grown(500_000)).toBeGreaterThan(grown(100_000));
  });

  test('without fast convergence W_last_max is the window itself, in both', () => {
    const { printed, linux } = pair();
    for (const model of [printed, linux]) {
      reducedAt(model);
      model.restart({ nowUs: 5, priorCwndBytes: 80_000, cwndBytes: 120_000, ssthreshBytes: 120_000 });
      model.lost(10, 6);
      expect(model.wMaxBytes).toBe(120_000);
    }
  });

  test('a time-out forgets W_max and the smallest RTT', () => {
    const { printed, linux } = pair();
    for (const model of [printed, linux]) {
      reducedAt(model);
      model.persistentCongestion(10);
    }
    expect([printed.wMaxBytes, printed.kSeconds]).toEqual([Number.NaN, Number.NaN]);
    expect(linux.wMaxBytes).toBe(72_000);
    // The RTT is 500 ms from now on: the printed one looks as far ahead as one that never knew less.
    const grown = (rtts: readonly number[]): number => {
      const model = new CubicPrinted(1000, 1_000_000);
      for (const rttUs of rtts) model.sampled(1, 0, rttUs);
      model.persistentCongestion(2);
      model.sampled(3, 2, 500_000);
      model.restart({ nowUs: 3, priorCwndBytes: 2000, cwndBytes: 1_000_000, ssthreshBytes: 1_000_000 });
      model.lost(5, 4);
      return growth(model, 10, 500_000);
    };
    expect(grown([100_000])).toBe(grown([500_000]));
  });

  test('undone, a reduction leaves the curve where it was', () => {
    const grown = (isUndone: boolean): number => {
      const model = reducedAt(new CubicPrinted(1000, 1_000_000));
      growth(model, 1);
      if (isUndone) {
        model.lost(1_000_000, 500_000);
        model.undo();
      }
      return growth(model, 3_000_000);
    };
    expect(grown(true)).toBe(grown(false));
    const model = reducedAt(new CubicPrinted(1000, 1_000_000));
    model.undo();
    model.undo();
    expect([model.cwndBytes, model.wMaxBytes, model.kSeconds]).toEqual([1_000_000, Number.NaN, Number.NaN]);
  });

  test('slow start goes on at ssthresh itself', () => {
    const { printed, linux } = pair();
    for (const model of [printed, linux])
      model.restart({ nowUs: 0, priorCwndBytes: 20_000, cwndBytes: 9000, ssthreshBytes: 10_000 });
    for (const model of [printed, linux]) model.acked(1, 1, 1000, 1);
    expect([printed.region, linux.region === 'slow start']).toEqual(['slow start', false]);
    printed.acked(2, 2, 1000, 1);
    expect([printed.cwndBytes, printed.region]).toEqual([11_000, 'concave']);
  });

  test('it grows by whole segments', () => {
    const model = reducedAt(new CubicPrinted(1000, 100_000));
    for (let i = 1; i < 500; i++) {
      model.acked(i * 1000, i * 1000, 700, 100_000);
      expect(model.cwndBytes % 1000).toBe(0);
    }
    expect(model.cwndBytes).toBeGreaterThan(80_000);
  });

  test.each([
    ['2.0', true, true],
    ['2.1', false, true],
    ['2.2', false, false],
  ] as const)(
    'version %s clamps growth to 32 per RTT below W_max: %s, above: %s',
    (version, below, above) => {
      const model = reducedAt(new CubicPrinted(1000, 10_000_000, { version }));
      model.sampled(0, -100_000, 100_000);
      const clamped = (nowUs: number): boolean => growth(model, nowUs) <= 32;
      const begin = (): void => {
        for (let ack = 1; ack <= 2; ack++) model.acked(ack, ack, 1000, 100_000);
      };
      begin();
      expect(clamped(1_000_000)).toBe(below);
      model.restart({
        nowUs: 0,
        priorCwndBytes: 10_000_000,
        cwndBytes: 10_000_000,
        ssthreshBytes: 10_000_000,
      });
      // The first ACK begins the epoch at the window itself; 60 s later the curve is far above.
      begin();
      expect(clamped(60_000_000)).toBe(above);
    },
  );
});

describe('all controllers', () => {
  test.each(CONTROLLERS)(
    '%s: never below the smallest window, one reduction per recovery period, undone',
    (name) => {
      const step = fc.record({
        kind: fc.constantFrom('acked', 'acked', 'acked', 'lost', 'marked', 'timeout', 'persistent', 'undo'),
        gapUs: fc.integer({ min: 1, max: 300_000 }),
        bytes: fc.integer({ min: 1, max: 15_000 }),
        age: fc.integer({ min: 0, max: 200_000 }),
      });
      fc.assert(
        fc.property(
          fc.array(step, { maxLength: 120 }),
          fc.boolean(),
          fc.boolean(),
          (steps, isGrained, hystart) => {
            const datagramBytes = isGrained ? 15_000 : 1500;
            const settings = { name, segmentBytes: 1500, hystart };
            const model = createController(settings, datagramBytes, 10 * datagramBytes);
            // CUBIC of RFC 9438 may fall to one datagram after a CE mark (§4.6).
            const leastBytes = (name === 'cubic' ? 1 : 2) * datagramBytes;
            let nowUs = 0;
            for (const { kind, gapUs, bytes, age } of steps) {
              nowUs += gapUs;
              const sentUs = nowUs - age;
              const before = model.cwndBytes;
              model.sampled?.(nowUs, sentUs, age);
              const { cwndBytes, boundaryUs, ssthreshBytes, wMaxBytes } = model;
              expect(cwndBytes).toBe(before);
              if (kind === 'acked') model.acked(nowUs, sentUs, bytes, 100_000);
              else if (kind === 'lost') model.lost(nowUs, sentUs, cwndBytes);
              else if (kind === 'marked') model.marked(nowUs, sentUs);
              else if (kind === 'timeout') model.timedOut(nowUs);
              else if (kind === 'persistent') model.persistentCongestion(nowUs);
              else if (kind === 'undo') model.undo();
              expect(model.cwndBytes).toBeGreaterThanOrEqual(leastBytes);
              expect(model.ssthreshBytes).toBeGreaterThan(0);
              expect(Number.isFinite(model.cwndBytes)).toBe(true);
              if (sentUs <= boundaryUs && kind !== 'persistent' && kind !== 'undo')
                expect(model.cwndBytes).toBe(cwndBytes);
              if (kind === 'timeout') expect(model.cwndBytes).toBe(cwndBytes);
              if (kind !== 'lost' || sentUs <= boundaryUs) continue;
              expect(model.boundaryUs).toBe(nowUs);
              const reducedBytes = model.cwndBytes;
              model.lost(nowUs + 1, nowUs, cwndBytes);
              expect(model.cwndBytes).toBe(reducedBytes);
              if (cwndBytes <= 2 * datagramBytes) continue;
              expect(reducedBytes).toBeLessThan(cwndBytes);
              model.undo();
              expect([model.cwndBytes, model.boundaryUs, model.wMaxBytes]).toEqual([
                cwndBytes,
                boundaryUs,
                wMaxBytes,
              ]);
              expect(model.ssthreshBytes).toBe(ssthreshBytes);
            }
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  test.each(CONTROLLERS)('%s: a window in segments of a tenth grows in segments', (name) => {
    const grown = (datagramBytes: number): number => {
      const model = createController({ name, segmentBytes: 1000 }, datagramBytes, 200_000);
      model.lost(0, -1);
      const before = model.cwndBytes;
      for (let bytes = 0; bytes < before; bytes += datagramBytes)
        model.acked(1000, 1000, Math.min(datagramBytes, before - bytes), 100_000);
      return model.cwndBytes - before;
    };
    expect(Math.abs(grown(10_000) / grown(1000) - 1)).toBeLessThan(0.1);
  });

  test('after a CE mark CUBIC keeps a datagram, whatever a segment is', () => {
    const model = createController({ name: 'cubic', segmentBytes: 1500 }, 15_000, 30_000);
    for (let mark = 1; mark < 10; mark++) model.marked(mark * 1000, mark * 1000 - 1);
    expect([model.cwndBytes, model.ssthreshBytes]).toEqual([15_000, 30_000]);
  });

  test.each(['standard-tcp', 'hstcp', 'bic', 'cubic-printed'] as const)(
    '%s: a loss at the smallest window begins a recovery period, which is undone alone',
    (name) => {
      const model = createController({ name }, 1000, 4000);
      model.lost(10, 5, 4000);
      model.lost(20, 15, 2000);
      model.lost(30, 25, 2000);
      model.lost(40, 35, 2000);
      model.lost(50, 45, 2000);
      expect([model.cwndBytes, model.boundaryUs]).toEqual([2000, 50]);
      model.acked(60, 50, 8000, 1000);
      expect(model.cwndBytes).toBe(2000);
      model.undo();
      expect([model.boundaryUs, model.cwndBytes]).toEqual([40, 2000]);
    },
  );

  test('have a title each, which no other has', () => {
    const titles = CONTROLLERS.flatMap((name) => [
      controllerTitle({ name }),
      controllerTitle({ name, hystart: true }),
    ]);
    expect(new Set(titles).size).toBe(2 * CONTROLLERS.length);
    expect(controllerTitle({ name: 'cubic-printed', version: '2.1' })).toBe('CUBIC of 2008 as printed 2.1');
  });
});
