/**
 * The handlers of all requests about an open file. A new request is a line here and in `reading/contract/requests.ts`, and the
 * file of its handler; sessions, workers and backends need no change.
 */
import { notFetched } from '../../reading/contract/request-failed';
import type { RequestKind } from '../../reading/contract/requests';
import type { Handler } from './handler';
import { handler as watch } from './watch';

export const HANDLERS: { readonly [K in RequestKind]: Handler<K> } = {
  window: lazily<'window'>(() => import('./window')),
  events: lazily<'events'>(() => import('./events')),
  record: lazily<'record'>(() => import('./record')),
  measure: lazily<'measure'>(() => import('./measure')),
  rows: lazily<'rows'>(() => import('./rows')),
  outline: lazily<'outline'>(() => import('./outline')),
  packetColumns: lazily<'packetColumns'>(() => import('./packet-columns')),
  connectivity: lazily<'connectivity'>(() => import('./connectivity')),
  http: lazily<'http'>(() => import('./http')),
  packetSearch: lazily<'packetSearch'>(() => import('./packet-search')),
  packetFacts: lazily<'packetFacts'>(() => import('./packet-facts')),
  stretches: lazily<'stretches'>(() => import('./stretches')),
  streams: lazily<'streams'>(() => import('./streams')),
  export: lazily<'export'>(() => import('./export')),
  whatIf: lazily<'whatIf'>(() => import('./what-if')),
  closedLoop: lazily<'closedLoop'>(() => import('./closed-loop')),
  watch,
};

/** Fetches what every panel asks for, before a file is opened: its first answer waits for no code then. Never rejects. */
export async function fetchWindows(): Promise<void> {
  await import('./window').catch(() => null);
}

/**
 * A handler that is loaded with its first request, or before (`fetchWindows`). If loading fails, that request fails, and the next one tries again.
 */
export function lazily<K extends RequestKind>(
  load: () => Promise<{ readonly handler: Handler<K> }>,
): Handler<K> {
  let loaded: Handler<K> | null = null;
  return async (file, body, tools) => {
    loaded ??= (await load().catch(notFetched)).handler;
    tools.signal.throwIfAborted();
    return loaded(file, body, tools);
  };
}
