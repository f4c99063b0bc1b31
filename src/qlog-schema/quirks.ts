/**
 * Where implementations deviate from the drafts, as data: the affected implementation, the correction, and a sentence
 * for display. The decoder and the replay use the effects; no other code knows an implementation.
 *
 * Seen in files and sources, see README.md. A wrong unit not listed here is still found by comparing logged RTTs with
 * those of packets (src/engine/sender/transport/rtt-unit.ts).
 */
import type { TraceHeader } from './header';
import type { StateTable } from './state-names';
import { asText } from './values';
import { isFamily, type QlogFamily } from './versions';

export interface QuirkEffects {
  /** Unit of logged RTTs, if it differs from that of the times. */
  readonly rttUnit?: 'us' | 'ms' | 's';
  readonly pacingUnit?: 'bytes/s' | 'bits/s';
  /** A metric that is 0 is omitted: its absence may mean 0. */
  readonly omitsZeros?: boolean;
  /**
   * `ack_delay` is the wire value without the ack_delay_exponent applied: converted to the file's unit as if it were
   * µs, or unchanged.
   */
  readonly ackDelayRaw?: 'in µs' | 'as written';
  /** The end of an ACK range is one above the last packet number acknowledged. */
  readonly ackRangeEndExclusive?: boolean;
  /** ACK frames have the count of ECT(0) as `ect1`, and the other way round. */
  readonly ectCountsSwapped?: boolean;
  /** Added to `header.packet_size` of sent packets. */
  readonly packetSizeAddBytes?: number;
  /** `raw.payload_length` is already the whole packet. */
  readonly payloadIsPacket?: boolean;
  readonly truncatedDeltas?: boolean;
  readonly float32Times?: boolean;
  readonly lossTriggerUnreliable?: boolean;
  /** The header names the same vantage point for both ends. */
  readonly vantageUnreliable?: boolean;
  /** `packet_sent` has the time at which the packet was built: its pacer lets it go later. */
  readonly sentBeforePacer?: boolean;
  /** Each packet that the stack declares lost is logged: where none is, none was. */
  readonly logsLosses?: boolean;
  /** The reference time is in seconds. */
  readonly referenceSeconds?: boolean;
  readonly stateNames?: StateTable;
}

interface Condition {
  readonly implementation: string;
  /** Versions from this one on; a file without a version matches. */
  readonly from?: string;
  /** Versions below this one; a file without a version matches. */
  readonly before?: string;
  /** The header has `file_schema` (true) or does not. */
  readonly schema?: boolean;
}

export interface Quirk {
  readonly id: string;
  readonly when: Condition;
  /** What it changes in reading; none of one that is only reported. */
  readonly effects: QuirkEffects;
  /** One sentence for display. */
  readonly reason: string;
}

