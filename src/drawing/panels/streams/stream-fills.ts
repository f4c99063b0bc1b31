/**
 * Colour and pattern of a stream, the same in every panel and at every zoom: they follow from its id alone. The two low bits of an
 * id are its kind (RFC 9000 §2.1), the rest counts the streams of a kind: neighbours have colours that differ, and every eight
 * another pattern.
 */
import { count } from '../../../engine/base/text/figures';
import type { StreamKind, StreamRow } from '../../../engine/sender/streams/stream-row';
import type { Palette } from '../../surface/palette';
import type { Fill } from '../../surface/surface';

const KIND_STEP = 4;
/** Of unidirectional streams: HTTP/3 has a few, of its own. */
const UNI_PATTERN = 'dots';
const BIDI_PATTERNS: readonly Fill['pattern'][] = ['solid', 'diagonal', 'horizontal', 'cross'];

const KIND_WORDS: { readonly [kind in StreamKind]: string } = {
  'client-bidi': 'bidirectional, opened by the client',
  'server-bidi': 'bidirectional, opened by the server',
  'client-uni': 'unidirectional, from the client',
  'server-uni': 'unidirectional, from the server',
};

/** @param id any safe integer of at least 0. */
export function streamFill(id: number, { slots }: Palette): Fill {
  const place = Math.floor(id / KIND_STEP);
  const isUni = id % KIND_STEP > 1;
  const pattern = isUni
    ? UNI_PATTERN
    : BIDI_PATTERNS[Math.floor(place / slots.length) % BIDI_PATTERNS.length];
  return { color: slots[place % slots.length], pattern: pattern as Fill['pattern'] };
}

export function kindWords(kind: StreamKind): string {
  return KIND_WORDS[kind];
}

/** Digits of an id that fit beside a plot. */
const LAST_DIGITS = 6;

/** `1,204`; of an id that is too long for the space beside a plot, its end: `…427,903`. */
export function shortId(id: number): string {
  const words = count(id);
  return words.length > LAST_DIGITS + 1 ? `…${words.slice(-LAST_DIGITS - 1).replace(/^,/, '')}` : words;
}

/** `8 bidi`, `3 uni`: beside its row. */
export function streamLabel({ id, kind }: Pick<StreamRow, 'id' | 'kind'>): string {
  return `${shortId(id)} ${kind.endsWith('uni') ? 'uni' : 'bidi'}`;
}
