/**
 * Redacts sentences and names that may quote the log or the file name: places have record and byte still, but lose
 * the quotation, messages of kinds that may contain a file name, a host or text of the log are replaced by their kind,
 * versions become dotted numbers. Everything else in these sentences is our own words and figures.
 */
import type { ShareOptions } from '../../reading/contract/share-options';
import type { Message } from '../../reading/contract/snapshot';
import { fileWords } from './names';
import type { Redactor } from './redactor';

/** Kinds of messages in our own words and figures, about the logged connection. Their places may quote the log. */
// biome-ignore format: a table
const ABOUT_TRACE: ReadonlySet<string> = new Set([
  'receiver', 'captured', 'begins-midway', 'several-paths', 'numbers-repeat', 'prefix', 'no-window', 'no-duration', 'no-header',
  'time-backwards', 'time-jump', 'segment-missing', 'segment-times', 'time-range', 'packet-order',
  'missing-records', 'too-large',
]);

/** The same, about records and bytes of the file: useful only with the file. */
// biome-ignore format: a table
const ABOUT_FILE: ReadonlySet<string> = new Set([
  'broken-record', 'cut-record', 'oversized-record', 'large-record', 'trace-error', 'no-time', 'no-events',
  'too-many-connections', 'connections-not-judged', 'inflation-limit', 'broken-run', 'too-many-entries',
  'part-missing', 'truncated-gzip', 'truncated-zstd', 'truncated-zip', 'damaged-gzip', 'damaged-zstd',
  'damaged-zip',
]);

const PLACE = /^record [\d,]+ at byte [\d,]+/;

export function redactMessage(message: Message, { options, sentence }: Redactor): Message {
  const { kind, level, entry, file } = message;
  if (options.reasonPhrases && options.fileName && options.addresses) {
    const whole = { kind, level, text: message.text, places: [...message.places] };
    return { ...whole, ...(entry === undefined ? {} : { entry }), ...(file === undefined ? {} : { file }) };
  }
  const places = options.reasonPhrases
    ? message.places.map(sentence)
    : message.places.flatMap((place) => PLACE.exec(place)?.[0] ?? []);
  if (!ABOUT_TRACE.has(kind) && !ABOUT_FILE.has(kind)) {
    const text = `A message about reading ${file === undefined ? 'the file' : fileWords(file)} is left out (${kind}): it may contain the file name, a host, or text of the log.`;
    return { kind, level, text, places: [] };
  }
  return { kind, level, text: sentence(withoutEntry(message, options)), places };
}

/** The entry of a zip precedes the sentence, as does the file of a trace that has several: its number tells which. */
function withoutEntry({ text, entry, file }: Message, { fileName }: ShareOptions): string {
  if (entry === undefined || fileName) return text;
  const words = text.slice(entry.length + 2);
  return file === undefined ? words : `${fileWords(file)}: ${words}`;
}

/** Messages that are useful without the file, and the number of others. */
export interface OwnMessages {
  readonly messages: readonly Message[];
  readonly leftOut: number;
}

/** @param messages redacted already. Those about the file, and all places, stay only with the option for free text. */
export function messagesWithoutFile(
  messages: readonly Message[],
  { reasonPhrases }: ShareOptions,
): OwnMessages {
  const included = messages.filter(({ kind }) => reasonPhrases || ABOUT_TRACE.has(kind));
  return {
    messages: included.map(({ kind, level, text, places }) => ({
      kind,
      level,
      text,
      places: reasonPhrases ? places : [],
    })),
    leftOut: messages.length - included.length,
  };
}

/** The reason why a record was not read, without text quoted from it. */
export function redactDetail(detail: string, options: ShareOptions): string {
  return options.reasonPhrases ? detail : 'the rest of the reason may quote the log and is left out';
}

/** Two or three numbers of few digits: four may be an IP address, and long numbers may be anything. */
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
  return options.reasonPhrases || QLOG_VERSION.test(version) ? version : 'nonstandard';
}
