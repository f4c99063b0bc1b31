/** Controllers at the borders of their formulas: windows that equal a limit, and what the least step beyond changes. */
import { describe, expect, test } from 'vitest';
import { CANDIDATES } from '../../../../../src/engine/sender/congestion/candidates.ts';
import type { Controller, Restart } from '../../../../../src/engine/sender/congestion/controller.ts';
import { Cubic } from '../../../../../src/engine/sender/congestion/cubic.ts';
import {
  averageWindow2008,
  averageWindowReno,
  cubicK,
  cubicWindow,
  renoFriendlyAlpha,
} from '../../../../../src/engine/sender/congestion/cubic-curve.ts';
import { CubicLinux } from '../../../../../src/engine/sender/congestion/cubic-linux.ts';
import { NewReno } from '../../../../../src/engine/sender/congestion/newreno.ts';

const RTT_US = 100_000;
const NONE = { idleRule: 'none' } as const;

/** A model that goes on from a window which fell from `prior`, at 0 µs. */
function reducedFrom<Model extends Controller>(
  model: Model,
  prior: number,
  cwnd: number,
  ssthresh = cwnd,
): Model {
  const restart: Restart = { nowUs: 0, priorCwndBytes: prior, cwndBytes: cwnd, ssthreshBytes: ssthresh };
  model.restart(restart);
  return model;
}

const ack = (model: Controller, nowUs: number, bytes = 1000, rttUs = RTT_US): number => {
  const { cwndBytes } = model;
  model.acked(nowUs, nowUs, bytes, rttUs);
  return model.cwndBytes - cwndBytes;
};

describe('the formulas', () => {
  test('K, W and α of RFC 9438', () => {
    expect(cubicK(100, 70, 0.4)).toBeCloseTo(Math.cbrt(75), 12);
    expect(cubicWindow(2, 1, 100, 0.4)).toBeCloseTo(100.4, 12);
    expect(cubicWindow(1, 3, 100, 0.4)).toBeCloseTo(96.8, 12);
    expect(renoFriendlyAlpha(0.7)).toBeCloseTo(9 / 17, 12);
  });

  test('average windows as in the tables', () => {
    // RTT 0.1 s. The paper has β = 0.2; RFC 9438 §5.1, table 1.
    expect(averageWindow2008(1e-4, 0.1)).toBeCloseTo(((0.4 * 3.8) / 0.8) ** 0.25 * 1000 ** 0.75, 6);
    expect(averageWindowReno(1e-4)).toBeCloseTo(120, 9);
  });
});

describe('slow start ends', () => {
  test.each(CANDIDATES)('$id: where the window meets ssthresh, not a byte before', ({ create }) => {
    const model = reducedFrom(create(1000, 10_000), 20_000, 9000, 10_000);
    expect(ack(model, 5000, 999)).toBe(999);
    expect(model.region).toBe('slow start');
    expect(ack(model, 6000, 1)).toBe(1);
    expect([model.cwndBytes, model.region === 'slow start']).toEqual([10_000, false]);
  });

  test.each([
    ['RFC 9438', () => new Cubic(1000, 10_000, NONE)],
    ['2008', () => new CubicLinux(1000, 10_000)],
  ])('CUBIC of %s then begins its curve at the plateau', (_, create) => {
    const model = reducedFrom(create(), 20_000, 9000, 10_000);
    ack(model, 5000);
    expect(model).toMatchObject({ wMaxBytes: 10_000, kSeconds: 0, boundaryUs: 5000, region: 'convex' });
    // Packets sent up to here no longer count.
    model.acked(6000, 5000, 1000, RTT_US);
    expect(model.cwndBytes).toBe(10_000);
    model.acked(6000, 5001, 1000, RTT_US);
    expect(model.cwndBytes).toBeGreaterThan(10_000);
  });
});

describe('ssthresh of a restart', () => {
  test.each(CANDIDATES)(
    '$id: a byte above the window is slow start, the window itself is not',
    ({ create }) => {
      const above = reducedFrom(create(1000, 20_000), 20_000, 10_000, 10_001);
      expect([above.region, above.boundaryUs]).toEqual(['slow start', Number.NaN]);
      const at = reducedFrom(create(1000, 20_000), 20_000, 10_000, 10_000);
      expect([at.region === 'slow start', at.boundaryUs]).toEqual([false, 0]);
    },
  );
});

