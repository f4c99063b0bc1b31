/** Cases in which a simulation once went wrong: stalls that were skipped, queues that looked ahead, reductions that were taken back or counted twice. */
import { describe, expect, test } from 'vitest';
import { AcksDue } from '../../../../../src/engine/simulator/runs/acks-due.ts';
import { EventQueue } from '../../../../../src/engine/simulator/runs/event-queue.ts';
import { Host } from '../../../../../src/engine/simulator/runs/host.ts';
import { Link } from '../../../../../src/engine/simulator/runs/link.ts';
import { RandomLoss } from '../../../../../src/engine/simulator/runs/link-losses.ts';
import { Random } from '../../../../../src/engine/simulator/runs/random.ts';
import { simulate } from '../../../../../src/engine/simulator/runs/run.ts';
import { Arrivals, flowOf, incident, packetOf, runOf, SERVER } from '../../../../support/simulated.ts';
import { traceOf } from '../../../../support/simulated-trace.ts';
import { Sender } from './recovery-sender.ts';

const RENO = { name: 'newreno' } as const;

describe('stalls of a host', () => {
  test('are the same whatever was asked ahead', () => {
    const settings = { stalls: { perSecond: 10, lengthMs: 20 } };
    const [asked, fresh] = [new Host(settings, 1, 'host'), new Host(settings, 1, 'host')];
    const different: number[] = [];
    for (let atUs = 0; atUs < 1e6; atUs += 1000) {
      asked.wakesUs(atUs + 300_000);
      if (asked.wakesUs(atUs) !== fresh.wakesUs(atUs)) different.push(atUs);
    }
    expect(different).toEqual([]);
  });

  test('hold up a sender that waits for a far timer', () => {
    const host = { ...SERVER.host, stalls: { perSecond: 5, lengthMs: 30 } };
    const flow = flowOf(RENO, { server: { ...SERVER, host } });
    const { traces } = simulate(runOf(flow, { delayMs: 6, rateMbit: 20, bufferBytes: 60_000 }, 1), {
      traced: 0,
    });
    const times = [...traceOf(traces?.sender ?? '').sent.values()].map(({ time }) => time);
    const gaps = times.slice(1).map((time, i) => time - (times[i] as number));
    expect(gaps.filter((gap) => gap > 25).length).toBeGreaterThan(5);
  });
});

describe('links', () => {
  test('CoDel sends no packet of a burst before it comes', () => {
    const flow = flowOf(RENO, { server: { ...SERVER, host: { gapUs: 500 } } });
    const { traces } = simulate(runOf(flow, { delayMs: 6, rateMbit: 100, queue: 'codel' }, 1, 600), {
      traced: 0,
    });
    const [from, to] = [traceOf(traces?.sender ?? ''), traceOf(traces?.receiver ?? '')];
    const delays = to.received.map(({ id, time }) => time - (from.sent.get(id)?.time ?? 0));
    expect(delays.length).toBeGreaterThan(100);
    expect(Math.min(...delays)).toBeGreaterThan(5.99);
  });

  test('a packet limit of the way up holds too', () => {
    const flow = flowOf(RENO, { writes: [{ atMs: 0, bytes: 300_000 }], isUpload: true });
    const run = runOf(flow, { delayMs: 20 }, 1);
    expect(simulate({ ...run, up: { delayMs: 20, packetLimit: 5 } }).up.lost.limited).toBeGreaterThan(0);
  });

  test('a packet arrives at the next time of the grid, also where the grid has no exact numbers', () => {
    const events = new EventQueue();
    const to = new Arrivals();
    const settings = { delayMs: 1.3, gridMs: 1 / 3, gridPhaseMs: 0.27662643940987525 };
    const link = new Link(events, settings, { seed: 1, name: 'down', to, limit: null });
    const times = [334_396.6235718727, 334_696.6235718727, 334_697.6235718727];
    for (const [number, atUs] of times.entries()) {
      events.run(atUs);
      link.take(packetOf({ number }), atUs);
    }
    events.run(1e9);
    for (const [i, atUs] of times.entries())
      expect((to.atUs[i] as number) - atUs - 1300).toBeLessThan(333.34);
  });

  test('a share of 1 loses everything, in runs too', () => {
    const loss = new RandomLoss([{ fromMs: 0, toMs: 1e9, share: 1, burst: 3 }], new Random(1, 'loss'));
    const kept = Array.from({ length: 1000 }, (_, i) => i).filter((atUs) => !loss.loses(atUs));
    expect(kept).toEqual([]);
  });
});

describe('a sender', () => {
  test('does not undo a reduction because losses of an earlier one were spurious', () => {
    const sender = new Sender({ undoesSpurious: true });
    const { controller } = sender;
    sender.send(0);
    sender.ack(1e5, [0, 0]);
    sender.send(1e5, 4);
    sender.ack(2e5, [4, 2]);
    sender.send(200_001, 4);
    sender.ack(300_001, [8, 6]);
    const { cwndBytes } = controller;
    sender.ack(300_002, [8, 6, 4, 1]);
    expect(controller.cwndBytes).toBe(cwndBytes);
  });

  test('does not undo a reduction for CE marks', () => {
    const sender = new Sender({ undoesSpurious: true });
    const { controller } = sender;
    sender.send(0);
    sender.ack(1e5, [0, 0]);
    sender.send(1e5, 4);
    sender.ack(2e5, [4, 2]);
    sender.send(200_001);
    sender.ack(300_001, [5, 5], { ceCount: 1 });
    const { cwndBytes } = controller;
    sender.ack(300_002, [5, 1], { ceCount: 1 });
    expect(controller.cwndBytes).toBe(cwndBytes);
  });

  test('halves its threshold once where a loss establishes persistent congestion', () => {
    const sender = new Sender();
    const { controller, recovery } = sender;
    sender.send(0);
    sender.ack(1e5, [0, 0]);
    const { cwndBytes } = controller;
    sender.send(200_000);
    sender.send(1_025_001);
    sender.send(1_025_002, 3);
    // The ACK itself grows the window of two packets.
    sender.ack(1_125_002, [5, 5]);
    expect(recovery.persistentCongestions).toBe(1);
    expect([controller.cwndBytes, controller.ssthreshBytes]).toEqual([3000, cwndBytes / 2]);
  });

  test('logs a loss by time when it is declared', () => {
    const { traces } = simulate(incident(RENO, 1), { traced: 0 });
    const trace = traceOf(traces?.sender ?? '');
    let smoothedMs = 0;
    let losses = 0;
    for (const { name, time, data } of trace.records) {
      smoothedMs = (data as { smoothed_rtt?: number }).smoothed_rtt ?? smoothedMs;
      if (name !== 'recovery:packet_lost' || data.trigger !== 'time_threshold') continue;
      losses++;
      const id = `${data.header?.packet_type} ${data.header?.packet_number}`;
      // Losses come before the metrics of their ACK: the RTT may have risen a little.
      expect(time - (trace.sent.get(id)?.time ?? 0)).toBeGreaterThan((9 / 8) * smoothedMs - 0.2);
    }
    expect(losses).toBeGreaterThan(5);
  });
});

test('a packet behind a gap is acknowledged at once, also where one that elicits no ACK came in between', () => {
  const acks = new AcksDue(10, 25_000);
  acks.received(packetOf({ number: 0 }), 0);
  acks.frame(0);
  acks.received(packetOf({ number: 2, isAckEliciting: false }), 10);
  acks.received(packetOf({ number: 3 }), 20);
  expect(acks.dueUs).toBe(20);
});
