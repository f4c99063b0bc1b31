/**
 * Messages between the embedded page and the page around it (docs/embedding.md), version 1. An external format: what comes
 * may be of another version, or hostile, and is taken whole or not at all.
 */
import * as v from 'valibot';
import { MAX_FRAGMENT } from '../link/state';
import type { TraceRecord } from '../report/records/trace-record';

export const EMBED_VERSION = 1;
const MAX_NAME = 200;

const Id = v.union([v.pipe(v.string(), v.maxLength(100)), v.number()]);
const Bytes = v.union([v.instance(ArrayBuffer), v.instance(Uint8Array<ArrayBuffer>), v.instance(Blob)]);
const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME));

const Asked = v.union([
  v.object({ type: v.literal('hello') }),
  v.object({ type: v.literal('open'), id: Id, name: Name, bytes: Bytes }),
  v.object({ type: v.literal('open-url'), id: Id, url: v.pipe(v.string(), v.maxLength(2000)) }),
  v.object({ type: v.literal('view'), id: Id, link: v.pipe(v.string(), v.maxLength(MAX_FRAGMENT)) }),
]);

/** What the page around may ask. */
export type EmbedRequest = v.InferOutput<typeof Asked>;
export type EmbedId = v.InferOutput<typeof Id>;

/** What the embedded page says. */
export type EmbedReply =
  | { readonly type: 'ready' }
  /** A message of another version came. */
  | { readonly type: 'other-version'; readonly versions: readonly number[] }
  /** The trace is judged: its record as `check --json` writes it, without names, addresses and times of day. */
  | { readonly type: 'opened'; readonly id: EmbedId; readonly record: TraceRecord }
  | { readonly type: 'done'; readonly id: EmbedId }
  | { readonly type: 'failed'; readonly id: EmbedId | null; readonly words: string }
  /** What is seen of a trace that the page around opened has changed; `id` is the one it was opened with. */
  | { readonly type: 'view'; readonly id: EmbedId; readonly link: string };

export function embedMessage(reply: EmbedReply): object {
  return { qlogscope: EMBED_VERSION, ...reply };
}

type ReadRequest =
  | { readonly kind: 'request'; readonly request: EmbedRequest }
  | { readonly kind: 'other-version' }
  /** Meant for the page, and of no known form. */
  | { readonly kind: 'unknown'; readonly id: EmbedId | null }
  /** Of somebody else's protocol. */
  | { readonly kind: 'foreign' };

/** Reads what was posted. Never throws. */
export function readEmbedMessage(data: unknown): ReadRequest {
  if (typeof data !== 'object' || data === null || !('qlogscope' in data)) return { kind: 'foreign' };
  if (data.qlogscope !== EMBED_VERSION) return { kind: 'other-version' };
  const read = v.safeParse(Asked, data);
  if (read.success) return { kind: 'request', request: read.output };
  const id = v.safeParse(v.object({ id: Id }), data);
  return { kind: 'unknown', id: id.success ? id.output.id : null };
}
