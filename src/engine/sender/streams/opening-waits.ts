/**
 * When streams waited to be opened, because their endpoint had opened as many as its peer allowed (RFC 9000 §4.6): the next one
 * waits from STREAMS_BLOCKED until the MAX_STREAMS that allows it. In the log of the peer: until its first frame arrives.
 *
 * Without STREAMS_BLOCKED there is no wait: whether more streams were wanted is not known.
 */
import type { TimeSpan } from '../transport/connectivity/connectivity';
import type { Role } from '../transport/role';
import type { StreamNote, StreamNoteKind } from '../transport/stream-log';

/** Low bits of the ids of streams that the server opens, and of those of one direction (RFC 9000 §2.1). */
const OF_SERVER = 1;
const UNI = 2;

const LIMITS: readonly {
  readonly credit: StreamNoteKind;
  readonly blocked: StreamNoteKind;
  readonly bits: number;
}[] = [
  { credit: 'streams-credit', blocked: 'streams-blocked', bits: 0 },
  { credit: 'uni-streams-credit', blocked: 'uni-streams-blocked', bits: UNI },
];

interface OpenWait {
  /** Streams that were opened. */
  readonly limit: number;
  readonly fromUs: number;
}

export interface OpenedStreams {
  /** Of the endpoint that logs. */
  readonly role: Role;
  /** The stream with an id; -1 for none. */
  find(id: number): number;
  /** When its first frame was logged, µs; NaN for none. */
  firstUs(stream: number): number;
}

/** @param notes those on limits of streams, in order. @returns the wait of each stream that had one. */
export function openingWaits(
  notes: readonly StreamNote[],
  streams: OpenedStreams,
): ReadonlyMap<number, TimeSpan> {
  const waits = new Map<number, TimeSpan>();
  if (streams.role === 'unknown') return waits;
  for (const { credit, blocked, bits } of LIMITS) {
    for (const opener of ['local', 'remote'] as const) {
      const isServer = (streams.role === 'server') === (opener === 'local');
      const kind = bits + (isServer ? OF_SERVER : 0);
      let granted = 0;
      let open: OpenWait | null = null;
      const close = (toUs: number): void => {
        if (open !== null) take(waits, streams, streams.find(open.limit * 4 + kind), open.fromUs, toUs);
        open = null;
      };
      for (const note of notes) {
        if (note.kind === credit && note.by !== opener) {
          granted = Math.max(granted, note.value || 0);
          if (opener === 'local' && openLimit(open) < granted) close(note.timeUs);
        } else if (note.kind === blocked && note.by === opener) {
          // Sent again, or with credit that has come since.
          if (!(note.value > openLimit(open)) || (opener === 'local' && note.value < granted)) continue;
          close(Number.POSITIVE_INFINITY);
          open = { limit: note.value, fromUs: note.timeUs };
        }
      }
      close(Number.POSITIVE_INFINITY);
    }
  }
  return waits;
}

/** -1 for none. */
function openLimit(open: OpenWait | null): number {
  return open?.limit ?? -1;
}

/** @param toUs where its first frame is not earlier. */
function take(
  waits: Map<number, TimeSpan>,
  streams: OpenedStreams,
  stream: number,
  fromUs: number,
  toUs: number,
): void {
  if (stream < 0) return;
  const firstUs = streams.firstUs(stream);
  const endUs = firstUs < toUs ? firstUs : toUs;
  if (endUs > fromUs && Number.isFinite(endUs)) waits.set(stream, { fromUs, toUs: endUs });
}
