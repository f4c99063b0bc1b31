/** Serves requests about a fleet in a worker. */
import { FOREIGN, request } from '../../engine/bytes/remote-request';
import type { FleetReply, FleetRequest, FleetRequestKind, FleetRequests, PartSpec } from './contract';
import { Fleet } from './fleet';
import { FleetProblem, type FleetSource } from './parquet-parts';

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

async function urlSource(name: string, url: string): Promise<FleetSource> {
  const head = await fetched(url, 'bytes=0-0');
  const size = Number(/\/(\d+)$/.exec(head.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
  if (head.status === 206 && Number.isSafeInteger(size))
    return {
      ...{ name, sizeBytes: size },
      slice: async (from, to) => (await fetched(url, `bytes=${from}-${to - 1}`)).arrayBuffer(),
    };
  // A server without ranges, or that does not let the size be read: all of it is fetched once.
  const all = await (head.status === 206 ? await fetched(url, null) : head).arrayBuffer();
  return { name, sizeBytes: all.byteLength, slice: async (from, to) => all.slice(from, to) };
}

/** Asked for as any trace at a URL. @param range null for all of it. */
function fetched(url: string, range: string | null): Promise<Response> {
  return request(url, { ...FOREIGN, ...(range !== null && { headers: { range } }) });
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
