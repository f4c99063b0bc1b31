/**
 * Typed errors for damaged or unreadable stored bytes. Everything before the offset they name has been delivered. The
 * pipeline writes the message for the user.
 */
import { amount, plural } from '../../base/text/figures';

/** Formats recognised by magic bytes, or by file name, that cannot be decompressed. */
export type UnreadableFormat = 'brotli' | 'xz' | 'bzip2' | '7z' | 'rar' | 'lz4';

export class UnsupportedCompression extends Error {
  readonly format: UnreadableFormat;
  constructor(format: UnreadableFormat) {
    super(`${format} compression is not supported: unpack the file first`);
    this.format = format;
  }
}

/** Compressed bytes that are truncated or damaged; everything before that has been delivered. */
export class DamagedCompression extends Error {
  readonly format: 'gzip' | 'zstd' | 'zip';
  /**
   * Offset of the end of the stored bytes, or up to 4 KiB before the damaged byte; relative to the entry for a
   * compressed entry of a zip.
   */
  readonly compressedOffset: number;
  readonly inflatedOffset: number;
  readonly truncated: boolean;
  constructor(
    format: DamagedCompression['format'],
    compressedOffset: number,
    inflatedOffset: number,
    truncated: boolean,
    reason = truncated ? 'truncated' : 'damaged',
  ) {
    super(`the ${format} stream is ${reason}`);
    this.format = format;
    this.compressedOffset = compressedOffset;
    this.inflatedOffset = inflatedOffset;
    this.truncated = truncated;
  }
}

export class DamagedGzip extends DamagedCompression {
  constructor(compressedOffset: number, inflatedOffset: number, truncated: boolean) {
    super('gzip', compressedOffset, inflatedOffset, truncated);
  }
}

const ENTRY_REASONS = {
  encrypted: 'is encrypted; unpack the zip with its password first',
  method: 'uses a zip method that is not supported; unpack the zip first',
  zip: 'is a zip that is not opened: too large, damaged, or in a zip within the zip; unpack the outer one first',
} as const;

/** One entry of a zip that cannot be read; the other entries can. */
export class UnreadableEntry extends Error {
  readonly entry: string;
  readonly reason: keyof typeof ENTRY_REASONS;
  constructor(entry: string, reason: UnreadableEntry['reason']) {
    super(`${entry} ${ENTRY_REASONS[reason]}`);
    this.entry = entry;
    this.reason = reason;
  }
}

/** A zip holds more entries than the limit; those before it have been delivered. */
export class TooManyEntries extends Error {
  /** @param all number of entries in the zip; null where the zip does not state it. */
  constructor(read: number, all: number | null) {
    super(`the zip holds ${all ?? 'more'} entries, and the first ${read} of them are read`);
    this.read = read;
    this.all = all;
  }
  readonly read: number;
  readonly all: number | null;
}

/**
 * Entries of a zip that overlap. None of them is read: overlapping entries let a small file decompress to any size (zip
 * bomb).
 */
export class OverlappingEntries extends Error {
  readonly names: readonly string[];
  constructor(names: readonly string[]) {
    super(
      `${names.length} entries of the zip stand on the same bytes, as no tool writes them, and are not read`,
    );
    this.names = names;
  }
}

/** Decompression stopped at a limit; everything up to it has been delivered. */
export class InflationLimit extends Error {
  readonly storedBytes: number;
  readonly inflatedBytes: number;
  readonly reason: 'size' | 'ratio';
  /** @param limit the limit that was exceeded: bytes, or decompressed bytes per stored byte. */
  constructor(storedBytes: number, inflatedBytes: number, reason: InflationLimit['reason'], limit: number) {
    const figures = `${storedBytes} stored bytes gave ${inflatedBytes}`;
    super(
      reason === 'size'
        ? `reading stopped: ${figures}, and the limit is ${limit} bytes`
        : `reading stopped: ${figures}, and the limit is ${limit} times the stored size`,
    );
    this.storedBytes = storedBytes;
    this.inflatedBytes = inflatedBytes;
    this.reason = reason;
  }
}

export class SourceChanged extends Error {
  /** @param host of the file; null for a local file. */
  constructor(name: string, host: string | null = null) {
    super(`${name} changed on ${host ?? 'disk'} since it was read; open it again`);
  }
}

export interface RemoteFacts {
  /** HTTP status, 0 without a response. */
  readonly status?: number;
  /** Stored bytes received before the failure. */
  readonly receivedBytes?: number;
  /** Expected number of bytes, null where the server did not state it. */
  readonly lengthBytes?: number | null;
  /** Message of the browser or the server, or what came instead. */
  readonly detail?: string;
  /** Host and path of what was asked for. */
  readonly address?: string;
  readonly limitBytes?: number;
}

/**
 * A remote file could not be fetched: no response (`unreachable`: a browser does not distinguish a host that is down
 * from one that refuses CORS), an error status (`status`), a redirect, which is not followed (`redirected`), a
 * response that ended early (`broken-off`), one of more bytes than are taken (`too-long`), or to a range request one that is
 * not that range (`other-range`). Of a file whose hash is known: other bytes came (`other-bytes`), or not all, so
 * that the hash cannot be compared (`unchecked`).
 */
export class RemoteFailure extends Error {
  readonly reason:
    | 'unreachable'
    | 'status'
    | 'redirected'
    | 'broken-off'
    | 'too-long'
    | 'other-range'
    | 'other-bytes'
    | 'unchecked';
  readonly host: string;
  readonly status: number;
  readonly receivedBytes: number;
  readonly lengthBytes: number | null;

  constructor(reason: RemoteFailure['reason'], host: string, facts: RemoteFacts = {}) {
    const { status = 0, receivedBytes = 0, lengthBytes = null, detail = '' } = facts;
    const { address = host, limitBytes = 0 } = facts;
    const words = {
      unreachable: `${host} gave no answer that this page may read`,
      status: `${host} answered ${status}`,
      redirected: `${host} leads on to another address`,
      'broken-off': `the connection to ${host} broke off after ${plural(receivedBytes, 'byte')}`,
      'too-long': `${address} has more than ${amount(limitBytes)} to give, the most that is taken of it at once`,
      'other-range': `${address} did not give the part that was asked for`,
      'other-bytes': `${host} gave other bytes than those asked for`,
      unchecked: `${host} gave ${plural(receivedBytes, 'byte')} and not all`,
    }[reason];
    super(detail === '' ? words : `${words} (${detail})`);
    this.reason = reason;
    this.host = host;
    this.status = status;
    this.receivedBytes = receivedBytes;
    this.lengthBytes = lengthBytes;
  }
}
