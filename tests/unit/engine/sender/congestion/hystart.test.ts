/** HyStart++ (RFC 9406 §4.2 and §4.3), rule by rule. */
import { describe, expect, test } from 'vitest';
import {
  CONTROLLERS,
  createController,
} from '../../../../../src/engine/sender/congestion/controller-settings.ts';
import { HyStart } from '../../../../../src/engine/sender/congestion/hystart.ts';
import { NewReno } from '../../../../../src/engine/sender/congestion/newreno.ts';

const SIZE = 1000;

/** Rounds of ACKs, each with its RTTs in ms; a round begins with a packet that was sent after the last round's begin. */
class Sender {
  readonly inner = new NewReno(SIZE, 10 * SIZE);
  readonly hystart: HyStart;
  nowUs = 1_000_000;

  constructor(paces = true) {
    this.hystart = new HyStart(this.inner, SIZE, paces);
  }

  round(rttsMs: readonly number[], bytes = SIZE): void {
    const beganUs = this.nowUs;
    this.nowUs += 200_000;
    rttsMs.forEach((ms) => {
      this.nowUs += 10;
      // Sent after the begin of the last round, and before that of this one.
      const sentUs = beganUs + 1;
      this.hystart.sampled(this.nowUs, sentUs, ms * 1000);
      this.hystart.acked(this.nowUs, sentUs, bytes, ms * 1000);
    });
  }
}

const eight = (ms: number): readonly number[] => new Array<number>(8).fill(ms);

/** A sender in conservative slow start: the second round's smallest RTT is 20 ms above the first. */
function conservative(): Sender {
  const sender = new Sender();
  sender.round(eight(40));
  sender.round(eight(60));
  expect(sender.hystart.phase).toBe('conservative slow start');
  return sender;
}

describe('slow start is left for the conservative one', () => {
  test('with the eighth sample of a round, not before', () => {
    const sender = new Sender();
    sender.round(eight(40));
    sender.round(eight(60).slice(1));
    expect(sender.hystart.phase).toBe('slow start');
    const other = new Sender();
    other.round(eight(40));
    other.round(eight(60));
    expect(other.hystart.phase).toBe('conservative slow start');
  });

  test.each([
    ['8 ms of 64: an eighth', 64, 8],
    ['4 ms of 16: at least 4', 16, 4],
    ['16 ms of 400: at most 16', 400, 16],
  ])('from %s on', (_, lastMs, riseMs) => {
    const phaseAt = (ms: number): string => {
      const sender = new Sender();
      sender.round(eight(lastMs));
      sender.round(eight(ms));
      return sender.hystart.phase;
    };
    expect(phaseAt(lastMs + riseMs - 0.001)).toBe('slow start');
    expect(phaseAt(lastMs + riseMs)).toBe('conservative slow start');
  });

  test('by the smallest RTT of a round', () => {
    const sender = new Sender();
    sender.round(eight(40));
    sender.round([...eight(60).slice(1), 41]);
    expect(sender.hystart.phase).toBe('slow start');
  });

  test('never in the first round', () => {
    const sender = new Sender();
    sender.round([...eight(40), ...eight(400)]);
    expect(sender.hystart.phase).toBe('slow start');
  });
});

describe('conservative slow start', () => {
  test('grows by a quarter', () => {
    const sender = conservative();
    const before = sender.inner.cwndBytes;
    sender.round([60, 60, 60, 60]);
    expect(sender.inner.cwndBytes - before).toBe(SIZE);
  });

  test('goes back to slow start where the RTT falls under its baseline', () => {
    const sender = conservative();
    sender.round(eight(59));
    expect(sender.hystart.phase).toBe('slow start');
    const stays = conservative();
    stays.round(eight(60));
    expect(stays.hystart.phase).toBe('conservative slow start');
    const few = conservative();
    few.round(eight(59).slice(1));
    expect(few.hystart.phase).toBe('conservative slow start');
  });

  test('lasts five rounds, the one in which it began among them; then avoidance', () => {
    const sender = conservative();
    for (let round = 2; round <= 5; round++) sender.round(eight(60));
    expect([sender.hystart.phase, sender.hystart.region]).toEqual(['conservative slow start', 'slow start']);
    const { cwndBytes } = sender.hystart;
    sender.round([60], 0);
    expect([sender.hystart.phase, sender.hystart.region]).toEqual(['left', 'linear']);
    expect([sender.hystart.ssthreshBytes, sender.hystart.cwndBytes]).toEqual([cwndBytes, cwndBytes]);
  });

  test.each(CONTROLLERS)(
    '%s: its end is no loss: one of packets sent before it reduces the window, and their ACKs let it grow',
    (name) => {
      const at = (): { model: ReturnType<typeof createController>; nowUs: number } => {
        const model = createController({ name, hystart: true }, SIZE, 10 * SIZE);
        let nowUs = 0;
        for (const ms of [40, 60, 60, 60, 60, 60, 60]) {
          const sentUs = nowUs;
          nowUs += ms * 1000;
          for (let sample = 0; sample < 8; sample++) model.sampled?.(nowUs + sample, sentUs, ms * 1000);
        }
        return { model, nowUs };
      };
      const { model: losing, nowUs } = at();
      expect([losing.ssthreshBytes, losing.boundaryUs]).toEqual([10 * SIZE, Number.NaN]);
      losing.lost(nowUs + 10, nowUs - 10, 10 * SIZE);
      expect(losing.cwndBytes).toBeLessThan(10 * SIZE);
      const { model: growing } = at();
      for (let ack = 0; ack < 50; ack++) growing.acked(nowUs + 1_000_000, nowUs - 10, SIZE, 60_000);
      expect(growing.cwndBytes).toBeGreaterThan(10 * SIZE);
    },
  );
});