describe('what can be undone', () => {
  test.each(CANDIDATES)('$id: a window that fell by a byte, none that stayed or grew', ({ create }) => {
    for (const [prior, cwnd, undone] of [
      [10_001, 10_000, 10_001],
      [10_000, 10_000, 0],
      [9999, 10_000, 0],
    ] as const) {
      const model = reducedFrom(create(1000, 20_000), prior, cwnd);
      const grown = ack(model, 1000);
      model.undo();
      const expected = undone > cwnd ? undone : cwnd + grown;
      expect(model.cwndBytes, `${prior} to ${cwnd}`).toBeCloseTo(expected, 9);
    }
  });

  test.each(CANDIDATES)('$id: restores the previous ssthresh and boundary', ({ create }) => {
    const model = reducedFrom(create(1000, 20_000), 20_000, 10_000);
    model.lost(9000, 8000);
    model.undo();
    expect([model.cwndBytes, model.ssthreshBytes, model.boundaryUs]).toEqual([10_000, 10_000, 0]);
  });
});

describe('fast convergence', () => {
  test.each([
    ['RFC 9438', () => new Cubic(1000, 10_000, NONE), 0.85],
    ['2008', () => new CubicLinux(1000, 10_000), 0.9],
  ])('CUBIC of %s: a byte below the last W_max makes room, the same window does not', (_, create, share) => {
    for (const [prior, wMax] of [
      [99_999, 99_999 * share],
      [100_000, 100_000],
      [100_001, 100_001],
    ] as const) {
      const model = reducedFrom(reducedFrom(create(), 100_000, 60_000), prior, 50_000);
      expect(model.wMaxBytes, `${prior}`).toBeCloseTo(wMax, 6);
    }
  });

  test('can be switched off in CUBIC of 2008', () => {
    const model = new CubicLinux(1000, 10_000, { fastConvergence: false });
    expect(reducedFrom(reducedFrom(model, 100_000, 60_000), 90_000, 50_000).wMaxBytes).toBe(90_000);
  });

  test('applies if slow start follows as well', () => {
    for (const [model, wMax] of [
      [new Cubic(1000, 10_000, NONE), 90_000 * 0.85],
      [new CubicLinux(1000, 10_000), 90_000 * 0.9],
    ] as const) {
      reducedFrom(reducedFrom(model, 100_000, 60_000), 90_000, 2000, 45_000);
      expect(model.wMaxBytes).toBeCloseTo(wMax, 6);
      expect(model.kSeconds).toBeNaN();
    }
  });
});

describe('C of the options', () => {
  test.each([
    ['RFC 9438', (c: number) => new Cubic(1000, 10_000, { ...NONE, c })],
    ['2008', (c: number) => new CubicLinux(1000, 10_000, { c })],
  ])('makes K of CUBIC of %s', (_, create) => {
    expect(reducedFrom(create(4), 100_000, 68_000).kSeconds).toBeCloseTo(2, 12);
  });
});

describe('CUBIC of RFC 9438', () => {
  const cubic = () => new Cubic(1000, 10_000, NONE);

  test('a window above W_max is the plateau itself', () => {
    const model = reducedFrom(cubic(), 9000, 10_000);
    expect(model).toMatchObject({ wMaxBytes: 10_000, kSeconds: 0, region: 'convex' });
  });

  test('α is 1 from exactly the window before the reduction on', () => {
    // 3 ms after the start the curve is at its plateau: W_est decides.
    const at = reducedFrom(cubic(), 3000, 3000);
    expect(ack(at, 3000)).toBeCloseTo(1000 / 3, 6);
    const below = reducedFrom(cubic(), 3001, 3000);
    expect(ack(below, 3000)).toBeCloseTo(((9 / 17) * 1000) / 3, 6);
  });

  test('is Reno-friendly only above the curve, and on the curve if both are equal', () => {
    const model = reducedFrom(cubic(), 10_000, 10_000);
    ack(model, 0.001, 0, 0);
    expect(model.region).toBe('convex');
  });

  test('is concave below W_max and convex from W_max on', () => {
    const below = reducedFrom(cubic(), 100_000, 99_900);
    ack(below, 100_000, 0);
    expect(below.region).toBe('concave');
    const beyond = reducedFrom(cubic(), 100_000, 100_000);
    ack(beyond, 1_000_000, 0);
    expect(beyond.region).toBe('convex');
  });

  test('W_est never lowers the window', () => {
    const model = reducedFrom(cubic(), 20_000, 14_000);
    let before = 0;
    for (let ms = 1; ms < 3000; ms += 20) {
      before = model.cwndBytes;
      ack(model, ms * 1000, 14_000);
      expect(model.cwndBytes).toBeGreaterThanOrEqual(before);
    }
  });

  test('a target below the window does not change it', () => {
    const model = reducedFrom(cubic(), 100_000, 70_000);
    model.cwndBytes = 99_000;
    expect(ack(model, 1_000_000)).toBe(0);
    expect(model.region).toBe('concave');
  });

  describe('at a send with nothing in flight', () => {
    const send = (nowUs: number) => ({ nowUs, lastSendUs: 0, lastAckUs: Number.NaN, smoothedRttUs: 1000 });

    test('moves no boundary in slow start, and the one of avoidance from the first byte', () => {
      const slow = reducedFrom(
        new Cubic(1000, 10_000, { idleRule: 'shift-from-last-send' }),
        20_000,
        9999,
        10_000,
      );
      slow.boundaryUs = 5;
      slow.sent(send(70_000));
      expect(slow.boundaryUs).toBe(5);
      const avoiding = reducedFrom(
        new Cubic(1000, 10_000, { idleRule: 'shift-from-last-send' }),
        20_000,
        10_000,
      );
      avoiding.sent(send(70_000));
      expect(avoiding.boundaryUs).toBe(70_000);
    });

    test('`reset` begins a curve from the current window, other rules keep theirs', () => {
      for (const [idleRule, kSeconds] of [
        ['reset', Math.cbrt((100 - 80) / 0.4)],
        ['shift-from-last-send', Math.cbrt((100 - 70) / 0.4)],
      ] as const) {
        const model = reducedFrom(new Cubic(1000, 10_000, { idleRule }), 100_000, 70_000);
        model.cwndBytes = 80_000;
        model.sent(send(70_000));
        expect(model.boundaryUs).toBe(70_000);
        expect(model.kSeconds, idleRule).toBeCloseTo(kSeconds, 9);
      }
    });

    test('`reset` at the boundary itself does nothing', () => {
      const model = reducedFrom(new Cubic(1000, 10_000, { idleRule: 'reset' }), 100_000, 70_000);
      model.cwndBytes = 80_000;
      model.sent(send(0));
      expect(model.kSeconds).toBeCloseTo(Math.cbrt(75), 9);
    });
  });
});

