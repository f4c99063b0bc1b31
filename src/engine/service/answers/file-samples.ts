/**
 * Reads a file again for the groups of a table: samples and landmarks of some of its connections, and nothing else is kept.
 * A worker does this for one file after another, as it surveys them.
 */
import type { SourceSpec } from '../../input/bytes/source';
import type { FileSamples, RunSamples } from '../../reading/contract/samples';
import type { Message, Snapshot } from '../../reading/contract/snapshot';
import { outlineOf } from '../../reading/facts/outline';
import { samplesOf } from '../../reading/facts/samples';
import { TraceSession } from './session';

const NOT_READ: Message = {
  kind: 'no-events',
  level: 'error',
  text: 'The file could no longer be read.',
  places: [],
};

/** @param connections numbers of connections in the file. Never rejects for what the source holds. */
export async function samplesOfFile(
  source: SourceSpec,
  connections: readonly number[],
): Promise<FileSamples> {
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  await session.open(source);
  const file = newest as Snapshot | null;
  if (file === null || file.phase !== 'ready') {
    const failure = file?.messages.find(({ level }) => level === 'error') ?? NOT_READ;
    return { runs: [], failure };
  }
  const indexes = new Set(file.connections.map(({ index }) => index));
  const runs = connections
    .filter((connection) => indexes.has(connection))
    .map((connection) => runSamples(session, connection));
  return { runs, failure: null };
}

/** @param session that was read to its end. @param connection number of one of its connections. */
export function runSamples(session: TraceSession, connection: number): RunSamples {
  const { state, ends } = session.connection(connection).connection;
  const { landmarks, outcome, completedUs } = outlineOf(state, ends.identity, null);
  return { connection, endUs: state.lastUs, samples: samplesOf(state), landmarks, outcome, completedUs };
}
