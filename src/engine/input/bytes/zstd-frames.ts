/**
 * Walks the frames of a zstd file (RFC 8878 §3.1) without decompressing: reports whether the file is between two
 * frames, where a frame needs more memory than allowed, and where bytes follow that are no frame. The decompression
 * library reports none of these.
 */

const FRAME_MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
/** Maximum memory for one frame; `zstd --ultra -22 --long=27` needs this much. */
export const MAX_WINDOW_BYTES = 128 * 1024 * 1024;
/**
 * Maximum total memory for all consecutive frames: a fixed amount, plus an amount per stored byte. Each window is
 * cleared before use, so thousands of tiny frames with large windows would take hours.
 */
const MAX_CLEARED_BYTES = 2 * 1024 ** 3;
const MAX_CLEARED_PER_BYTE = 4096;

/** Kind of the next bytes. */
type Part = 'magic' | 'skip-size' | 'descriptor' | 'header' | 'block-header' | 'body';

export class ZstdFrames {
  #part: Part = 'magic';
  /** Bytes that are read together, or still to be skipped. */
  #wanted = 4;
  /** Little-endian bytes of the part being read. */
  #held: number[] = [];
  #descriptor = 0;
  #afterBody: Part = 'magic';
  #storedBytes = 0;
  #clearedBytes = 0;

  get betweenFrames(): boolean {
    return this.#part === 'magic' && this.#held.length === 0;
  }

  /** @returns why these bytes are rejected, and how many of them are good; null when all of them are. */
  push(bytes: Uint8Array): { readonly reason: string; readonly goodBytes: number } | null {
    let i = 0;
    this.#storedBytes += bytes.length;
    while (i < bytes.length) {
      if (this.#part === 'body') {
        const taken = Math.min(this.#wanted, bytes.length - i);
        this.#wanted -= taken;
        i += taken;
      } else {
        this.#held.push(bytes[i++]);
        if (this.#held.length < this.#wanted) continue;
        const reason = this.#partRead();
        if (reason !== null) return { reason, goodBytes: Math.max(0, i - this.#held.length) };
      }
      if (this.#part === 'body' && this.#wanted === 0) this.#expect(this.#afterBody);
    }
    return null;
  }

  #expect(part: Part, wanted: number = SIZES[part]): void {
    this.#part = part;
    this.#wanted = wanted;
    this.#held = [];
  }

  #skip(bytes: number, next: Part): void {
    this.#expect('body', bytes);
    this.#afterBody = next;
  }

  #partRead(): string | null {
    const value = this.#held.reduce((sum, byte, i) => sum + byte * 256 ** i, 0);
    switch (this.#part) {
      case 'magic':
        if (value === FRAME_MAGIC) this.#expect('descriptor');
        else if (value >= SKIPPABLE_MAGIC && value <= SKIPPABLE_MAGIC + 15) this.#expect('skip-size');
        else return 'followed by bytes that are no zstd frame';
        return null;
      case 'skip-size':
        this.#skip(value, 'magic');
        return null;
      case 'descriptor':
        this.#descriptor = value;
        this.#expect('header', headerBytes(value));
        return null;
      case 'header': {
        const window = windowBytes(this.#descriptor, this.#held);
        if (window > MAX_WINDOW_BYTES)
          return `not read on: a frame asks for a window of ${window} bytes, and the limit is ${MAX_WINDOW_BYTES}`;
        this.#clearedBytes += window;
        if (this.#clearedBytes > MAX_CLEARED_BYTES + MAX_CLEARED_PER_BYTE * this.#storedBytes)
          return 'not read on: its frames ask for far more memory than they hold';
        this.#expect('block-header');
        return null;
      }
      default: {
        const isLast = (value & 1) === 1;
        const type = (value >> 1) & 3;
        const size = type === 1 ? 1 : value >> 3;
        const checksum = isLast && (this.#descriptor & 4) !== 0 ? 4 : 0;
        this.#skip(size + checksum, isLast ? 'magic' : 'block-header');
        return null;
      }
    }
  }
}

const SIZES = { magic: 4, 'skip-size': 4, descriptor: 1, header: 0, 'block-header': 3, body: 0 } as const;
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;

const isSingleSegment = (descriptor: number): boolean => (descriptor & 0x20) !== 0;

function sizeFieldBytes(descriptor: number): number {
  const flag = descriptor >> 6;
  return flag === 0 ? (isSingleSegment(descriptor) ? 1 : 0) : 2 ** flag;
}

/** Bytes of the frame header after its descriptor; at least one. */
function headerBytes(descriptor: number): number {
  const dictionary = DICTIONARY_BYTES[(descriptor & 3) as 0 | 1 | 2 | 3];
  return (isSingleSegment(descriptor) ? 0 : 1) + dictionary + sizeFieldBytes(descriptor);
}

/** Memory needed by a frame: its window, or its content for a single segment. */
function windowBytes(descriptor: number, header: readonly number[]): number {
  if (!isSingleSegment(descriptor)) {
    const base = 2 ** (10 + (header[0] >> 3));
    return base + (base / 8) * (header[0] & 7);
  }
  const size = sizeFieldBytes(descriptor);
  const value = header.slice(-size).reduce((sum, byte, i) => sum + byte * 256 ** i, 0);
  return size === 2 ? value + 256 : value;
}
