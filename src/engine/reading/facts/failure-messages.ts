/** Messages about a failure that ended the reading of a file, or of one of its texts. */
import { amount, count, duration, plural } from '../../base/text/figures';
import {
  DamagedCompression,
  InflationLimit,
  OverlappingEntries,
  RemoteFailure,
  TooManyEntries,
  UnreadableEntry,
  UnsupportedCompression,
} from '../../input/bytes/inflate';
import { NotATrace } from '../../input/formats/not-a-trace';
import { RunAsked, RunRefused } from '../../simulator/runs/run-refused';
import { ColumnsFull } from '../budgets/column-budget';
import type { Message } from '../contract/snapshot';
import { BrokenRun } from '../stages/broken-run';
import { ListingFound } from '../stages/listing-found';
import { namesOf } from './entry-names';
import { remoteMessage } from './remote-messages';

/** Message for a failure that ended the reading. `events` were kept before it. */
export function failureMessage(error: unknown, events: number): Message {
  const shown =
    events > 0
      ? `The ${plural(events, 'event')} before it ${events === 1 ? 'is' : 'are'} shown.`
      : 'Nothing could be read from it.';
  return (
    compressionMessage(error, events, shown) ??
    entryMessage(error) ??
    formatMessage(error, events, shown) ??
    runMessage(error) ??
    sourceMessage(error, events, shown)
  );
}

/** The bytes cannot be decompressed. Null for any other failure, as below. */
function compressionMessage(error: unknown, events: number, shown: string): Message | null {
  if (error instanceof DamagedCompression) {
    const { format, truncated, inflatedOffset, compressedOffset } = error;
    return {
      kind: `${truncated ? 'truncated' : 'damaged'}-${format}`,
      level: events > 0 ? 'warning' : 'error',
      text: `The ${format} stream ${truncated ? 'ends too early' : 'is damaged'}: after ${count(inflatedOffset)} inflated bytes, at about byte ${count(compressedOffset)} of the file. ${shown}`,
      places: [],
    };
  }
  if (error instanceof InflationLimit) {
    const { storedBytes, inflatedBytes, reason } = error;
    const limit = reason === 'size' ? 'more than is read' : 'far more than a trace shrinks by';
    return {
      kind: 'inflation-limit',
      level: events > 0 ? 'warning' : 'error',
      text: `Reading stopped: ${amount(storedBytes)} stored have grown to ${amount(inflatedBytes)}, ${limit}. ${shown}`,
      places: [],
    };
  }
  if (error instanceof UnsupportedCompression) {
    return {
      kind: 'unsupported-compression',
      level: 'error',
      text: `The file is compressed with ${error.format}, which is not read here. Unpack it, or use gzip, zstd or zip.`,
      places: [],
    };
  }
  return null;
}

/** Entries of a zip. */
function entryMessage(error: unknown): Message | null {
  if (error instanceof UnreadableEntry) {
    return { kind: 'unreadable-entry', level: 'warning', text: `${error.message}.`, places: [] };
  }
  if (error instanceof OverlappingEntries) {
    const text = `${namesOf(error.names, error.names.length)}: ${error.message}.`;
    return { kind: 'unreadable-entry', level: 'warning', text, places: [] };
  }
  if (error instanceof TooManyEntries) {
    const { all, read } = error;
    const text = `The zip holds ${all === null ? `more than ${count(read)}` : count(all)} entries. Only the first ${count(read)} were looked at; put the traces among them into a smaller one.`;
    return { kind: 'too-many-entries', level: 'warning', text, places: [] };
  }
  return null;
}

/** What was read is no trace. */
function formatMessage(error: unknown, events: number, shown: string): Message | null {
  if (error instanceof ListingFound)
    return {
      kind: 'listing',
      level: 'error',
      text: error.message,
      places: [`links: ${error.links.join(', ')}`],
    };
  if (error instanceof NotATrace) {
    if (error.startsWith === null) {
      return {
        kind: 'empty-file',
        level: 'error',
        text: `There is nothing to read: ${error.message}.`,
        places: [],
      };
    }
    // What it is says more than how it begins, and of a key log that is a secret.
    if (error.instead !== null)
      return {
        kind: 'not-qlog',
        level: 'error',
        text: `Not a ${error.format} trace: ${error.message}. ${error.instead}`,
        places: [],
      };
    return {
      kind: 'not-qlog',
      level: 'error',
      text: `Not a ${error.format} trace: ${error.message} (byte ${count(error.offset)}).`,
      places: [`it begins with: ${error.startsWith}`],
    };
  }
  if (error instanceof BrokenRun) {
    return {
      kind: events > 0 ? 'broken-run' : 'not-qlog',
      level: events > 0 ? 'warning' : 'error',
      text: `${events > 0 ? 'The rest is no trace' : `Not a ${error.format} trace`}: ${error.message}. ${shown}`,
      places: [],
    };
  }
  return null;
}

/** A run of the lab is not made. */
function runMessage(error: unknown): Message | null {
  if (error instanceof RunAsked)
    return { kind: 'run-question', level: 'warning', text: error.message, places: [] };
  if (error instanceof RunRefused)
    return {
      kind: 'run-refused',
      level: 'error',
      text: `The run cannot be simulated: ${error.message}.`,
      places: [],
    };
  return null;
}

/** The source gives no more, or more than is held. */
function sourceMessage(error: unknown, events: number, shown: string): Message {
  if (error instanceof RemoteFailure) return remoteMessage(error, events, shown);
  if (error instanceof ColumnsFull) {
    const { heldBytes, readBytes, untilUs } = error;
    const until = Number.isNaN(untilUs) ? '' : `, up to ${duration(untilUs)} of the trace`;
    return {
      kind: 'too-large',
      level: events > 0 ? 'warning' : 'error',
      text:
        `The file is too large to be held at once: reading stopped after ${amount(readBytes)}${until}, when ${amount(heldBytes)} ` +
        `of memory were in use. ${shown} Nothing after it was looked at. To see that, open the file for a range of time only.`,
      places: [],
    };
  }
  const reason = error instanceof Error ? error.message : String(error);
  return {
    kind: 'unreadable',
    level: events > 0 ? 'warning' : 'error',
    text: `The source stopped giving bytes (${reason}). ${shown} If the file changed on disk, open it again.`,
    places: [],
  };
}
