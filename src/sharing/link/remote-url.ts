/**
 * The address of a trace on another host, as a stranger may write it: which ones are taken at all, and what host and
 * file are called on the page. A browser writes host names in ASCII (punycode), so that one that only looks like
 * another shows itself. Whether anything is fetched is asked elsewhere.
 */
import * as v from 'valibot';
import { mayBeFetched } from '../../drawing/view/hosts';
import { safeName } from './fingerprint';
import { MAX_URL, type TraceRef } from './state';
import { escapeText, unescapeText } from './text';

/** A trace at an address; the address is as a browser writes it. */
export type RemoteRef = Extract<TraceRef, { readonly kind: 'src' }>;

export { hostOf, originOf } from '../../drawing/view/hosts';

const MAX_NAME = 100;

/** An address as a text; the message of what does not fit says why, as a clause. */
export const RemoteUrl = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text), 'it is no full address of a file'),
  v.transform((text) => new URL(text)),
  v.check(mayBeFetched, 'only https is read, or http from localhost or 127.0.0.1'),
  v.check(
    ({ username, password }) => username === '' && password === '',
    'it holds a user name or a password',
  ),
  // As it would be written: a URL is longer by then where it holds letters beyond ASCII.
  v.check(
    ({ href }) => escapeText(href).length <= MAX_URL,
    `it is longer than ${MAX_URL.toLocaleString('en-US')} characters`,
  ),
  v.transform(({ href }): RemoteRef => ({ kind: 'src', url: href })),
);

/** @returns the trace, or why it cannot be one, as a clause. */
export function readUrl(text: string): RemoteRef | string {
  const read = v.safeParse(RemoteUrl, text);
  return read.success ? read.output : read.issues[0].message;
}

/** @returns the text without the space around it where it is one address of the web and nothing else, null otherwise. */
export function soleAddress(text: string): string | null {
  const trimmed = text.trim();
  return /^https?:\/\/\S+$/i.test(trimmed) ? trimmed : null;
}

/** The file's name: the last part of the path, else the host. @param url one that `readUrl` gave. */
export function fileNameOf(url: string): string {
  const { pathname, host } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = safeName(unescapeText(last) ?? last).trim();
  return (name === '' ? host : name).slice(0, MAX_NAME);
}
