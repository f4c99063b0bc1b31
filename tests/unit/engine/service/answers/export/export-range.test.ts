/** Making an export: what it begins with, what it counts, how it ends early, and how it reads dear sources. */
import { describe, expect, it } from 'vitest';
import { lowerBound } from '../../../../../../src/engine/base/columns/growable.ts';
import type { ExportRequest } from '../../../../../../src/engine/reading/contract/export.ts';
import { SHARE_NOTHING } from '../../../../../../src/engine/reading/contract/share-options.ts';
import type { FileConnection } from '../../../../../../src/engine/reading/stages/connection-list.ts';
import {
  type ExportSource,
  exportRange,
} from '../../../../../../src/engine/service/answers/export/export-range.ts';
import { readInPieces } from '../../../../../../src/engine/service/answers/export/in-pieces.ts';
import { recordsOf } from '../../../../../../src/engine/service/answers/records/access.ts';
import { textReader } from '../../../../../../src/engine/service/answers/records/text-reader.ts';
import { contain } from '../../../../../support/containers.ts';
import { exportOf, exportText, openStored } from '../../../../../support/export.ts';
import { readTrace } from '../../../../../support/load.ts';
import { strictFault } from '../../../../../support/qlog-strict.ts';
import { corpusPath } from '../../../../../support/raw-trace.ts';

const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');

const event = (time: number, name: string, data: object): string => JSON.stringify({ time, name, data });
const metrics = (time: number, data: object): string => event(time, 'recovery:metrics_updated', data);

async function openRecords(records: readonly string[]): Promise<readonly FileConnection[]> {
  return openStored(new TextEncoder().encode(contain('JSON-SEQ', records)));
}

function requestOf(fromUs: number, toUs: number): ExportRequest {
  return { connection: 0, fromUs, toUs, options: SHARE_NOTHING, fileName: 'a' };
}

function eventsOf(
  text: string,
): readonly { readonly time: number; readonly name: string; readonly data: object }[] {
  return text
    .split('\x1e')
    .slice(2)
    .map((record) => JSON.parse(record));
}

