/**
 * What a trace is known by, as it may leave the device, each with its option. Without its option the name of a file stands
 * nowhere, neither as the name of what is saved nor inside a sentence; an address names a trace by its host and path and has
 * an option of its own, as have connection ids and the time of day.
 */

import type { ShareOptions } from '../contract/share-options';

export function redactName(name: string | null, { fileName }: ShareOptions): string | null {
  return fileName ? name : null;
}

interface ConnectionIds {
  readonly groupId: string | null;
  readonly odcid: string | null;
}

export function redactIds({ groupId, odcid }: ConnectionIds, { connectionIds }: ShareOptions): ConnectionIds {
  return connectionIds ? { groupId, odcid } : { groupId: null, odcid: null };
}

/** @param originMs time 0 of a trace as ms since 1970; null where it is not known. */
export function redactOriginMs(originMs: number | null, { wallClock }: ShareOptions): number | null {
  return wallClock ? originMs : null;
}

const ENDINGS = /(?:\.(?:s?qlog|qlogseq|qlognd|json|jsonl|ndjson|gz|zst|zip))+$/i;
const LONGEST = 80;
const UNNAMED = 'trace';

/**
 * The beginning of the name of a saved file: the trace's own name without folders and endings, of letters, digits, `.`,
 * `_` and `-` only; `trace` without its option.
 */
export function fileStem(name: string | null, options: ShareOptions): string {
  const file = redactName(name, options)?.split(/[\\/]/).pop() ?? '';
  const stem = file.replace(ENDINGS, '').replace(/[^\w.-]+/g, '-');
  return stem.replace(/^[-.]+/, '').slice(0, LONGEST) || UNNAMED;
}

/**
 * @returns what strikes the name, whole or without its folder, out of a sentence. A plain word may be one of ours, and a
 * number any figure: struck out, figures would be spoilt, and the gaps would give the name away.
 */
export function nameRemover(name: string | null, { fileName }: ShareOptions): (sentence: string) => string {
  if (fileName || name === null) return (sentence) => sentence;
  const base = name.split('/').pop() ?? '';
  const names = [name, base].filter(
    (one) => one.length > 3 && /\p{Letter}/u.test(one) && /[^a-z]/i.test(one),
  );
  return (sentence) => names.reduce((rest, one) => rest.replaceAll(one, '(the file)'), sentence);
}

/** Where a trace is to be found, as a link names it. */
export type Origin =
  | { readonly kind: 'example'; readonly id: string }
  | { readonly kind: 'src'; readonly url: string }
  | {
      readonly kind: 'file';
      readonly fingerprint: { readonly name: string; readonly sizeBytes: number; readonly hash: string };
    };

/** @returns null for an address without its option; a file keeps the size and the hash that it is known again by. */
export function redactOrigin(origin: Origin, { fileName, addresses }: ShareOptions): Origin | null {
  switch (origin.kind) {
    case 'example':
      return { kind: 'example', id: origin.id };
    case 'src':
      return addresses ? { kind: 'src', url: origin.url } : null;
    case 'file': {
      const { name, sizeBytes, hash } = origin.fingerprint;
      return { kind: 'file', fingerprint: { name: fileName ? name : '', sizeBytes, hash } };
    }
  }
}
