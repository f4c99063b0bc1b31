/**
 * All requests about an open file: one map of types, one table of handlers. A new request is a line in each and the
 * file of its handler; sessions, workers and backends need no change. The page imports the types only.
 */
import type { ConnectivityRequest } from '../../reading/contract/connectivity';
import type {
  EventsAnswer,
  EventsRequest,
  RecordAnswer,
  RecordProgress,
  RecordRequest,
} from '../../reading/contract/events';
import type { Exported, ExportProgress, ExportRequest } from '../../reading/contract/export';
import type { HttpAnswer, HttpRequest } from '../../reading/contract/http';
import type { Outline } from '../../reading/contract/outline';
import type { PacketAtRequest, PacketFacts, PacketMark, PacketRequest } from '../../reading/contract/packet';
import type { Packets, PacketsRequest } from '../../reading/contract/packets';
import type { Measured, MeasureRequest, Rows, RowsRequest } from '../../reading/contract/parts';
import { notFetched } from '../../reading/contract/request-failed';
import type { WindowAnswer, WindowRequest } from '../../reading/contract/snapshot';
import type { StreamsAnswer, StreamsRequest } from '../../reading/contract/streams';
import type { Connectivity } from '../../sender/transport/connectivity/connectivity';
import type { WhatIfAnswer, WhatIfRequest } from '../../simulator/what-if/answer';
import type { Handler } from './handler';
import { handler as watch } from './watch';

/** Every request is about one connection of the file. */
interface Question<Body extends { readonly connection: number }, AnswerValue, Progress = never> {
  readonly body: Body;
  readonly answer: AnswerValue;
  readonly progress: Progress;
}

export interface Requests {
  /** A window in pixel columns, for drawing. */
  readonly window: Question<WindowRequest, WindowAnswer>;
  /** A part of the event list; progress is the answer so far. */
  readonly events: Question<EventsRequest, EventsAnswer, EventsAnswer>;
  /** A record as logged. */
  readonly record: Question<RecordRequest, RecordAnswer, RecordProgress>;
  /** Exact figures between two times. */
  readonly measure: Question<MeasureRequest, Measured>;
  /** Points of series. */
  readonly rows: Question<RowsRequest, Rows>;
  /** What a comparison asks of a trace that is read to its end. */
  readonly outline: Question<{ readonly connection: number }, Outline>;
  /** Packets of both directions, to be matched with those of the peer's log. */
  readonly packets: Question<PacketsRequest, Packets>;
  /** Handshake, parameters, paths and end of a connection. */
  readonly connectivity: Question<ConnectivityRequest, Connectivity>;
  /** Requests of HTTP/3. */
  readonly http: Question<HttpRequest, HttpAnswer>;
  /** Which sent packet is meant; null where there is none. */
  readonly packetAt: Question<PacketAtRequest, PacketMark | null>;
  /** A sent packet; progress is the answer before records are read again. */
  readonly packet: Question<PacketRequest, PacketFacts, PacketFacts>;
  /** Rows of the streams of a connection. */
  readonly streams: Question<StreamsRequest, StreamsAnswer>;
  /** A range of events as a smaller trace. */
  readonly export: Question<ExportRequest, Exported, ExportProgress>;
  /** What the sender would have done under another controller, run closed loop. */
  readonly whatIf: Question<WhatIfRequest, WhatIfAnswer>;
  /** Sends the snapshots of another connection too: the first one comes before the answer. */
  readonly watch: Question<{ readonly connection: number }, null>;
}

export type RequestKind = keyof Requests;
export type BodyOf<K extends RequestKind> = Requests[K]['body'];
export type AnswerOf<K extends RequestKind> = Requests[K]['answer'];
export type ProgressOf<K extends RequestKind> = Requests[K]['progress'];

export const HANDLERS: { readonly [K in RequestKind]: Handler<K> } = {
  window: lazily<'window'>(() => import('./window')),
  events: lazily<'events'>(() => import('./events')),
  record: lazily<'record'>(() => import('./record')),
  measure: lazily<'measure'>(() => import('./measure')),
  rows: lazily<'rows'>(() => import('./rows')),
  outline: lazily<'outline'>(() => import('./outline')),
  packets: lazily<'packets'>(() => import('./packets')),
  connectivity: lazily<'connectivity'>(() => import('./connectivity')),
  http: lazily<'http'>(() => import('./http')),
  packetAt: lazily<'packetAt'>(() => import('./packet-at')),
  packet: lazily<'packet'>(() => import('./packet')),
  streams: lazily<'streams'>(() => import('./streams')),
  export: lazily<'export'>(() => import('./export')),
  whatIf: lazily<'whatIf'>(() => import('./what-if')),
  watch,
};

/** Fetches what every panel asks for, when a file is opened: its first answer waits for no code then. Never rejects. */
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
