/**
 * Opens digests, from links and from files, as files of the list. Loaded with the first one. Following the link
 * of a digest is left to `follow-link.ts`.
 */
import { laneLetter } from '../../drawing/surface/lane-styles';
import type { Message } from '../../engine/reading/contract/snapshot';
import { type Digest, MAX_DIGEST_BYTES, MAX_FILE_BYTES } from '../../sharing/digest/digest';
import { FULL_DETAIL } from '../../sharing/digest/fit';
import { FILE_MAGIC } from '../../sharing/digest/magic';
import {
  decodeDigest,
  decodeFile,
  encodeDigest,
  fromBase64url,
  type ReadDigest,
  toBase64url,
} from '../../sharing/digest/pack';
import { fileWords } from '../../sharing/link/fingerprint';
import { type ParsedLink, parseLink } from '../../sharing/link/parse';
import { isTraceRef, type LinkState, type TraceRef } from '../../sharing/link/state';
import { shortName } from '../../sharing/link/stored-name';
import { readWrittenTrace } from '../../sharing/link/written-trace';
import { DigestBackend } from '../backend/digest-backend';
import type { AppState } from '../state/app-state';
import { runName } from '../state/lab/run-source';
import { fileNotes } from '../state/notes/file-notes';
import type { NamedFile } from '../state/traces/named-file';
import type { OpenFile } from '../state/traces/open-file';
import { type DigestPlace, isAt, type ShownDigest } from '../state/traces/shown-digest';
import { unreadableDigest } from './digest-messages';
import { bringNotes } from './replace-digest';
import type { TraceOrigins } from './trace-origins';

/** The file of the digest, or of its trace where that is open; the digests of other traces of the set are opened beside it. */
interface OpenedDigest {
  readonly file: OpenFile;
  /** See `DigestPlace`; null for a digest of one trace. */
  readonly group: string | null;
}

/** Or why there is none, as a clause. */
export type Opened = OpenedDigest | string;

/** @param ref how the link names the trace of the digest. */
export function openEncoded(app: AppState, encoded: string, ref: TraceRef | null): Opened {
  const read = readEncoded(encoded);
  if ('reason' in read) return read.reason;
  return openRead(app, read.digest, { sizeBytes: Math.floor((encoded.length * 3) / 4), ref, encoded });
}

function readEncoded(encoded: string): ReadDigest {
  const packed = fromBase64url(encoded);
  if (packed === null) return { reason: 'it is damaged: the link was cut or changed' };
  return decodeDigest(packed);
}

/** The trace of a link's digest is open: adds the notes of the digest to it. */
export function handOverEncoded(app: AppState, encoded: string, file: OpenFile): Opened {
  const read = readEncoded(encoded);
  return 'reason' in read ? read.reason : handOver(app, read.digest, file, encoded);
}

function handOver(app: AppState, digest: Digest, file: OpenFile, encoded: string | null): OpenedDigest {
  bringNotes(file, new Map([[digest.connection.index, digest.notes]]));
  const group = groupOf(app, digest, encoded);
  openOthers(app, digest, group);
  return { file, group };
}

/** What the page knows of the traces that links name. */
interface KnownTraces {
  readonly origins: Pick<TraceOrigins, 'find'>;
  /** The trace that a link shows, or its digest, where one of them is open. */
  readonly standsFor: (state: LinkState) => OpenFile | null;
}

/** Opens the digest of a file, unless its trace is open. @returns null where it cannot be read, which is said. */
export async function openFromFile(
  app: AppState,
  { file, name }: NamedFile,
  { origins, standsFor }: KnownTraces,
): Promise<(OpenedDigest & { readonly link: ParsedLink }) | null> {
  const bytes = new Uint8Array(await file.slice(0, MAX_FILE_BYTES + 1).arrayBuffer());
  const read = decodeFile(bytes);
  if ('reason' in read) {
    app.files.notify(unreadableDigest(name, read.reason));
    return null;
  }
  const { digest } = read;
  const link = parseLink(digest.link);
  const ref = link.state.traces[link.state.shown] ?? null;
  const encoded = encodedOf(bytes.subarray(FILE_MAGIC.length));
  // It may have come together with its trace: what a file is takes a moment to know.
  await Promise.all(app.files.files.map((open) => origins.find(open)));
  const real = standsFor(link.state);
  if (real !== null && real.digest === null) {
    app.files.notify(isOpenWords(name, real.name));
    return { ...handOver(app, digest, real, encoded), link };
  }
  const own = ref !== null && isTraceRef(ref) ? ref : null;
  return { ...openRead(app, digest, { sizeBytes: bytes.length, ref: own, encoded }), link };
}

/** For a link; null where it is too large. */
function encodedOf(packed: Uint8Array): string | null {
  return packed.length <= MAX_DIGEST_BYTES ? toBase64url(packed) : null;
}

interface DigestSource extends Pick<ShownDigest, 'ref' | 'encoded'> {
  readonly sizeBytes: number;
}

function openRead(app: AppState, digest: Digest, source: DigestSource): OpenedDigest {
  const group = groupOf(app, digest, source.encoded);
  const file = openOne(app, digest, source, group === null ? null : { group, number: 1 });
  openOthers(app, digest, group);
  app.files.show(file);
  return { file, group };
}

/** What digests that are opened together have in common; null for one alone. */
function groupOf({ files }: AppState, { others }: Digest, encoded: string | null): string | null {
  if (others.length === 0) return null;
  return encoded ?? `file ${files.files.length} ${others.length}`;
}

/** Opens those of other traces that are not open yet. */
function openOthers(app: AppState, { others }: Digest, group: string | null): void {
  if (group === null) return;
  for (const [i, { ref, digest }] of others.entries()) {
    const place = { group, number: i + 2 };
    if (app.files.files.some((file) => isAt(file.digest, place))) continue;
    const packed = encodeDigest(digest, FULL_DETAIL.levels);
    const source = { sizeBytes: packed.length, ref: readWrittenTrace(ref), encoded: encodedOf(packed) };
    openOne(app, digest, source, place);
  }
}

function openOne(
  app: AppState,
  digest: Digest,
  { ref, encoded, sizeBytes }: DigestSource,
  place: DigestPlace | null,
): OpenFile {
  const shown = { ref, encoded, place };
  const file = app.files.openDigest(`Digest of ${nameOf(digest, ref, place)}`, shown, (listener) => {
    return new DigestBackend(digest, sizeBytes, listener);
  });
  file.feature(fileNotes).of(digest.connection.index).load(digest.notes);
  return file;
}

/** A trace of a set whose name is not given is called by its letter there. */
function nameOf({ name }: Digest, ref: TraceRef | null, place: DigestPlace | null): string {
  const unnamed = place === null ? 'a trace' : `trace ${laneLetter(place.number - 1)}`;
  if (name !== null) return name;
  switch (ref?.kind) {
    case 'example':
      return `the example ${ref.id}`;
    case 'src':
      return ref.url;
    case 'stored':
      return shortName(ref.object);
    case 'run':
      return runName(ref);
    case 'file':
      return ref.fingerprint.name === '' ? unnamed : fileWords(ref.fingerprint);
    default:
      return unnamed;
  }
}

/** @param name of the digest's file. */
function isOpenWords(name: string, trace: string): Message {
  const text = `${name} is a digest of ${trace}, which is open here: its view and its notes are shown in that trace.`;
  return { kind: 'link', level: 'note', text, places: [] };
}
