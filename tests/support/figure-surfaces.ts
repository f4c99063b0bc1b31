/**
 * The figures of a trace as everything that shows them has them: what the owner of each says (docs/figures.md), and what summary, panels,
 * rows, record, table, fleet and digest say.
 */
import * as v from 'valibot';
import { windowFor } from '../../src/drawing/surface/viewport.ts';
import { SLICE_STRIDE } from '../../src/engine/base/columns/series.ts';
import { HOLDER_NAMES } from '../../src/engine/base/text/account-names.ts';
import { timeLost } from '../../src/engine/base/text/time-lost.ts';
import type { AnswerPart } from '../../src/engine/reading/contract/answer-parts.ts';
import type { Snapshot, WindowAnswer } from '../../src/engine/reading/contract/snapshot.ts';
import { requestsHeld } from '../../src/engine/reading/facts/requests-held.ts';
import { trafficOf } from '../../src/engine/reading/facts/traffic.ts';
import { allRows } from '../../src/engine/reading/stages/all-rows.ts';
import { goodputBytesOf } from '../../src/engine/reading/stages/arrivals.ts';
import { blockedTime } from '../../src/engine/sender/streams/blocked-time.ts';
import { streamRowsOf } from '../../src/engine/sender/streams/rows-of-state.ts';
import { connectivityOf } from '../../src/engine/sender/transport/connectivity/connectivity-of.ts';
import { endOf } from '../../src/engine/sender/transport/ending.ts';
import { TraceSession } from '../../src/engine/service/answers/session.ts';
import { traceSurvey } from '../../src/engine/service/answers/survey.ts';
import { answerWindow } from '../../src/engine/service/answers/window.ts';
import { answerFrom, snapshotOf } from '../../src/sharing/digest/answer.ts';
import { fitDigest } from '../../src/sharing/digest/fit.ts';
import { makeDigest } from '../../src/sharing/digest/make.ts';
import { decodeDigest } from '../../src/sharing/digest/pack.ts';
import { asHeld } from '../../src/sharing/figures/held.ts';
import { RECORD_FIELDS, recordRow, surveyRows } from '../../src/sharing/figures/rows.ts';
import { fileRows } from '../../src/sharing/fleet-rows/rows.ts';
import { traceRecord } from '../../src/sharing/report/records/trace-record.ts';
import { requestRecord } from '../../src/sharing/table/requests-text.ts';
import { surveyBytes } from './digest-input.ts';
import { readTrace } from './load.ts';

/** What one of them says, and how far it may be from the owner; NaN and null where it is not known. */
export type Said = readonly [where: string, value: number | null | undefined, within?: number];

export interface Quantity {
  readonly name: string;
  /** NaN where the trace does not show it. */
  readonly owner: number;
  readonly said: readonly Said[];
}

const PARTS: readonly AnswerPart[] = ['limits', 'http', 'streamLanes', 'connectivity', 'carried'];
const DIGEST_BYTES = 64 * 1024;
/** A digest holds times in whole µs. */
const WHOLE_US = 0.5;

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};
/** 1 ms is 1,000 µs; a record rounds to nothing. */
const us = (ms: number | null | undefined): number => (ms == null ? Number.NaN : ms * 1000);

/** The last, the smallest value of a series in a window of the whole trace; NaN without it. */
function seriesIn({ series }: WindowAnswer, id: string, pick: 'last' | 'min'): number {
  const values = series.find((slice) => slice.id === id)?.values ?? [];
  let found = Number.NaN;
  for (let at = 0; at < values.length; at += SLICE_STRIDE) {
    const value = values[at + (pick === 'last' ? 3 : 1)] as number;
    if (Number.isNaN(value)) continue;
    found = pick === 'last' || Number.isNaN(found) ? value : Math.min(found, value);
  }
  return found;
}

async function opened(bytes: Uint8Array): Promise<readonly [TraceSession, Snapshot]> {
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  await session.open({ kind: 'file', file: new File([bytes as Uint8Array<ArrayBuffer>], 'a.sqlog') });
  return [session, newest as unknown as Snapshot];
}

const requestOf = ({ connection, extent }: Snapshot, columns = 900) => ({
  connection,
  window: windowFor({ ...extent, width: columns }, extent),
  visible: extent,
  series: ['acked-total', 'sent-total', 'min-rtt', 'smoothed-rtt'],
  parts: PARTS,
  model: null,
  httpRows: { order: 'start', from: 0, count: 500 } as const,
  streamRows: { order: 'start', from: 0, count: 500 } as const,
});

