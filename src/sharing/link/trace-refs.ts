/**
 * Which traces a link is about, one parameter each, in their order: `example=`, `src=` and `file=`. What may stand
 * behind `src=` is in `remote-url.ts`; whether it is fetched is asked elsewhere.
 */
import { fingerprintText, readFingerprint } from './fingerprint';
import { readUrl } from './remote-url';
import { MAX_URL, type TraceRef } from './state';
import { escapeText, unescapeText } from './text';

export const TRACE_NAMES: readonly TraceRef['kind'][] = ['example', 'src', 'file'];

/** @returns name and value as written; null for a URL that is too long. */
export function formatTrace(ref: TraceRef): string | null {
  const value = escapeText(textOf(ref));
  return ref.kind === 'src' && value.length > MAX_URL ? null : `${ref.kind}=${value}`;
}

function textOf(ref: TraceRef): string {
  switch (ref.kind) {
    case 'example':
      return ref.id;
    case 'src':
      return ref.url;
    case 'file':
      return fingerprintText(ref.fingerprint);
  }
}

/** @returns the trace, or why it cannot be one, as a clause. */
export function readTrace(kind: TraceRef['kind'], raw: string): TraceRef | string {
  const text = unescapeText(raw);
  if (text === null) return 'it holds a damaged escape';
  switch (kind) {
    case 'example':
      return /^[a-z0-9-]{1,64}$/.test(text) ? { kind, id: text } : 'it is no name of an example';
    case 'src':
      return readUrl(text);
    case 'file': {
      const fingerprint = readFingerprint(text);
      return fingerprint === null
        ? 'it is no fingerprint of a file (size, hash and name)'
        : { kind, fingerprint };
    }
  }
}