describe('the beginning of an export', () => {
  it.each([
    ['congestion_window', 10_000],
    ['bytes_in_flight', 5400],
    ['ssthresh', 7000],
    ['min_rtt', 18.5],
    ['smoothed_rtt', 20.5],
    ['latest_rtt', 22.5],
  ])('carries %s forward, however long ago it was logged last', async (field, value) => {
    const file = await openRecords([
      // RTTs count from the first sample on.
      metrics(0, { smoothed_rtt: 333, latest_rtt: 20 }),
      // Alone in its record: another metric of the same would carry it as well.
      metrics(1, { [field]: value }),
      ...Array.from({ length: 200 }, (_, i) => metrics(2 + i / 100, { pacing_rate: 1000 + i })),
      metrics(10, { pacing_rate: 1 }),
    ]);
    const [head] = eventsOf((await exportText(file, { fromUs: 5000, toUs: 20_000 })).text);
    expect(head).toMatchObject({ time: 5, data: { [field]: value, carried_forward: true } });
  });

  it('says what the log said last, each value once and marked, and parameters of both sides', async () => {
    const file = await openRecords([
      event(0, 'transport:parameters_set', { owner: 'local', max_ack_delay: 20 }),
      event(0, 'transport:parameters_set', { owner: 'remote', max_ack_delay: 30 }),
      metrics(1, { congestion_window: 10_000, ssthresh: 7000, smoothed_rtt: 20 }),
      event(2, 'recovery:congestion_state_updated', { old: 'slow_start', new: 'recovery', trigger: 'ecn' }),
      metrics(3, { congestion_window: 5000, pto_count: 2 }),
      metrics(10, { bytes_in_flight: 3 }),
    ]);
    const { text, figures } = await exportText(file, { fromUs: 5000, toUs: 20_000 });
    expect(strictFault(text)).toBeNull();
    expect(figures).toMatchObject({ carriedForward: 4, events: 1, sourceEvents: 1 });
    const carried = { carried_forward: true };
    expect(eventsOf(text)).toEqual([
      {
        time: 5,
        name: 'transport:parameters_set',
        data: { initiator: 'local', max_ack_delay: 20, ...carried },
      },
      {
        time: 5,
        name: 'transport:parameters_set',
        data: { initiator: 'remote', max_ack_delay: 30, ...carried },
      },
      {
        time: 5,
        name: 'recovery:metrics_updated',
        data: { congestion_window: 5000, ssthresh: 7000, smoothed_rtt: 20, ...carried },
      },
      { time: 5, name: 'recovery:congestion_state_updated', data: { new: 'recovery', ...carried } },
      { time: 10, name: 'recovery:metrics_updated', data: { bytes_in_flight: 3 } },
    ]);
  });

  it('gives panels the same window, flight, threshold and RTT as the whole trace, from its first instant', async () => {
    const file = await openStored(readTrace(SPIRAL));
    const whole = (file[0] as FileConnection).connection.state.series;
    for (const fromUs of [700_000, 1_900_000, 4_321_000]) {
      const again = await openStored((await exportText(file, { fromUs, toUs: fromUs + 500_000 })).bytes);
      const { series, states } = (again[0] as FileConnection).connection.state;
      for (const name of [
        'congestionWindow',
        'bytesInFlight',
        'ssthresh',
        'smoothedRtt',
        'minRtt',
      ] as const) {
        const { timesUs, values } = whole[name];
        expect([name, series[name].timesUs.at(0)]).toEqual([name, fromUs]);
        expect(series[name].values.at(0)).toBeCloseTo(values.at(lowerBound(timesUs, fromUs) - 1), 3);
      }
      expect(states.timesUs[0]).toBe(fromUs);
    }
  });

  it('carries no timeouts, which would happen a second time; that there are none, it does', async () => {
    const headOf = async (ptoCount: number) => {
      const file = await openRecords([
        metrics(1, { pto_count: ptoCount }),
        metrics(10, { bytes_in_flight: 3 }),
      ]);
      const exported = await exportText(file, { fromUs: 5000, toUs: 20_000 });
      const again = await openStored(exported.bytes);
      const { ptos } = (again[0] as FileConnection).connection.state;
      return [eventsOf(exported.text)[0]?.data, ptos.summary.count];
    };
    expect(await headOf(2)).toEqual([{ carried_forward: true }, 0]);
    expect(await headOf(0)).toEqual([{ pto_count: 0, carried_forward: true }, 0]);
  });

  it('finds a threshold that was said long ago', async () => {
    const many = Array.from({ length: 500 }, (_, i) => metrics(i + 1, { congestion_window: 10_000 + i }));
    const file = await openRecords([metrics(0, { ssthresh: 7777 }), ...many]);
    const { text } = await exportText(file, { fromUs: 400_000, toUs: 500_000 });
    expect(eventsOf(text)[0]?.data).toMatchObject({ ssthresh: 7777, congestion_window: 10_398 });
  });

  it('is empty where nothing was said before, and where nothing follows', async () => {
    const file = await openRecords([metrics(1, { congestion_window: 10_000 })]);
    expect((await exportText(file, { fromUs: 0, toUs: 5000 })).figures).toMatchObject({
      carriedForward: 0,
      events: 1,
    });
    const { figures, text } = await exportText(file, { fromUs: 2000, toUs: 5000 });
    expect(figures).toMatchObject({ carriedForward: 0, events: 0, sourceEvents: 0, sourceBytes: 0 });
    expect(strictFault(text)).toBeNull();
  });

  it('does not take losses counted before it for losses at its beginning', async () => {
    const file = await openStored(readTrace(SPIRAL));
    const lost = (opened: readonly FileConnection[]) => (opened[0] as FileConnection).connection.state.losses;
    const fromUs = 1_000_000;
    const { timesUs, packets } = lost(file);
    const due = [...packets.subarray(lowerBound(timesUs, fromUs))].reduce((sum, n) => sum + n, 0);
    expect(lost(file).summary.packets).toBeGreaterThan(due);
    const again = await openStored((await exportText(file, { fromUs, toUs: 1e8 })).bytes);
    expect(lost(again).summary).toEqual({ method: 'counted', packets: due });
  });
});

describe('numbers that a double does not hold', () => {
  it('are left out: a reader of 64-bit integers refuses what is left of them', async () => {
    const file = await openRecords([
      metrics(1, { ssthresh: 1000, congestion_window: 5000 }),
      '{"time":2,"name":"recovery:metrics_updated","data":{"ssthresh":18446744073709551615,"congestion_window":6000}}',
      metrics(3, { ssthresh: '18446744073709551615', congestion_window: 7000 }),
      metrics(4, { ssthresh: Number.MAX_SAFE_INTEGER, congestion_window: 8000 }),
    ]);
    const { text, figures } = await exportText(file, { fromUs: 0, toUs: 9000 });
    expect(eventsOf(text).map(({ data }) => data)).toEqual([
      { ssthresh: 1000, congestion_window: 5000 },
      { congestion_window: 6000 },
      { congestion_window: 7000 },
      { ssthresh: 9_007_199_254_740_991, congestion_window: 8000 },
    ]);
    expect(figures.leftOut.fields).toEqual([{ name: 'ssthresh', count: 2 }]);
  });
});

describe('a loss of the handshake', () => {
  it.each([
    { packet_number_space: 'initial', packet_number: 3 },
    { packet_num_space: 'Initial', header: { packet_number: 3 } },
  ])('told by its number space alone stays one: %j', async (data) => {
    const header = { packet_type: 'initial', packet_number: 3 };
    const file = await openRecords([
      event(1, 'transport:packet_sent', { header, raw: { length: 1200 }, frames: [{ frame_type: 'ping' }] }),
      event(2, 'recovery:packet_lost', data),
    ]);
    for (const version of ['as-logged', '0.3'] as const) {
      const exported = await exportText(file, { fromUs: 0, toUs: 9000 }, {}, 0, 'a', version);
      const { ledger, losses } = ((await openStored(exported.bytes))[0] as FileConnection).connection.state;
      expect(losses.summary).toEqual({ method: 'logged', packets: 1 });
      expect(ledger.initial.inFlightBytes).toBe(0);
    }
  });
});

