/**
 * Which traces a link is about, one parameter each, in their order: `example=`, `src=` and `file=`. A URL is taken
 * only where fetching it could be offered at all; whether it is fetched is asked elsewhere.
 */
import { fingerprintText, readFingerprint } from './fingerprint';
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

/** Hosts that are this machine, where http does not leave it. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function readUrl(text: string): TraceRef | string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'it is no full address of a file';
  }
  const { protocol, hostname } = url;
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname)))
    return 'only https is read, or http from this machine';
  if (url.username !== '' || url.password !== '') return 'it holds a user name or a password';
  // As it would be written: a URL is longer by then where it holds letters beyond ASCII.
  if (escapeText(url.href).length > MAX_URL)
    return `it is longer than ${MAX_URL.toLocaleString('en-US')} characters`;
  return { kind: 'src', url: url.href };
}
