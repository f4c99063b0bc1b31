/**
 * What may be told of a trace beside its derived series, relative times, sizes and states: each only where the user ticks
 * it. Whoever shares something (digest, cut, report) asks these; how a thing is left out is theirs.
 */

export type Tick = 'fileName' | 'addresses' | 'connectionIds' | 'wallClock' | 'reasonPhrases';

/** What is let in. */
export type Ticks = { readonly [tick in Tick]: boolean };

export const NOTHING_TICKED: Ticks = {
  fileName: false,
  addresses: false,
  connectionIds: false,
  wallClock: false,
  reasonPhrases: false,
};

/** In the order and words of the dialogs. */
export const TICKS: readonly { readonly id: Tick; readonly label: string }[] = [
  { id: 'fileName', label: 'Name of the file' },
  { id: 'addresses', label: 'IP addresses and ports' },
  { id: 'connectionIds', label: 'Connection ids' },
  { id: 'wallClock', label: 'Date and time of day' },
  { id: 'reasonPhrases', label: 'Reason phrases and other free text' },
];