describe('the figures of an export', () => {
  it('count the bytes of just these records, and of the file as it is', async () => {
    const records = [1, 2, 3, 4].map((time) => metrics(time, { congestion_window: 1000 * time }));
    const { figures, bytes } = await exportText(await openRecords(records), { fromUs: 2000, toUs: 3000 });
    expect(figures.sourceBytes).toBe((records[1] as string).length + (records[2] as string).length);
    expect(figures.bytes).toBe(bytes.length);
  });

  it('count records that are read by a repaired text, and events of other schemas as left out', async () => {
    const file = await openRecords([
      '{"time":1,"name":"recovery:metrics_updated","data":{"congestion_window":5000,"smoothed_rtt":NaN}}',
      event(2, 'moqt:stream_type_set', { headers: 'secret' }),
    ]);
    const { text, figures } = await exportText(file, { fromUs: 0, toUs: 9000 });
    expect(eventsOf(text)).toEqual([
      { time: 1, name: 'recovery:metrics_updated', data: { congestion_window: 5000 } },
    ]);
    expect(figures.leftOut).toMatchObject({
      events: [{ name: 'moqt:stream_type_set', count: 1 }],
      unreadable: 0,
    });
    expect(text).not.toContain('secret');
  });
});

describe('making an export', () => {
  async function sourceOf(file: readonly FileConnection[]): Promise<ExportSource> {
    const [first] = file as readonly [FileConnection];
    const { info, state } = first.connection;
    const records = await recordsOf(first);
    return {
      ...{ info, state, role: 'server', originMs: null, resolution: 'unknown' },
      ...{ reader: textReader(first), records },
    };
  }

  it('goes on in pieces, tells how far it is, and stops between them when it is no longer wanted', async () => {
    const source = await sourceOf(await openStored(readTrace(SPIRAL)));
    const stop = new AbortController();
    const told: number[] = [];
    const made = await exportRange(source, requestOf(0, 1e8), {
      signal: stop.signal,
      yieldToEventLoop: async () => {
        if (told.length === 3) stop.abort();
      },
      onProgress: (done) => told.push(done),
    });
    expect(made).toBeNull();
    expect(told).toEqual([1024, 2048, 3072]);
  });

  it('leaves out what can no longer be read, and counts it', async () => {
    const source = await sourceOf(await openRecords([metrics(1, { congestion_window: 5000 })]));
    const reader = { fast: true, read: () => Promise.reject(new Error('gone')) };
    const made = await exportRange({ ...source, reader }, requestOf(0, 9000), {
      signal: new AbortController().signal,
      yieldToEventLoop: async () => undefined,
      onProgress: () => undefined,
    });
    expect(made?.figures).toMatchObject({ sourceEvents: 1, events: 0, leftOut: { unreadable: 1 } });
  });

  it('is given up when it is cancelled, and another one beside it is not', async () => {
    const file = await openStored(readTrace(SPIRAL));
    const stop = new AbortController();
    const [older, newer] = [
      exportOf(file, requestOf(0, 1e8), stop.signal),
      exportOf(file, requestOf(0, 1000)),
    ];
    stop.abort();
    await expect(older).rejects.toThrow('aborted');
    expect((await newer).file.size).toBeGreaterThan(0);
  });

  it('of a connection that the file does not have is refused with a word', async () => {
    await expect(exportOf([], requestOf(0, 1))).rejects.toThrow('The file does not hold this connection.');
  });
});

describe('a source that is inflated for every read', () => {
  it('is read in large pieces', async () => {
    const bytes = new Uint8Array(1000).map((_, i) => i % 251);
    const reads: (readonly [number, number])[] = [];
    const slow = {
      fast: false,
      read: async (from: number, to: number) => {
        reads.push([from, to]);
        return bytes.slice(from, to);
      },
    };
    const reader = readInPieces(slow, 400);
    for (let at = 0; at + 50 <= 1000; at += 50)
      expect(await reader.read(at, at + 50)).toEqual(bytes.slice(at, at + 50));
    expect(reads).toEqual([
      [0, 400],
      [400, 800],
      [800, 1200],
    ]);
  });

  it('that is fast is read as asked', async () => {
    const reads: number[] = [];
    const reader = readInPieces({
      fast: true,
      read: async (from, to) => {
        reads.push(to - from);
        return new Uint8Array(to - from);
      },
    });
    await reader.read(0, 10);
    await reader.read(10, 30);
    expect(reads).toEqual([10, 20]);
  });
});
