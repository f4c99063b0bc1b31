/**
 * What may be shared of a trace besides derived series, relative times, sizes and states: each only if the user ticks it.
 * The same options apply to everything that is shared; `redaction/redact.ts` applies them.
 */
import type { RecordOption } from '../../input/formats/exporting';

export type ShareOption = 'fileName' | 'groupNames' | 'wallClock' | RecordOption;

/** True for what is included. */
export type ShareOptions = { readonly [option in ShareOption]: boolean };

export const SHARE_NOTHING: ShareOptions = {
  fileName: false,
  groupNames: false,
  addresses: false,
  connectionIds: false,
  wallClock: false,
  requestTexts: false,
  reasonPhrases: false,
};

/** In the order of the dialogs, with their labels. */
export const SHARE_OPTIONS: readonly { readonly id: ShareOption; readonly label: string }[] = [
  { id: 'fileName', label: 'File name' },
  { id: 'groupNames', label: 'Names and patterns of groups that come from names of files' },
  { id: 'addresses', label: 'IP addresses and ports' },
  { id: 'connectionIds', label: 'Connection IDs' },
  { id: 'wallClock', label: 'Date and time of day' },
  { id: 'requestTexts', label: 'Hosts and paths of requests' },
  { id: 'reasonPhrases', label: 'Reason phrases and other free text' },
];

/** Those of a trace, which is in no group. */
export const TRACE_OPTIONS: readonly ShareOption[] = SHARE_OPTIONS.map(({ id }) => id).filter(
  (id) => id !== 'groupNames',
);
