/** From columns to steps: which packets an ACK or a loss means, and what the log answers. */
import { describe, expect, test } from 'vitest';
import { SendQueue } from '../../../../../src/engine/sender/congestion/send-queue.ts';
import {
  SenderSteps,
  type SenderTrace,
  StepKind,
  Use,
} from '../../../../../src/engine/sender/congestion/sender-steps.ts';
import { senderTrace } from '../../../../../src/engine/sender/congestion/sender-trace.ts';
import { Scenario } from '../../../../support/scenario.ts';

const NAMES = Object.keys(StepKind) as (keyof typeof StepKind)[];

function kinds({ steps }: SenderTrace): readonly string[] {
  return [...steps.kind.view()].map((kind) => NAMES.find((name) => StepKind[name] === kind) ?? '?');
}

/** Index of the first step of a kind. */
const first = (trace: SenderTrace, kind: StepKind): number => trace.steps.kind.view().indexOf(kind);

describe('the queue of packets in flight', () => {
  test('an ACK takes the oldest, possibly in part', () => {
    const steps = new SenderSteps();
    const queue = new SendQueue();
    for (const at of [1, 2, 3]) queue.sent(at, 1000);
    expect(queue.acked(1500, steps)).toBe(2);
    expect([...steps.packetSentUs.view()]).toEqual([1, 2]);
    expect([...steps.packetBytes.view()]).toEqual([1000, 500]);
  });

  test('a loss keeps the packets that the same ACK acknowledges', () => {
    const queue = new SendQueue();
    for (const at of [1, 2, 3]) queue.sent(at, 1000);
    expect(queue.lost(3, 1000)).toBe(2);
    expect(queue.lost(5, 0)).toBe(3);
    expect(queue.lost(1, 0)).toBeNaN();
  });

  test('bytes beyond the queue count as sent last', () => {
    const steps = new SenderSteps();
    const queue = new SendQueue();
    queue.sent(7, 1000);
    queue.acked(3000, steps);
    expect([...steps.packetSentUs.view()]).toEqual([7, 7]);
  });

  test('freeing removed packets keeps those in flight', () => {
    const steps = new SenderSteps();
    const queue = new SendQueue();
    for (let i = 0; i < 20_000; i++) {
      queue.sent(i, 1000);
      queue.acked(1000, steps);
    }
    expect(steps.packetSentUs.at(19_999)).toBe(19_999);
  });
});

