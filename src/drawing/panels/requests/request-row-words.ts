/** A request in words: beside its bar, in the box under the pointer, and as a row of the table of the text version. */
import { amount, bytes, count, duration, instant } from '../../../engine/base/text/figures';
import type { HttpOutcome, HttpRow } from '../../../engine/sender/http/http-row';
import { heldParts, heldSentence } from '../streams/held-words';
import { shortId } from '../streams/stream-fills';
import { openingWords } from '../streams/stream-row-words';

/** Characters of a path beside its bar, and in the box. */
const PATH = { title: 48, words: 120 } as const;

const OUTCOME_WORDS: { readonly [outcome in HttpOutcome]: string } = {
  done: 'complete',
  cancelled: 'cancelled',
  reset: 'reset',
  refused: 'refused',
  open: 'not complete in this log',
  sent: 'sent, without the ACK of its end',
};

/** Text of the log, its middle left out where it is long: what differs is often at its end. */
function shortened(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const half = Math.floor((most - 1) / 2);
  return `${letters.slice(0, half).join('')}…${letters.slice(-half).join('')}`;
}

/** `8 GET`; `8 bidi` where the method is not known: beside its row. */
export function requestLabel({ streamId, method }: HttpRow): string {
  return `${shortId(streamId)} ${method === null ? 'bidi' : shortened(method, 5)}`;
}

/** `/index.html · 200 · 12.3 kB`: what is known of it. */
export function requestTitle({ path, status, responseBytes, outcome }: HttpRow): string {
  return [
    ...(path === null ? [] : [shortened(path, PATH.title)]),
    ...(Number.isNaN(status) ? [] : [String(status)]),
    ...(Number.isNaN(responseBytes) ? [] : [amount(responseBytes)]),
    ...(outcome === 'done' ? [] : [outcome === 'sent' ? outcome : OUTCOME_WORDS[outcome]]),
  ].join(' · ');
}

function abortWords({ outcome, abortedBy, code }: HttpRow): string {
  const by = abortedBy === null ? '' : abortedBy === 'local' ? ' by this endpoint' : ' by the peer';
  return `${OUTCOME_WORDS[outcome]}${by}${Number.isNaN(code) ? '' : `, error 0x${code.toString(16)}`}`;
}

function sizeWords({ isBody, requestBytes, responseBytes, announcedBytes }: HttpRow): readonly string[] {
  const what = isBody ? '' : ' on the stream, with the frames of HTTP/3';
  const sizes = [
    ...(Number.isNaN(responseBytes) ? [] : [`response ${bytes(responseBytes)}`]),
    ...(Number.isNaN(requestBytes) ? [] : [`request ${bytes(requestBytes)}`]),
    ...(Number.isNaN(announcedBytes) ? [] : [`content-length ${bytes(announcedBytes)}`]),
  ];
  return sizes.length === 0 ? [] : [`${sizes.join(', ')}${what}`];
}

function timeWords({ startUs, firstByteUs, endUs }: HttpRow): readonly string[] {
  const sinceStart = (timeUs: number): string =>
    Number.isNaN(startUs) ? `at ${instant(timeUs)}` : `after ${duration(timeUs - startUs)}`;
  const words = [
    ...(Number.isNaN(startUs) ? [] : [`began at ${instant(startUs)}`]),
    ...(Number.isNaN(firstByteUs) ? [] : [`first byte ${sinceStart(firstByteUs)}`]),
    ...(Number.isNaN(endUs) ? [] : [`end ${sinceStart(endUs)}`]),
  ];
  return words.length === 0 ? [] : [words.join(', ')];
}

function waitedUs(spans: HttpRow['blocked']): number {
  return spans.reduce((sum, { fromUs, toUs }) => sum + toUs - fromUs, 0);
}

function waitWords({ startUs, blocked, gaps }: HttpRow): readonly string[] {
  const opening = blocked.filter(({ toUs }) => toUs <= startUs);
  const credit = blocked.filter(({ toUs }) => !(toUs <= startUs));
  return [
    ...openingWords(waitedUs(opening)),
    ...(credit.length > 0 ? [`waited ${duration(waitedUs(credit))} for credit`] : []),
    ...(gaps.length > 0 ? [`data waited ${duration(waitedUs(gaps))} behind gaps`] : []),
  ];
}

/** `GET /index.html on stream 4`; `request on stream 4` where no more is known. */
export function requestName({ streamId, method, path }: HttpRow, target = path ?? ''): string {
  const what = [method ?? '', target]
    .filter((part) => part !== '')
    .map((part) => shortened(part, PATH.words));
  return `${what.length === 0 ? 'request' : what.join(' ')} on stream ${count(streamId)}`;
}

/** What is known of a request, a line for each thing; none for no row. */
export function requestWords(row: HttpRow | undefined): readonly string[] {
  if (row === undefined) return [];
  const { authority, path, status, priority, source } = row;
  const facts = [
    ...(Number.isNaN(status) ? [] : [`status ${status}`]),
    abortWords(row),
    ...(priority === null ? [] : [`priority ${shortened(priority, PATH.title)}`]),
  ];
  return [
    requestName(row, `${authority ?? ''}${path ?? ''}`),
    facts.join(', '),
    ...sizeWords(row),
    ...timeWords(row),
    ...(row.held === null ? [] : [heldSentence(row.held)]),
    ...waitWords(row),
    ...(source === 'stream-frames' ? ['from STREAM frames: the log has no HTTP/3 events of it'] : []),
  ];
}

export const REQUEST_HEAD: readonly string[] = [
  'stream',
  'method',
  'path',
  'status',
  'start',
  'first byte after',
  'end after',
  'held by',
  'response',
  'request',
  'priority',
  'waited for credit',
  'waited behind gaps',
  'outcome',
];

/** The cells of a request, one for each of `REQUEST_HEAD`; a dash for what is not known. */
export function requestCells(row: HttpRow): readonly string[] {
  const { streamId, method, path, status, startUs, firstByteUs, endUs, priority } = row;
  const orDash = (value: number, words: (value: number) => string): string =>
    Number.isNaN(value) ? '–' : words(value);
  return [
    count(streamId),
    method === null ? '–' : shortened(method, PATH.title),
    path === null ? '–' : shortened(path, PATH.words),
    orDash(status, String),
    orDash(startUs, instant),
    orDash(firstByteUs - startUs, duration),
    orDash(endUs - startUs, duration),
    heldParts(row.held) || '–',
    orDash(row.responseBytes, bytes),
    orDash(row.requestBytes, bytes),
    priority === null ? '–' : shortened(priority, PATH.title),
    duration(waitedUs(row.blocked)),
    duration(waitedUs(row.gaps)),
    abortWords(row),
  ];
}
