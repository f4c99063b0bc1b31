/**
 * A view that was put into a store: the link to it, and of each of its traces what a link has no room for. It is an object
 * of the store like its traces, named by its hash; `#sha=<hash>` opens it. An external format: views are opened years
 * later, may be of a newer version, and come from whoever could write to the store.
 *
 *   { "qlogscopeView": 1,
 *     "link": "v=5&stored=…&t=2.04-9.99",
 *     "traces": [{ "object": "<sha256>.gz", "name": "server.sqlog", "notes": [[0, { "v": 1, "notes": [] }]] }] }
 */
import * as v from 'valibot';
import { fitting } from '../../drawing/view/fitting';
import { plainLine } from '../../engine/base/text/plain';
import { ANSWER_BYTES } from '../../engine/input/bytes/answer-limits';
import { MAX_CONNECTION, MAX_FRAGMENT, MAX_TRACES } from '../link/state';
import { isStoredName } from '../link/stored-name';
import type { Note } from '../notes/note';
import { readNotes, type StoredNotes, storeNotes } from '../notes/schema';

const VIEW_VERSION = 1;
export const MAX_VIEW_BYTES = ANSWER_BYTES.view;
const MAX_CONNECTIONS = 100;
const MAX_NAME = 200;

export interface ViewTrace {
  readonly object: string;
  /** Name of its file; null where that is not given. */
  readonly name: string | null;
  /** By the index of their connection in the object. */
  readonly notes: readonly (readonly [connection: number, notes: readonly Note[]])[];
}

export interface StoredView {
  /** Fragment of the link, which names the objects. */
  readonly link: string;
  readonly traces: readonly ViewTrace[];
}

/** The text of a view; the same view gives the same text. */
export function formatView({ link, traces }: StoredView): string {
  const written = traces.map(({ object, name, notes }) => ({
    object,
    ...(name !== null && { name: name.slice(0, MAX_NAME) }),
    ...(notes.length > 0 && {
      notes: notes.map(([connection, list]): [number, StoredNotes] => [connection, storeNotes(list)]),
    }),
  }));
  return JSON.stringify({ qlogscopeView: VIEW_VERSION, link, traces: written });
}

/** A pair of the index of a connection and its notes, which are read later. */
function isOfConnection(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  return Number.isSafeInteger(value[0]) && value[0] >= 0 && value[0] <= MAX_CONNECTION;
}

const Trace = v.object({
  object: v.pipe(v.string(), v.check(isStoredName)),
  name: v.fallback(
    v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME), v.transform(plainLine))),
    null,
  ),
  notes: v.fallback(
    fitting(v.custom<readonly [connection: number, notes: unknown]>(isOfConnection), MAX_CONNECTIONS),
    [],
  ),
});
const View = v.object({
  qlogscopeView: v.custom<number>(Number.isSafeInteger),
  link: v.pipe(v.string(), v.maxLength(MAX_FRAGMENT)),
  traces: v.fallback(fitting(Trace, MAX_TRACES), []),
});

/** @returns the view, or why there is none, as a clause; never throws. */
export function readView(text: string): StoredView | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  const read = v.safeParse(View, value);
  if (!read.success) return 'it is no view of qlogscope';
  const { qlogscopeView, link, traces } = read.output;
  if (qlogscopeView > VIEW_VERSION)
    return `it was made by a newer qlogscope (views of version ${qlogscopeView}, this page reads up to ${VIEW_VERSION})`;
  if (qlogscopeView < 1) return 'there is no such version of a view';
  return {
    link,
    traces: traces.map(({ object, name, notes }) => ({
      object,
      name,
      notes: notes.map(([connection, list]) => [connection, readNotes(list).notes] as const),
    })),
  };
}
