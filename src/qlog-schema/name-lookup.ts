/**
 * Maps a logged event name to its kind: the pair of namespace and type first, then the bare type if only QUIC uses it
 * (`parameters_set` and its like exist in HTTP/3 as well, so those need the pair).
 */
import { EventKind, isOfTransport, type NameStatus } from './event-kinds';
import { EVENT_DEFINITIONS, OTHER_NAMESPACES, QUIC_NAMESPACES } from './event-names';

const KIND_BY_NAME: ReadonlyMap<string, EventKind> = new Map(
  EVENT_DEFINITIONS.flatMap(({ kind, canonical, aliases }) =>
    [canonical, ...aliases].map((name): [string, EventKind] => [name, kind]),
  ),
);

const KIND_BY_UNIQUE_TYPE: ReadonlyMap<string, EventKind> = new Map(
  EVENT_DEFINITIONS.flatMap(({ kind, unique }) => unique.map((type): [string, EventKind] => [type, kind])),
);

const QUIC = new Set(QUIC_NAMESPACES);
const KNOWN = new Set([...OTHER_NAMESPACES, ...QUIC_NAMESPACES]);
/** Log messages without a namespace (draft-02's `generic` and Haskell quic's `debug`). */
const LOG_TYPES = new Set(['error', 'warning', 'info', 'debug', 'verbose', 'message', 'marker', 'scenario']);

export interface KnownName {
  readonly kind: EventKind;
  readonly status: NameStatus;
}

/**
 * Looks up a logged event name. Not cached: callers keep a table of names.
 * @param name `namespace:type` or a bare type in upper or lower case, as logged.
 * @returns the canonical kind, `EventKind.other` for a name that is neither an event of QUIC nor a listed one of HTTP/3.
 */
export function lookUpName(name: string): KnownName {
  const normal = name.trim().toLowerCase().replace(/[ -]/g, '_');
  const kind = KIND_BY_NAME.get(normal);
  if (kind !== undefined) return { kind, status: isOfTransport(kind) ? 'transport' : 'known' };
  const colon = normal.indexOf(':');
  const namespace = normal.slice(0, Math.max(0, colon));
  const type = normal.slice(colon + 1);
  if (namespace === '' || QUIC.has(namespace)) {
    const byType = KIND_BY_UNIQUE_TYPE.get(type);
    if (byType !== undefined) return { kind: byType, status: 'transport' };
  }
  const isQuic = KNOWN.has(namespace) || (namespace === '' && LOG_TYPES.has(type));
  // A QUIC namespace with a type of no draft is not known: the quality panel must list it.
  const foreign = isQuic && (!QUIC.has(namespace) || namespace === 'info');
  return { kind: EventKind.other, status: foreign ? 'known' : 'unknown' };
}

/** The kind of a logged name only, see `lookUpName`. */
export function eventKindOf(name: string): EventKind {
  return lookUpName(name).kind;
}