describe('the steps of a trace', () => {
  test('a loss and the reduction that answers it are one step; the ACK of the same event comes after it', () => {
    const trace = senderTrace(
      new Scenario()
        .cwnd(5400)
        .send()
        .send()
        .send()
        .send()
        .wait(10)
        .ack(1)
        .metrics({ congestion_window: 3780, ssthresh: 3780, cf_lost_packets: { total: 1, delta: 1 } })
        .load(),
    );
    expect(kinds(trace).filter((kind) => kind !== 'window')).toEqual(['reduction', 'ack']);
    const at = first(trace, StepKind.reduction);
    const { a, b, c, d } = trace.steps;
    expect([a.at(at), b.at(at), c.at(at), d.at(at)]).toEqual([5400, 3780, 3780, 0]);
  });

  test('a loss at the minimum window by which the log enters recovery is a reduction from minimum to minimum', () => {
    const scenario = new Scenario().cwnd(2700).send().send().wait(10).ack(1);
    const trace = senderTrace(scenario.loss(1).state('recovery').load());
    const at = first(trace, StepKind.reduction);
    expect([trace.steps.a.at(at), trace.steps.b.at(at)]).toEqual([2700, 2700]);
    const without = senderTrace(new Scenario().cwnd(2700).send().send().wait(10).ack(1).loss(1).load());
    expect(kinds(without)).toContain('loss');
  });

  test('a return to exactly the window before a reduction is an undo', () => {
    const scenario = new Scenario().cwnd(13_500).send().send().wait(10);
    scenario.metrics({ congestion_window: 9450, ssthresh: 9450 }).ack(1).wait(10).cwnd(13_500);
    expect(kinds(senderTrace(scenario.load()))).toContain('undo');
    const grown = new Scenario()
      .cwnd(13_500)
      .metrics({ congestion_window: 9450, ssthresh: 9450 })
      .cwnd(10_800);
    expect(kinds(senderTrace(grown.load()))).not.toContain('undo');
  });

  test('in slow start a return to the window before the collapse is its end, no undo', () => {
    // At one instant only the last window would be seen.
    const collapsed = new Scenario().cwnd(13_500).wait(10);
    collapsed.metrics({ congestion_window: 2700, ssthresh: 13_500 }).wait(10);
    const found = kinds(senderTrace(collapsed.cwnd(13_500).load()));
    expect(found).not.toContain('undo');
    expect(found).toContain('slowStartExit');
  });

  test('after a send, recovery at the minimum window does not show a loss: a boundary in the future looks the same', () => {
    const lost = (): Scenario => new Scenario().cwnd(2700).send().send().wait(10).ack(1).loss(1);
    expect(kinds(senderTrace(lost().state('recovery').load()))).toContain('reduction');
    expect(kinds(senderTrace(lost().wait(1).state('recovery').load()))).toContain('reduction');
    const after = kinds(senderTrace(lost().wait(1).send().state('recovery').load()));
    expect(after).not.toContain('reduction');
    expect(after).toContain('loss');
  });

  test('slow start ends when the logged ssthresh equals the window', () => {
    const scenario = new Scenario().cwnd(13_500).send().wait(10).cwnd(27_000);
    const trace = senderTrace(scenario.metrics({ ssthresh: 27_000 }).load());
    expect(trace.steps.a.at(first(trace, StepKind.slowStartExit))).toBe(27_000);
  });

  test('a send with nothing in flight has the last send and the last ACK', () => {
    const trace = senderTrace(
      new Scenario().cwnd(2700).burst({ packets: 2, rttMs: 10, gapMs: 1 }).send().load(),
    );
    const at = trace.steps.kind.view().lastIndexOf(StepKind.idleSend);
    const { timeUs, a, b } = trace.steps;
    expect([timeUs.at(at), a.at(at), b.at(at)]).toEqual([11_000, 0, 10_000]);
  });

  test('a window usually filled to the byte is not used when a few bytes are left', () => {
    const full = new Scenario().cwnd(2700);
    for (let i = 0; i < 5; i++) full.burst({ packets: 2, rttMs: 10, gapMs: 1 });
    expect(senderTrace(full.load()).steps.leastUse).toBe(Use.full);
    const nearly = new Scenario().cwnd(3500);
    for (let i = 0; i < 5; i++) nearly.burst({ packets: 2, rttMs: 10, gapMs: 1 });
    expect(senderTrace(nearly.load()).steps.leastUse).toBe(Use.nearlyFull);
  });

  test('a fifth of the ACKs is not usually, more of them are', () => {
    const mixed = (full: number, nearly: number): Use => {
      const scenario = new Scenario();
      for (const [cwnd, rounds] of [
        [2700, full],
        [3500, nearly],
      ] as const) {
        scenario.cwnd(cwnd);
        for (let i = 0; i < rounds; i++) scenario.burst({ packets: 2, rttMs: 10, gapMs: 1 });
      }
      return senderTrace(scenario.load()).steps.leastUse;
    };
    expect(mixed(2, 8)).toBe(Use.nearlyFull);
    expect(mixed(2, 7)).toBe(Use.full);
    expect(mixed(1, 4)).toBe(Use.nearlyFull);
    expect(mixed(1, 3)).toBe(Use.full);
  });

  test('an empty trace has no steps and no window', () => {
    const trace = senderTrace(new Scenario().load());
    expect([trace.steps.length, trace.initialCwndBytes]).toEqual([0, Number.NaN]);
  });
});
