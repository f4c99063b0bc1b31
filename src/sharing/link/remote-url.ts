/**
 * URLs of traces on other hosts, untrusted: which are accepted, and how host and
 * file are named on the page. Browsers write host names in ASCII (punycode), so that one that only looks like
 * another is recognisable. Consent to fetch is asked for elsewhere.
 */
import * as v from 'valibot';
import { mayBeFetched } from '../../drawing/view/origin';
import { plainLine } from '../../engine/base/text/plain';
import { MAX_URL, type TraceRef } from './state';
import { escapeText, unescapeText } from './text';

/** A trace at a URL, normalised by the browser. */
export type RemoteRef = Extract<TraceRef, { readonly kind: 'src' }>;

export { hostOf, originOf } from '../../drawing/view/origin';

const MAX_NAME = 100;

/** Parses a URL; the message of an invalid one is a clause. */
export const RemoteUrl = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text), 'it is not a complete URL of a file'),
  v.transform((text) => new URL(text)),
  v.check(mayBeFetched, 'only https is supported, or http from localhost or 127.0.0.1'),
  v.check(
    ({ username, password }) => username === '' && password === '',
    'it contains a user name or a password',
  ),
  // The length as written in a link: non-ASCII characters are escaped.
  v.check(
    ({ href }) => escapeText(href).length <= MAX_URL,
    `it is longer than ${MAX_URL.toLocaleString('en-US')} characters`,
  ),
  v.transform(({ href }): RemoteRef => ({ kind: 'src', url: href })),
);

/** @returns the trace, or why it is invalid, as a clause. */
export function readUrl(text: string): RemoteRef | string {
  const read = v.safeParse(RemoteUrl, text);
  return read.success ? read.output : read.issues[0].message;
}

/** @returns the trimmed text if it is exactly one http or https URL, null otherwise. */
export function soleAddress(text: string): string | null {
  const trimmed = text.trim();
  return /^https?:\/\/\S+$/i.test(trimmed) ? trimmed : null;
}

/** The file's name: the last part of the path, else the host. @param url from `readUrl`. */
export function fileNameOf(url: string): string {
  const { pathname, host } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = plainLine(unescapeText(last) ?? last).trim();
  return (name === '' ? host : name).slice(0, MAX_NAME);
}
