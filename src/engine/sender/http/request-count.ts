/** How many requests a connection has, without its rows: the summary tells it while a trace is read. */
import type { TransportState } from '../transport/transport';

/** Streams that the client opens for requests, and the server for pushed responses (RFC 9000 §2.1). */
export const isOfClient = (id: number): boolean => id % 4 === 0;

/** Unidirectional streams: of HTTP/3 each side opens one at least, for control (RFC 9114 §6.2.1). */
const isUni = (id: number): boolean => id % 4 >= 2;

/** Streams of the client carry requests: events of HTTP/3 tell of some, or control streams show it. Raw streams are none. */
export function isOfRequests({ http, streams, connectivity }: TransportState): boolean {
  const alpn = connectivity.entries.findLast(
    ({ said }) => said.fact === 'alpn' && said.chosen !== null,
  )?.said;
  const isOther = alpn?.fact === 'alpn' && alpn.chosen?.startsWith('h3') === false;
  return http.requests > 0 || (!isOther && streams.ids.some(isUni));
}

/** How many rows there are of requests: streams of the client with a message, or, where no event tells of one, all of them. */
export function requestCount(state: TransportState): number {
  if (!isOfRequests(state)) return 0;
  const { http, streams } = state;
  let count = http.requests;
  for (const id of streams.ids) if (isOfClient(id) && !http.carries(id)) count++;
  return count;
}
