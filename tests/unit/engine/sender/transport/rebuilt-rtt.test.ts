/** RTTs from packets: which ACKs give a sample, and which delay counts. */
import { describe, expect, it } from 'vitest';
import type { Series } from '../../../../../src/engine/base/columns/series.ts';
import { contain } from '../../../../support/containers.ts';
import { loadBytes } from '../../../../support/load.ts';
import { acknowledge, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';
import { utf8 } from '../../../../support/split-all.ts';

const values = (series: Series): readonly number[] => [...series.values];

const withDelay = (timeMs: number, acked_ranges: readonly number[][], ack_delay: number): TimedEvent => [
  timeMs,
  'quic:packet_received',
  {
    header: { packet_type: '1RTT', packet_number: timeMs },
    raw: { length: 60 },
    frames: [{ frame_type: 'ack', acked_ranges, ack_delay }],
  },
];

const parameters = (owner: object, data: object): TimedEvent => [
  0,
  'quic:parameters_set',
  { ...owner, ...data },
];

describe('samples', () => {
  it('need the largest acknowledged to be new', () => {
    const { rebuilt } = replayEvents([
      send(0, 0),
      send(1, 1),
      acknowledge(20, [[1]]),
      acknowledge(45, [[0, 1]]),
    ]);
    expect(values(rebuilt.latestRtt)).toEqual([19_000]);
  });

  it('need something ack-eliciting to be new', () => {
    const { rebuilt } = replayEvents([
      send(0, 0, { frames: [{ frame_type: 'ack' }] }),
      acknowledge(20, [[0]]),
    ]);
    expect(rebuilt.latestRtt.length).toBe(0);
  });
});

describe('records out of order', () => {
  it('make no sample: an ACK of a packet whose own record comes after it', () => {
    const early = [send(0, 0), acknowledge(20, [[0, 1]]), send(20.1, 1), acknowledge(20.15, [[0, 1]])];
    const { rebuilt } = replayEvents([...early, send(30, 2), acknowledge(51, [[2]])]);
    expect(values(rebuilt.latestRtt)).toEqual([21_000]);
  });

  it('make no smallest RTT: two others are within 60 % of it', () => {
    const trips = (rttsMs: readonly number[]): readonly TimedEvent[] =>
      rttsMs.flatMap((ms, i) => [send(100 * i, i), acknowledge(100 * i + ms, [[i]])]);
    const smallest = (...rttsMs: readonly number[]): number =>
      replayEvents(trips(rttsMs)).rebuilt.smallestRttUs;
    expect(smallest(20, 0.05, 21, 20)).toBe(20_000);
    expect(smallest(12, 20, 20, 20)).toBe(12_000);
    expect(smallest(11, 20, 20, 20)).toBe(20_000);
    expect(smallest(0.05, 21)).toBe(50);
    expect(smallest()).toBeNaN();
  });
});

describe('delays', () => {
  const first = [send(0, 0), acknowledge(20, [[0]]), send(30, 1)];

  it('lower the smoothed RTT and not the latest', () => {
    const { rebuilt } = replayEvents([...first, withDelay(58, [[1]], 8)]);
    expect(values(rebuilt.latestRtt)).toEqual([20_000, 28_000]);
    expect(values(rebuilt.smoothedRtt)).toEqual([20_000]);
  });

  it("are capped by the peer's max_ack_delay, not by our own", () => {
    const capped = replayEvents([
      parameters({ owner: 'remote' }, { max_ack_delay: 4 }),
      parameters({ owner: 'local' }, { max_ack_delay: 1 }),
      ...first,
      withDelay(58, [[1]], 8),
    ]);
    expect(values(capped.rebuilt.smoothedRtt)).toEqual([20_000, 20_500]);
  });

  it('that are logged encoded are multiplied by the exponent', () => {
    const quiche = { qlog_version: '0.3', title: 'quiche', trace: { vantage_point: { type: 'server' } } };
    const events = [
      parameters({ initiator: 'remote' }, { ack_delay_exponent: 4 }),
      ...first,
      withDelay(58, [[1]], 0.5),
    ].map(([time, name, data]) => JSON.stringify({ time, name, data }));
    const { pipeline } = loadBytes(
      utf8(contain('JSON-SEQ', events, { ...quiche, title: 'quiche-server qlog' })),
    );
    expect(pipeline.connections[0]?.info.implementation?.name).toBe('quiche');
    // 500 · 2⁴ = 8 ms.
    expect(values(pipeline.state.rebuilt.smoothedRtt)).toEqual([20_000]);
  });
});
