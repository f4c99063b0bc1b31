/** A stream in words: for the box under the pointer, and as a row of the table of the text version. */
import { bytes, count, duration, instant, plural } from '../../../engine/base/text/figures';
import type { GapWait, StreamAbort, StreamRow } from '../../../engine/sender/streams/stream-row';
import type { TimeSpan } from '../../../engine/sender/transport/connectivity/connectivity';
import { heldParts, heldSentence } from './held-words';
import { kindWords } from './stream-fills';

/** Time inside [fromUs, toUs) that one or more of the spans cover, µs: waits for several gaps are one wait. */
export function coveredUs(spans: readonly TimeSpan[], fromUs: number, toUs: number): number {
  let sum = 0;
  let untilUs = fromUs;
  for (const span of spans.toSorted((a, b) => a.fromUs - b.fromUs)) {
    const endUs = Math.min(toUs, span.toUs);
    sum += Math.max(0, endUs - Math.max(untilUs, span.fromUs));
    untilUs = Math.max(untilUs, endUs);
  }
  return sum;
}

/** `, error 0x10c`; empty where it is not logged. */
function codeWords(code: number): string {
  return Number.isNaN(code) ? '' : `, error 0x${code.toString(16)}`;
}

const ABORT_WORDS: { readonly [what in StreamAbort['what']]: string } = {
  reset: 'RESET_STREAM',
  'stop-sending': 'STOP_SENDING',
};

/** `RESET_STREAM received at 2.044 s, error 0x10c` */
export function abortWords({ what, by, timeUs, code }: StreamAbort): string {
  const way = by === 'local' ? 'sent' : 'received';
  return `${ABORT_WORDS[what]} ${way} at ${instant(timeUs)}${codeWords(code)}`;
}

const END_WORDS: { readonly [end in StreamRow['end']]: string } = {
  fin: 'complete (FIN)',
  reset: 'reset',
  open: 'not complete in this log',
};

function sentWords({ sent }: StreamRow): readonly string[] {
  if (sent.packets === 0) return [];
  const { ackedBytes, inFlightBytes, lostBytes, discardedBytes, resentBytes } = sent;
  const fates = [
    [ackedBytes, 'acknowledged'],
    [inFlightBytes, 'in flight'],
    [lostBytes, 'lost'],
    [discardedBytes, 'discarded'],
  ] as const;
  const amounts = fates.filter(([amount]) => amount > 0).map(([amount, fate]) => `${bytes(amount)} ${fate}`);
  const again = resentBytes > 0 ? `; ${bytes(resentBytes)} of it sent before` : '';
  const of = amounts.length === 0 ? '' : `: ${amounts.join(', ')}`;
  return [`sent ${bytes(sent.bytes)} in ${plural(sent.packets, 'packet')}${of}${again}`];
}

function receivedWords({ received }: StreamRow): readonly string[] {
  if (received.packets === 0) return [];
  const again =
    received.repeatedBytes > 0 ? `; ${bytes(received.repeatedBytes)} of it had arrived before` : '';
  return [`received ${bytes(received.bytes)} in ${plural(received.packets, 'packet')}${again}`];
}

/** `, for lost packet 412` */
function gapCause({ lostPacket, filledBy }: GapWait): string {
  if (!Number.isNaN(lostPacket)) return ` for lost packet ${count(lostPacket)}`;
  return Number.isNaN(filledBy) ? '' : ` until packet ${count(filledBy)} came`;
}

/** How long a stream waited to be opened, µs; none for no time. */
export function openingWords(openingUs: number): readonly string[] {
  return openingUs > 0 ? [`waited ${duration(openingUs)} to be opened, for a higher limit of streams`] : [];
}

function waitWords(row: StreamRow): readonly string[] {
  const { blockedByStreamUs, blockedByConnectionUs, openingUs, gapUs, gaps } = row;
  const credit = [
    [blockedByStreamUs, 'of the stream'],
    [blockedByConnectionUs, 'of the connection'],
  ] as const;
  const ofCredit = credit
    .filter(([waitedUs]) => waitedUs > 0)
    .map(([waitedUs, whose]) => `waited ${duration(waitedUs)} for credit ${whose}`);
  const waits = [...openingWords(openingUs), ...ofCredit];
  if (!(gapUs > 0)) return waits;
  const lengthUs = ({ fromUs, toUs }: GapWait): number => toUs - fromUs;
  const [first] = gaps;
  const longest = first && gaps.reduce((a, b) => (lengthUs(b) > lengthUs(a) ? b : a), first);
  const which = longest === undefined ? '' : `, at most ${duration(lengthUs(longest))}${gapCause(longest)}`;
  return [...waits, `data waited ${duration(gapUs)} behind gaps${which}`];
}

/** What is known of a stream, a line for each thing; none for no row. */
export function streamWords(row: StreamRow | undefined): readonly string[] {
  if (row === undefined) return [];
  const { id, kind, firstUs, lastUs, end, beginsMidway, aborts } = row;
  const began = beginsMidway ? '; the log begins after it did' : '';
  return [
    `stream ${count(id)}, ${kindWords(kind)}`,
    `${instant(firstUs)} to ${instant(lastUs)} (${duration(lastUs - firstUs)}), ${END_WORDS[end]}${began}`,
    ...sentWords(row),
    ...receivedWords(row),
    ...(row.held === null ? [] : [heldSentence(row.held)]),
    ...waitWords(row),
    ...aborts.map(abortWords),
  ];
}

export const STREAM_HEAD: readonly string[] = [
  'stream',
  'kind',
  'first',
  'last',
  'held by',
  'sent',
  'acknowledged',
  'sent again',
  'received',
  'waited to be opened',
  'waited for stream credit',
  'waited for connection credit',
  'waited behind gaps',
  'end',
];

/** The cells of a stream, one for each of `STREAM_HEAD`. */
export function streamCells(row: StreamRow): readonly string[] {
  const { id, kind, firstUs, lastUs, sent, received, aborts, end } = row;
  return [
    count(id),
    kindWords(kind),
    instant(firstUs),
    instant(lastUs),
    heldParts(row.held) || '–',
    bytes(sent.bytes),
    bytes(sent.ackedBytes),
    bytes(sent.resentBytes),
    bytes(received.bytes),
    duration(row.openingUs),
    duration(row.blockedByStreamUs),
    duration(row.blockedByConnectionUs),
    duration(row.gapUs),
    [END_WORDS[end], ...aborts.map(abortWords)].join('; '),
  ];
}
