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

/** The file on disk is no longer the one that was read. */
export class SourceChanged extends Error {
  constructor(name: string) {
    super(`${name} changed on disk since it was read; open it again`);
  }
}
