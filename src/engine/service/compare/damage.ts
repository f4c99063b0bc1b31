/**
 * What of a log could not be read, by the messages about its file: where it is cut, so that nothing after that place is
 * known, and which of its records are missing. A comparison says it with the name of the trace (comparable.ts).
 */
import type { Message, Snapshot } from '../../reading/contract/snapshot';

export interface Damage {
  /** The log ends there, and not because its connection did. */
  readonly isCut: boolean;
  /** What happened and where: one sentence, without its full stop. */
  readonly words: string;
}

/** Kinds of messages that say that a text was read up to a place: the whole file first, then its last record. */
const CUT = [
  /^(?:truncated-|damaged-|remote-|inflation-limit$|unreadable$|too-large$|broken-run$)/,
  /^cut-record$/,
];
/** Kinds of messages that say that records within what was read are missing. */
const LACKING = /^(?:broken-record|oversized-record|missing-records|segment-missing|part-missing)$/;

/** Why the text of a trace was read in part; undefined where it was read to its end. @param messages about its file. */
export function whyCut(messages: readonly Message[]): Message | undefined {
  return CUT.flatMap((kinds) => messages.find(({ kind }) => kinds.test(kind)) ?? [])[0];
}

/** @param shown messages of the same snapshot as they may be shared; as they are where left out. */
export function damagesOf(
  { messages, connections, connection }: Pick<Snapshot, 'messages' | 'connections' | 'connection'>,
  shown: readonly Message[] = messages,
): readonly Damage[] {
  const own = connections.find(({ index }) => index === connection)?.entry ?? null;
  const about = shown.filter((_, i) => {
    const entry = messages[i]?.entry;
    return entry === undefined || own === null || entry === own;
  });
  const cut = whyCut(about);
  const lacking = about.filter(({ kind }) => LACKING.test(kind));
  return [...(cut === undefined ? [] : [cut]), ...lacking].map((message) => ({
    isCut: message === cut,
    words: wordsOf(message),
  }));
}

/** What is kept, and what to do, is said where the trace is shown. */
function wordsOf({ text, places }: Message): string {
  const sentence = text.replace(/^Records are missing: /, '').replace(/\. .*$|\.$/s, '');
  const place = /^record [\d,]+ at byte [\d,]+/.exec(places[0] ?? '')?.[0];
  const isNamed = place === undefined || sentence.toLowerCase().includes(place);
  return isNamed ? sentence : `${sentence}, the first is ${place}`;
}

export function isCut({ damages }: { readonly damages: readonly Damage[] }): boolean {
  return damages.some((damage) => damage.isCut);
}
