/** What is read of a trace: of simulated ones, whose path, hosts and offer are known. */
import { describe, expect, test } from 'vitest';
import type { ControllerSettings } from '../../../../../src/engine/sender/congestion/controller-settings.ts';
import { senderTrace } from '../../../../../src/engine/sender/congestion/sender-trace.ts';
import type { LinkSettings } from '../../../../../src/engine/simulator/runs/link-settings.ts';
import type { FlowSettings } from '../../../../../src/engine/simulator/runs/run.ts';
import { type Setting, settingOf } from '../../../../../src/engine/simulator/what-if/setting.ts';
import { CLIENT, flowOf, incident, runOf, SERVER } from '../../../../support/simulated.ts';
import { readRun } from '../../../../support/what-if.ts';

const RENO: ControllerSettings = { name: 'newreno' };
const CUBIC: ControllerSettings = { name: 'cubic', idleRule: 'shift-from-last-activity' };

function readOf(link: LinkSettings, flow: Partial<FlowSettings> = {}, controller = RENO): Setting {
  const input = readRun(
    runOf(flowOf(controller, { writes: [{ atMs: 0, bytes: 4e6 }], ...flow }), link, 1, 20_000),
  );
  return settingOf(input, senderTrace(input.state), input.state.establishedUs);
}

describe('the path', () => {
  test('without a limit: its delay, and that there is none', () => {
    const { path } = readOf({ delayMs: 25 });
    // The host reads an ACK some µs later.
    expect(path.propagation.delayUs).toBeGreaterThan(24_990);
    expect(path.propagation.delayUs).toBeLessThan(25_100);
    expect(path.propagation.gridUs).toBe(0);
    expect(path.rate).toMatchObject({ rate: null, policer: null });
  });

  test.each([1, 2, 5])('on a grid of %i ms: it, and the delay within a step', (gridMs) => {
    const { path } = readOf({ delayMs: 12, gridMs, losses: [{ fromMs: 60, toMs: 3000, share: 0.05 }] });
    expect(path.propagation.gridUs).toBe(gridMs * 1000);
    expect(Math.abs(path.propagation.delayUs - 12_000)).toBeLessThan(gridMs * 1000);
  });

  test.each([
    [10, 60_000],
    [50, 200_000],
  ])('with a queue: %i Mbit/s and %i bytes of buffer', (rateMbit, bufferBytes) => {
    const { path } = readOf({ delayMs: 10, rateMbit, bufferBytes });
    expect((path.rate.rate ?? 0) * 8).toBeGreaterThan(0.98 * rateMbit);
    expect((path.rate.rate ?? 0) * 8).toBeLessThan(1.02 * rateMbit);
    expect(path.rate.bufferBytes).toBeGreaterThan(0.9 * bufferBytes);
    expect(path.rate.bufferBytes).toBeLessThan(1.1 * bufferBytes);
    // What the queue drops is the model's, and no loss to meet again.
    expect(path.lost).toBeLessThan(5);
    expect(path.propagation.delayUs).toBeGreaterThan(9_500);
    expect(path.propagation.delayUs).toBeLessThan(11_000);
  });

  test('with a queue that is never full: the rate by the round trips alone', () => {
    const { path } = readOf({ delayMs: 20, rateMbit: 8 }, { writes: [{ atMs: 0, bytes: 2e6 }] });
    expect((path.rate.rate ?? 0) * 8).toBeGreaterThan(7.8);
    expect((path.rate.rate ?? 0) * 8).toBeLessThan(8.2);
    expect(path.rate.bufferBytes).toBeNull();
  });

  test('with a policer: its rate, and its bucket', () => {
    const policer = { rateMbit: 10, bucketBytes: 60_000 };
    const { path } = readOf({ delayMs: 10, policer }, { writes: [{ atMs: 0, bytes: 5e6 }] });
    expect(path.rate.rate).toBeNull();
    expect((path.rate.policer?.rate ?? 0) * 8).toBeGreaterThan(9.5);
    expect((path.rate.policer?.rate ?? 0) * 8).toBeLessThan(10.5);
    expect(path.rate.policer?.bucketBytes).toBeGreaterThan(40_000);
  });

  test('that becomes slower: each rate from its time on', () => {
    const rateSteps = [{ fromMs: 2000, rateMbit: 4 }];
    const { path, settings } = readOf(
      { delayMs: 10, rateMbit: 20, rateSteps, bufferBytes: 60_000 },
      { writes: [{ atMs: 0, bytes: 8e6 }] },
    );
    expect((path.rate.rate ?? 0) * 8).toBeCloseTo(20, 0);
    expect(path.rate.steps).toHaveLength(1);
    expect((path.rate.steps[0]?.rate ?? 0) * 8).toBeCloseTo(4, 0);
    expect(path.rate.steps[0]?.fromUs).toBeGreaterThan(1.9e6);
    expect(path.rate.steps[0]?.fromUs).toBeLessThan(2.5e6);
    expect(path.rate.bufferBytes).toBeGreaterThan(48_000);
    expect(path.rate.bufferBytes).toBeLessThan(72_000);
    expect(settings.down.rateSteps).toHaveLength(1);
  });

  test('that becomes longer: its delay from that time on, and no ACK is late for it', () => {
    const { path, settings } = readOf(
      {
        delayMs: 10,
        delaySteps: [{ fromMs: 1000, delayMs: 40 }],
        losses: [{ fromMs: 60, toMs: 1e5, share: 0.01 }],
      },
      { writes: [{ atMs: 0, bytes: 6e6 }] },
    );
    expect(path.propagation.delayUs).toBeGreaterThan(9500);
    expect(path.propagation.delayUs).toBeLessThan(11_000);
    expect(settings.down.delaySteps).toHaveLength(1);
    const [step] = settings.up.delaySteps ?? [];
    expect(step?.delayMs).toBeGreaterThan(39);
    expect(step?.delayMs).toBeLessThan(41.5);
    expect(step?.fromMs).toBeGreaterThan(940);
    expect(step?.fromMs).toBeLessThan(1100);
    expect(path.late.held.length + path.late.stopped.length).toBeLessThan(5);
  });

  test('random losses, of both sides, are met again', () => {
    const input = readRun(incident(CUBIC, 3));
    const { path, peerLost } = settingOf(input, senderTrace(input.state), input.state.establishedUs);
    expect(path.lost).toBe(input.state.losses.summary.packets);
    expect(peerLost).toBeGreaterThan(5);
  });

  test('a stop of the receiver holds the ACKs that came late for it, and no others', () => {
    const host = { ...CLIENT.host, stallsAt: [{ fromMs: 500, toMs: 560 }] };
    const { path } = readOf(
      { delayMs: 10, rateMbit: 20, bufferBytes: 60_000 },
      { client: { ...CLIENT, host } },
    );
    const all = [...path.late.held, ...path.late.stopped];
    expect(all.length).toBeGreaterThan(0);
    for (const { fromMs, toMs } of all) {
      expect(fromMs).toBeGreaterThan(490);
      expect(toMs).toBeLessThan(580);
    }
  });
});

