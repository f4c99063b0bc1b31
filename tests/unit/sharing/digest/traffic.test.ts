/** What a digest holds of streams, requests and the life of a connection, within its bounds, and what it answers of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnswerPart } from '../../../../src/engine/reading/contract/answer-parts.ts';
import type { WindowAnswer } from '../../../../src/engine/reading/contract/snapshot.ts';
import type { StreamShares } from '../../../../src/engine/reading/contract/streams.ts';
import type { StreamHeld } from '../../../../src/engine/sender/streams/stream-row.ts';
import type { Connectivity } from '../../../../src/engine/sender/transport/connectivity/connectivity.ts';
import { answerFrom, snapshotOf } from '../../../../src/sharing/digest/answer.ts';
import { cleaned } from '../../../../src/sharing/digest/clean.ts';
import { coarsen } from '../../../../src/sharing/digest/coarsen.ts';
import { type Digest, MAX_ROWS } from '../../../../src/sharing/digest/digest.ts';
import { DETAILS, FULL_DETAIL, reduceTo } from '../../../../src/sharing/digest/fit.ts';
import { packedFields } from '../../../../src/sharing/digest/held-parts.ts';
import { type DigestInput, makeDigest, type PanelNeeds } from '../../../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest } from '../../../../src/sharing/digest/pack.ts';
import { surveyTrace } from '../../../support/digest-input.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import {
  MADE_LIFE,
  MADE_TOTALS,
  madeLanes,
  madeRequest,
  madeRequests,
  madeStream,
} from '../../../support/traffic.ts';

const panel = (id: string, part: AnswerPart, rank: number | null): PanelNeeds => {
  return { id, series: [], parts: [part], rank };
};
const NEEDS = [
  panel('multiplexing', 'streamShares', 1),
  panel('streams', 'streamLanes', 4),
  panel('requests', 'http', 4),
  panel('handshake', 'connectivity', null),
];

const STREAMS = Array.from({ length: MAX_ROWS + 20 }, (_, i) =>
  madeStream(4 * i, { firstUs: i * 1000, lastUs: 500_000 + i, gapUs: 1000 * (MAX_ROWS + 20 - i) }),
);
const REQUESTS = STREAMS.map(({ id }, i) => madeRequest(id, { startUs: i * 1000, endUs: 900_000 - i }));

/** 100 bytes of stream 4, and twice as many of another one in each column. */
function sharesOf(columns: number): StreamShares {
  return {
    direction: 'sent',
    starts: Uint32Array.from({ length: columns + 1 }, (_, i) => 2 * i),
    ids: Float64Array.from({ length: 2 * columns }, (_, i) => (i % 2 === 0 ? 4 : 8 + 4 * ((i >> 1) % 3))),
    bytes: Float64Array.from({ length: 2 * columns }, (_, i) => (i % 2 === 0 ? 100 : 200)),
    others: new Float64Array(columns).fill(50),
  };
}

const withParts = (answer: WindowAnswer): WindowAnswer => ({
  ...answer,
  parts: {
    ...answer.parts,
    streamShares: sharesOf(answer.window.columns),
    streamLanes: madeLanes(STREAMS, answer.window.columns),
    http: madeRequests(REQUESTS),
    connectivity: MADE_LIFE,
    carried: MADE_TOTALS,
  },
});

const ONE_RTT: Connectivity['phases'][number] = {
  ...MADE_LIFE.phases[0]!,
  phase: 'one-rtt',
  receivedPackets: 0,
};

const HANDSHAKE = { fromUs: 0, toUs: 32_000 };

let input: DigestInput;
let digest: Digest;

function opened(made: Digest): Digest {
  const read = decodeDigest(encodeDigest(made, 1023));
  if ('reason' in read) throw new Error(read.reason);
  return read.digest;
}

beforeAll(async () => {
  const trace = await surveyTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
  const given = trace.input();
  const { snapshot } = given;
  input = {
    ...given,
    snapshot: {
      ...snapshot,
      summary: { ...snapshot.summary, streams: 120, requests: 7, handshake: HANDSHAKE },
    },
    fine: withParts(given.fine),
    whole: given.whole && withParts(given.whole),
    panels: { held: [...trace.needs, ...NEEDS], empty: [] },
  };
  digest = reduceTo(makeDigest(input), { needs: input.panels.held, finding: null }, FULL_DETAIL);
});

const ask = (from: Digest, request: Partial<Parameters<typeof answerFrom>[1]> = {}) =>
  answerFrom(from, {
    connection: 0,
    window: from.blocks[0]!.window,
    visible: from.visible,
    series: [],
    parts: ['streamShares', 'streamLanes', 'http', 'connectivity'],
    model: null,
    ...request,
  }).parts;

