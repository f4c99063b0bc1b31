/**
 * All requests about an open file, as one map of types: what is asked, what is answered, and what is reported meanwhile. The
 * handlers are listed in `service/answers/handlers.ts`.
 */
import type { Connectivity } from '../../sender/transport/connectivity/connectivity';
import type { WhatIfAnswer, WhatIfRequest } from '../../simulator/what-if/answer';
import type { ConnectivityRequest } from './connectivity';
import type { EventsAnswer, EventsRequest, RecordAnswer, RecordProgress, RecordRequest } from './events';
import type { Exported, ExportProgress, ExportRequest } from './export';
import type { HttpAnswer, HttpRequest } from './http';
import type { Outline } from './outline';
import type { PacketColumns, PacketColumnsRequest } from './packet-columns';
import type { PacketFacts, PacketFactsRequest, PacketMark, PacketSearchRequest } from './packet-facts';
import type { Measured, MeasureRequest, Rows, RowsRequest } from './parts';
import type { Snapshot, WindowAnswer, WindowRequest } from './snapshot';
import type { StreamsAnswer, StreamsRequest } from './streams';
import type { Stretches, StretchesRequest } from './stretches';

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
  readonly packetColumns: Question<PacketColumnsRequest, PacketColumns>;
  /** Handshake, parameters, paths and end of a connection. */
  readonly connectivity: Question<ConnectivityRequest, Connectivity>;
  /** Requests of HTTP/3. */
  readonly http: Question<HttpRequest, HttpAnswer>;
  /** Which sent packet is meant; null where there is none. */
  readonly packetSearch: Question<PacketSearchRequest, PacketMark | null>;
  /** A sent packet; progress is the answer before records are read again. */
  readonly packetFacts: Question<PacketFactsRequest, PacketFacts, PacketFacts>;
  /** Rows of the streams of a connection. */
  readonly streams: Question<StreamsRequest, StreamsAnswer>;
  /** When a part of the account, a finding or a stream held, and which records decide it. */
  readonly stretches: Question<StretchesRequest, Stretches>;
  /** A range of events as a smaller trace. */
  readonly export: Question<ExportRequest, Exported, ExportProgress>;
  /** What the sender would have done under another controller, run closed loop. */
  readonly whatIf: Question<WhatIfRequest, WhatIfAnswer>;
  /** Findings, death spirals with what they cost, run closed loop. */
  readonly closedLoop: Question<{ readonly connection: number }, Snapshot['findings']>;
  /** Sends the snapshots of another connection too: the first one comes before the answer. */
  readonly watch: Question<{ readonly connection: number }, null>;
}

export type RequestKind = keyof Requests;

export type BodyOf<K extends RequestKind> = Requests[K]['body'];

export type AnswerOf<K extends RequestKind> = Requests[K]['answer'];

export type ProgressOf<K extends RequestKind> = Requests[K]['progress'];
