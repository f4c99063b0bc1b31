/** Rows of streams and requests, and the life of a connection, made by hand: with text of a log in every place that may hold some. */

import type { HttpAnswer } from '../../src/engine/reading/contract/http.ts';
import { listedTotals } from '../../src/engine/reading/contract/request-totals.ts';
import type { StreamLanes, StreamsAnswer } from '../../src/engine/reading/contract/streams.ts';
import type { Traffic } from '../../src/engine/reading/contract/traffic.ts';
import type { HttpRow } from '../../src/engine/sender/http/http-row.ts';
import type { StreamRow } from '../../src/engine/sender/streams/stream-row.ts';
import type { Connectivity } from '../../src/engine/sender/transport/connectivity/connectivity.ts';

const GAP = { fromUs: 30_000, toUs: 42_000, bytes: 8000, filledBy: 31, lostPacket: 12 };

export function madeStream(id: number, row: Partial<StreamRow> = {}): StreamRow {
  return {
    id,
    kind: 'client-bidi',
    firstUs: 10_000,
    lastUs: 90_000,
    sent: {
      ...{ bytes: 10_400, ackedBytes: 10_000, inFlightBytes: 0, lostBytes: 400, discardedBytes: 0 },
      ...{ resentBytes: 400, endOffset: 10_000, packets: 9 },
    },
    received: { bytes: 60, repeatedBytes: 0, endOffset: 60, packets: 1 },
    finSentUs: 88_000,
    finReceivedUs: 10_000,
    aborts: [],
    blockedByStreamUs: 5000,
    openingUs: 0,
    blockedByConnectionUs: 0,
    gapUs: 12_000,
    blocked: [{ fromUs: 50_000, toUs: 55_000, by: 'stream' }],
    gaps: [GAP],
    beginsMidway: false,
    held: null,
    end: 'fin',
    ...row,
  };
}

export function madeStreams(rows: readonly StreamRow[]): StreamsAnswer {
  return { rows, from: 0, total: rows.length, unusable: 1, beyond: 0 };
}

/** @param columns of the window. */
export function madeLanes(rows: readonly StreamRow[], columns: number): StreamLanes {
  const plane = () => new Float32Array(rows.length * columns);
  return { ...madeStreams(rows), order: 'start', data: plane(), acked: plane(), resent: plane() };
}

export function madeRequest(streamId: number, row: Partial<HttpRow> = {}): HttpRow {
  return {
    streamId,
    method: 'GET',
    authority: 'host.example',
    path: '/private?token=1',
    status: 200,
    priority: 'u=3, i',
    requestBytes: 0,
    responseBytes: 10_000,
    isBody: true,
    announcedBytes: 10_000,
    startUs: 10_000,
    firstByteUs: 40_000,
    endUs: 90_000,
    outcome: 'done',
    abortedBy: null,
    code: Number.NaN,
    blocked: [{ fromUs: 50_000, toUs: 55_000 }],
    gaps: [GAP],
    held: null,
    source: 'http-events',
    ...row,
  };
}

export function madeRequests(rows: readonly HttpRow[]): HttpAnswer {
  return { rows, order: 'start', from: 0, total: rows.length, totals: listedTotals(rows), unread: 2 };
}

export const MADE_LIFE: Connectivity = {
  steps: [
    { timeUs: 0, kind: 'started', text: 'started', row: 0 },
    { timeUs: 32_000, kind: 'handshake-complete', text: 'handshake complete', row: 12 },
  ],
  phases: [
    {
      ...{ phase: 'initial', fromUs: 0, toUs: 20_000, sentPackets: 1, receivedPackets: 2 },
      ...{ sentBytes: 1200, receivedBytes: 2400, lostPackets: 0 },
    },
  ],
  parameters: [{ name: 'max_idle_timeout', own: '30,000 ms', peer: null, usual: 'none' }],
  paths: [
    {
      ...{ timeUs: 60_000, why: 'rebinding', by: 'remote', validatedUs: 61_000 },
      ...{ from: '203.0.113.77:443', to: '198.51.100.1:8443' },
    },
  ],
  amplificationLimited: [{ fromUs: 5000, toUs: 9000 }],
  version: 'v1 (0x1)',
  alpn: 'h3',
  serverName: 'host.example',
  handshakeUs: 32_000,
  closeReason: 'because of the log',
  leftOut: 3,
};

export const MADE_TOTALS: Traffic = {
  streams: {
    ...{ count: 30, finished: 28, reset: 1, sentBytes: 312_000, resentBytes: 12_000 },
    ...{ receivedBytes: 1800, repeatedBytes: 0, blockedUs: 150_000, gapUs: 360_000 },
    mostBlocked: { id: 8, us: 5000 },
    mostBehindGaps: { id: 0, us: 12_000 },
  },
  requests: {
    ...{ count: 30, done: 28, cancelled: 1, reset: 0, refused: 0, requestBytes: 0, responseBytes: 300_000 },
    ...{ medianUs: 80_000, longestUs: 110_000, longestStream: 112 },
    ...{ medianFirstByteUs: 30_000, longestFirstByteUs: 52_000 },
  },
  life: {
    ...{ handshakeUs: 32_000, retries: 1, versionNegotiations: 0, zeroRttPackets: 0, keyUpdates: 2 },
    ...{ pathChanges: 1, amplificationLimitedUs: 4000 },
  },
};