describe('a digest', () => {
  it('comes back with rows, life and totals as they were redacted', () => {
    const read = opened(digest);
    const { path: _, authority: __, priority: ___, ...kept } = madeRequest(0, { endUs: 900_000 });
    expect(read.streams?.rows).toEqual(STREAMS.slice(0, MAX_ROWS));
    expect(read.streams?.total).toBe(MAX_ROWS + 20);
    expect(read.requests?.rows[0]).toEqual({
      ...kept,
      startUs: 0,
      path: null,
      authority: null,
      priority: null,
    });
    const steps = MADE_LIFE.steps.map((step) => ({ ...step, row: Number.NaN }));
    const paths = MADE_LIFE.paths.map((path) => ({ ...path, from: null, to: null }));
    expect(read.connectivity).toEqual({ ...MADE_LIFE, steps, paths, serverName: null, closeReason: null });
    expect([read.summary.streams, read.summary.requests]).toEqual([120, 7]);
    expect(read.summary.handshake).toEqual(HANDSHAKE);
    expect(read.traffic).toEqual(MADE_TOTALS);
  });

  it.each<[string, boolean, Partial<Connectivity>]>([
    ['its step is there', true, {}],
    ['packets of both directions show it', true, { steps: [], phases: [{ ...ONE_RTT, receivedPackets: 1 }] }],
    ['only one side sent packets', false, { steps: [], phases: [ONE_RTT] }],
    ['nothing shows it', false, { steps: MADE_LIFE.steps.slice(0, 1) }],
  ])('knows whether the handshake completed: %s', (_, isComplete, life) => {
    const { summary } = snapshotOf(opened({ ...digest, connectivity: { ...MADE_LIFE, ...life } }), 1000);
    expect(summary.handshake).toEqual(isComplete ? HANDSHAKE : { ...HANDSHAKE, incomplete: true });
    expect(snapshotOf(opened({ ...digest, connectivity: null }), 1000).summary.handshake).toEqual(HANDSHAKE);
  });

  it('answers with the rows that it holds, in the order that is asked for, and counts the others', () => {
    const read = opened(digest);
    const { streamLanes, http, connectivity } = ask(read, {
      streamRows: { order: 'start', from: 2, count: 3 },
      httpRows: { order: 'duration', from: 0, count: 2 },
    });
    expect(streamLanes?.rows.map(({ id }) => id)).toEqual([8, 12, 16]);
    expect(http?.totals).toMatchObject({ ...MADE_TOTALS.requests, sent: 0, slowest: { streamId: 112 } });
    const late = madeRequest(8, { firstByteUs: 80_000 });
    const { http: waiting } = ask(
      opened({ ...digest, requests: { rows: [madeRequest(4), late], total: 2, unread: 0 } }),
      {
        httpRows: { order: 'waiting', from: 0, count: 1 },
      },
    );
    expect(waiting?.rows.map(({ streamId }) => streamId)).toEqual([8]);
    expect([streamLanes?.total, streamLanes?.beyond, streamLanes?.unusable]).toEqual([MAX_ROWS, 20, 1]);
    expect(http?.rows.map(({ streamId }) => streamId)).toEqual([0, 4]);
    expect(connectivity?.handshakeUs).toBe(32_000);
    expect(ask(read, { parts: [] }).streamLanes).toBeNull();
  });

  it('holds what held the slowest rows, and the streams that were sent most meanwhile; of the times nothing', () => {
    const held = (us: number): StreamHeld => ({
      parts: [
        { holder: 'behindStreams', us },
        { holder: 'window', us: 5 },
      ],
      others: [4, 8, 12, 16].map((id) => ({ id, us: 900 - id })),
      spans: [{ fromUs: 0, toUs: us, holder: 'behindStreams' }],
    });
    const rows = Array.from({ length: 30 }, (_, i) =>
      madeRequest(4 * i, { held: i === 3 ? null : held(1000 - i) }),
    );
    const packed = packedFields({ ...input.fine.parts, http: { ...madeRequests(rows), rows } });
    const { requests } = opened({ ...digest, requests: packed.requests });
    const slowest = requests?.rows.filter((row) => row.held !== null) ?? [];
    expect(slowest.map(({ streamId }) => streamId / 4)).toEqual([
      0,
      1,
      2,
      ...Array.from({ length: 13 }, (_, i) => i + 4),
    ]);
    expect(slowest[0]?.held).toEqual({ ...held(1000), others: held(0).others.slice(0, 3), spans: [] });
  });

  it('has the totals of all requests, where it does not hold all of their rows', () => {
    const all = { ...MADE_TOTALS.requests!, count: 700, done: 690, longestUs: 5e6, longestStream: 4 };
    const traffic = { ...MADE_TOTALS, requests: all };
    const of = (total: number) =>
      ask(
        opened({
          ...digest,
          traffic,
          requests: { rows: [madeRequest(0), madeRequest(4)], total, unread: 0 },
        }),
      ).http?.totals;
    expect(of(700)).toMatchObject({ ...all, sent: 0, slowest: { streamId: 4 } });
    expect(of(2)).toMatchObject({ count: 2, done: 2, slowest: { streamId: 0 } });
  });

  it('spreads the bytes of a stream from its first frame to its last', () => {
    const made = opened({ ...digest, streams: { ...digest.streams!, rows: [madeStream(0)] } });
    const window = { fromUs: 0, columnUs: 10_000, columns: 12 };
    const { streamLanes } = ask(made, { window, visible: { fromUs: 0, toUs: 120_000 } });
    const { data, acked } = streamLanes!;
    expect(data.length % streamLanes!.rows.length).toBe(0);
    const sum = (plane: Float32Array) => plane.reduce((total, bytes) => total + bytes, 0);
    expect(sum(data)).toBeCloseTo(10_400, 0);
    expect(sum(acked)).toBeCloseTo(10_000, 0);
    expect(data[0]).toBe(0);
  });

  it('answers which streams each column carried, summed over columns', () => {
    const read = opened(digest);
    const [fine] = read.blocks;
    const { streamShares } = ask(read);
    const total = (shares: StreamShares): number =>
      [...shares.bytes, ...shares.others].reduce((sum, bytes) => sum + bytes, 0);
    // Each entry is off by at most half a step of 350 / 255 bytes.
    const most = 350 * fine!.window.columns;
    expect(Math.abs(total(fine!.streamShares!) - most)).toBeLessThan(fine!.window.columns * 3);
    expect(total(streamShares!)).toBeCloseTo(total(fine!.streamShares!), 3);
    const halved = coarsen(fine!, fine!.window.columns / 2);
    expect(total(halved.streamShares!)).toBe(total(fine!.streamShares!));
    expect([...streamShares!.ids.subarray(0, 2)]).toEqual([4, 8]);
  });

  it('gives rows and panels up in the order of the list, and says of panels that it did', () => {
    const counts = DETAILS.map((detail) => {
      const reduced = reduceTo(makeDigest(input), { needs: input.panels.held, finding: null }, detail);
      const [fine] = reduced.blocks;
      return [
        reduced.streams?.rows.length ?? 0,
        reduced.requests?.rows.length ?? 0,
        fine?.streamShares ? 1 : 0,
      ];
    });
    expect(counts[0]).toEqual([MAX_ROWS, MAX_ROWS, 1]);
    expect(counts.map(([rows]) => rows)).toEqual([...counts.map(([rows]) => rows)].sort((a, b) => b! - a!));
    expect(counts.at(-1)).toEqual([0, 0, 0]);
    const least = reduceTo(makeDigest(input), { needs: input.panels.held, finding: null }, DETAILS.at(-1)!);
    expect(least.givenUp.panels).toEqual(expect.arrayContaining(['multiplexing', 'streams', 'requests']));
    expect(least.connectivity).not.toBeNull();
  });
});

