/**
 * The life of a connection: its handshake, what both sides set, its paths and how it was closed (RFC 9000 §5 to §10, RFC
 * 9001 §4). Types only.
 */

/** A span of time, µs of the trace. */
export interface TimeSpan {
  readonly fromUs: number;
  readonly toUs: number;
}

export type LifeStepKind =
  | 'started'
  | 'initial-sent'
  | 'initial-received'
  | 'version-negotiation'
  | 'retry'
  | 'zero-rtt-sent'
  | 'zero-rtt-received'
  | 'handshake-sent'
  | 'handshake-received'
  | 'one-rtt-sent'
  | 'one-rtt-received'
  | 'keys-available'
  | 'keys-updated'
  | 'keys-discarded'
  | 'address-validated'
  | 'handshake-complete'
  | 'handshake-confirmed'
  | 'path-challenge'
  | 'path-response'
  | 'path-changed'
  | 'closed';

/** One thing that happened, the first of its kind and space unless each matters. */
export interface LifeStep {
  readonly timeUs: number;
  readonly kind: LifeStepKind;
  /** Our own words, without any text of the log. */
  readonly text: string;
  /** Row of the event list that shows it; NaN where several do. */
  readonly row: number;
}

/** Packets of one kind: from the first to the last. */
export interface LifePhase extends TimeSpan {
  readonly phase: 'initial' | 'handshake' | 'zero-rtt' | 'one-rtt';
  readonly sentPackets: number;
  readonly receivedPackets: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  readonly lostPackets: number;
}

/** A packet of the handshake, as the log of one end shows it. */
export interface ExchangedPacket {
  readonly phase: LifePhase['phase'];
  /** When this endpoint sent or received it, µs of the trace. */
  readonly timeUs: number;
  readonly by: 'local' | 'remote';
  /** NaN for Retry and Version Negotiation, which have none (RFC 9000 §17.2.1, §17.2.5). */
  readonly packetNumber: number;
  /**
   * `arrived`: received here, or acknowledged. `lost`: declared lost, and never acknowledged. `unshown`: never acknowledged, though
   * something came later. `unanswered`: nothing at all came later.
   */
  readonly fate: 'arrived' | 'lost' | 'unshown' | 'unanswered';
  /** It holds data that was sent before. */
  readonly isAgain: boolean;
}

/** The packets of the handshake with the first ones of 1-RTT, ascending by time. */
export interface Exchange {
  /** Which end is the client. */
  readonly client: ExchangedPacket['by'] | 'unknown';
  /** Half the smallest RTT, µs: how long a packet takes where both ways are alike. NaN where no RTT is measured. */
  readonly oneWayUs: number;
  readonly packets: readonly ExchangedPacket[];
}

/** A transport parameter (RFC 9000 §18.2): as text, null where that side does not say it. */
export interface ParameterRow {
  readonly name: string;
  readonly own: string | null;
  readonly peer: string | null;
  /** What holds where nothing is said, as text; empty where there is no default. */
  readonly usual: string;
}

export interface PathChange {
  readonly timeUs: number;
  /** `migration`: the endpoint that logs, or its peer, moved on purpose; `rebinding`: an address changed under it (RFC 9000 §9.3). */
  readonly why: 'migration' | 'rebinding' | 'preferred-address' | 'unknown';
  readonly by: 'local' | 'remote' | 'unknown';
  /** When it was validated (RFC 9000 §8.2), µs: the challenge of this endpoint answered, else its answer to the peer's; NaN for never. */
  readonly validatedUs: number;
  /** Addresses before and after as logged; null where they are not, and where a share leaves them out. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface Connectivity {
  readonly steps: readonly LifeStep[];
  readonly phases: readonly LifePhase[];
  /** For the panel alone; left out in a digest, which holds no single packets. */
  readonly exchange?: Exchange;
  readonly parameters: readonly ParameterRow[];
  readonly paths: readonly PathChange[];
  /** Spans in which the anti-amplification limit held a server (RFC 9000 §8.1), µs. */
  readonly amplificationLimited: readonly TimeSpan[];
  /** As logged; null where it is not. */
  readonly version: string | null;
  readonly alpn: string | null;
  /** Server name; null where it is not logged, and where a share leaves it out. */
  readonly serverName: string | null;
  /** From the first packet to the completion of the handshake, µs; NaN where the log does not show it. */
  readonly handshakeUs: number;
  /** How, by whom and when it ended stand in `Snapshot.summary.ending`; the reason phrase here; null for none. */
  readonly closeReason: string | null;
  /** Steps and path changes beyond those that are kept. */
  readonly leftOut: number;
}
