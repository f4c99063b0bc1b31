/** The kind of each loss on made paths, whose rule for dropping packets is known, and every limit from both sides. */
import { describe, expect, test } from 'vitest';
import {
  LOSS_KINDS,
  type LossKinds,
  lossKinds,
} from '../../../../../../src/engine/sender/transport/loss-kinds/loss-kinds.ts';
import type { RateLimit } from '../../../../../../src/engine/sender/transport/loss-kinds/rate-limit.ts';
import { lossCounts } from '../../../../../support/loss-counts.ts';
import {
  atRandom,
  burstsOf,
  inTurn,
  limited,
  overPath,
  type Path,
} from '../../../../../support/made-path.ts';
import { metrics, replayEvents } from '../../../../../support/replay-events.ts';

const SENDS = burstsOf(40);

const kindsOf = (path: Path, sends = SENDS) => lossKinds(replayEvents(overPath(sends, path)));

describe('what drops packets', () => {
  test('a token bucket: its rate and its size are found, and the RTT stays flat', () => {
    const kinds = kindsOf(limited(500, 20_000, 0));
    expect(kinds?.counts).toEqual(lossCounts({ policed: kinds?.kinds.length ?? 0 }));
    expect(kinds?.kinds.length).toBeGreaterThan(100);
    expect((kinds?.limit?.rate ?? 0) * 1000).toBeCloseTo(500, -1.5);
    expect(kinds?.limit?.roomBytes).toBeGreaterThan(18_000);
    expect(kinds?.limit?.roomBytes).toBeLessThanOrEqual(20_000);
    expect(kinds?.delayUs).toBe(0);
  });

  test('a queue of the same rate and room drops the same packets, with its delay', () => {
    const kinds = kindsOf(limited(500, 20_000, 1));
    const policed = kindsOf(limited(500, 20_000, 0));
    expect(kinds?.sentUs).toEqual(policed?.sentUs);
    expect(kinds?.counts).toEqual(lossCounts({ 'queue-full': kinds?.kinds.length ?? 0 }));
  });

  test('losses that do not depend on the sender are random', () => {
    const kinds = kindsOf(atRandom(0.05));
    expect(kinds?.counts).toEqual(lossCounts({ random: kinds?.kinds.length ?? 0 }));
    expect(kinds?.kinds.length).toBeGreaterThan(20);
  });

  test('a path that carries nothing for a while is a burst, beside a queue too', () => {
    const dark: Path = (sentMs) => (sentMs >= 600 && sentMs < 700 ? null : 0);
    const kinds = kindsOf(inTurn(dark, limited(500, 20_000, 1)));
    const inDark = [...(kinds?.sentUs ?? [])].flatMap((sentUs, i) =>
      sentUs >= 600_000 && sentUs < 700_000 ? [LOSS_KINDS[kinds?.kinds[i] as number]] : [],
    );
    expect(inDark.length).toBeGreaterThan(20);
    expect(new Set(inDark)).toEqual(new Set(['burst']));
    expect(kinds?.counts['queue-full']).toBeGreaterThan(50);
  });

  test('what is sent while nothing is delivered is a burst, and no benign one', () => {
    const state = replayEvents(overPath(SENDS, limited(500, 20_000, 1)));
    const queued = lossKinds(state);
    const dead = [{ startUs: 600_000, endUs: 700_000 }];
    const kinds = lossKinds(state, undefined, dead);
    const inIt = [...(kinds?.sentUs ?? [])].filter((us) => us >= 600_000 && us <= 700_000).length;
    expect(inIt).toBeGreaterThan(10);
    expect(kinds?.counts.burst).toBe(inIt);
    expect(kinds?.counts['queue-full']).toBe((queued?.kinds.length ?? 0) - inIt);
    const whole = lossKinds(state, undefined, [{ startUs: 0, endUs: state.lastUs }]);
    expect(whole?.benign).toBe(0);
  });

  test('a queue that is managed drops below its end, where packets wait longest', () => {
    // CoDel: one packet now and then while the delay stays above the target.
    const queue = limited(1300, 1e6, 1);
    let droppedMs = 0;
    const managed: Path = (sentMs, index) => {
      const delayMs = queue(sentMs, index);
      if (delayMs === null || delayMs < 15 || sentMs < droppedMs + 5) return delayMs;
      droppedMs = sentMs;
      return null;
    };
    const kinds = kindsOf(managed);
    expect(kinds?.kinds.length).toBeGreaterThan(15);
    expect(kinds?.counts).toEqual(lossCounts({ 'queue-full': kinds?.kinds.length ?? 0 }));
  });

  test('a queue whose rate changes is one before and after', () => {
    const [fast, slow] = [limited(1000, 20_000, 1), limited(250, 20_000, 1)];
    const sends = burstsOf(80);
    const kinds = kindsOf((sentMs, index) => (sentMs < 1200 ? fast : slow)(sentMs, index), sends);
    expect(kinds?.sentUs[0]).toBeLessThan(1.2e6);
    expect(kinds?.sentUs.at(-1)).toBeGreaterThan(1.2e6);
    expect(kinds?.counts).toEqual(lossCounts({ 'queue-full': kinds?.kinds.length ?? 0 }));
  });

  test('a loss with no sample near it has the kind of those around, and none where there are none', () => {
    // One packet alone, 100 ms from the others; a second one, 2 s later.
    const sends = [...SENDS, 1300, ...burstsOf(10, 3).map((ms) => 1400 + ms), 3700];
    const path = inTurn((sentMs) => (sentMs === 1300 || sentMs === 3700 ? null : 0), atRandom(0.05));
    const kinds = kindsOf(path, sends);
    const kindAt = (ms: number) => LOSS_KINDS[kinds?.kinds[kinds.sentUs.indexOf(ms * 1000)] as number];
    expect([kindAt(1300), kindAt(3700)]).toEqual(['random', 'unknown']);
    expect(kinds?.counts).toEqual(lossCounts({ random: (kinds?.kinds.length ?? 0) - 1, unknown: 1 }));
  });

  test('a trace without a loss has no kinds, nor has one without an ACK or of a receiver', () => {
    expect(kindsOf(() => 0)).toBeNull();
    expect(kindsOf(() => null)).toBeNull();
  });
});