/** Null of a digest that none fits, and of a trace without an event. */
async function digestOf(bytes: Uint8Array): Promise<readonly [Snapshot, WindowAnswer] | null> {
  const trace = await surveyBytes(bytes, 'a.sqlog');
  const [fitted] = fitDigest(makeDigest(trace.input({ range: null })), trace, [DIGEST_BYTES]);
  if (fitted == null) return null;
  const read = decodeDigest(fitted.bytes);
  if ('reason' in read) throw new Error(read.reason);
  const snapshot = snapshotOf(read.digest, fitted.bytes.length);
  return [snapshot, answerFrom(read.digest, requestOf(snapshot))];
}

/** Of the connection that the page shows first. */
export async function quantitiesOf(path: string): Promise<readonly Quantity[]> {
  const bytes = readTrace(path);
  const [session, snapshot] = await opened(bytes);
  const { summary, connection } = snapshot;
  const { state } = session.connection(connection).connection;
  const answer = answerWindow(session, requestOf(snapshot));
  const { http, streamLanes, connectivity, carried } = answer.parts;
  const plainTraffic = trafficOf(state);
  const { requests } = plainTraffic;
  const heldTime = session.analysis(connection)?.heldTime ?? null;
  const traffic = { ...plainTraffic, held: requests && requestsHeld(state, requests, heldTime) };
  const place = { file: 'a.sqlog', segments: null, trace: 0, marks: [], errors: [] };
  const record = JSON.parse(
    JSON.stringify(traceRecord(place, summary, snapshot.models as never, snapshot, traffic)),
  );
  // A part is written in whole µs.
  const ofRoundedParts = (record.account?.parts ?? []).length * WHOLE_US;
  const of = snapshot.connections.find(({ index }) => index === connection)!;
  const survey = traceSurvey(snapshot, of, state);
  const listed = { traces: [survey], hash: null, connectionCount: 1, failures: [], ends: null };
  const [row] = surveyRows('a.sqlog', listed);
  const lineRow = recordRow('a.sqlog', 0, v.parse(v.looseObject(RECORD_FIELDS), record));
  const file = { file: 'a.sqlog', bytes: null, writtenMs: null };
  const reading = { file, hash: null, connections: 1, failures: [], judgedBy: '1' };
  const fleet = fileRows({ ...reading, traces: [{ survey, quality: snapshot, digest: null }] }).traces[0]!;
  const digest = await digestOf(bytes);
  const [held, heldAnswer] = digest ?? [null, null];
  const inDigest = (
    value: (summary: Snapshot['summary']) => number | undefined,
    within = 0,
  ): readonly Said[] => (held === null ? [] : [['digest', value(held.summary), within]]);
  const heldTraffic = heldAnswer?.parts.carried ?? null;
  const inHeldTraffic = (
    value: (totals: NonNullable<typeof heldTraffic>) => number | undefined,
  ): readonly Said[] => (heldTraffic === null ? [] : [['digest', value(heldTraffic), WHOLE_US]]);
  const known = (value: number): number => (summary.lossesKnown ? value : Number.NaN);
  const goodput = goodputBytesOf(state);
  const rows = allRows(state, heldTime);
  const heldRows = rows.http.rows.filter((one) => one.held !== null && one.endUs > one.startUs);
  const partUs = (parts: readonly { readonly us: number }[]): number => sum(parts.map((part) => part.us));
  const durations = rows.http.rows.map(({ startUs, endUs }) => endUs - startUs);
  const life = connectivityOf(state);
  const blocked = traffic.streams === null ? Number.NaN : blockedTime(streamRowsOf(state).table).us;
  const isOne = state.pathCount <= 1;
  const all: Quantity[] = [
    {
      name: 'length',
      owner: summary.durationUs,
      said: [
        ['record', us(record.durationMs), 1e-6],
        ['table', row?.durationUs],
        ['fleet', us(fleet.duration_ms as number | null), 1e-6],
        ...inDigest(({ durationUs }) => durationUs),
      ],
    },
    {
      name: 'losses',
      owner: known(state.losses.summary.packets),
      said: [
        ['summary', known(summary.packetsLost)],
        ['panel', known(sum(answer.losses))],
        ['record', record.packetsLost],
        ['table', row?.packetsLost],
        ['table of records', lineRow.packetsLost],
        ['fleet', fleet.packets_lost],
        ...inDigest(({ packetsLost, lossesKnown }) => (lossesKnown ? packetsLost : Number.NaN)),
      ],
    },
    {
      name: 'spurious losses',
      owner: state.spuriousLosses,
      said: [['summary', summary.spuriousLosses], ...inDigest(({ spuriousLosses }) => spuriousLosses)],
    },
    {
      name: 'packets',
      owner: isOne ? state.ledger.sentPackets : state.sentPackets,
      said: [
        ['summary', summary.packetsSent],
        ['record', record.packetsSent],
        ['table', row?.packetsSent],
        ['table of records', lineRow.packetsSent],
        ['fleet', fleet.packets_sent],
        ...inDigest(({ packetsSent }) => packetsSent),
      ],
    },
    {
      name: 'bytes acknowledged',
      owner: state.series.ackedTotal.length === 0 ? Number.NaN : state.ackedBytes,
      said: [['panel', seriesIn(answer, 'acked-total', 'last')]],
    },
    {
      name: 'goodput, bytes',
      owner: goodput ?? Number.NaN,
      said: [
        ['summary', state.side === 'receiver' ? goodput : summary.goodputBytes],
        ['table', row?.goodput == null ? null : (row.goodput * summary.durationUs) / 1e6, 1e-3],
        [
          'fleet',
          fleet.goodput == null ? null : ((fleet.goodput as number) * summary.durationUs) / 1e6,
          1e-3,
        ],
        ...(state.side === 'receiver' ? [] : inDigest(({ goodputBytes }) => goodputBytes)),
      ],
    },
    {
      name: 'smallest RTT',
      owner: isOne ? summary.minRttUs : Number.NaN,
      said: [
        ...(isOne && summary.minRttUs > 0 && state.series.minRtt.min > 0
          ? ([['panel', seriesIn(answer, 'min-rtt', 'min')]] as const)
          : []),
        ['record', us(record.rttMinMs), 1e-6],
        ['table', row?.minRttUs],
        ['table of records', lineRow.minRttUs, WHOLE_US],
        ['fleet', us(fleet.min_rtt_ms as number | null), 1e-6],
        ...inDigest(({ minRttUs }) => minRttUs),
      ],
    },
    {
      name: 'median RTT',
      owner: isOne ? summary.smoothedRttUs : Number.NaN,
      said: [
        ...(isOne ? ([['panel', answer.rttUs]] as const) : []),
        ['table', row?.smoothedRttUs],
        ['fleet', us(fleet.smoothed_rtt_ms as number | null), 1e-6],
        ...inDigest(({ smoothedRttUs }) => smoothedRttUs),
        ...(isOne && Number.isFinite(summary.smoothedRttUs)
          ? ([['comparison', (await session.request('outline', { connection })).medianRttUs]] as const)
          : []),
      ],
    },
    {
      name: 'time without credit',
      owner: blocked,
      said: [
        ['panel', carried?.streams?.blockedUs],
        ['record', us(record.streams?.blockedMs), 1e-6],
        ...inHeldTraffic(({ streams }) => streams?.blockedUs),
      ],
    },
    {
      name: 'requests',
      owner: rows.http.total === 0 ? Number.NaN : rows.http.total,
      said: [
        ['summary', summary.requests],
        ['panel', http?.total || null],
        ['record', record.http?.count],
        ...inDigest(({ requests }) => requests),
      ],
    },
    ...(
      [
        ['median', 'medianUs'],
        ['longest', 'longestUs'],
      ] as const
    ).map(([which, figure]) => ({
      name: `${which} duration of requests that are done`,
      owner: requests?.[figure] ?? Number.NaN,
      said: [
        ['panel', http?.totals?.[figure]],
        ['rows', rows.http.totals?.[figure]],
        ['record', us(record.http?.[figure.replace('Us', 'Ms')]), 1e-6],
        ...inHeldTraffic((totals) => totals.requests?.[figure]),
      ] satisfies readonly Said[],
    })),
    {
      name: 'time lost',
      owner: timeLost(summary.account?.parts ?? [])?.us ?? Number.NaN,
      said: [
        [
          'record',
          us(
            sum(
              (record.account?.parts ?? []).map(
                (part: { readonly lostMs: number | null }) => part.lostMs ?? Number.NaN,
              ),
            ),
          ),
          ofRoundedParts,
        ],
        ['table', row && asHeld(row.held)?.lostUs],
        ['table of records', asHeld(lineRow.held)?.lostUs, ofRoundedParts],
        ['fleet', us(fleet.time_lost_ms as number | null), 1],
      ],
    },
    {
      name: 'duration of all requests',
      owner: sum(durations.filter((value) => value >= 0)),
      said: [
        [
          'rows',
          sum(
            rows.http.rows
              .map((one) => us(requestRecord(one as never).durationMs as number) || 0)
              .filter((value) => value >= 0),
          ),
          1e-3 * (durations.length + 1),
        ],
        ...(rows.http.total <= 500
          ? ([
              [
                'panel',
                sum(
                  (http?.rows ?? [])
                    .map(({ startUs, endUs }) => endUs - startUs)
                    .filter((value) => value >= 0),
                ),
              ],
            ] as const)
          : []),
      ],
    },
    {
      name: 'what held requests whose end shows',
      owner: sum(heldRows.map(({ startUs, endUs }) => endUs - startUs)),
      said: [
        ['rows', sum(heldRows.map(({ held: of }) => partUs(of?.parts ?? [])))],
        [
          'JSON',
          us(sum(heldRows.flatMap((one) => requestRecord(one as never).held ?? []).map(({ ms }) => ms ?? 0))),
          1e-3 * (heldRows.length + 1),
        ],
        ...(rows.http.total <= 500
          ? ([
              [
                'panel',
                sum(
                  (http?.rows ?? [])
                    .filter(({ startUs, endUs }) => endUs > startUs)
                    .map(({ held: of }) => partUs(of?.parts ?? [])),
                ),
              ],
            ] as const)
          : []),
      ],
    },
    {
      name: 'what held all requests',
      owner: partUs(rows.http.rows.flatMap(({ held: of }) => of?.parts ?? [])),
      said: [
        ['record', us(sum((record.http?.held ?? []).map((part: { readonly ms: number }) => part.ms))), 1e-3],
      ],
    },
    {
      name: 'handshake',
      owner: life.handshakeUs,
      said: [
        ['panel', connectivity?.handshakeUs],
        ['record', us(record.connectivity?.handshakeMs), 1e-6],
        ...inHeldTraffic((totals) => totals.life?.handshakeUs),
      ],
    },
    {
      name: 'held by the anti-amplification limit',
      owner:
        traffic.life === null
          ? Number.NaN
          : sum(life.amplificationLimited.map(({ fromUs, toUs }) => toUs - fromUs)),
      said: [
        ['record', us(record.connectivity?.amplificationLimitedMs), 1e-6],
        ['panel', carried?.life == null ? null : carried.life.amplificationLimitedUs],
        ...inHeldTraffic((totals) => totals.life?.amplificationLimitedUs),
      ],
    },
    {
      name: 'end of the connection',
      owner: endOf(state)?.timeUs ?? Number.NaN,
      said: state.isPart
        ? []
        : [
            ['summary', summary.ending?.timeUs],
            ['record', us(record.ended?.ms), 1e-6],
            ...inDigest(({ ending }) => ending?.timeUs),
          ],
    },
    {
      name: 'streams',
      owner: state.streams.ids.length || Number.NaN,
      said: [
        ['summary', summary.streams],
        ['panel', streamLanes?.total],
        ['record', record.streams?.count],
        ...inDigest(({ streams }) => streams),
      ],
    },
  ];
  return [...all, ...heldTimes(snapshot, answer)];
}

/** Of each holder the time that it held, by the account, and by the panel of the limits, to a column at each end of the span. */
function heldTimes(
  { summary: { account } }: Snapshot,
  { parts: { limits }, window }: WindowAnswer,
): readonly Quantity[] {
  if (account === undefined || account.main === null || limits === null) return [];
  return Object.entries(HOLDER_NAMES).map(([holder, name]) => {
    const at = limits.names.indexOf(name);
    const { length } = limits.names;
    const shares =
      at < 0 ? [] : Array.from({ length: window.columns }, (_, i) => limits.shares[i * length + at]!);
    return {
      name: `held by ${name}`,
      owner: sum(account.parts.filter((part) => part.holder === holder).map(({ heldUs }) => heldUs)),
      said: [['limits', sum(shares) * window.columnUs, 1]],
    };
  });
}
