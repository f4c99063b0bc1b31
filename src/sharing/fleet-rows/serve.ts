/** Serves requests about a fleet in a worker. */
import { ANSWER_BYTES } from '../../engine/input/bytes/answer-limits';
import { BlobStore } from '../../engine/input/bytes/blob-store';
import { peek } from '../../engine/input/bytes/chunks';
import type { RemoteAnswer } from '../../engine/input/bytes/remote-answer';
import { FOREIGN, request, requestRange } from '../../engine/input/bytes/remote-request';
import type { FleetReply, FleetRequest, FleetRequestKind, FleetRequests, PartSpec } from './contract';
import { Fleet } from './fleet';
import { isParquet, PARQUET_HEAD_BYTES } from './parquet-head';
import { FleetProblem, type FleetSource, NO_PARQUET } from './parquet-parts';

/** This side of a worker. */
export interface FleetScope {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

function sourceOf(spec: PartSpec): FleetSource | Promise<FleetSource> {
  if (spec.kind === 'url') return urlSource(spec.name, spec.url);
  const { file, name } = spec;
  return { name, sizeBytes: file.size, slice: (from, to) => file.slice(from, to).arrayBuffer() };
}

/**
 * The first bytes are asked for, and looked at before anything else is.
 * @throws FleetProblem for what is no Parquet; RemoteFailure.
 */
export async function urlSource(name: string, url: string): Promise<FleetSource> {
  const headBytes = PARQUET_HEAD_BYTES;
  const answer = await request(url, { ...FOREIGN, headers: { range: `bytes=0-${headBytes - 1}` } });
  if (answer.status !== 206) return wholeSource(name, answer);
  const modified = answer.header('last-modified');
  const { bytes: head, sizeBytes } = await answer.range(0, headBytes);
  if (!isParquet(head)) throw new FleetProblem(NO_PARQUET);
  // A host that does not let the size be read.
  if (sizeBytes === null) return wholeSource(name, await request(url, FOREIGN));
  const file = { url, name, asking: FOREIGN, sizeBytes, modified };
  return {
    name,
    sizeBytes,
    slice: async (from, to) =>
      to <= headBytes ? head.slice(from, to).buffer : (await requestRange(file, from, to)).bytes.buffer,
  };
}

/** All of a file on a host without ranges, fetched once and kept off the heap. */
async function wholeSource(name: string, answer: RemoteAnswer): Promise<FleetSource> {
  await answer.refuseLonger(ANSWER_BYTES.parquet);
  const { head, all, release } = await peek(answer.chunks(ANSWER_BYTES.parquet), PARQUET_HEAD_BYTES);
  try {
    if (!isParquet(head)) throw new FleetProblem(NO_PARQUET);
    const fetched = new BlobStore();
    for await (const chunk of all) fetched.append(chunk);
    const file = fetched.blob();
    return { name, sizeBytes: file.size, slice: (from, to) => file.slice(from, to).arrayBuffer() };
  } finally {
    await release();
  }
}

/** A source that gives the reason where it cannot be opened. */
async function openedSource(spec: PartSpec): Promise<FleetSource> {
  try {
    return await sourceOf(spec);
  } catch (error) {
    const refuse = (): never => {
      throw error;
    };
    return { name: spec.name, sizeBytes: Number.MAX_SAFE_INTEGER, slice: async () => refuse() };
  }
}

export function serveFleet(scope: FleetScope): void {
  let fleet: Promise<Fleet> | null = null;
  const send = (reply: FleetReply): void => scope.postMessage(reply);
  const answer = async <K extends FleetRequestKind>(
    kind: K,
    body: FleetRequests[K]['body'],
  ): Promise<FleetRequests[FleetRequestKind]['answer']> => {
    if (kind === 'open') {
      const specs = body as readonly PartSpec[];
      const sources = await Promise.all(specs.map(openedSource));
      fleet = Fleet.open(sources, (rows, total) => send({ progress: { rows, total } }));
      const open = await fleet;
      void open.complete.then(() => send({ complete: true, problems: open.problems }));
      return open.opened;
    }
    if (fleet === null) throw new FleetProblem('no fleet is open');
    const open = await fleet;
    if (kind === 'query') return open.query(body as FleetRequests['query']['body']);
    if (kind === 'rows') return open.rows(body as FleetRequests['rows']['body']);
    return open.detail(body as FleetRequests['detail']['body']);
  };
  let last: Promise<void> = Promise.resolve();
  scope.addEventListener('message', ({ data }) => {
    const { id, kind, body } = data as FleetRequest;
    // One after the other: rows are those of the query before them.
    last = last.then(async () => {
      try {
        send({ id, answer: await answer(kind, body) });
      } catch (error) {
        send({ id, problem: error instanceof Error ? error.message : String(error) });
      }
    });
  });
}
