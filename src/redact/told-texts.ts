/**
 * Sentences and names of a trace that quote its log or its file, as they may be told: places keep record and byte and
 * lose the quotation, messages of kinds that may name a file, a host or a piece of the log are named by their kind,
 * versions are dotted numbers. Everything else in these sentences is our own words and figures.
 */
import type { Message } from '../protocol';
import type { Ticks } from './ticks';

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

export function toldMessage(message: Message, ticks: Ticks): Message {
  if (ticks.reasonPhrases && ticks.fileName && ticks.addresses) return message;
  const { kind, level, entry } = message;
  const places = ticks.reasonPhrases
    ? message.places
    : message.places.flatMap((place) => PLACE.exec(place)?.[0] ?? []);
  if (!OWN_WORDS.has(kind)) {
    const text = `A message about reading the file is left out (${kind}): it may name the file, a host, or a piece of the log.`;
    return { kind, level, text, places: [] };
  }
  // The entry of a zip stands before the sentence.
  const from = entry === undefined || ticks.fileName ? 0 : entry.length + 2;
  return { kind, level, text: message.text.slice(from), places };
}

/** What a record that was not read gives as its reason, without the piece of it that the reason quotes. */
export function toldDetail(detail: string, ticks: Ticks): string {
  return ticks.reasonPhrases ? detail : 'the rest of the reason may quote the log and is left out';
}

const DOTTED = /\d{1,9}(?:\.\d{1,9}){1,4}/;

/** A stack's version: its dotted numbers. */
export function toldVersion(version: string | null, ticks: Ticks): string | null {
  if (version === null || ticks.reasonPhrases) return version;
  return DOTTED.exec(version)?.[0] ?? null;
}

const QLOG_VERSION =
  /^(?:0\.\d|draft-\d\d(?:-wip|-rc\d)?|quic(?:-\d{1,3})?|file schema (?:contained|sequential)|unknown)$/i;

export function toldQlogVersion(version: string, ticks: Ticks): string {
  return ticks.reasonPhrases || QLOG_VERSION.test(version) ? version : 'of its own';
}

/** Replaces whole names inside sentences; the longest first, so that none is replaced in part. */
export function replacer(names: ReadonlyMap<string, string>): (text: string) => string {
  if (names.size === 0) return (text) => text;
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(
    `(?<![\\w])(?:${longestFirst.map((name) => name.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|')})(?![\\w])`,
    'g',
  );
  return (text) => text.replace(pattern, (name) => names.get(name) ?? '');
}
