/**
 * What may leave of a trace beside its derived series, relative times, sizes and states: each only where the user ticks it.
 * The same options hold for everything that leaves; what is left out without them is `redaction/redact.ts`.
 */

export type ShareOption = 'fileName' | 'addresses' | 'connectionIds' | 'wallClock' | 'reasonPhrases';

/** What is let in. */
export type ShareOptions = { readonly [option in ShareOption]: boolean };

export const SHARE_NOTHING: ShareOptions = {
  fileName: false,
  addresses: false,
  connectionIds: false,
  wallClock: false,
  reasonPhrases: false,
};

/** In the order and words of the dialogs. */
export const SHARE_OPTIONS: readonly { readonly id: ShareOption; readonly label: string }[] = [
  { id: 'fileName', label: 'Name of the file' },
  { id: 'addresses', label: 'IP addresses and ports' },
  { id: 'connectionIds', label: 'Connection ids' },
  { id: 'wallClock', label: 'Date and time of day' },
  { id: 'reasonPhrases', label: 'Reason phrases and other free text' },
];
