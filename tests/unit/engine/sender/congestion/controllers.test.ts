/** First epochs, computed by hand: datagrams of 1,000 bytes, so that thousands are segments. */
import { describe, expect, test } from 'vitest';
import { CANDIDATES } from '../../../../../src/engine/sender/congestion/candidates.ts';
import {
  type Controller,
  initialWindowBytes,
} from '../../../../../src/engine/sender/congestion/controller.ts';
import { Cubic, type CubicOptions } from '../../../../../src/engine/sender/congestion/cubic.ts';
import { CubicLinux } from '../../../../../src/engine/sender/congestion/cubic-linux.ts';
import type { IdleRule } from '../../../../../src/engine/sender/congestion/idle-rule.ts';
import { NewReno } from '../../../../../src/engine/sender/congestion/newreno.ts';

const RTT_US = 100_000;
const cubic = (): Cubic => new Cubic(1000, 10_000, { idleRule: 'none' });

/** Acknowledges packets of 1,000 bytes that were sent just now. */
function ack(model: Controller, nowUs: number, packets = 1): void {
  for (let i = 0; i < packets; i++) model.acked(nowUs, nowUs, 1000, RTT_US);
}

describe('every controller', () => {
  test.each(CANDIDATES)('$id: slow start adds what is acknowledged', ({ create }) => {
    const model = create(1000, 10_000);
    ack(model, 1, 10);
    expect([model.cwndBytes, model.ssthreshBytes, model.region]).toEqual([20_000, Infinity, 'slow start']);
  });

  test.each(CANDIDATES)(
    '$id: one reduction per recovery period, and no growth by its packets',
    ({ create }) => {
      const model = create(1000, 100_000);
      model.lost(5000, 4000);
      const { cwndBytes } = model;
      expect([model.boundaryUs, model.ssthreshBytes]).toEqual([5000, cwndBytes]);
      model.lost(6000, 5000);
      model.acked(6000, 5000, 1000, RTT_US);
      expect(model.cwndBytes).toBe(cwndBytes);
      model.lost(7000, 5001);
      expect(model.cwndBytes).toBeLessThan(cwndBytes);
    },
  );

  test.each(CANDIDATES)('$id: never below two datagrams', ({ create }) => {
    const model = create(1000, 2500);
    model.lost(5000, 4000);
    model.lost(7000, 6000);
    expect(model.cwndBytes).toBe(2000);
  });

  test.each(CANDIDATES)(
    '$id: persistent congestion leads to slow start at the minimum window',
    ({ create }) => {
      const model = create(1000, 50_000);
      const half = model.reduced(50_000);
      model.persistentCongestion(1000);
      expect([model.cwndBytes, model.ssthreshBytes, model.region]).toEqual([2000, half, 'slow start']);
      model.acked(2000, 500, 1000, RTT_US);
      expect(model.cwndBytes, 'no recovery period holds it').toBe(3000);
    },
  );

  test.each(CANDIDATES)('$id: a spurious reduction is undone, once', ({ create }) => {
    const model = create(1000, 40_000);
    model.lost(1000, 900);
    const { wMaxBytes, kSeconds, boundaryUs } = model;
    ack(model, 2000);
    const before = model.cwndBytes;
    model.lost(3000, 2500);
    model.undo();
    expect(model).toMatchObject({ cwndBytes: before, wMaxBytes, kSeconds, boundaryUs });
    model.undo();
    expect(model.cwndBytes).toBe(before);
  });

  test.each(CANDIDATES)(
    '$id: however long ago the reduction was, an ACK adds no more than it acknowledges',
    ({ create }) => {
      for (const seconds of [0.1, 1, 10, 100, 1000]) {
        const model = create(1000, 10_000);
        model.lost(1, 0);
        const before = model.cwndBytes;
        ack(model, seconds * 1e6);
        expect(model.cwndBytes, `${seconds} s`).toBeGreaterThan(before);
        expect(model.cwndBytes, `${seconds} s`).toBeLessThanOrEqual(before + 1000);
      }
    },
  );

  test('begins with the initial window of RFC 9002 §7.2', () => {
    expect([1200, 1472, 9000, 500].map(initialWindowBytes)).toEqual([12_000, 14_720, 18_000, 5000]);
  });
});