describe('limits', () => {
  test('delay at the losses: above 5 ms a queue, up to a quarter of the smallest RTT a policer', () => {
    const whole = kindsOf(limited(500, 20_000, 1));
    const counts = (delayUs: number) =>
      kindsOf(limited(500, 20_000, delayUs / (whole?.delayUs ?? 0)))?.counts;
    const losses = whole?.kinds.length ?? 0;
    expect(counts(5500)).toEqual(lossCounts({ 'queue-full': losses }));
    expect(counts(4900)).toEqual(lossCounts({ policed: losses }));
  });

  test('of a short queue: from half of the time that it drains in on, a policer below that', () => {
    const sends = SENDS.map((ms) => ms / 8);
    const shortOf = (roomBytes: number, drains: number) => {
      const whole = kindsOf(limited(4000, roomBytes, 1), sends) as LossKinds;
      const { roomBytes: room, rate } = whole.limit as RateLimit;
      const share = (drains * room) / rate / whole.delayUs;
      return kindsOf(limited(4000, roomBytes, share), sends)?.counts;
    };
    expect(shortOf(20_000, 0.51)).toEqual(lossCounts({ 'queue-full': 441 }));
    expect(shortOf(20_000, 0.49)).toEqual(lossCounts({ policed: 441 }));
  });

  test('a queue is told from five losses on, a policer from ten; of fewer than five nothing is', () => {
    // Each burst is one packet too long, and finds the room empty again.
    const bursts = (losses: number) =>
      Array.from({ length: losses * 21 }, (_, i) => 60 * Math.floor(i / 21) + 0.02 * (i % 21));
    const counts = (losses: number, delayShare: number) =>
      kindsOf(limited(500, 20_000, delayShare), bursts(losses))?.counts;
    expect(counts(4, 1)).toEqual(lossCounts({ unknown: 4 }));
    expect(counts(5, 1)).toEqual(lossCounts({ 'queue-full': 5 }));
    expect(counts(4, 0)).toEqual(lossCounts({ unknown: 4 }));
    expect(counts(9, 0)).toEqual(lossCounts({ random: 9 }));
    expect(counts(10, 0)).toEqual(lossCounts({ policed: 10 }));
  });

  /** Twenty packets 40 ms apart, whose delay grows from `least` by `stepMs` from one to the next; of every second round one is dropped. */
  const rounds = (dropped: number, leastMs: number, stepMs: number) => {
    const path: Path = (_, index) => {
      const place = index % 20;
      // At the end none waits again: the path has not become longer.
      if (index < 20 || index > 598) return 0;
      return place === dropped && index > 60 && index % 40 > 20 ? null : leastMs + stepMs * place;
    };
    return kindsOf(
      path,
      Array.from({ length: 600 }, (_, i) => 40 * i),
    )?.counts;
  };

  test('a queue drops where packets wait longer than two thirds of those around', () => {
    expect(rounds(16, 0, 1.8)).toEqual(lossCounts({ 'queue-full': 14 }));
    expect(rounds(11, 0, 1.8)).toEqual(lossCounts({ random: 14 }));
  });

  test('… or where all around wait: a tenth of them for 30 percent of what a tenth waits at the most', () => {
    expect(rounds(5, 12, 1.2)).toEqual(lossCounts({ 'queue-full': 14 }));
    expect(rounds(5, 6, 1.6)).toEqual(lossCounts({ random: 14 }));
  });

  test('the fit, which random losses on the same path lower: a queue from 0.5 on, a policer from 0.6', () => {
    const mixed = (share: number, delayShare: number) =>
      kindsOf(inTurn(atRandom(share), limited(500, 20_000, delayShare)));
    expect(mixed(0.22, 1)?.limit?.fit).toBeCloseTo(0.507, 2);
    expect(mixed(0.23, 1)?.limit).toBeNull();
    expect(mixed(0.19, 0)?.limit?.fit).toBeCloseTo(0.607, 2);
    expect(mixed(0.2, 1)?.limit?.fit).toBeCloseTo(0.578, 2);
    expect(mixed(0.2, 0)?.limit).toBeNull();
  });

  test('room for less than one and a half packets explains nothing', () => {
    const kinds = (room: number) => kindsOf(limited(100, room, 0), burstsOf(60));
    expect(kinds(1499)?.counts.policed).toBe(0);
    expect(kinds(1499)?.limit).toBeNull();
    expect(kinds(1999)?.counts.policed).toBeGreaterThan(100);
  });
});

