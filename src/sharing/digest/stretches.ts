/** When something held, as far as a digest shows it: in whole columns of the coarsest of its blocks. It holds no records. */
import type { StateSlice } from '../../engine/base/columns/state-timeline';
import { HOLDER_NAMES, heldByWords } from '../../engine/base/text/account-names';
import type { TimeRange } from '../../engine/input/bytes/source';
import { FIRST_REQUESTS } from '../../engine/reading/contract/http';
import type { WindowAnswer } from '../../engine/reading/contract/snapshot';
import {
  findingTimes,
  heldKey,
  inArray,
  lifeTimes,
  longestTime,
  type Stretches,
  type Subject,
} from '../../engine/reading/contract/stretches';
import { answerFrom } from './answer';
import type { Digest } from './digest';

/** It held in a column from this share of it on; where in none so much, in that of the largest share. */
const MOST = 0.5;

export function stretchesFrom(digest: Digest, of: Subject): Stretches {
  const times = timesOf(digest, of);
  return { timesUs: inArray(times), longest: longestTime(times), records: [] };
}

function timesOf(digest: Digest, of: Subject): readonly TimeRange[] {
  if (of.kind === 'finding') {
    const finding = digest.findings.find(({ key }) => key === of.key);
    return finding === undefined ? [] : findingTimes(finding);
  }
  const answer = wholeOf(digest);
  if (answer === null) return [];
  if (of.kind === 'stream') {
    const request = answer.parts.http?.rows.find(({ streamId }) => streamId === of.streamId);
    return request === undefined ? [] : lifeTimes(request.startUs, request.endUs, digest.extent.toUs);
  }
  const slice = answer.parts.account ?? answer.parts.limits;
  if (slice === null) return [];
  const { names } = slice;
  const part = digest.summary.account?.parts.find((one) => heldKey(one) === of.key);
  const words = part === undefined ? [] : [heldByWords(part), HOLDER_NAMES[part.holder]];
  const name = words.map((one) => names.indexOf(one)).find((at) => at >= 0);
  return name === undefined ? [] : columnsIn(slice, answer, name);
}

function wholeOf(digest: Digest): WindowAnswer | null {
  const window = digest.blocks.at(-1)?.window;
  if (window === undefined) return null;
  const httpRows = { ...FIRST_REQUESTS, count: Number.POSITIVE_INFINITY };
  const parts = ['account', 'limits', 'http'] as const;
  return answerFrom(digest, {
    connection: digest.connection.index,
    window,
    visible: digest.extent,
    series: [],
    parts,
    model: null,
    httpRows,
  });
}

function columnsIn(
  { names, shares }: StateSlice,
  { window }: WindowAnswer,
  name: number,
): readonly TimeRange[] {
  const { fromUs, columnUs, columns } = window;
  const share = (column: number): number => shares[column * names.length + name];
  let largest = 0;
  for (let column = 0; column < columns; column++) largest = Math.max(largest, share(column));
  const least = largest === 0 ? Number.POSITIVE_INFINITY : Math.min(MOST, largest);
  const times: TimeRange[] = [];
  for (let column = 0; column < columns; column++) {
    if (!(share(column) >= least)) continue;
    const one = { fromUs: fromUs + column * columnUs, toUs: fromUs + (column + 1) * columnUs };
    const last = times.at(-1);
    if (last?.toUs === one.fromUs) times[times.length - 1] = { fromUs: last.fromUs, toUs: one.toUs };
    else times.push(one);
  }
  return times;
}
