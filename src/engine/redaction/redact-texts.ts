/**
 * Sentences and names of a trace that quote its log or its file, as they may be told: places keep record and byte and
 * lose the quotation, messages of kinds that may name a file, a host or a piece of the log are named by their kind,
 * versions are dotted numbers. Everything else in these sentences is our own words and figures.
 */

import type { ShareOptions } from '../contract/share-options';
import type { Message } from '../contract/snapshot';

/** Kinds of messages whose text holds figures and our own words only; their places may quote the log. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...[
    'broken-record',
    'cut-record',
    'oversized-record',
    'large-record',
    'trace-error',
    'too-many-connections',
  ],
  ...[
    'no-time',
    'no-header',
    'no-events',
    'no-duration',
    'no-window',
    'receiver',
    'captured',
    'several-paths',
  ],
  ...[
    'time-backwards',
    'time-jump',
    'time-range',
    'packet-order',
    'inflation-limit',
    'broken-run',
    'too-many-entries',
    'too-large',
    'part-missing',
  ],
  ...['truncated-gzip', 'truncated-zstd', 'truncated-zip', 'damaged-gzip', 'damaged-zstd', 'damaged-zip'],
]);

const PLACE = /^record [\d,]+ at byte [\d,]+/;

export function redactMessage(message: Message, options: ShareOptions): Message {
  const { kind, level, entry } = message;
  if (options.reasonPhrases && options.fileName && options.addresses) {
    const whole = { kind, level, text: message.text, places: [...message.places] };
    return entry === undefined ? whole : { ...whole, entry };
  }
  const places = options.reasonPhrases
    ? [...message.places]
    : message.places.flatMap((place) => PLACE.exec(place)?.[0] ?? []);
  if (!OWN_WORDS.has(kind)) {
    const text = `A message about reading the file is left out (${kind}): it may name the file, a host, or a piece of the log.`;
    return { kind, level, text, places: [] };
  }
  // The entry of a zip stands before the sentence.
  const from = entry === undefined || options.fileName ? 0 : entry.length + 2;
  return { kind, level, text: message.text.slice(from), places };
}

/** What a record that was not read gives as its reason, without the piece of it that the reason quotes. */
export function redactDetail(detail: string, options: ShareOptions): string {
  return options.reasonPhrases ? detail : 'the rest of the reason may quote the log and is left out';
}

/** Two or three numbers: four of them may be an IP address, and a number of many digits anything. */
const DOTTED = /(?<![\d.:])\d{1,6}(?:\.\d{1,6}){1,2}(?![\d:]|\.\d)/;

/** The dotted numbers of a stack's version; null for none. */
export function dottedVersion(version: string): string | null {
  return DOTTED.exec(version)?.[0] ?? null;
}

export function redactVersion(version: string | null, options: ShareOptions): string | null {
  return version === null || options.reasonPhrases ? version : dottedVersion(version);
}

const QLOG_VERSION =
  /^(?:0\.\d|draft-\d\d(?:-wip|-rc\d)?|quic(?:-\d{1,3})?|file schema (?:contained|sequential)|unknown)$/i;

export function redactQlogVersion(version: string, options: ShareOptions): string {
  return options.reasonPhrases || QLOG_VERSION.test(version) ? version : 'of its own';
}
