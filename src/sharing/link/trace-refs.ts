/**
 * The traces of a link, one parameter each, in their order: `example=`, `src=` and `file=`; behind a `file=` a
 * `segment=` for each further file of the same trace. Valid values of `src=` are in `remote-url.ts`; consent to fetch
 * is asked for elsewhere.
 */
import * as v from 'valibot';
import { Fingerprint, fingerprintText } from './fingerprint';
import { RemoteUrl } from './remote-url';
import { type FileRef, MAX_SEGMENTS, MAX_URL, type TraceRef } from './state';
import { escapeText } from './text';
import { Text, type Written } from './values';

export const TRACE_NAMES: readonly TraceRef['kind'][] = ['example', 'src', 'file'];
export const SEGMENT_NAME = 'segment';
/** The version of links that brought it. */
export const SEGMENTS_SINCE = 2;

/** @returns name and value as written, and those of its further files; null for a URL that is too long. */
export function formatTrace(ref: TraceRef): string | null {
  const value = escapeText(textOf(ref));
  if (ref.kind === 'src' && value.length > MAX_URL) return null;
  const segments = ref.kind === 'file' ? (ref.segments ?? []) : [];
  const further = segments.map((one) => `&${SEGMENT_NAME}=${escapeText(fingerprintText(one))}`);
  return `${ref.kind}=${value}${further.join('')}`;
}

/** @returns the trace with one more file, or why there is none, as a clause. @param raw value of `segment=`. */
export function readSegment(ref: TraceRef | null, raw: string): FileRef | string {
  if (ref?.kind !== 'file') return 'it stands behind no file';
  const { segments = [] } = ref;
  if (segments.length === MAX_SEGMENTS) return `a trace holds ${MAX_SEGMENTS + 1} files at most`;
  const read = v.safeParse(REFS.file, raw);
  if (!read.success) return read.issues[0].message;
  return { ...ref, segments: [...segments, read.output.fingerprint] };
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
const REFS = {
  example: v.pipe(
    Text,
    v.regex(/^[a-z0-9-]{1,64}$/, 'it is not the name of an example'),
    v.transform((id): TraceRef => ({ kind: 'example', id })),
  ),
  src: v.pipe(Text, RemoteUrl),
  file: v.pipe(
    Text,
    Fingerprint,
    v.transform((fingerprint): FileRef => ({ kind: 'file', fingerprint })),
  ),
} satisfies { readonly [kind in TraceRef['kind']]: Written<TraceRef> };

/** @returns the trace, or why it is invalid, as a clause. */
export function readTrace(kind: TraceRef['kind'], raw: string): TraceRef | string {
  const read = v.safeParse(REFS[kind], raw);
  return read.success ? read.output : read.issues[0].message;
}