describe('a round', () => {
  test('ends with a packet that was sent in answer to the ACK with which it began', () => {
    const inner = new NewReno(SIZE, 10 * SIZE);
    const hystart = new HyStart(inner, SIZE, true);
    // All of a window is sent, and acknowledged, at one time.
    for (const [nowUs, ms] of [
      [100_000, 40],
      [140_000, 40],
    ] as const)
      for (let sample = 0; sample < 8; sample++) hystart.sampled(nowUs, nowUs - ms * 1000, ms * 1000);
    for (let sample = 0; sample < 8; sample++) hystart.sampled(200_000, 140_000, 60_000);
    expect(hystart.phase).toBe('conservative slow start');
  });
});

describe('an ACK', () => {
  test('of many packets grows by 8 segments at most without pacing', () => {
    const grown = (paces: boolean): number => {
      const sender = new Sender(paces);
      const { nowUs } = sender;
      const before = sender.inner.cwndBytes;
      for (let i = 0; i < 12; i++) sender.hystart.acked(nowUs, nowUs - 1, SIZE, 40_000);
      sender.hystart.acked(nowUs + 1, nowUs - 1, SIZE, 40_000);
      return (sender.inner.cwndBytes - before) / SIZE;
    };
    expect([grown(false), grown(true)]).toEqual([9, 13]);
  });

  test('is one of its own where another comes at the same time', () => {
    const { hystart, inner, nowUs } = new Sender(false);
    for (let ack = 0; ack < 2; ack++) {
      hystart.sampled(nowUs, nowUs - 40_000, 40_000);
      for (let i = 0; i < 12; i++) hystart.acked(nowUs, nowUs - 40_000, SIZE, 40_000);
    }
    expect(inner.cwndBytes).toBe((10 + 2 * 8) * SIZE);
  });

  test('of datagrams that stand for ten segments each counts eight of them', () => {
    const model = createController({ name: 'newreno', segmentBytes: 1500, hystart: true }, 15_000, 150_000);
    for (let i = 0; i < 12; i++) model.acked(1000, 1, 15_000, 40_000);
    expect(model.cwndBytes).toBe(150_000 + 8 * 15_000);
  });
});

describe('a reduction ends it for good', () => {
  test.each(['lost', 'marked', 'persistentCongestion'] as const)('%s', (kind) => {
    const sender = conservative();
    sender.hystart[kind](sender.nowUs, sender.nowUs - 1);
    expect(sender.hystart.phase).toBe('left');
    const { inner, nowUs } = sender;
    const plain = new NewReno(SIZE, inner.cwndBytes);
    plain.restart({
      nowUs,
      priorCwndBytes: 2 * inner.cwndBytes,
      cwndBytes: inner.cwndBytes,
      ssthreshBytes: inner.ssthreshBytes,
    });
    sender.round(eight(40));
    sender.round(eight(400));
    expect(sender.hystart.phase).toBe('left');
  });
});

test('everything else is that of the controller inside', () => {
  const sender = new Sender();
  const { hystart, inner } = sender;
  hystart.lost(1000, 900);
  const { cwndBytes, boundaryUs, wMaxBytes, kSeconds } = inner;
  expect([hystart.cwndBytes, hystart.boundaryUs, hystart.wMaxBytes, hystart.kSeconds]).toEqual([
    cwndBytes,
    boundaryUs,
    wMaxBytes,
    kSeconds,
  ]);
  expect(hystart.reduced(40_000)).toBe(20_000);
  hystart.timedOut(2000);
  expect(hystart.cwndBytes).toBe(cwndBytes);
  hystart.undo();
  expect(hystart.cwndBytes).toBe(10_000);
  hystart.restart({ nowUs: 3000, priorCwndBytes: 9000, cwndBytes: 4500, ssthreshBytes: 4500 });
  expect([inner.cwndBytes, hystart.ssthreshBytes]).toEqual([4500, 4500]);
});
