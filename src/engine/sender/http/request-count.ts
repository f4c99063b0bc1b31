/** How many requests a connection has, without its rows: the summary tells it while a trace is read. */
import type { TransportState } from '../transport/transport';

/** Streams that the client opens for requests, and the server for pushed responses (RFC 9000 §2.1). */
export const isOfClient = (id: number): boolean => id % 4 === 0;

/** How many rows there are of requests: streams of the client with a message, or, where no event tells of one, all of them. */
export function requestCount({ http, streams }: TransportState): number {
  let count = http.requests;
  for (const id of streams.ids) if (isOfClient(id) && !http.carries(id)) count++;
  return count;
}
