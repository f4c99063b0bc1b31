/**
 * Redaction of everything that is shared: reports, digests, links, exports, pictures, tables, the clipboard and
 * the names of saved files are made from the result of `redact`. It builds a new value from allow-lists of fields, by one
 * set of options; fields that are not listed are left out. Other files of this folder are not imported from outside.
 */

import type { HttpAnswer } from '../../reading/contract/http';
import type { Outline } from '../../reading/contract/outline';
import type { PacketFacts } from '../../reading/contract/packet-facts';
import type { Measured, Rows } from '../../reading/contract/parts';
import type { ShareOptions } from '../../reading/contract/share-options';
import type { CloseUpAnswer, Snapshot, WindowAnswer } from '../../reading/contract/snapshot';
import type { StreamsAnswer } from '../../reading/contract/streams';
import { redactConnectivity, redactHttp, redactStreams } from '../../reading/contract/traffic-redaction';
import type { Connectivity } from '../../sender/transport/connectivity/connectivity';
import { redactName } from './names';
import { redactAnswer } from './redact-answer';
import { redactOutline } from './redact-outline';
import { redactSnapshot } from './redact-snapshot';
import { type NoteText, redactMeasured, redactNote, redactPacket, redactRows } from './redact-tables';
import { messagesWithoutFile, type OwnMessages } from './redact-texts';
import { redactorOf } from './redactor';
import { redactKey } from './state-names';

export {
  fileStem,
  fileWords,
  type Origin,
  redactIds,
  redactName,
  redactOrigin,
  redactOriginMs,
} from './names';
export { dottedVersion } from './redact-texts';
export { isOwnKey, stateMask } from './state-names';

/** The parts of a trace from which something shared is made. */
export interface Shareable {
  /** File name or path as opened; null for none, as for standard input. */
  readonly name: string | null;
  readonly snapshot: Snapshot;
  /** The drawn window. */
  readonly answer?: WindowAnswer | null;
  /** The same over the whole trace. */
  readonly whole?: WindowAnswer | null;
  /** The windows of close-ups. */
  readonly closeUps?: readonly CloseUpAnswer[];
  /** Keys of hidden legend entries, `panel/entry`: some contain the name of a state. */
  readonly hidden?: readonly string[];
  /** Points of series. */
  readonly rows?: Rows;
  readonly measured?: Measured;
  readonly packet?: PacketFacts;
  /** Rows of streams and of HTTP/3 requests, and the life of the connection. */
  readonly streams?: StreamsAnswer | null;
  readonly http?: HttpAnswer | null;
  readonly connectivity?: Connectivity | null;
  /** What a comparison asks of the trace. */
  readonly outline?: Outline | null;
  /** The user's notes to share; the caller decides which. */
  readonly notes?: readonly NoteText[];
}

declare const redacted: unique symbol;

/** A value returned by `redact`: writers of shared data accept only such values. */
export type Redacted<T> = T extends null | undefined ? T : T & { readonly [redacted]: true };

type Part = Exclude<keyof Shareable, 'name'>;

/** The given parts, redacted, and the parts of every trace. */
export type Shared<T extends Shareable> = { readonly [K in keyof T & Part]: Redacted<T[K]> } & {
  /** Null without its option. */
  readonly name: string | null;
  /** The snapshot's messages that are useful without the file. */
  readonly ownMessages: OwnMessages;
};

/** Requests alone, where nothing else of the trace is shared. */
export function redactRequests(answer: HttpAnswer, options: ShareOptions): Redacted<HttpAnswer> {
  return redactHttp(answer, options) as Redacted<HttpAnswer>;
}

export function redact<T extends Shareable>(trace: T, options: ShareOptions): Shared<T> {
  const { name, answer, whole, closeUps, hidden, rows, measured, packet, outline, notes } = trace;
  const { streams, http, connectivity } = trace;
  const by = redactorOf(name, trace.snapshot.summary.states, options);
  const snapshot = redactSnapshot(trace.snapshot, by);
  const shared = {
    name: redactName(name, options),
    snapshot,
    answer: answer && redactAnswer(answer, by),
    whole: whole && redactAnswer(whole, by),
    closeUps: closeUps?.map(({ key, answer }) => ({ key, answer: redactAnswer(answer, by) })),
    hidden: hidden?.map((key) => redactKey(key, by.states)),
    rows: rows && redactRows(rows),
    measured: measured && redactMeasured(measured),
    packet: packet && redactPacket(packet),
    streams: streams && redactStreams(streams),
    http: http && redactHttp(http, options),
    connectivity: connectivity && redactConnectivity(connectivity, options),
    outline: outline && redactOutline(outline, by),
    notes: notes?.map(redactNote),
    ownMessages: messagesWithoutFile(snapshot.messages, options),
  } satisfies { readonly [key in keyof Shared<Required<Shareable>>]: unknown };
  return shared as unknown as Shared<T>;
}
