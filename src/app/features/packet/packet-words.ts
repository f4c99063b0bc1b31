/** A packet in words: one row per fact, for the box, the clipboard, and in one sentence. Pure functions. */
import { heldSentence } from '../../../drawing/panels/streams/held-words';
import { lossKindName, lossWords } from '../../../drawing/panels/words';
import { bytes, count, duration, instant, plural } from '../../../engine/base/text/figures';
import { markedName } from '../../../engine/base/text/origin-marks';
import type {
  LossReason,
  PacketFacts,
  PacketMark,
  PacketName,
} from '../../../engine/reading/contract/packet-facts';
import type { TraceSummary } from '../../../engine/reading/contract/snapshot';
import type { Redacted } from '../../../engine/service/redaction/redact';

export interface PacketRow {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  /** May be empty. */
  readonly note: string;
}

type Context = Pick<TraceSummary, 'lossMethod' | 'marks'>;

/** Digits down to the µs. */
const CLOSE_US = 0;

/** `1-RTT packet 412` */
export function packetName({ space, packetNumber }: PacketName): string {
  return `${space} packet ${count(packetNumber)}`;
}

/** Beside the pointer: `1-RTT packet 412 · 1,252 B · acknowledged after 31.2 ms`. */
export function pointedWords(mark: PacketMark): string {
  const size = mark.sizeBytes > 0 ? [bytes(mark.sizeBytes)] : [];
  return [packetName(mark), ...size, fateWords(mark), ...(mark.resent ? ['sends data again'] : [])].join(
    ' · ',
  );
}

function fateWords({ fate, sentUs, settledUs }: PacketMark): string {
  const after = duration(settledUs - sentUs);
  switch (fate) {
    case 'acknowledged':
      return `acknowledged after ${after}`;
    case 'lost':
      return `declared lost after ${after}`;
    case 'lost and acknowledged':
      return `declared lost, acknowledged after ${after}`;
    case 'discarded':
      return 'no longer waited for';
    case 'not in flight':
      return 'not in flight';
    case 'outstanding':
      return 'not acknowledged';
  }
}

/** The facts in the order in which they are shown; frames stand below them. */
export function packetRows(facts: PacketFacts, context: Context): readonly PacketRow[] {
  const { sizeBytes, sentUs } = facts;
  return [
    row('size', 'Size', sizeBytes > 0 ? bytes(sizeBytes) : 'not logged', ''),
    row('sent', 'Sent', instant(sentUs, CLOSE_US), ''),
    ackedRow(facts),
    ...(wasLost(facts) ? [lostRow(facts, context)] : []),
    ...resentRows(facts),
    ...streamRows(facts),
  ];
}

/** `Stream 8`: where its data waited, and that of the stream before and after it. */
function streamRows({ streams }: PacketFacts): readonly PacketRow[] {
  return streams.map(({ id, held }) => row(`stream-${id}`, `Stream ${count(id)}`, heldSentence(held), ''));
}

function row(id: string, name: string, value: string, note: string): PacketRow {
  return { id, name, value, note };
}

function wasLost({ fate }: PacketFacts): boolean {
  return fate === 'lost' || fate === 'lost and acknowledged';
}

function ackedRow({ fate, sentUs, ackedUs, ackedBy }: PacketFacts): PacketRow {
  if (!Number.isNaN(ackedUs)) {
    const by = Number.isNaN(ackedBy) ? '' : `, by the peer's packet ${count(ackedBy)}`;
    const value = `after ${duration(ackedUs - sentUs)}`;
    return row('acked', 'Acknowledged', value, `at ${instant(ackedUs, CLOSE_US)}${by}`);
  }
  const why: { readonly [fate in PacketFacts['fate']]?: string } = {
    discarded: 'its keys were discarded (RFC 9001 §4.9), or a Retry or another version came (RFC 9002 §6.3)',
    'not in flight': 'it is not in flight, an ACK or CONNECTION_CLOSE alone (RFC 9002 §2)',
    outstanding: 'by the end of the log',
  };
  return row('acked', 'Acknowledged', fate === 'lost' ? 'never' : 'not', why[fate] ?? '');
}

