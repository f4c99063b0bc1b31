/**
 * The traces of a link, one parameter each, in their order: `example=`, `src=` and `file=`. Valid values
 * of `src=` are in `remote-url.ts`; consent to fetch is asked for elsewhere.
 */
import * as v from 'valibot';
import { Fingerprint, fingerprintText } from './fingerprint';
import { RemoteUrl } from './remote-url';
import { MAX_URL, type TraceRef } from './state';
import { escapeText } from './text';
import { Text, type Written } from './values';

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

/** Schemas by parameter name; the message of an invalid value is a clause. */
const REFS: { readonly [kind in TraceRef['kind']]: Written<TraceRef> } = {
  example: v.pipe(
    Text,
    v.regex(/^[a-z0-9-]{1,64}$/, 'it is not the name of an example'),
    v.transform((id): TraceRef => ({ kind: 'example', id })),
  ),
  src: v.pipe(Text, RemoteUrl),
  file: v.pipe(
    Text,
    Fingerprint,
    v.transform((fingerprint): TraceRef => ({ kind: 'file', fingerprint })),
  ),
};

/** @returns the trace, or why it is invalid, as a clause. */
export function readTrace(kind: TraceRef['kind'], raw: string): TraceRef | string {
  const read = v.safeParse(REFS[kind], raw);
  return read.success ? read.output : read.issues[0].message;
}