describe('hosts and application', () => {
  test('the time between the packets of a burst, and how many the receiver waits for', () => {
    const { habits } = readOf({ delayMs: 10, rateMbit: 20 }, { client: { ...CLIENT, ackEvery: 4 } });
    expect(habits.ackEvery).toBe(4);
    const median =
      typeof habits.gapUs === 'number' ? habits.gapUs : habits.gapUs.find(([share]) => share === 0.5)?.[1];
    expect(median).toBeGreaterThan(11);
    expect(median).toBeLessThan(13);
  });

  test('a sender that paces', () => {
    const link = { delayMs: 40, losses: [{ fromMs: 0, toMs: 1e5, share: 0.001 }] };
    const writes = [{ atMs: 0, bytes: 10e6 }];
    expect(readOf(link, { writes, server: { ...SERVER, paces: true } }).paces).toBe(true);
    expect(readOf(link, { writes }).paces).toBe(false);
  });

  test('a download that is there at once is one write, and at its end there is no more', () => {
    const { offer } = readOf({ delayMs: 10, rateMbit: 20 }, { writes: [{ atMs: 0, bytes: 3e6 }] });
    const bytes = offer.writes.reduce((sum, write) => sum + write.bytes, 0);
    expect(offer.isOpen).toBe(false);
    // The last ACK may be missing.
    expect(bytes).toBeGreaterThan(2.9e6);
    expect(bytes).toBeLessThanOrEqual(3e6);
  });

  test('parts that are written one after another come at their times', () => {
    const writes = Array.from({ length: 8 }, (_, i) => ({ atMs: 500 * i, bytes: 40_000 }));
    const { offer } = readOf({ delayMs: 10 }, { writes });
    for (const { atMs } of writes)
      expect(offer.writes.some((write) => Math.abs(write.atMs - atMs) < 60)).toBe(true);
  });

  test('a trace that ends in the middle of its data is one, and a run has what it delivers', () => {
    const input = readRun(runOf(flowOf(RENO), { delayMs: 10, rateMbit: 5 }, 1, 3000));
    const { offer, deliveredAt, fromUs } = settingOf(
      input,
      senderTrace(input.state),
      input.state.establishedUs,
    );
    expect(offer.isOpen).toBe(true);
    const bytes = offer.writes.reduce((sum, write) => sum + write.bytes, 0);
    expect(bytes).toBe(deliveredAt(Number.POSITIVE_INFINITY) - deliveredAt(fromUs));
  });

  test('flow control that holds the sender', () => {
    const { creditBytes } = readOf({ delayMs: 50 }, { client: { ...CLIENT, receiveWindowBytes: 60_000 } });
    expect(creditBytes).toBeGreaterThan(30_000);
    expect(creditBytes).toBeLessThan(70_000);
  });
});