export const QUIRKS: readonly Quirk[] = [
  {
    id: 'quinn-rtt-seconds',
    when: { implementation: 'quinn', schema: false },
    effects: { rttUnit: 's' },
    reason: 'quinn up to 0.11 logs round-trip times in seconds; they are read as such.',
  },
  {
    id: 'quinn-one-stream',
    when: { implementation: 'quinn' },
    effects: { float32Times: true },
    reason:
      'quinn writes all connections of an endpoint into one file and no vantage point; they are distinguished by group_id.',
  },
  {
    id: 'quinn-loss-trigger',
    when: { implementation: 'quinn' },
    effects: { lossTriggerUnreliable: true },
    reason: 'quinn names reordering_threshold as the trigger of every loss.',
  },
  {
    id: 'noq-loss-trigger',
    when: { implementation: 'noq' },
    effects: { lossTriggerUnreliable: true },
    reason: 'noq names reordering_threshold as the trigger of every loss.',
  },
  {
    id: 'noq-ack-frames',
    when: { implementation: 'noq' },
    effects: { ackDelayRaw: 'as written', ackRangeEndExclusive: true },
    reason:
      'noq logs ACK ranges with the number after their end, and ACK delays as on the wire; both are read as such.',
  },
  {
    id: 'picoquic-packet-size',
    when: { implementation: 'picoquic' },
    effects: { packetSizeAddBytes: 16 },
    reason: 'picoquic logs the size of sent packets without the 16 bytes of the AEAD tag; they are added.',
  },
  {
    id: 'picoquic-state-numbers',
    when: { implementation: 'picoquic' },
    effects: { stateNames: 'picoquic', ackDelayRaw: 'in µs' },
    reason:
      'picoquic logs congestion states as numbers; those of BBR are named, others stay numbers because the file does not name the algorithm.',
  },
  {
    id: 'quic-go-zeros',
    when: { implementation: 'quic-go', from: '0.56', schema: true },
    effects: { omitsZeros: true },
    reason:
      'quic-go from 0.56 leaves metrics that are 0 out; bytes in flight are set to 0 where no packet is outstanding.',
  },
  {
    id: 'neqo-payload-length',
    when: { implementation: 'neqo' },
    effects: { payloadIsPacket: true },
    reason:
      'neqo up to 0.6 logs the size of a packet as raw.payload_length; it is taken as the whole packet.',
  },
  {
    id: 'neqo-units',
    when: { implementation: 'neqo' },
    effects: { pacingUnit: 'bytes/s', ackDelayRaw: 'in µs', float32Times: true, referenceSeconds: true },
    reason:
      'neqo logs its pacing rate in bytes per second and, in older versions, the reference time in seconds.',
  },
  {
    id: 'quiche-units',
    when: { implementation: 'quiche' },
    effects: { pacingUnit: 'bytes/s', ackDelayRaw: 'in µs' },
    reason: 'quiche logs its pacing rate in bytes per second and the ACK delay without its exponent.',
  },
  {
    id: 'quiche-before-pacer',
    when: { implementation: 'quiche' },
    effects: { sentBeforePacer: true },
    reason:
      'quiche logs a packet as sent when it is built, before its pacer lets it go; where it logs its pacing rate, that wait is taken out of RTTs of the path.',
  },
  {
    id: 'quiche-float32',
    when: { implementation: 'quiche', before: '0.27', schema: false },
    effects: { float32Times: true },
    reason: 'quiche before 0.27 logs times as 32-bit floats: a step is 8 µs after one minute.',
  },
  {
    id: 'xquic-units',
    when: { implementation: 'xquic' },
    effects: { rttUnit: 'us', pacingUnit: 'bytes/s' },
    reason: 'xquic logs round-trip times in µs and its pacing rate in bytes per second.',
  },
  {
    id: 'haskell-rtt',
    when: { implementation: 'haskell-quic' },
    effects: { rttUnit: 'us' },
    reason: 'The Haskell implementation logs round-trip times in µs.',
  },
  {
    id: 'quicx-rtt',
    when: { implementation: 'quicX' },
    effects: { rttUnit: 'us' },
    reason: 'quicX logs round-trip times in µs, whatever its time_units says.',
  },
  {
    id: 'whole-ms-ngtcp2',
    when: { implementation: 'ngtcp2' },
    effects: {},
    reason: 'ngtcp2 logs times and round-trip times in whole milliseconds.',
  },
  {
    id: 'whole-ms-kwik',
    when: { implementation: 'kwik' },
    effects: {},
    reason: 'kwik logs times and round-trip times in whole milliseconds.',
  },
  {
    id: 'kwik-vantage',
    when: { implementation: 'kwik' },
    effects: { vantageUnreliable: true },
    reason: 'kwik calls every vantage point a server.',
  },
  {
    id: 'quicly-vantage',
    when: { implementation: 'quicly' },
    effects: { vantageUnreliable: true },
    reason: "quicly's adapter calls every vantage point a server.",
  },
  {
    id: 'nginx-clock',
    when: { implementation: 'nginx' },
    effects: { ackDelayRaw: 'as written', logsLosses: true },
    reason:
      'The lines of NGINX have whole seconds: times are the clock of its workers in whole ms, by their timers, and all that a worker does between two waits for events has one time. ACK delays are logged as on the wire.',
  },
  {
    id: 'openssl-deltas',
    when: { implementation: 'openssl' },
    effects: { truncatedDeltas: true },
    reason:
      'OpenSSL cuts every step of time down to whole milliseconds, so that the time line shrinks: no round-trip time can be taken from it.',
  },
  {
    id: 'openssl-ect-counts',
    when: { implementation: 'openssl' },
    effects: { ectCountsSwapped: true },
    reason: 'OpenSSL logs the ECT(0) and ECT(1) counts of ACK frames under the name of the other.',
  },
  {
    id: 'tquic-float32',
    when: { implementation: 'tquic' },
    effects: { float32Times: true },
    reason: 'tquic logs times as 32-bit floats.',
  },
];

/** Compares dotted versions number by number. @returns below 0 when `a` is the older. */
export function compareVersions(a: string, b: string): number {
  const parts = (version: string): readonly number[] => (version.match(/\d+/g) ?? []).map(Number);
  const left = parts(a);
  const right = parts(b);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

type Subject = Pick<TraceHeader, 'implementation' | 'implementationVersion' | 'family' | 'range'>;

/** The family of the log: an export says what its log was, whose units its values have. */
export function loggedFamily({ range, family }: Pick<TraceHeader, 'range' | 'family'>): QlogFamily {
  const logged = asText(range?.family) ?? '';
  return isFamily(logged) ? logged : family;
}

function applies({ implementation, from, before, schema }: Condition, subject: Subject): boolean {
  if (implementation !== subject.implementation) return false;
  if (schema !== undefined && schema !== (loggedFamily(subject) === 'schema')) return false;
  const version = subject.implementationVersion;
  // A version that is not a number (a commit, "(devel)") is ignored.
  if (version === null || !/\d/.test(version)) return true;
  if (from !== undefined && compareVersions(version, from) < 0) return false;
  return before === undefined || compareVersions(version, before) < 0;
}

/** The quirks that apply to a trace, in the order of the table. */
export function quirksOf(subject: Subject): readonly Quirk[] {
  return QUIRKS.filter(({ when }) => applies(when, subject));
}

/** The effects of several quirks as one object; no two quirks of one stack set the same effect differently. */
export function effectsOf(quirks: readonly Quirk[]): QuirkEffects {
  const all: readonly QuirkEffects[] = quirks.map(({ effects }) => effects);
  return Object.assign({}, ...all) as QuirkEffects;
}