describe('a digest that no trace gave', () => {
  const first = (change: object): Digest['streams'] => ({
    ...digest.streams!,
    rows: [{ ...madeStream(0), ...change }, madeStream(4)],
  });

  it.each([
    ['a stream that ends before it begins', { firstUs: 5, lastUs: 4 }],
    ['a stream without a time', { firstUs: Number.NaN }],
    ['a stream in a time that no trace has', { lastUs: 1e16 }],
  ])('loses %s, and keeps the others', (_, change) => {
    const { streams } = cleaned({ ...digest, streams: first(change) });
    expect(streams?.rows.map(({ id }) => id)).toEqual([4]);
  });

  it('has no wait that runs backwards, and no length that is none', () => {
    const gap = { bytes: -1, filledBy: -3, lostPacket: 1.5 };
    const change = {
      gapUs: -5,
      gaps: [
        { fromUs: 9, toUs: 3, ...gap },
        { fromUs: 3, toUs: 9, ...gap },
      ],
    };
    const [row] = cleaned({ ...digest, streams: first(change) }).streams!.rows;
    expect(row?.gapUs).toBe(0);
    expect(row?.gaps).toEqual([
      { fromUs: 3, toUs: 9, bytes: 0, filledBy: Number.NaN, lostPacket: Number.NaN },
    ]);
  });

  it('has requests without figures that are none, and as many in all as are listed', () => {
    const row = madeRequest(0, { status: 1e6, responseBytes: -1, endUs: 1e300 });
    const { requests } = cleaned({ ...digest, requests: { rows: [row], total: 0, unread: 0 } });
    expect(requests?.total).toBe(1);
    expect(requests?.rows[0]).toMatchObject({
      status: Number.NaN,
      responseBytes: Number.NaN,
      endUs: Number.NaN,
    });
  });

  it('has no handshake that ends before it begins', () => {
    const ending = (handshake: { fromUs: number; toUs: number }) =>
      cleaned({ ...digest, summary: { ...digest.summary, handshake } }).summary.handshake;
    expect(ending(HANDSHAKE)).toEqual(HANDSHAKE);
    expect(ending({ fromUs: 5, toUs: 4 })).toBeUndefined();
    expect(ending({ fromUs: Number.NaN, toUs: 4 })).toBeUndefined();
  });

  it('has a handshake of some length, and steps with a time', () => {
    const steps = [{ ...MADE_LIFE.steps[0]!, timeUs: Number.NaN }, MADE_LIFE.steps[1]!];
    const life = cleaned({ ...digest, connectivity: { ...MADE_LIFE, steps, handshakeUs: -1 } }).connectivity;
    expect(life?.handshakeUs).toBeNaN();
    expect(life?.steps).toEqual(MADE_LIFE.steps.slice(1));
  });
});
