/** Whatever a trace says, a window stays finite and above the floor, and a verdict is made of shares. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CANDIDATES } from '../../src/engine/sender/congestion/candidates.ts';
import type { Controller } from '../../src/engine/sender/congestion/controller.ts';
import { boundaryLeads, fitTrace, senderTrace, shadowRun } from '../../src/engine/sender/congestion/index.ts';
import { acknowledge, metrics, replayEvents, send, type TimedEvent } from '../support/replay-events.ts';
import { draws } from '../support/tier.ts';

const DATAGRAM = 1200;

type Act =
  | {
      readonly type: 'ack';
      readonly afterUs: number;
      readonly agoUs: number;
      readonly bytes: number;
      readonly rttUs: number;
    }
  | { readonly type: 'lost'; readonly afterUs: number; readonly agoUs: number }
  | { readonly type: 'collapse' | 'undo'; readonly afterUs: number }
  | { readonly type: 'idle'; readonly afterUs: number; readonly gapUs: number };

const timeUs = fc.integer({ min: 0, max: 5_000_000 });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('ack' as const),
      afterUs: timeUs,
      agoUs: timeUs,
      bytes: fc.integer({ min: 0, max: 65_535 }),
      rttUs: fc.integer({ min: 0, max: 10_000_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('lost' as const), afterUs: timeUs, agoUs: timeUs }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constantFrom('collapse' as const, 'undo' as const), afterUs: timeUs }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('idle' as const), afterUs: timeUs, gapUs: timeUs }) },
);

function perform(model: Controller, each: Act, nowUs: number): void {
  switch (each.type) {
    case 'ack':
      model.acked(nowUs, nowUs - each.agoUs, each.bytes, each.rttUs);
      break;
    case 'lost':
      model.lost(nowUs, nowUs - each.agoUs);
      break;
    case 'collapse':
      model.persistentCongestion(nowUs);
      break;
    case 'undo':
      model.undo();
      break;
    case 'idle': {
      const lastSendUs = nowUs - each.gapUs;
      model.sent({ nowUs, lastSendUs, lastAckUs: nowUs, smoothedRttUs: 1000 });
      break;
    }
  }
}

test.each(CANDIDATES)('$id: the window is finite and never below two datagrams', ({ create }) => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const model = create(DATAGRAM, 10 * DATAGRAM);
      let nowUs = 0;
      for (const each of acts) {
        nowUs += each.afterUs;
        perform(model, each, nowUs);
        expect(Number.isFinite(model.cwndBytes)).toBe(true);
        expect(model.cwndBytes).toBeGreaterThanOrEqual(2 * DATAGRAM);
      }
    }),
    { numRuns: draws(300) },
  );
});

/** Events in any order, with windows, ACKs and counts that need not fit each other. */
const events: fc.Arbitrary<readonly TimedEvent[]> = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 50 }),
      fc.oneof(
        fc.record({ send: fc.constant(true) }),
        fc.record({ ack: fc.tuple(fc.nat(40), fc.nat(40)) }),
        fc.record({
          cwnd: fc.integer({ min: 0, max: 200_000 }),
          ssthresh: fc.integer({ min: 0, max: 200_000 }),
        }),
        fc.record({ flight: fc.nat(50_000), lost: fc.nat(60), rtt: fc.integer({ min: 1, max: 500 }) }),
      ),
    ),
    { maxLength: 80 },
  )
  .map((list) => {
    let timeMs = 0;
    let number = 0;
    return list.map(([after, what]): TimedEvent => {
      timeMs += after;
      if ('send' in what) return send(timeMs, number++);
      if ('ack' in what) return acknowledge(timeMs, [[Math.min(...what.ack), Math.max(...what.ack)]]);
      if ('cwnd' in what) return metrics(timeMs, { congestion_window: what.cwnd, ssthresh: what.ssthresh });
      const { flight, lost, rtt } = what;
      return metrics(timeMs, {
        bytes_in_flight: flight,
        smoothed_rtt: rtt,
        cf_lost_packets: { total: lost },
      });
    });
  });

test('a trace that contradicts itself gives shares between 0 and 1, and series in time order', () => {
  fc.assert(
    fc.property(events, (list) => {
      const trace = senderTrace(replayEvents(list));
      const report = fitTrace(trace);
      for (const { reductionScore, growthScore, fit } of report.candidates) {
        for (const share of [reductionScore, growthScore, fit]) {
          if (!Number.isNaN(share)) expect(share >= 0 && share <= 1).toBe(true);
        }
      }
      expect(report.best.length > 0).toBe(report.fits);
      const { window, leads } = shadowRun(trace, 'cubic-shift-from-last-send', { freeFromUs: 500_000 });
      const { defective, fixed } = boundaryLeads(trace);
      for (const series of [window, leads, defective.lead, fixed.lead]) {
        expect([...series.timesUs].every((at, i, all) => i === 0 || at >= (all[i - 1] as number))).toBe(true);
        expect([...series.values].every(Number.isFinite)).toBe(true);
      }
    }),
    { numRuns: draws(300) },
  );
});
