/** All requests in a line, and the slowest of them by the account of its time. */
import { HOLDER_NAMES, type Holder } from '../../../engine/base/text/account-names';
import { amount, bytes, count, duration, plural } from '../../../engine/base/text/figures';
import type { HttpAnswer } from '../../../engine/reading/contract/http';
import type { ListedTotals } from '../../../engine/reading/contract/request-totals';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import type { HttpRow } from '../../../engine/sender/http/http-row';
import { holderStyle } from '../limits/holder-styles';
import type { PanelRows } from '../panel';
import { heldSentence } from '../streams/held-words';
import { requestName } from './request-row-words';

/** `98 complete, 2 cancelled or reset · 302.1 kB in bodies · slowest 2.46 s · median 1.70 s` */
function totalLine(totals: ListedTotals): string {
  const { done, sent, medianUs, longestUs, slowest } = totals;
  const failed = totals.cancelled + totals.reset + totals.refused;
  const open = totals.count - done - failed;
  const bytes = totals.requestBytes + totals.responseBytes;
  const outcomes = [
    `${count(done - sent)} complete`,
    ...(sent > 0 ? [`${count(sent)} sent`] : []),
    ...(failed > 0 ? [`${count(failed)} cancelled or reset`] : []),
    ...(open > 0 ? [`${count(open)} not complete in this log`] : []),
  ];
  return [
    outcomes.join(', '),
    ...(bytes > 0 ? [`${amount(bytes)}${slowest?.isBody === true ? ' in bodies' : ''}`] : []),
    ...(slowest === null ? [] : [`slowest ${duration(longestUs)}`, `median ${duration(medianUs)}`]),
  ].join(' · ');
}

/** `The slowest, GET /x on stream 4: 13.9 s, of it 11.2 s behind streams 196 and 240, 1.9 s window` */
function slowestLine(row: HttpRow): string {
  const words = row.held === null ? duration(row.endUs - row.startUs) : heldSentence(row.held);
  return `The slowest, ${requestName(row)}: ${words}`;
}

/** One line, and a second one where one of several is done; none for no request. */
export function totalWords(answer: HttpAnswer | null): readonly string[] {
  const totals = answer?.totals ?? null;
  return totals === null
    ? []
    : [`${plural(totals.count, 'request')}: ${totalLine(totals)}`, ...explained(totals)];
}

/** `6 control streams, 312 B`, and each of them; null where none is there. */
export function controlWords(answer: HttpAnswer | null): ReturnType<NonNullable<PanelRows['folded']>> {
  const control = answer?.control ?? [];
  if (control.length === 0) return null;
  const all = control.reduce((sum, { sentBytes, receivedBytes }) => sum + sentBytes + receivedBytes, 0);
  return {
    line: `${plural(control.length, 'control stream')}, ${bytes(all)}`,
    lines: [
      'Unidirectional, with little data: settings and priorities (control), compressed headers (QPACK encoder and decoder).',
      ...control.map(({ id, sentBytes, receivedBytes }) => {
        const [way, size] = receivedBytes > sentBytes ? ['received', receivedBytes] : ['sent', sentBytes];
        return `stream ${count(id)} of the ${id % 2 === 0 ? 'client' : 'server'}: ${bytes(size)} ${way}`;
      }),
    ],
  };
}

function explained({ count: all, slowest }: ListedTotals): readonly string[] {
  return slowest === null || all === 1 ? [] : [slowestLine(slowest)];
}

/** Of the time of a request: less behind other streams needs no explanation. */
const LARGE = 0.1;
/** What of a connection its streams share. */
const SHARED: readonly Holder[] = ['window', 'pacing', 'credit', 'sender'];

/** What holds the connection while requests wait behind other streams; empty where none of these waits, or that does not show. */
export function sharedWords({ rows, totals }: HttpAnswer, { account }: Snapshot['summary']): string {
  const slowest = totals?.slowest ?? null;
  const waits = [...rows, ...(slowest === null ? [] : [slowest])].some(({ held }) => {
    const allUs = held?.parts.reduce((sum, { us }) => sum + us, 0) ?? 0;
    return held?.parts.some(({ holder, us }) => holder === 'behindStreams' && us >= LARGE * allUs);
  });
  const times = SHARED.map((holder) => {
    const parts = account?.parts.filter((part) => part.holder === holder) ?? [];
    return { holder, us: parts.reduce((sum, { heldUs }) => sum + heldUs, 0) };
  });
  const [most] = times.sort((a, b) => b.us - a.us);
  if (!waits || most === undefined || most.us === 0) return '';
  return `Behind other streams: the connection itself is held by ${holderStyle(HOLDER_NAMES[most.holder]).words}, which its streams share`;
}

/** The same as sentences, after those that say which rows are drawn; empty for no request. */
export function totalSentence({ rows, totals }: HttpAnswer): string {
  if (totals === null) return '';
  const all = `${totals.count > rows.length ? 'Of all: ' : ''}${totalLine(totals)}`;
  return [all, ...explained(totals)].map((line) => `${line}.`).join(' ');
}
