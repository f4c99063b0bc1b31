/** Traces as they are compared: a file's worst connection with the outline that its worker answers, and made ones. */
import { basename } from 'node:path';
import type { Outline } from '../../src/engine/reading/contract/outline.ts';
import type { Snapshot, TraceSummary } from '../../src/engine/reading/contract/snapshot.ts';
import { emptySummary } from '../../src/engine/reading/facts/summary.ts';
import { TraceSession } from '../../src/engine/service/answers/session.ts';
import {
  type ComparedTrace,
  comparedTrace,
  withPackets,
} from '../../src/engine/service/compare/compared-trace.ts';
import { originMsOf } from '../../src/sharing/report/words/summary-words.ts';
import { readTrace } from './load.ts';

/** @param name of the trace; that of its file where left out. */
export async function openCompared(
  path: string,
  name?: string,
  isWithPackets = false,
): Promise<ComparedTrace> {
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  const bytes = readTrace(path) as Uint8Array<ArrayBuffer>;
  await session.open({ kind: 'file', file: new File([bytes], basename(path)) });
  if (newest === null) throw new Error('the session said nothing');
  const snapshot: Snapshot = newest;
  const outline = await session.request('outline', { connection: snapshot.connection });
  const called = name ?? basename(path).replace(/\.(server|client)?\.?s?qlog\.gz$/, '');
  const trace = comparedTrace(called, snapshot, outline, originMsOf(snapshot));
  return isWithPackets
    ? withPackets(trace, await session.request('packetColumns', { connection: snapshot.connection }))
    : trace;
}

type Made = {
  readonly name?: string;
  readonly summary?: Partial<TraceSummary>;
  readonly outline?: Partial<Omit<Outline, 'landmarks'>> & {
    readonly landmarks?: Partial<Outline['landmarks']>;
  };
  readonly models?: ComparedTrace['models'];
  readonly findings?: ComparedTrace['findings'];
  readonly packets?: ComparedTrace['packets'];
  readonly originMs?: number | null;
  readonly damages?: ComparedTrace['damages'];
};

/** A sender's trace of 10 s that finished after 4 s and lost 20 of 1,000 packets, but for what is said. */
export function madeCompared({
  name = 'a',
  summary,
  outline,
  models = null,
  findings = [],
  packets = null,
  originMs = null,
  damages = [],
}: Made): ComparedTrace {
  const landmarks = { startUs: 0, handshakeUs: 2e4, firstDataUs: 3e4, firstLossUs: 1e5, lastLossUs: 2e6 };
  return {
    name,
    findings,
    packets,
    isOlder: false,
    models,
    originMs,
    damages,
    summary: {
      ...emptySummary('none'),
      ...{ side: 'sender', durationUs: 10e6, packetsSent: 1000, packetsLost: 20, lossesKnown: true },
      ...{ minRttUs: 13_000, datagramBytes: 1350, cwndMinBytes: 2700, cwndMaxBytes: 54_000 },
      ...summary,
    },
    outline: {
      arrived: { quantity: 'goodput', timesUs: Float64Array.of(1e6, 4e6), bytes: Float64Array.of(1e6, 10e6) },
      milestones: [
        { bytes: 1e6, timeUs: 1e6 },
        { bytes: 10e6, timeUs: 4e6 },
      ],
      ...{ outcome: 'finished', completedUs: 4e6 },
      ...{ initialCwndBytes: 13_500, medianCwndBytes: 9000, medianRttUs: 14_000 },
      identity: { originalIds: [], groupId: null, connectionIds: [], quicVersion: 1 },
      parameters: { own: new Map(), peer: new Map() },
      ...{ states: [], limits: [], probeTimeouts: 2, afterLastLoss: null, traffic: null },
      ...outline,
      landmarks: { ...landmarks, ...outline?.landmarks },
    },
  };
}
