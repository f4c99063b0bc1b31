/**
 * Redaction of the names that identify a trace, each with its option. Without its option the file name appears
 * nowhere, neither as the name of a saved file nor in a sentence; a URL identifies a trace by host and path and has
 * its own option, as have connection ids and the time of day.
 */
import type { NamedRun } from '../../input/bytes/source';
import type { ShareOptions } from '../../reading/contract/share-options';

export function redactName(name: string | null, { fileName }: ShareOptions): string | null {
  return fileName ? name : null;
}

/** What one of several files of a trace is called where names are not given. @param number from 1. */
export function fileWords(number: number): string {
  return `file ${number}`;
}

interface ConnectionIds {
  readonly groupId: string | null;
  readonly odcid: string | null;
}

export function redactIds({ groupId, odcid }: ConnectionIds, { connectionIds }: ShareOptions): ConnectionIds {
  return connectionIds ? { groupId, odcid } : { groupId: null, odcid: null };
}

/** @param originMs time 0 of a trace as ms since 1970; null where unknown. */
export function redactOriginMs(originMs: number | null, { wallClock }: ShareOptions): number | null {
  return wallClock ? originMs : null;
}

const ENDINGS = /(?:\.(?:s?qlog|qlogseq|qlognd|json|jsonl|ndjson|gz|zst|zip))+$/i;
const LONGEST = 80;
const UNNAMED = 'trace';

/**
 * The start of the name of a saved file: the trace's name without folders and extensions, of letters, digits, `.`,
 * `_` and `-` only; `trace` without its option.
 */
export function fileStem(name: string | null, options: ShareOptions): string {
  const file = redactName(name, options)?.split(/[\\/]/).pop() ?? '';
  const stem = file.replace(ENDINGS, '').replace(/[^\w.-]+/g, '-');
  return stem.replace(/^[-.]+/, '').slice(0, LONGEST) || UNNAMED;
}

/**
 * @returns a function that removes the name, with or without its folder, from a sentence. Plain words and numbers are not
 * removed: they may be our own words or figures, and the gaps would reveal the name.
 */
export function nameRemover(name: string | null, { fileName }: ShareOptions): (sentence: string) => string {
  if (fileName || name === null) return (sentence) => sentence;
  const base = name.split('/').pop() ?? '';
  const names = [name, base].filter(
    (one) => one.length > 3 && /\p{Letter}/u.test(one) && /[^a-z]/i.test(one),
  );
  return (sentence) => names.reduce((rest, one) => rest.replaceAll(one, '(the file)'), sentence);
}

/** Reference to a trace, as in a link. */
export type Origin =
  | { readonly kind: 'example'; readonly id: string }
  | { readonly kind: 'src'; readonly url: string }
  | { readonly kind: 'stored'; readonly object: string }
  | ({ readonly kind: 'run' } & NamedRun)
  | {
      readonly kind: 'file';
      readonly fingerprint: FilePrint;
      readonly segments?: readonly FilePrint[];
    };

interface FilePrint {
  readonly name: string;
  readonly sizeBytes: number;
  readonly hash: string;
}

/** @returns null for a URL without its option; a file has the size and hash still that identify it. */
export function redactOrigin(origin: Origin, { fileName, addresses }: ShareOptions): Origin | null {
  switch (origin.kind) {
    case 'example':
      return { kind: 'example', id: origin.id };
    case 'src':
      return addresses ? { kind: 'src', url: origin.url } : null;
    case 'stored':
      return { kind: 'stored', object: origin.object };
    case 'run': {
      const { scenario, variant, seed, end, fields } = origin;
      return { kind: 'run', scenario, variant, seed, end, fields };
    }
    case 'file': {
      const { fingerprint, segments } = origin;
      const redacted = ({ name, sizeBytes, hash }: FilePrint): FilePrint => ({
        name: fileName ? name : '',
        sizeBytes,
        hash,
      });
      const file = { kind: 'file', fingerprint: redacted(fingerprint) } as const;
      return segments === undefined ? file : { ...file, segments: segments.map(redacted) };
    }
  }
}