function lostRow({ sentUs, lostUs, lostBy, lossIsLogged, lossKind }: PacketFacts, { lossMethod }: Context) {
  const value = Number.isNaN(lostUs)
    ? 'declared lost before that'
    : `declared ${duration(lostUs - sentUs)} after sending`;
  const notes = [
    lostBy === null ? '' : reasonWords(lostBy),
    lostBy?.isLogged === true ? '' : `loss ${lossIsLogged ? 'logged' : unloggedWords(lossMethod)}`,
    lossKind === null ? '' : `kind of loss: ${lossKindName(lossKind)}`,
  ];
  return row('lost', 'Lost', value, notes.filter((note) => note !== '').join('; '));
}

/** Before the first record of a loss losses are inferred; where keys were discarded meanwhile, they stay so. */
const unloggedWords = (method: Context['lossMethod']): string =>
  lossWords(method === 'logged' ? 'ack-gap' : method);

/** `packet threshold (3 later packets acknowledged), as logged` */
function reasonWords({ trigger, isLogged, ackedAbove }: LossReason): string {
  const above = ackedAbove > 0 ? ` (${plural(ackedAbove, 'later packet')} acknowledged)` : '';
  return `${trigger}${above}, ${isLogged ? 'as logged' : 'inferred'}`;
}

function resentRows(facts: PacketFacts): readonly PacketRow[] {
  const { resendsKnown, resentIn, resentCount, resends, resendsCount } = facts;
  const again =
    resentCount > 0
      ? [row('resent-in', 'Resent in', numberWords(resentIn, resentCount), '')]
      : wasLost(facts)
        ? [
            row(
              'resent-in',
              'Resent in',
              resendsKnown ? 'no later packet' : 'not known',
              whyNot(resendsKnown),
            ),
          ]
        : [];
  const before =
    resendsCount > 0 ? [row('resends', 'Resends', `data of ${numberWords(resends, resendsCount)}`, '')] : [];
  return [...again, ...before];
}

function whyNot(resendsKnown: boolean): string {
  return resendsKnown ? 'none has data of it' : 'the log shows no frames with offsets';
}

/** `packets 430, 433 and 12 more` */
function numberWords(numbers: readonly number[], total: number): string {
  const more = total - numbers.length;
  const named = numbers.map(count).join(', ');
  return `${total === 1 ? 'packet' : 'packets'} ${named}${more > 0 ? ` and ${count(more)} more` : ''}`;
}

/** For a ticket: name, value and note, separated by tabs, a line per fact and per frame. */
export function packetAsText(facts: Redacted<PacketFacts>, context: Context): string {
  const rows = packetRows(facts, context).map(({ name, value, note }) => [name, value, note]);
  const frames = (facts.frames ?? []).map(({ type, text }) => ['Frame', type, text]);
  const more = facts.framesLeftOut > 0 ? [['Frame', `${count(facts.framesLeftOut)} more`, '']] : [];
  const lines = [...rows, ...frames, ...more].map((cells) => cells.join('\t').trimEnd());
  return [markedName(packetName(facts), context.marks ?? []), ...lines].join('\n');
}

/** One sentence for screen readers. */
export function packetSentence(facts: PacketFacts, context: Context): string {
  const parts = packetRows(facts, context).map(({ name, value, note }) =>
    note === '' ? `${name} ${value}` : `${name} ${value}, ${note}`,
  );
  const frames = (facts.frames ?? []).map(({ type, text }) => `${type} ${text}`.trimEnd());
  return `${packetName(facts)}. ${parts.join('; ')}.${frames.length > 0 ? ` Frames: ${frames.join('; ')}.` : ''}`;
}
