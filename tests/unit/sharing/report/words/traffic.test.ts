/** What was carried, in the words and tables of a report. */
import { describe, expect, it } from 'vitest';
import type { Traffic } from '../../../../../src/engine/reading/contract/traffic.ts';
import type { Block } from '../../../../../src/sharing/report/document/document.ts';
import { trafficBlocks } from '../../../../../src/sharing/report/sections/sections-traffic.ts';
import { trafficFacts } from '../../../../../src/sharing/report/words/traffic-words.ts';
import { MADE_TOTALS, madeRequest, madeStream } from '../../../../support/traffic.ts';

const NOTHING: Traffic = { streams: null, requests: null, life: null };
const tablesOf = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));

describe('facts', () => {
  it('say each thing once, in words', () => {
    expect(trafficFacts(MADE_TOTALS)).toEqual([
      [
        'Handshake',
        'complete after 32.0 ms, 1 Retry, held for 4.00 ms by the anti-amplification limit, 2 key updates, 1 path change',
      ],
      ['Streams', '30 streams: 28 ended, 1 reset; 312.0 kB sent (12.0 kB of them again), 1.8 kB received'],
      ['Longest waits', 'stream 8 for credit, 5.00 ms; stream 0 behind gaps in its data, 12.0 ms'],
      [
        'Requests',
        '30 requests: 28 done, 1 cancelled, 1 open; median 80.0 ms, longest 110 ms (stream 112); first byte after 30.0 ms (median), at most 52.0 ms',
      ],
    ]);
  });

  it('leave out what the log does not show', () => {
    expect(trafficFacts(NOTHING)).toEqual([]);
    const life = { ...MADE_TOTALS.life!, handshakeUs: Number.NaN, retries: 0, amplificationLimitedUs: 0 };
    const quiet = { ...NOTHING, life: { ...life, keyUpdates: 0, pathChanges: 0 } };
    expect(trafficFacts(quiet)).toEqual([]);
    const streams = { ...MADE_TOTALS.streams!, mostBlocked: null, mostBehindGaps: null };
    expect(trafficFacts({ ...NOTHING, streams }).map(([name]) => name)).toEqual(['Streams']);
  });
});

describe('blocks', () => {
  const snapshot = { findings: [], summary: {} };
  it('are none where nothing is known', () => {
    expect(trafficBlocks({ traffic: null, snapshot })).toEqual([]);
    expect(trafficBlocks({ traffic: { totals: NOTHING, streams: [], requests: [] }, snapshot })).toEqual([]);
  });

  it('name streams that waited, ten at most, and of the longest gap the packets', () => {
    const waited = Array.from({ length: 12 }, (_, i) => madeStream(4 * i));
    const calm = madeStream(400, { blockedByStreamUs: 0, gapUs: 0, blocked: [], gaps: [] });
    const traffic = { totals: MADE_TOTALS, streams: [calm, ...waited], requests: [] };
    const [table] = tablesOf(trafficBlocks({ traffic, snapshot }));
    expect(table?.rows).toHaveLength(10);
    expect(table?.rows[0]).toEqual([
      ...['0', '0.010 s', '10.4 kB', '–', '5.00 ms', '12.0 ms', 'lost packet 12, filled by packet 31', 'fin'],
    ]);
    const none = { totals: MADE_TOTALS, streams: [calm], requests: [] };
    expect(tablesOf(trafficBlocks({ traffic: none, snapshot }))).toEqual([]);
  });

  it('name requests as far as their texts are told', () => {
    const told = madeRequest(0, { outcome: 'cancelled', abortedBy: 'local' });
    const hidden = madeRequest(4, { method: null, authority: null, path: null, status: Number.NaN });
    const table = (requests: readonly ReturnType<typeof madeRequest>[]) =>
      tablesOf(trafficBlocks({ traffic: { totals: MADE_TOTALS, streams: [], requests }, snapshot }))[0];
    expect(table([told, hidden])?.rows).toEqual([
      [
        '0',
        'GET host.example/private?token=1',
        '200',
        '10.0 kB',
        '30.0 ms',
        '80.0 ms',
        'cancelled by this side',
      ],
      ['4', '–', '–', '10.0 kB', '30.0 ms', '80.0 ms', 'done'],
    ]);
    expect(table([hidden, hidden])?.head).toEqual([
      'Stream',
      'Status',
      'Response',
      'First byte',
      'Duration',
      'Outcome',
    ]);
  });
});