describe('NewReno', () => {
  test('reduces by another factor where it is given one', () => {
    const model = new NewReno(1000, 10_000, { lossReductionFactor: 0.7 });
    model.lost(1000, 900);
    expect(model.cwndBytes).toBe(7000);
    expect(model.reduced(2500)).toBe(2000);
  });

  test('halves, then adds one datagram per window of acknowledged data', () => {
    const model = new NewReno(1000, 20_000);
    model.lost(1000, 900);
    expect([model.cwndBytes, model.region]).toEqual([10_000, 'linear']);
    ack(model, 2000, 10);
    // 10 + 1/10 + 1/10.1 + …: a little under one datagram more.
    expect(model.cwndBytes).toBeCloseTo(10_959, 0);
  });
});

describe('CUBIC of RFC 9438', () => {
  test('K and W_max of the first reduction from 100 segments', () => {
    const model = cubic();
    model.restart({ nowUs: 0, priorCwndBytes: 100_000, cwndBytes: 70_000, ssthreshBytes: 70_000 });
    // K = ∛(30 / 0.4) = ∛75.
    expect([model.wMaxBytes, model.boundaryUs, model.region]).toEqual([100_000, 0, 'concave']);
    expect(model.kSeconds).toBeCloseTo(4.2172, 4);
  });

  test('the first ACK moves it towards the curve one RTT ahead', () => {
    const model = cubic();
    model.restart({ nowUs: 0, priorCwndBytes: 100_000, cwndBytes: 70_000, ssthreshBytes: 70_000 });
    ack(model, 1_000_000);
    // W_cubic(1.1) = 0.4·(1.1 − 4.2172)³ + 100 = 87.884; cwnd = 70 + (87.884 − 70)/70.
    expect(model.cwndBytes).toBeCloseTo(70_255.5, 0);
  });

  test('the target is at most one and a half windows', () => {
    const model = cubic();
    model.restart({ nowUs: 0, priorCwndBytes: 10_000, cwndBytes: 10_000, ssthreshBytes: 10_000 });
    ack(model, 10_000_000);
    expect(model.cwndBytes).toBeCloseTo(10_500, 6);
    expect(model.region).toBe('convex');
  });

  test('Reno-friendly: α = 9/17 up to the window before the reduction, 1 from there', () => {
    const model = cubic();
    model.restart({ nowUs: 0, priorCwndBytes: 3000, cwndBytes: 2100, ssthreshBytes: 2100 });
    ack(model, 1000);
    expect(model.region).toBe('Reno-friendly');
    expect(model.cwndBytes).toBeCloseTo(2100 + ((9 / 17) * 1000 * 1000) / 2100, 6);
    while (model.cwndBytes < 3000) ack(model, 1000);
    const before = model.cwndBytes;
    ack(model, 1000);
    expect(model.cwndBytes).toBeCloseTo(before + 1_000_000 / before, 6);
  });

  test('Reno-friendly: α is 1 from W_max on where a stack takes that window', () => {
    const grown = (alphaOneAtWMax: boolean, wMaxBytes: number): number => {
      const model = new Cubic(1000, 4000, { idleRule: 'none', alphaOneAtWMax });
      // The second reduction lies below W_max: fast convergence takes 0.85 of the window for it.
      model.restart({ nowUs: 0, priorCwndBytes: 4000, cwndBytes: 3000, ssthreshBytes: 3000 });
      model.restart({ nowUs: 0, priorCwndBytes: 3000, cwndBytes: 2100, ssthreshBytes: 2100 });
      expect(model.wMaxBytes).toBeCloseTo(2550, 6);
      while (model.cwndBytes < wMaxBytes) ack(model, 1000);
      const before = model.cwndBytes;
      ack(model, 1000);
      return (model.cwndBytes - before) / (1_000_000 / before);
    };
    expect(grown(true, 2550)).toBeCloseTo(1, 6);
    expect(grown(false, 2550)).toBeCloseTo(9 / 17, 6);
    expect(grown(false, 3000)).toBeCloseTo(1, 6);
  });

  test('Reno-friendly: with another α it grows by that up to there', () => {
    const model = new Cubic(1000, 3000, { idleRule: 'none', alpha: 1 });
    model.restart({ nowUs: 0, priorCwndBytes: 3000, cwndBytes: 2100, ssthreshBytes: 2100 });
    ack(model, 1000);
    expect(model.cwndBytes).toBeCloseTo(2100 + 1_000_000 / 2100, 6);
  });

  test('fast convergence: a reduction below W_max takes 0.85 of the window for the next', () => {
    const model = new Cubic(1000, 100_000, { idleRule: 'none' });
    model.lost(1000, 900);
    model.lost(3000, 2000);
    expect(model.wMaxBytes).toBeCloseTo(70_000 * 0.85, 6);
    const without = new Cubic(1000, 100_000, { idleRule: 'none', fastConvergence: false });
    without.lost(1000, 900);
    without.lost(3000, 2000);
    expect(without.wMaxBytes).toBe(70_000);
  });

  test('slow start that ends without a loss begins the curve at its plateau', () => {
    const model = cubic();
    model.restart({ nowUs: 5000, priorCwndBytes: 40_000, cwndBytes: 40_000, ssthreshBytes: 40_000 });
    expect(model).toMatchObject({ wMaxBytes: 40_000, kSeconds: 0, boundaryUs: 5000, region: 'convex' });
  });

  test('a boundary ahead of the sends holds the window: no ACK counts', () => {
    const model = new Cubic(1000, 4000, { idleRule: 'shift-from-last-send' });
    model.lost(0, -1);
    for (let cycle = 1; cycle <= 100; cycle++) {
      const nowUs = cycle * 10_100;
      const lastSendUs = nowUs - 10_075;
      model.sent({ nowUs, lastSendUs, lastAckUs: nowUs - 100, smoothedRttUs: 10_000 });
      if (cycle > 1) expect(model.boundaryUs, `cycle ${cycle}`).toBeLessThan(nowUs);
    }
    // One shift of nearly a cycle per cycle: it stays where the first one put it, less 25 µs each.
    expect(100 * 10_100 - model.boundaryUs).toBe(100 * 25);
  });
});

