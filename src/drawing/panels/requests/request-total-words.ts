/** All requests in a line, and the slowest of them by the account of its time. */
import { amount, count, duration, plural } from '../../../engine/base/text/figures';
import type { HttpAnswer } from '../../../engine/reading/contract/http';
import type { HttpRow } from '../../../engine/sender/http/http-row';
import { heldSentence } from '../streams/held-words';
import { requestName } from './request-row-words';

/** `98 complete, 2 cancelled or reset · 302.1 kB in bodies · slowest 2.46 s · median 1.70 s` */
function totalLine({ totals }: HttpAnswer): string {
  const { complete, sent, failed, open, bytes, medianUs, slowest } = totals;
  const outcomes = [
    `${count(complete)} complete`,
    ...(sent > 0 ? [`${count(sent)} sent`] : []),
    ...(failed > 0 ? [`${count(failed)} cancelled or reset`] : []),
    ...(open > 0 ? [`${count(open)} not complete in this log`] : []),
  ];
  return [
    outcomes.join(', '),
    ...(bytes > 0 ? [`${amount(bytes)}${slowest?.isBody === true ? ' in bodies' : ''}`] : []),
    ...(slowest === null
      ? []
      : [`slowest ${duration(slowest.endUs - slowest.startUs)}`, `median ${duration(medianUs)}`]),
  ].join(' · ');
}

/** `The slowest, GET /x on stream 4: 13.9 s, of it 11.2 s behind streams 196 and 240, 1.9 s window` */
function slowestLine(row: HttpRow): string {
  const words = row.held === null ? duration(row.endUs - row.startUs) : heldSentence(row.held);
  return `The slowest, ${requestName(row)}: ${words}`;
}

/** One line, and a second one where one of several ended; none for no request. */
export function totalWords(answer: HttpAnswer | null): readonly string[] {
  if (answer === null || answer.total === 0) return [];
  const { slowest } = answer.totals;
  const all = `${plural(answer.total, 'request')}: ${totalLine(answer)}`;
  return [all, ...(slowest === null || answer.total === 1 ? [] : [slowestLine(slowest)])];
}

/** The same as sentences, after those that say which rows are drawn. */
export function totalSentence(answer: HttpAnswer): string {
  const { rows, total } = answer;
  const [, slowest] = totalWords(answer);
  const all = `${total > rows.length ? 'Of all: ' : ''}${totalLine(answer)}.`;
  return slowest === undefined ? all : `${all} ${slowest}.`;
}
