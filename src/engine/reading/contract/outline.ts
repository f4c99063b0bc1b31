/**
 * What a comparison asks of a trace beside its summary and its findings: small, so that it is compared where the columns
 * are not. Types only; made by `reading/facts/outline.ts`, compared by `compare/`.
 *
 * All times are µs of the trace. NaN is what the trace does not show.
 */
import type { ParameterOwner, TransportParameter } from '../../../qlog-schema/transport-parameters';
import type { LogIdentity } from '../../input/formats/log-identity';
import type { Traffic } from './traffic';

/** Times by which traces are aligned. */
export interface Landmarks {
  /** The first event. */
  readonly startUs: number;
  /** The handshake is complete and, on a server, the first request has come. */
  readonly handshakeUs: number;
  /** The first payload of the application arrived. */
  readonly firstDataUs: number;
  readonly firstLossUs: number;
  readonly lastLossUs: number;
}

/**
 * How much had arrived by a time: a running total at some of its steps, 4,096 at most, the first and the last among
 * them. Between two of them it is taken as even.
 */
export interface Arrived {
  /** `goodput`: payload acknowledged for the first time; where that is not known bytes of packets; or what a receiver received. */
  readonly quantity: 'goodput' | 'acknowledged' | 'received';
  readonly timesUs: Float64Array<ArrayBuffer>;
  /** Running total, bytes. */
  readonly bytes: Float64Array<ArrayBuffer>;
}

/** When so many bytes had arrived. */
export interface Milestone {
  readonly bytes: number;
  readonly timeUs: number;
}

/**
 * `finished`: the connection was closed without an error, and what the application had is taken as delivered. `failed`: it
 * ended with an error, or timed out. `open`: the log ends before the connection. `unknown`: the log does not
 * show it, or another connection goes on with another version.
 */
export type Outcome = 'finished' | 'failed' | 'open' | 'unknown';

/** How long something lasted in all. */
export interface NamedTime {
  readonly name: string;
  readonly us: number;
}

/** What the window did after the last loss. */
export interface AfterLoss {
  readonly lastLossUs: number;
  /** The smallest window (cwnd) within two round trips after it. */
  readonly cwndBytes: number;
  /** The largest from then on, until it was twice the smallest. */
  readonly highestCwndBytes: number;
  /** When it was twice that; NaN for never. */
  readonly doubledUs: number;
  /** Round trips from the last loss until then, or until the end of the trace. */
  readonly roundTrips: number;
}

export type ComparedIdentity = Pick<LogIdentity, 'originalIds' | 'groupId' | 'connectionIds' | 'quicVersion'>;

/** As logged, but max_ack_delay in µs. */
export type LoggedParameters = ReadonlyMap<TransportParameter, number>;

export interface Outline {
  readonly landmarks: Landmarks;
  readonly arrived: Arrived;
  readonly milestones: readonly Milestone[];
  readonly outcome: Outcome;
  /** When the last byte had arrived; NaN unless finished. */
  readonly completedUs: number;
  readonly initialCwndBytes: number;
  /** The window that the sender has for half of the time. */
  readonly medianCwndBytes: number;
  readonly medianRttUs: number;
  /** Which connection it is of, and its version of QUIC. The ids stay on the device, as those of the snapshot do. */
  readonly identity: ComparedIdentity;
  /** Transport parameters of both endpoints as logged; empty where none of one is. */
  readonly parameters: { readonly [owner in ParameterOwner]: LoggedParameters };
  /** Congestion states as logged; empty where none is. */
  readonly states: readonly NamedTime[];
  /** What held the sender, of the span of its transfer; empty where that is not known. */
  readonly limits: readonly NamedTime[];
  readonly probeTimeouts: number;
  /** Null where the log shows no losses, or no window. */
  readonly afterLastLoss: AfterLoss | null;
  /** What it carried and how it came about; null in a digest that was made without it. */
  readonly traffic: Traffic | null;
}
