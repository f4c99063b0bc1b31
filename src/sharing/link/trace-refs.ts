/**
 * The traces of a link, one parameter each, in their order: `example=`, `src=`, `stored=`, `run=` and `file=`; after a `file=` a
 * `segment=` for each further file of the same trace. Valid values of `src=` are in `remote-url.ts`; consent to fetch
 * is asked for elsewhere.
 */
import * as v from 'valibot';
import { Fingerprint, fingerprintText } from './fingerprint';
import { RemoteUrl } from './remote-url';
import { Run, runText } from './run-ref';
import {
  type DigestRef,
  type FileRef,
  type LinkTrace,
  MAX_NAMED_SEGMENTS,
  MAX_SEGMENTS,
  MAX_URL,
  type StoredRef,
  type TraceRef,
} from './state';
import { isStoredName } from './stored-name';
import { escapeText } from './text';
import { Text, type Written } from './values';

export const TRACE_NAMES: readonly LinkTrace['kind'][] = [
  'example',
  'src',
  'stored',
  'run',
  'file',
  'digest',
];
export const SEGMENT_NAME = 'segment';
/** The version of links that brought it. */
export const SEGMENTS_SINCE = 2;

/** The version of links that brought a way to name a trace. */
export function sinceOf(kind: LinkTrace['kind']): 1 | 3 | 5 | 8 {
  if (kind === 'run') return 8;
  if (kind === 'stored') return 5;
  return kind === 'digest' ? 3 : 1;
}

/** @returns name and value as written, and those of its further files; null for a URL that is too long. */
export function formatTrace(ref: LinkTrace): string | null {
  const value = escapeText(textOf(ref));
  if (ref.kind === 'src' && value.length > MAX_URL) return null;
  const segments = ref.kind === 'file' ? (ref.segments ?? []) : [];
  const further = segments.map(
    (one, i) => `&${SEGMENT_NAME}=${escapeText(fingerprintText(written(one, i)))}`,
  );
  return `${ref.kind}=${value}${further.join('')}`;
}

/** Number of further files of a trace. */
export function segmentCount(ref: LinkTrace): number {
  return ref.kind === 'file' ? (ref.segments?.length ?? 0) : 0;
}

/** A further file as a link holds it. @param at its index among them. */
function written(file: Fingerprint, at: number): Fingerprint {
  return at < MAX_NAMED_SEGMENTS ? file : { ...file, name: '' };
}

/**
 * @returns the trace with one more file, or why there is none, as a clause.
 * @param raw value of `segment=`. @param before further files of all traces that were read before.
 */
export function readSegment(ref: LinkTrace | null, raw: string, before: number): FileRef | string {
  if (ref?.kind !== 'file') return 'no file stands before it';
  const { segments = [] } = ref;
  if (before >= MAX_SEGMENTS) return `a link holds ${MAX_SEGMENTS} further files of traces at most`;
  const read = v.safeParse(REFS.file, raw);
  if (!read.success) return read.issues[0].message;
  return { ...ref, segments: [...segments, written(read.output.fingerprint, segments.length)] };
}

function textOf(ref: LinkTrace): string {
  switch (ref.kind) {
    case 'example':
      return ref.id;
    case 'src':
      return ref.url;
    case 'stored':
      return ref.object;
    case 'run':
      return runText(ref);
    case 'file':
      return fingerprintText(ref.fingerprint);
    case 'digest':
      return String(ref.number);
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
  stored: v.pipe(
    Text,
    v.check(isStoredName, 'it is not the name of a trace in a store'),
    v.transform((object): StoredRef => ({ kind: 'stored', object })),
  ),
  run: v.pipe(Text, Run),
  file: v.pipe(
    Text,
    Fingerprint,
    v.transform((fingerprint): FileRef => ({ kind: 'file', fingerprint })),
  ),
  digest: v.pipe(
    Text,
    v.regex(/^[1-9]$/, 'it is not the number of a digest'),
    v.transform((text): DigestRef => ({ kind: 'digest', number: Number(text) })),
  ),
} satisfies { readonly [kind in LinkTrace['kind']]: Written<LinkTrace> };

/** @returns the trace, or why it is invalid, as a clause. */
export function readTrace(kind: LinkTrace['kind'], raw: string): LinkTrace | string {
  const read = v.safeParse(REFS[kind], raw);
  return read.success ? read.output : read.issues[0].message;
}