describe('CUBIC of 2008', () => {
  test('takes a fifth away; K is ∛(W_max·β/C)', () => {
    const model = new CubicLinux(1000, 100_000);
    model.lost(1000, 900);
    expect(model.cwndBytes).toBe(80_000);
    expect(model.kSeconds).toBeCloseTo(Math.cbrt((100 * 0.2) / 0.4), 9);
  });

  test('fast convergence: W_max is 0.9 of a window below the last', () => {
    const model = new CubicLinux(1000, 100_000);
    model.lost(1000, 900);
    model.lost(3000, 2000);
    expect(model.wMaxBytes).toBe(72_000);
  });

  test('at the plateau it grows by a segment per hundred windows, or as Reno would', () => {
    const model = new CubicLinux(1000, 100_000);
    model.restart({ nowUs: 0, priorCwndBytes: 90_000, cwndBytes: 100_000, ssthreshBytes: 100_000 });
    model.acked(1, 1, 1000, 0);
    // Reno: (3·0.2/1.8)/100 of a segment for W_tcp, of which a hundredth per ACK: 0.033 bytes. Plateau: 0.1 bytes.
    expect(model.cwndBytes).toBeCloseTo(100_000.1, 6);
  });
});

describe('what a simulation asks of controllers', () => {
  const SEND = { nowUs: 20_000, lastSendUs: 10_000, lastAckUs: 19_900, smoothedRttUs: 10_000 };
  const reduced = (options: Partial<CubicOptions> & { idleRule: IdleRule }): Cubic => {
    const model = new Cubic(1000, 10_000, options);
    model.lost(15_000, 14_000);
    return model;
  };

  test.each(CANDIDATES)('$id: a probe timeout changes nothing', ({ create }) => {
    const model = create(1000, 10_000);
    model.timedOut(1000);
    expect([model.cwndBytes, model.ssthreshBytes, model.boundaryUs]).toEqual([10_000, Infinity, NaN]);
  });

  test.each(CANDIDATES)('$id: a CE mark reduces once per recovery period', ({ create }) => {
    const model = create(1000, 10_000);
    model.marked(5000, 4000);
    const { cwndBytes } = model;
    expect(cwndBytes).toBe(model.reduced(10_000));
    model.marked(6000, 5000);
    expect(model.cwndBytes).toBe(cwndBytes);
  });

  test('CUBIC may fall to one datagram after a CE mark, and leaves that by slow start (RFC 9438 §4.6)', () => {
    const model = new Cubic(1000, 2000, { idleRule: 'none' });
    model.marked(5000, 4000);
    model.marked(7000, 6000);
    expect([model.cwndBytes, model.ssthreshBytes, model.boundaryUs]).toEqual([1000, 2000, 7000]);
    ack(model, 8000);
    expect(model.cwndBytes).toBe(2000);
  });

  test('the flight may be the base of a reduction, and never makes it larger', () => {
    const reductionBase = 'flight';
    for (const [flightBytes, cwndBytes] of [
      [6000, 4200],
      [90_000, 7000],
      [NaN, 7000],
    ] as const) {
      const model = new Cubic(1000, 10_000, { idleRule: 'none', reductionBase });
      model.lost(5000, 4000, flightBytes);
      expect(model.cwndBytes).toBe(cwndBytes);
    }
    const byWindow = new Cubic(1000, 10_000, { idleRule: 'none' });
    byWindow.lost(5000, 4000, 6000);
    expect(byWindow.cwndBytes).toBe(7000);
  });

  test('the smallest window can be another one', () => {
    for (const model of [
      new Cubic(1000, 10_000, { idleRule: 'none', minimumDatagrams: 8 }),
      new NewReno(1000, 10_000, { minimumDatagrams: 8 }),
    ]) {
      model.lost(5000, 4000);
      expect(model.cwndBytes).toBe(8000);
      model.persistentCongestion(6000);
      expect(model.cwndBytes).toBe(8000);
    }
  });

  test('the defect keeps the ACK of the burst from growing the window, a shift of the epoch alone does not', () => {
    for (const [idleRule, grows] of [
      ['shift-from-last-send', false],
      ['shift-epoch-only', true],
      ['shift-skipped', true],
      ['none', true],
    ] as const) {
      const model = reduced({ idleRule });
      model.sent(SEND);
      const before = model.cwndBytes;
      model.acked(30_000, 20_000, 1000, 10_000);
      expect(model.cwndBytes > before, idleRule).toBe(grows);
    }
  });

  test('`shift-epoch-only` moves the curve as far as the defect does', () => {
    const [epochOnly, none] = [reduced({ idleRule: 'shift-epoch-only' }), reduced({ idleRule: 'none' })];
    const pause = { ...SEND, nowUs: 5_010_000 };
    for (const model of [epochOnly, none]) {
      model.sent(pause);
      model.acked(5_020_000, 5_010_000, 1000, 10_000);
    }
    expect(epochOnly.cwndBytes).toBeLessThan(none.cwndBytes);
    expect(epochOnly.boundaryUs).toBe(15_000);
  });

  test('`shift-at-ack` moves the boundary when the packet is acknowledged, and before that ACK is counted', () => {
    const model = reduced({ idleRule: 'shift-at-ack' });
    const before = model.cwndBytes;
    model.sent(SEND);
    expect(model.boundaryUs).toBe(15_000);
    model.acked(30_000, 20_000, 1000, 10_000);
    expect([model.boundaryUs, model.cwndBytes]).toEqual([25_000, before]);
    model.acked(40_000, 30_000, 1000, 10_000);
    expect(model.boundaryUs, 'once').toBe(25_000);
  });

  test.each([
    [false, false],
    [true, true],
  ])('clamped to now, with `<` %s: a burst of one time grows the window: %s', (countsAtBoundary, grows) => {
    const model = reduced({ idleRule: 'shift-clamped', countsAtBoundary });
    model.sent(SEND);
    const before = model.cwndBytes;
    model.acked(30_000, SEND.nowUs, 1000, 10_000);
    expect(model.cwndBytes > before).toBe(grows);
  });
});
