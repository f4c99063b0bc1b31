/** A trace as it is compared: what its worker answers, and its name. */
import type { ComparedModels } from '../../base/text/controller-words';
import type { Finding } from '../../findings/finding/finding';
import type { Outline } from '../../reading/contract/outline';
import type { PacketColumns } from '../../reading/contract/packet-columns';
import type { Snapshot, TraceSummary } from '../../reading/contract/snapshot';
import { type Damage, damagesOf } from './damage';

export interface ComparedTrace {
  readonly name: string;
  readonly summary: TraceSummary;
  readonly findings: readonly Finding[];
  /** Null before the trace is judged. */
  readonly models: ComparedModels | null;
  readonly outline: Outline;
  /** It is a digest of an older version, without an account of time. */
  readonly isOlder: boolean;
  /** Null where they were not asked for (`asksForPackets`). */
  readonly packets: PacketColumns | null;
  /** Time 0 as ms since 1970; null where no time of day is logged. */
  readonly originMs: number | null;
  /** What of its log could not be read. */
  readonly damages: readonly Damage[];
}

/** Of a digest, which holds no outline, only its start is known. @param startUs its first time. */
export function digestOutline(startUs: number): Outline {
  const unknown = Number.NaN;
  return {
    landmarks: {
      startUs,
      handshakeUs: unknown,
      firstDataUs: unknown,
      firstLossUs: unknown,
      lastLossUs: unknown,
    },
    arrived: { quantity: 'goodput', timesUs: new Float64Array(), bytes: new Float64Array() },
    milestones: [],
    outcome: 'unknown',
    completedUs: unknown,
    initialCwndBytes: unknown,
    medianCwndBytes: unknown,
    medianRttUs: unknown,
    identity: { originalIds: [], groupId: null, connectionIds: [], quicVersion: unknown },
    parameters: { own: new Map(), peer: new Map() },
    states: [],
    limits: [],
    probeTimeouts: unknown,
    afterLastLoss: null,
    traffic: null,
  };
}

/** False of a digest: a trace says of each milestone at least that it was not reached. */
export function hasOutline({ outline }: Pick<ComparedTrace, 'outline'>): boolean {
  return outline.milestones.length > 0;
}

/**
 * @param snapshot of a trace that is read to its end.
 * @param originMs as in `ComparedTrace`.
 * @param damages of the snapshot, where its messages are not those that were reported when it was read.
 */
export function comparedTrace(
  name: string,
  snapshot: Pick<
    Snapshot,
    'summary' | 'findings' | 'models' | 'messages' | 'connections' | 'connection' | 'digest'
  >,
  outline: Outline,
  originMs: number | null,
  damages: readonly Damage[] = damagesOf(snapshot),
): ComparedTrace {
  const { summary, findings, models } = snapshot;
  const isOlder = snapshot.digest?.holdsAccount === false;
  return { name, summary, findings, models, outline, isOlder, packets: null, originMs, damages };
}

export function withPackets(trace: ComparedTrace, packets: PacketColumns): ComparedTrace {
  return { ...trace, packets };
}
