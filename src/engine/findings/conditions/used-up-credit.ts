/**
 * Credit that was used up and never renewed, to the end of a connection or of its log: of the connection, of streams (RFC 9000 §4.1), or
 * of how many streams may be opened (§4.6). Said to be missed by BLOCKED frames, or not: then streams that have not ended show it.
 */
import { FIRST_PARAMETER, PARAMETER_NAMES } from '../../../qlog-schema/transport-parameters';
import { bytes, plural } from '../../base/text/figures';
import type { CreditWaits, NeverRenewed } from '../../sender/streams/credit-waits';
import type { StreamTable } from '../../sender/streams/stream-table';
import { isOpen } from './outstanding';

export interface UsedUpCredit {
  readonly what: 'connection' | 'stream' | 'streams';
  /** Who gives the credit: this host, of a log that receives the data. */
  readonly by: 'local' | 'remote';
  /** `The credit of stream 8 (65,536 B) was used up`. */
  readonly words: string;
  /** When the last of it was used, µs. */
  readonly fromUs: number;
  /** When a BLOCKED frame said it, µs; NaN for never. */
  readonly saidUs: number;
  /** The longest wait for the same kind of credit that ended, µs; 0 for none. */
  readonly longestUs: number;
}

/** Of both directions. */
export function usedUpCredits(table: StreamTable): readonly UsedUpCredit[] {
  return [
    ...dataCredits(table, table.sentCredit, 'remote'),
    ...dataCredits(table, table.receivedCredit, 'local'),
    ...streamCredits(table),
  ];
}

function dataCredits(
  table: StreamTable,
  credit: CreditWaits,
  by: UsedUpCredit['by'],
): readonly UsedUpCredit[] {
  const { ids } = table.state.streams;
  // What a receiver asked to be stopped it grants nothing any more (RFC 9000 §3.5).
  const open = credit.neverRenewed.filter(({ stream }) => !table.aborts.has(stream));
  const whole = open.filter(({ stream }) => stream < 0);
  const own = open.filter(({ stream }) => stream >= 0).sort((a, b) => a.fromUs - b.fromUs);
  const entry = (what: 'connection' | 'stream', words: string, first: NeverRenewed): UsedUpCredit => {
    const { limit, fromUs, announcedUs } = first;
    const longestUs = longestEnded(credit, what, fromUs);
    return {
      what,
      by,
      words: `${words} (${bytes(limit)}) was used up`,
      fromUs,
      saidUs: announcedUs,
      longestUs,
    };
  };
  return [
    ...whole.map((one) => entry('connection', 'The credit of the connection', one)),
    ...own.slice(0, 1).map((one) => {
      const others = own.length > 1 ? `${plural(own.length, 'stream')}, the first of them ` : '';
      return entry('stream', `The credit of ${others}stream ${ids[one.stream]}`, one);
    }),
  ];
}

/** Of the waits that ended before a time, µs. */
function longestEnded(
  { connection, fromUs, toUs }: CreditWaits,
  what: 'connection' | 'stream',
  beforeUs: number,
): number {
  let longestUs = 0;
  if (what === 'connection') {
    for (const wait of connection)
      if (wait.toUs <= beforeUs) longestUs = Math.max(longestUs, wait.toUs - wait.fromUs);
  } else
    for (let i = 0; i < fromUs.length; i++)
      if (toUs.at(i) <= beforeUs) longestUs = Math.max(longestUs, toUs.at(i) - fromUs.at(i));
  return longestUs;
}

const KINDS = [
  { bits: 0, noun: 'bidirectional stream', name: 'initial_max_streams_bidi', of: '' },
  { bits: 2, noun: 'unidirectional stream', name: 'initial_max_streams_uni', of: 'uni-' },
] as const;

/**
 * As many streams of this side as the peer allows were opened. Where no STREAMS_BLOCKED says that more are wanted, all of them must have
 * ended, which gives room for others: not asked of unidirectional ones, which stay open by design.
 */
function streamCredits(table: StreamTable): readonly UsedUpCredit[] {
  const { role, streams, parameters } = table.state;
  if (role === 'unknown') return [];
  const ofServer = role === 'server' ? 1 : 0;
  return KINDS.flatMap(({ bits, noun, name, of }): readonly UsedUpCredit[] => {
    let limit = parameters.get(FIRST_PARAMETER + PARAMETER_NAMES.indexOf(name)) ?? Number.NaN;
    let saidUs = Number.NaN;
    for (const { kind, by, value, timeUs } of streams.notes) {
      if (kind === `${of}streams-credit` && by === 'remote' && !(value <= limit))
        [limit, saidUs] = [value, Number.NaN];
      if (kind === `${of}streams-blocked` && by === 'local' && !(value < limit) && Number.isNaN(saidUs))
        [limit, saidUs] = [value, timeUs];
    }
    const last = limit > 0 ? streams.find(4 * (limit - 1) + bits + ofServer) : -1;
    const all = `All ${plural(limit, noun)} that the peer allows`;
    const entry = { what: 'streams', by: 'remote', saidUs, longestUs: 0 } as const;
    if (!Number.isNaN(saidUs)) {
      const fromUs = last < 0 ? saidUs : Math.min(saidUs, table.firstUs(last));
      return limit > 0 ? [{ ...entry, words: `${all} were open`, fromUs }] : [];
    }
    const fromUs = last < 0 || bits !== 0 ? Number.NaN : endedUs(table, ofServer);
    return fromUs > 0 ? [{ ...entry, words: `${all} had been opened, and had ended,`, fromUs }] : [];
  });
}

/** When all bidirectional streams of this side had ended, µs; NaN where one has not. */
function endedUs(table: StreamTable, ofServer: number): number {
  const { ids } = table.state.streams;
  let lastUs = 0;
  for (let stream = 0; stream < table.length; stream++) {
    if (ids[stream] % 4 !== ofServer) continue;
    if (isOpen(table, stream)) return Number.NaN;
    lastUs = Math.max(lastUs, table.finSentUs[stream] || 0, table.finReceivedUs[stream] || 0);
  }
  return lastUs;
}
