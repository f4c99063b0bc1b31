/** One direction of a path as data. Times in ms, rates in Mbit/s (10⁶ bit/s), sizes in bytes; null for none. */

export interface LossSpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** Probability of each packet, 0 to 1. */
  readonly share: number;
  /** Mean length of a run of lost packets (Gilbert 1960), longer where the share needs it; each packet for itself by default. */
  readonly burst?: number;
}

/** What became of the packets of a recording, in order: those that a run sends in this time meet the same, and from the first on again. */
export interface RecordedFates {
  readonly fromMs: number;
  readonly toMs: number;
  /** 1 for a packet that was lost; at least one entry. */
  readonly lost: Uint8Array;
  /** The fate of the first packet in this time: an index of `lost`, 0 by default. */
  readonly first?: number;
}

export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Reordering {
  /** Probability of each packet to be held back. */
  readonly share: number;
  /** How long it is held back. */
  readonly delayMs: number;
}

export interface LinkSettings {
  /** Propagation, one way. */
  readonly delayMs: number;
  /** The same for packets from a time on, ascending; their order stays. */
  readonly delaySteps?: readonly { readonly fromMs: number; readonly delayMs: number }[];
  /** Each packet's own, from 0 to this, added to the propagation. Packets stay in order. */
  readonly jitterMs?: number;
  readonly reordering?: Reordering | null;
  /** Packets arrive at multiples of this time only, as through a program that looks for them so often. */
  readonly gridMs?: number;
  /** The first of those times; drawn from the seed by default, alike for both directions: one program. */
  readonly gridPhaseMs?: number;
  readonly rateMbit?: number | null;
  /** The rate from a time on, ascending. */
  readonly rateSteps?: readonly { readonly fromMs: number; readonly rateMbit: number }[];
  /** What the queue holds, beside the packet that is being sent. */
  readonly bufferBytes?: number | null;
  /** A shaper: after a pause so much passes at once, before the rate holds; 0 by default. Not with CoDel. */
  readonly bucketBytes?: number;
  /** What happens in the queue: only the full buffer drops, or CoDel (RFC 8289). */
  readonly queue?: 'drop-tail' | 'codel';
  /** Packets that allow it are marked (RFC 3168): by CoDel in place of a drop; without CoDel where they would wait for longer than this. */
  readonly ecn?: { readonly aboveMs: number } | null;
  readonly losses?: readonly LossSpan[];
  /** Losses as they were recorded; ascending. */
  readonly recorded?: readonly RecordedFates[];
  /** Times in which nothing arrives, and all at their end; ascending. */
  readonly holds?: readonly TimeSpan[];
  /** A token bucket that drops what is above its rate (RFC 2697, one rate). */
  readonly policer?: { readonly rateMbit: number; readonly bucketBytes: number } | null;
  /** Without a rate: a delay line that holds so many packets, of both directions together, and drops more. */
  readonly packetLimit?: number | null;
}

/** Bytes per µs. */
export function bytesPerUs(rateMbit: number): number {
  return rateMbit / 8;
}

/** The product of rate and round-trip time, bytes. */
export function bandwidthDelayBytes(rateMbit: number, rttMs: number): number {
  return bytesPerUs(rateMbit) * rttMs * 1000;
}
