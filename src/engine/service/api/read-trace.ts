/** Reads and judges a trace in one call: a session, and what its snapshots say, as promises. */
import type { Finding } from '../../findings/finding/finding';
import type { TimeRange } from '../../input/bytes/source';
import type { AnswerOf, BodyOf, RequestKind } from '../../reading/contract/requests';
import type { Message, Snapshot } from '../../reading/contract/snapshot';
import { TraceSession } from '../answers/session';

/** How a trace is read. */
export interface ReadOptions {
  /** Name of the file: messages name it, and some containers are recognised by its ending. `trace` where it is left out. */
  readonly name?: string;
  /** Only the events in it are kept, µs from the start of the trace; all where it is left out. */
  readonly range?: TimeRange;
}

/** A file that was read to its end and judged. It holds its columns until it is garbage. */
export interface JudgedFile {
  readonly name: string;
  /** Number of connections in the file, at least 1. */
  readonly connections: number;
  /** Index of the connection that stands for the file: the one with the worst finding. */
  readonly main: number;
  /** What could not be read or was repaired, with places; empty where nothing is to be said. */
  readonly messages: readonly Message[];
  /**
   * Everything known of a connection: summary, findings, trace quality, the catalogue of its series.
   * @param connection - index, from 0; `main` where it is left out. Rejects where there is no such connection.
   */
  snapshot(connection?: number): Promise<Snapshot>;
  /** What is wrong with a connection, the worst first. @param connection - as for `snapshot`. */
  findings(connection?: number): Promise<readonly Finding[]>;
  /**
   * Asks anything that the page asks: columns of a window (`window`), points of series (`rows`), exact figures of a
   * range (`measure`), events, records, an export.
   * @param body - holds `connection`, the index. Rejects where there is no answer.
   */
  request<K extends RequestKind>(kind: K, body: BodyOf<K>): Promise<AnswerOf<K>>;
}

/** The file is no trace that can be read; the message says why and where. */
export class TraceUnreadable extends Error {
  override readonly name = 'TraceUnreadable';
  /** All that was found wrong, the first one as in the error's message. */
  readonly messages: readonly Message[];

  constructor(messages: readonly Message[]) {
    super(messages[0]?.text ?? 'The file holds no trace.');
    this.messages = messages;
  }
}

/**
 * Reads a whole trace and judges it.
 * @param input - bytes as stored (gzip, zstd and zip are recognised from their first bytes), or text.
 * @returns when all is judged. Rejects with `TraceUnreadable` where no event could be read; damage that costs single records
 * is in `messages`.
 */
export async function readTrace(
  input: Uint8Array | Blob | string,
  { name = 'trace', range }: ReadOptions = {},
): Promise<JudgedFile> {
  const newest = new Map<number, Snapshot>();
  let main = 0;
  const session = new TraceSession((snapshot, index) => {
    newest.set(snapshot.connection, snapshot);
    main = index;
  });
  const file = new File([input as BlobPart], name);
  await session.open({ kind: 'file', file, ...(range !== undefined && { range }) });
  const first = newest.get(main);
  if (first?.phase !== 'ready') throw new TraceUnreadable(first?.messages ?? []);
  const snapshot = async (connection = main): Promise<Snapshot> => {
    if (newest.get(connection)?.phase !== 'ready') await session.request('watch', { connection });
    return newest.get(connection) as Snapshot;
  };
  return {
    name,
    connections: first.connectionCount,
    main,
    messages: first.messages,
    snapshot,
    findings: async (connection) => (await snapshot(connection)).findings,
    request: (kind, body) => session.request(kind, body),
  };
}
