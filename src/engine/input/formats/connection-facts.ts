/** What a reader knows about one connection of its text, beside its rows. Types only. */
import type {
  Implementation,
  JsonObject,
  QuirkEffects,
  SimulationWord,
  VantagePoint,
} from '../../../qlog-schema';

/** Reported again when more is known. */
export interface ConnectionFacts {
  /** Index within the text, in order of appearance. */
  readonly index: number;
  /** The text holds no header for this connection: vantage point, version and implementation are unknown. */
  readonly headerAssumed: boolean;
  readonly title: string | null;
  readonly vantagePoint: VantagePoint;
  /** Version of the format, as it is shown: `0.3`, `quic-12`, `unknown`. */
  readonly version: string;
  readonly groupId: string | null;
  /** Original Destination Connection ID (RFC 9000 §7.3): the same in the traces of client and server. */
  readonly odcid: string | null;
  readonly implementation: Implementation | null;
  readonly implementationVersion: string | null;
  /** What its implementation does otherwise, for the reader. */
  readonly quirks: readonly { readonly id: string; readonly reason: string }[];
  /** The same, as far as the replay and the rules ask for it. */
  readonly effects: QuirkEffects;
  /** What an export says of the log before its range; null, or left out, for any other log. */
  readonly range?: JsonObject | null;
  /** What shows that a simulator wrote it; empty, or left out, for any other log. */
  readonly simulation?: readonly SimulationWord[];
}
