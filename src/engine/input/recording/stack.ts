/** What is known of how a QUIC stack records: the form of an entry of the table in stacks.ts. */
import type { LoggedField } from './fields';

/** One way to switch logging on. */
export interface Recorder {
  /** For which program or language it is. */
  readonly where: string;
  /** A command or a line of code; `qlogs` stands for the folder. */
  readonly code: string;
}

/**
 * Why logs of a stack lack a field: `setting`: one of its settings leaves it out; `version`: older versions do not log it;
 * `no-value`: it is left out until it has a value, or with some controllers; `never`: the stack does not log it.
 */
export type LackKind = 'setting' | 'version' | 'no-value' | 'never';

export interface Lack {
  readonly kind: LackKind;
  /** One or two sentences: what is known, and what helps. */
  readonly words: string;
}

export interface Stack {
  /** As `qlog-schema/implementations.ts` names it, where its logs are recognised; else its own name. */
  readonly name: string;
  /** Programs with it that log under its name. */
  readonly also?: string;
  /** Empty where the stack writes nothing that is read here. */
  readonly recorders: readonly Recorder[];
  /** The level that is needed, and what others leave out; left out where there are no levels. */
  readonly level?: string;
  /** Fields that its logs may lack. All others are in every log of it. */
  readonly lacks?: { readonly [field in LoggedField]?: Lack };
  /** What the time of its `packet_sent` means; left out where that is not known. */
  readonly sentAt?: string;
  /** Anything else to know before recording. */
  readonly note?: string;
}
