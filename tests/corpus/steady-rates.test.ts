/**
 * A constant flow is drawn as one: 1,500 bytes every 14 ms, acknowledged and with two state transitions each, at six zooms,
 * with an RTT that is the time between bursts, one that is no multiple of it or of a column, and none at all.
 */
import { describe, expect, test } from 'vitest';
import { acksSent } from '../../src/drawing/panels/acks-sent.ts';
import { oscillation } from '../../src/drawing/panels/oscillation.ts';
import type { PanelDefinition } from '../../src/drawing/panels/panel.ts';
import { received } from '../../src/drawing/panels/received.ts';
import { throughput } from '../../src/drawing/panels/throughput.ts';
import { openEvents, paintOn } from '../support/panel-context.ts';
import { metrics, send, type TimedEvent } from '../support/replay-events.ts';

const EVERY_MS = 14;
const BURSTS = 800;
const ACK = [{ frame_type: 'ack', acked_ranges: [[0, 0]] }];

/** A sender that is also a receiver: every panel has its flow. */
function flow(rttMs: number | null): readonly TimedEvent[] {
  const bursts = Array.from({ length: BURSTS }, (_, i): readonly TimedEvent[] => {
    const at = i * EVERY_MS;
    return [
      send(at, i, { bytes: 1500, frames: ACK }),
      [
        at + 0.02,
        'quic:packet_received',
        { header: { packet_type: '1RTT', packet_number: i }, raw: { length: 1500 }, frames: [] },
      ],
      [at + 0.03, 'quic:congestion_state_updated', { new: 'recovery' }],
      [at + 0.12, 'quic:congestion_state_updated', { new: 'congestion_avoidance' }],
    ];
  });
  const first = rttMs === null ? [] : [metrics(0, { smoothed_rtt: rttMs, latest_rtt: rttMs })];
  return [...first, ...bursts.flat()];
}

const PANELS: readonly (readonly [PanelDefinition, color: string, perBurst: number])[] = [
  [throughput, 'sent-total', 1500],
  [received, 'received-total', 1500],
  [acksSent, 'acks-sent-total', 1],
  [oscillation, 'transitions', 2],
];
/** Lengths of the ranges around the middle, ms; the whole flow first. */
const ZOOMS = [BURSTS * EVERY_MS, 4096, 1000, 333, 77, 9.5];

describe.each([14, 62, 13.7, 20.3, null])('with an RTT of %s ms', async (rttMs) => {
  const trace = await openEvents(flow(rttMs));
  test.each(ZOOMS)('within %d ms every rate is steady, and right', (lengthMs) => {
    const middleUs = (BURSTS * EVERY_MS * 1000) / 2;
    const range = { fromUs: Math.max(0, middleUs - lengthMs * 500), toUs: middleUs + lengthMs * 500 };
    const context = trace.context({ width: 930, ...range });
    for (const [panel, color, perBurst] of PANELS) {
      const { surface, axisMax } = paintOn(panel, context);
      const [line] = surface.lines.filter(({ stroke }) => stroke.color === color);
      const ys = (line?.points ?? []).filter((_, i) => i % 2 === 1);
      const rates = ys.map((y) => ((100 - y) / 100) * axisMax);
      expect(rates.length, panel.id).toBeGreaterThanOrEqual(2);
      expect(Math.max(...rates) / Math.min(...rates), panel.id).toBeLessThanOrEqual(1.05);
      const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
      expect(mean / (perBurst / (EVERY_MS / 1000)), panel.id).toBeCloseTo(1, 1);
    }
  });
});
