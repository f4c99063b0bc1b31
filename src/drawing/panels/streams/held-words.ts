/** What held a stream or a request in words: docs/account.md, *Requests and streams*. */
import { HOLDER_NAMES } from '../../../engine/base/text/account-names';
import { count, duration } from '../../../engine/base/text/figures';
import type { StreamHeld } from '../../../engine/sender/streams/stream-row';

/** Parts that are named: the largest, from this share of the duration on. */
const MOST = 4;
const LEAST_SHARE = 0.01;
/** Other streams that are named, and from which share of their time on. */
const MOST_NAMED = 3;
const LEAST_NAMED = 0.1;

type Part = StreamHeld['parts'][number];

/** `behind streams 196 and 240`; `behind stream 4 and others`; of many, none of them large, `behind other streams`. */
function behindWords({ others }: StreamHeld, us: number): string {
  const named = others.filter((other) => other.us >= LEAST_NAMED * us).slice(0, MOST_NAMED);
  if (named.length === 0) return HOLDER_NAMES.behindStreams;
  const ids = named.map(({ id }) => count(id));
  const words = others.length > named.length ? [...ids, 'others'] : ids;
  const last = words.at(-1);
  const list = words.length === 1 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
  return `behind stream${named.length === 1 ? '' : 's'} ${list}`;
}

function partWords(held: StreamHeld, { holder, us }: Part): string {
  const name = holder === 'window' ? 'window' : HOLDER_NAMES[holder];
  return `${duration(us)} ${holder === 'behindStreams' ? behindWords(held, us) : name}`;
}

const durationUs = ({ parts }: StreamHeld): number => parts.reduce((sum, { us }) => sum + us, 0);

/** `11.2 s behind streams 196 and 240, 1.9 s window`: the largest parts; empty for none. */
export function heldParts(held: StreamHeld | null): string {
  if (held === null) return '';
  const leastUs = LEAST_SHARE * durationUs(held);
  const parts = held.parts.filter(({ us }) => us >= leastUs).slice(0, MOST);
  return parts.map((part) => partWords(held, part)).join(', ');
}

/** `13.9 s, of it 11.2 s behind streams 196 and 240, 1.9 s window` */
export function heldSentence(held: StreamHeld): string {
  return `${duration(durationUs(held))}, of it ${heldParts(held)}`;
}