describe('CUBIC of 2008', () => {
  test('looks ahead by the RTT from the boundary', () => {
    const model = reducedFrom(new CubicLinux(1000, 10_000), 100_000, 80_000);
    // K = ∛50; W(1.1) = 0.4·(1.1 − 3.684)³ + 100 = 93.098; of 13.098 segments an eightieth.
    const target = 0.4 * (1.1 - Math.cbrt(50)) ** 3 + 100;
    expect(ack(model, 1_000_000)).toBeCloseTo(((target - 80) / 80) * 1000, 6);
    expect(model.region).toBe('concave');
  });

  test('a target of exactly the window is the plateau', () => {
    const model = reducedFrom(new CubicLinux(1000, 100_000), 100_000, 100_000);
    expect(ack(model, 0.001, 1000, 0)).toBeCloseTo(0.1, 6);
    expect(model.region).toBe('convex');
  });

  test('an ACK of no bytes does not grow Reno’s window', () => {
    const model = reducedFrom(new CubicLinux(1000, 100_000), 110_000, 100_000);
    ack(model, 0.001, 0, 0);
    expect(model.region).toBe('concave');
  });

  test('grows as Reno would if that is more', () => {
    const model = reducedFrom(new CubicLinux(1000, 10_000), 4000, 3200);
    let region = '';
    let grown = 0;
    for (let i = 1; i <= 40; i++) {
      grown = ack(model, i * 1000, 1000, 1000);
      ({ region } = model);
    }
    expect(region).toBe('Reno-friendly');
    expect(grown).toBeGreaterThan(0);
    // W_tcp: 3200 + Σ ⅓·1000/cwnd·1000.
    expect(model.cwndBytes).toBeCloseTo(reno2008(3200, 40), 3);
  });

  test('an ACK grows it by no more than it acknowledges', () => {
    const model = reducedFrom(new CubicLinux(1000, 10_000), 10_000, 8000);
    expect(ack(model, 60_000_000)).toBe(1000);
  });
});

/** The window after `acks` of 1,000 bytes, where Eq. 4 of the paper is above the curve, which K makes flat. */
function reno2008(cwndBytes: number, acks: number): number {
  let cwnd = cwndBytes;
  let wTcp = cwndBytes;
  for (let i = 1; i <= acks; i++) {
    const windows = 1000 / cwnd;
    wTcp += ((3 * 0.2) / 1.8) * windows * 1000;
    const target = (0.4 * ((i * 1000 + 1000) / 1e6 - Math.cbrt((0.2 * 4) / 0.4)) ** 3 + 4) * 1000;
    const byCurve = target > cwnd ? (target - cwnd) * windows : (1000 / 100 / cwnd) * 1000;
    cwnd += Math.min(Math.max(byCurve, (wTcp - cwnd) * windows), 1000);
  }
  return cwnd;
}

describe('NewReno', () => {
  test('a byte below ssthresh adds all of an ACK, from ssthresh on its share of a datagram', () => {
    expect(ack(reducedFrom(new NewReno(1000, 1), 20_000, 9999, 10_000), 1)).toBe(1000);
    expect(ack(reducedFrom(new NewReno(1000, 1), 20_000, 10_000), 1)).toBeCloseTo(100, 9);
  });
});
