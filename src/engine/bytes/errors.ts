/**
 * What can be wrong with stored bytes, as typed errors: everything before the place they name has been
 * delivered. How they are said to the user is the pipeline's affair.
 */

/** Formats recognised by their magic bytes, or by their name, that are not inflated. */
export type UnreadableFormat = 'brotli' | 'xz' | 'bzip2' | '7z' | 'rar' | 'lz4';

export class UnsupportedCompression extends Error {
  readonly format: UnreadableFormat;
  constructor(format: UnreadableFormat) {
    super(`${format} compression is not supported: unpack the file first`);
    this.format = format;
  }
}

/** Compressed bytes that end early or are damaged; everything before that has been delivered. */
export class DamagedCompression extends Error {
  readonly format: 'gzip' | 'zstd' | 'zip';
  /**
   * Where the stored bytes end, or up to 4 KiB before the byte at which the damage shows; in a compressed entry
   * of a zip counted within that entry.
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
  zip: 'is a zip itself; unpack the outer one first',
} as const;

/** One entry of a zip that cannot be read at all; the others can. */
export class UnreadableEntry extends Error {
  readonly entry: string;
  readonly reason: keyof typeof ENTRY_REASONS;
  constructor(entry: string, reason: UnreadableEntry['reason']) {
    super(`${entry} ${ENTRY_REASONS[reason]}`);
    this.entry = entry;
    this.reason = reason;
  }
}

/** A zip holds more entries than are read; those before it have been delivered. */
export class TooManyEntries extends Error {
  /** @param all as the zip says; null where it does not. */
  constructor(read: number, all: number | null) {
    super(`the zip holds ${all ?? 'more'} entries, and the first ${read} of them are read`);
    this.read = read;
    this.all = all;
  }
  readonly read: number;
  readonly all: number | null;
}

/** Entries of a zip that stand on the same bytes: none of them is read, for so a few bytes can be any number. */
export class OverlappingEntries extends Error {
  readonly names: readonly string[];
  constructor(names: readonly string[]) {
    super(
      `${names.length} entries of the zip stand on the same bytes, as no tool writes them, and are not read`,
    );
    this.names = names;
  }
}

/** Inflating stopped at a limit; everything up to it has been delivered. */
export class InflationLimit extends Error {
  readonly storedBytes: number;
  readonly inflatedBytes: number;
  readonly reason: 'size' | 'ratio';
  /** @param limit the figure that was passed: bytes, or inflated bytes per stored byte. */
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

/** The file is no longer the one that was read. */
export class SourceChanged extends Error {
  /** @param host where the file lies; null for this machine. */
  constructor(name: string, host: string | null = null) {
    super(`${name} changed on ${host ?? 'disk'} since it was read; open it again`);
  }
}

export interface RemoteFacts {
  /** The status of HTTP, 0 where no answer came. */
  readonly status?: number;
  /** Stored bytes that came before. */
  readonly receivedBytes?: number;
  /** How many there should have been, null where the server did not say. */
  readonly lengthBytes?: number | null;
  /** In the words of the browser or the server. */
  readonly detail?: string;
}

/**
 * A host did not give the file: no answer (`unreachable`: a browser does not tell a host that is down from one that
 * refuses other pages), an answer that is no success (`status`), one
 * that leads elsewhere and is not followed (`redirected`), or one that ended early (`broken-off`).
 */
export class RemoteFailure extends Error {
  readonly reason: 'unreachable' | 'status' | 'redirected' | 'broken-off';
  readonly host: string;
  readonly status: number;
  readonly receivedBytes: number;
  readonly lengthBytes: number | null;

  constructor(reason: RemoteFailure['reason'], host: string, facts: RemoteFacts = {}) {
    const { status = 0, receivedBytes = 0, lengthBytes = null, detail = '' } = facts;
    const words = {
      unreachable: `${host} gave no answer that this page may read`,
      status: `${host} answered ${status}`,
      redirected: `${host} leads on to another address`,
      'broken-off': `the connection to ${host} broke off after ${receivedBytes} bytes`,
    }[reason];
    super(detail === '' ? words : `${words} (${detail})`);
    this.reason = reason;
    this.host = host;
    this.status = status;
    this.receivedBytes = receivedBytes;
    this.lengthBytes = lengthBytes;
  }
}
