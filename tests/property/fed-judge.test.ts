/** However the rows of a trace are cut into feeds, what is judged from them is what the whole trace gives. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contain } from '../support/containers.ts';
import { judgeInPieces } from '../support/fed-judge.ts';
import { readTrace } from '../support/load.ts';
import { acknowledge, lost, metrics, send, type TimedEvent } from '../support/replay-events.ts';
import { utf8 } from '../support/split-all.ts';
import { draws } from '../support/tier.ts';

const corpus = (path: string): string => new URL(`../corpus/${path}`, import.meta.url).pathname;

/** Of several stacks: logged, counted and inferred losses, states and none, slow start thresholds and none. */
const TRACES = [
  'other/kwik-0.10.8_loss5MB_server.qlog.gz',
  'other/neqo-0.6.8_newreno-loss5MB_server.qlog.gz',
  'other/ngtcp2-0.12.1_cubic-loss5MB_server.sqlog.gz',
  'other/noq-1.4.0_cubic-loss5MB_server.qlog.gz',
  'other/picoquic-d199d45b_bbr-loss5MB_server.qlog.gz',
  'other/quic-go-v0.15.0_loss5MB_server.qlog.gz',
  'other/quinn-0.11.12_cubic-loss5MB_server.sqlog.gz',
  'traces/blackouts-repeated-reno.server.sqlog.gz',
  'traces/rate-024-cubic-s02.server.sqlog.gz',
  'traces/rate-cubic-buggy-s12.server.sqlog.gz',
];

function* cut(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] as number;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const feedRows = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5000 })), {
  minLength: 1,
  maxLength: 6,
});

describe('a real trace', () => {
  const chunkSizes = fc.array(fc.integer({ min: 2000, max: 400_000 }), { minLength: 1, maxLength: 12 });

  test.each(TRACES)('%s is judged the same in feeds', (path) => {
    const bytes = readTrace(corpus(path));
    fc.assert(
      fc.property(chunkSizes, feedRows, (sizes, rows) => {
        fc.pre(rows.some((most) => most > 0));
        // A run for each doubling of the rows at most, and one at the end.
        expect(judgeInPieces(cut(bytes, sizes), rows)).toBeLessThan(10);
      }),
      { numRuns: Math.ceil(draws(20) / 5) },
    );
  });
});

/** What a log may hold that changes the meaning of what came before. */
const events: fc.Arbitrary<readonly TimedEvent[]> = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 })),
      fc.oneof(
        { weight: 6, arbitrary: fc.record({ send: fc.constantFrom(1000, 1200, 1350, 1452) }) },
        { weight: 5, arbitrary: fc.record({ ack: fc.tuple(fc.nat(60), fc.nat(4)) }) },
        { weight: 1, arbitrary: fc.record({ lost: fc.nat(60) }) },
        {
          weight: 4,
          arbitrary: fc.record({
            window: fc.dictionary(
              fc.constantFrom(...['congestion_window', 'ssthresh', 'bytes_in_flight']),
              fc.integer({ min: 0, max: 60_000 }),
            ),
          }),
        },
        {
          weight: 2,
          arbitrary: fc.record({
            rtt: fc.dictionary(
              fc.constantFrom('min_rtt', 'smoothed_rtt', 'latest_rtt'),
              fc.integer({ min: 1, max: 90 }),
            ),
            // In µs instead of ms.
            unit: fc.constantFrom(1, 1000),
          }),
        },
        { weight: 1, arbitrary: fc.record({ counted: fc.nat(30) }) },
        {
          weight: 1,
          arbitrary: fc.record({ state: fc.constantFrom('recovery', 'slow_start', 'congestion_avoidance') }),
        },
      ),
    ),
    { minLength: 1, maxLength: 120 },
  )
  .map((list) => {
    let timeMs = 0;
    let number = 0;
    return list.map(([after, what]): TimedEvent => {
      timeMs += after;
      if ('send' in what) return send(timeMs, number++, { bytes: what.send });
      if ('ack' in what) {
        const newest = Math.max(0, number - 1 - (what.ack[0] % 8));
        return acknowledge(timeMs, [[Math.max(0, newest - what.ack[1]), newest]]);
      }
      if ('lost' in what) return lost(timeMs, Math.max(0, number - 1 - (what.lost % 10)));
      if ('window' in what) return metrics(timeMs, what.window);
      if ('counted' in what) return metrics(timeMs, { cf_lost_packets: { total: what.counted } });
      if ('state' in what)
        return [timeMs, 'recovery:congestion_state_updated', { old: 'recovery', new: what.state }];
      const entries = Object.entries(what.rtt).map(([name, ms]) => [name, (ms as number) * what.unit]);
      return metrics(timeMs, Object.fromEntries(entries));
    });
  });

test('a made trace whose facts come late, or contradict each other, is judged the same in feeds', () => {
  fc.assert(
    fc.property(events, feedRows, (list, rows) => {
      fc.pre(rows.some((most) => most > 0));
      const header = utf8(contain('JSON-SEQ', []));
      const records = list.map(([time, name, data]) => utf8(`\x1e${JSON.stringify({ time, name, data })}\n`));
      judgeInPieces([header, ...records], rows);
    }),
    { numRuns: draws(1000) },
  );
});
