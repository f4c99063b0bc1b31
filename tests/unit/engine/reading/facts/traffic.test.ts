/** Totals of what was carried: sums of the rows, and what no log shows. */
import { beforeAll, describe, expect, it } from 'vitest';
import { listedTotals, requestTotals } from '../../../../../src/engine/reading/contract/request-totals.ts';
import type { StreamsAnswer } from '../../../../../src/engine/reading/contract/streams.ts';
import { lifeTotals, trafficOf } from '../../../../../src/engine/reading/facts/traffic.ts';
import { allRows } from '../../../../../src/engine/reading/stages/all-rows.ts';
import { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { readTrace } from '../../../../support/load.ts';
import { MADE_LIFE, madeRequest } from '../../../../support/traffic.ts';

const WIRE = new URL('../../../../corpus/wire/quiche-req-100-conc.client.sqlog.gz', import.meta.url).pathname;

let session: TraceSession;
beforeAll(async () => {
  session = new TraceSession(() => undefined);
  const bytes = readTrace(WIRE) as Uint8Array<ArrayBuffer>;
  await session.open({ kind: 'file', file: new File([bytes], 'a.sqlog') });
});

const stateOf = (): TransportState => session.connection(0).connection.state;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('totals of streams', () => {
  it('are the sums of all rows', () => {
    const { rows, total }: StreamsAnswer = allRows(stateOf(), null).streams;
    const { streams } = trafficOf(stateOf());
    expect(streams?.count).toBe(total);
    expect(streams?.receivedBytes).toBe(sum(rows.map(({ received }) => received.bytes)));
    expect(streams?.resentBytes).toBe(sum(rows.map(({ sent }) => sent.resentBytes)));
    // Once for all streams that waited in it.
    expect(streams?.gapUs).toBeLessThan(sum(rows.map(({ gapUs }) => gapUs)));
    expect(streams?.finished).toBe(rows.filter(({ end }) => end === 'fin').length);
    const longest = rows.reduce((a, b) => (b.gapUs > a.gapUs ? b : a));
    expect(streams?.mostBehindGaps).toEqual({ id: longest.id, us: longest.gapUs });
  });

  it('are what the worker answers in a window and in the outline, made once', async () => {
    const window = { fromUs: 0, columnUs: 1000, columns: 10 };
    const { parts } = await session.request('window', {
      ...{ connection: 0, window, visible: { fromUs: 0, toUs: 10_000 }, series: [], model: null },
      parts: ['carried'],
    });
    expect(parts.carried).toBe(trafficOf(stateOf()));
    expect((await session.request('outline', { connection: 0 })).traffic).toBe(parts.carried);
  });

  it('are none of a log without frames', () => {
    expect(trafficOf(new TransportState())).toEqual({ streams: null, requests: null, life: null });
  });
});

describe('totals of requests', () => {
  it('time those that are done, and count the others by what became of them', () => {
    const rows = [
      madeRequest(0, { startUs: 0, firstByteUs: 20, endUs: 100 }),
      madeRequest(4, { startUs: 0, firstByteUs: 40, endUs: 300, responseBytes: Number.NaN }),
      madeRequest(8, { startUs: 0, firstByteUs: Number.NaN, endUs: 900, outcome: 'cancelled' }),
      madeRequest(12, { startUs: 0, firstByteUs: 30, endUs: Number.NaN, outcome: 'open' }),
    ];
    expect(requestTotals(rows)).toMatchObject({
      ...{ count: 4, done: 2, cancelled: 1, reset: 0, refused: 0, responseBytes: 30_000 },
      ...{ medianUs: 200, longestUs: 300, longestStream: 4 },
      ...{ medianFirstByteUs: 30, longestFirstByteUs: 40 },
    });
    expect(listedTotals(rows)).toMatchObject({ ...requestTotals(rows), sent: 0, slowest: rows[1] });
    expect([requestTotals([]), listedTotals([])]).toEqual([null, null]);
  });

  it('are not known where none is done', () => {
    const totals = requestTotals([
      madeRequest(0, { outcome: 'open', endUs: Number.NaN, startUs: Number.NaN }),
    ]);
    const { medianUs, longestUs, longestStream, medianFirstByteUs, longestFirstByteUs } = totals!;
    expect([medianUs, longestUs, longestStream, medianFirstByteUs, longestFirstByteUs]).toEqual(
      new Array(5).fill(Number.NaN),
    );
  });
});

it('updates of keys are not known where the log tells of no keys', () => {
  const steps = MADE_LIFE.steps.filter(({ kind }) => !kind.startsWith('keys-'));
  expect(lifeTotals({ ...MADE_LIFE, steps })?.keyUpdates).toBeNaN();
});

it('the life of a connection is counted by its steps', () => {
  const step = (kind: 'retry' | 'keys-updated') => ({ ...MADE_LIFE.steps[0]!, kind });
  const steps = [...MADE_LIFE.steps, step('retry'), step('keys-updated'), step('keys-updated')];
  expect(lifeTotals({ ...MADE_LIFE, steps })).toEqual({
    ...{ handshakeUs: 32_000, retries: 1, versionNegotiations: 0, zeroRttPackets: 0 },
    ...{ keyUpdates: 2, pathChanges: 1, amplificationLimitedUs: 4000 },
  });
  expect(lifeTotals({ ...MADE_LIFE, steps: [] })).toBeNull();
});