describe('losses that a probing sender expects', () => {
  test('those of a full queue in the last two round trips are benign, earlier ones are not', () => {
    const kinds = kindsOf(limited(500, 20_000, 1));
    const fromUs = (SENDS.at(-1) as number) * 1000 - 2 * (20_000 + (kinds?.delayUs ?? 0));
    const late = kinds?.sentUs.filter((sentUs) => sentUs > fromUs).length ?? 0;
    expect(late).toBeGreaterThan(10);
    expect(kinds?.benign).toBe(late);
    // One packet long after the losses: none of them ends the transfer.
    const later = [...SENDS, (SENDS.at(-1) as number) + 1000];
    expect(kindsOf(limited(500, 20_000, 1), later)?.benign).toBe(0);
  });

  test('those that end slow start are benign where the window had grown; others never', () => {
    const events = (cwnd: number, path: Path) =>
      [...overPath([...SENDS, 3000], path), metrics(10, { congestion_window: cwnd })].sort(
        ([a], [b]) => a - b,
      );
    const benign = (cwnd: number, path: Path) => lossKinds(replayEvents(events(cwnd, path)))?.benign;
    expect(benign(60_001, limited(500, 20_000, 1))).toBeGreaterThan(5);
    expect(benign(60_000, limited(500, 20_000, 1))).toBe(0);
    expect(benign(60_001, limited(500, 20_000, 0))).toBe(0);
    expect(benign(60_001, atRandom(0.05))).toBe(0);
  });
});
