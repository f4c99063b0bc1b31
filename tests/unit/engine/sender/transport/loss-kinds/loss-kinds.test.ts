/** The kind of each loss on made paths, whose rule for dropping packets is known, and every limit from both sides. */
import { describe, expect, test } from 'vitest';
import {
  drainUsOf,
  LOSS_KINDS,
  lossKinds,
} from '../../../../../../src/engine/sender/transport/loss-kinds/loss-kinds.ts';
import type { RateLimit } from '../../../../../../src/engine/sender/transport/loss-kinds/rate-limit.ts';
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
    expect(kinds?.counts).toEqual({ 'queue-full': 0, policed: kinds?.kinds.length, burst: 0, random: 0 });
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
    expect(kinds?.counts).toEqual({ 'queue-full': kinds?.kinds.length, policed: 0, burst: 0, random: 0 });
  });

  test('losses that do not depend on the sender are random', () => {
    const kinds = kindsOf(atRandom(0.05));
    expect(kinds?.counts).toEqual({ 'queue-full': 0, policed: 0, burst: 0, random: kinds?.kinds.length });
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

  test('a trace without a loss has no kinds, nor has one without an ACK or of a receiver', () => {
    expect(kindsOf(() => 0)).toBeNull();
    expect(kindsOf(() => null)).toBeNull();
  });
});

describe('limits', () => {
  test('delay at the losses: from half of the drain time on a queue, below a quarter a policer', () => {
    const whole = kindsOf(limited(500, 20_000, 1));
    const measured = (whole?.delayUs ?? 0) / drainUsOf(whole?.limit as RateLimit);
    const counts = (share: number) => kindsOf(limited(500, 20_000, share / measured))?.counts;
    expect(counts(0.51)?.['queue-full']).toBe(whole?.kinds.length);
    expect(counts(0.49)).toMatchObject({ 'queue-full': 0, policed: 0 });
    expect(counts(0.26)).toMatchObject({ 'queue-full': 0, policed: 0 });
    expect(counts(0.24)?.policed).toBe(whole?.kinds.length);
  });

  test('a queue is told from five losses on, a policer from ten', () => {
    // Each burst is one packet too long, and finds the room empty again.
    const bursts = (losses: number) =>
      Array.from({ length: losses * 21 }, (_, i) => 60 * Math.floor(i / 21) + 0.02 * (i % 21));
    const counts = (losses: number, delayShare: number) =>
      kindsOf(limited(500, 20_000, delayShare), bursts(losses))?.counts;
    expect(counts(4, 1)).toMatchObject({ 'queue-full': 0, random: 4 });
    expect(counts(5, 1)).toMatchObject({ 'queue-full': 5, random: 0 });
    expect(counts(9, 0)).toMatchObject({ policed: 0, random: 9 });
    expect(counts(10, 0)).toMatchObject({ policed: 10, random: 0 });
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
    const counts = (room: number) => kindsOf(limited(100, room, 1), burstsOf(60))?.counts['queue-full'] ?? 0;
    expect(counts(1999)).toBe(0);
    expect(counts(2999)).toBeGreaterThan(100);
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
