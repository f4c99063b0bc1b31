/**
 * The entries of a zip (APPNOTE 6.3), without decompressing them. They are read from the central directory at the zip's
 * end, the only place with all sizes; if that is missing or damaged, from the local headers, one after the other.
 */
import { plainLine } from '../../base/text/plain';
import { DamagedCompression, OverlappingEntries, TooManyEntries } from './errors';

export interface ZipEntry {
  /** Cleaned (text/plain.ts): it is shown, and nothing is found by it. */
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  /** The entry as stored. */
  readonly data: Blob;
  /** Offset of `data` in the zip. */
  readonly offset: number;
  /** Decompressed size and CRC-32 of the entry; null where the zip does not state them. */
  readonly inflated: { readonly sizeBytes: number; readonly crc: number } | null;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const DESCRIPTOR = 0x08074b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const MAX_COMMENT_BYTES = 0xffff;
const IN_EXTRA = 0xffffffff;
const MAX_DIRECTORY_BYTES = 64 * 1024 ** 2;
const WINDOW_BYTES = 1024 ** 2;

/** More than any zip of traces has; each entry costs a pipeline. */
export const MAX_ENTRIES = 1000;

/** Directories, and the metadata files that macOS adds. */
export function isJunk(name: string): boolean {
  const file = name.slice(name.lastIndexOf('/') + 1);
  return file === '' || name.startsWith('__MACOSX/') || file === '.DS_Store';
}

/**
 * The first `MAX_ENTRIES` files of the zip.
 * @throws after the last of them: DamagedCompression without a complete directory; OverlappingEntries for the entries
 * left out; TooManyEntries.
 */
export async function* zipEntries(zip: Blob): AsyncGenerator<ZipEntry, void, undefined> {
  const directory = await directoryOf(zip);
  if (directory === null) {
    let read = 0;
    for await (const entry of scanned(zip)) {
      if (isJunk(entry.name)) continue;
      if (read++ === MAX_ENTRIES) throw new TooManyEntries(MAX_ENTRIES, null);
      yield entry;
    }
    throw new DamagedCompression('zip', zip.size, 0, true, 'cut or damaged: its directory cannot be read');
  }
  const files = directory.filter(({ name }) => !isJunk(name));
  const overlapping = overlapsOf(files);
  for (const listed of files.slice(0, MAX_ENTRIES))
    if (!overlapping.has(listed)) yield await located(zip, listed);
  if (overlapping.size > 0) throw new OverlappingEntries([...overlapping].map(({ name }) => name));
  if (files.length > MAX_ENTRIES) throw new TooManyEntries(MAX_ENTRIES, files.length);
}

/** Entries that begin before another one ends. Bytes between a header and its data are ignored. */
function overlapsOf(files: readonly Listed[]): ReadonlySet<Listed> {
  const overlapping = new Set<Listed>();
  let widest: Listed | null = null;
  for (const file of [...files].sort((a, b) => a.headerOffset - b.headerOffset)) {
    if (widest !== null && file.headerOffset < endOf(widest)) overlapping.add(widest).add(file);
    if (widest === null || endOf(file) > endOf(widest)) widest = file;
  }
  return overlapping;
}

const endOf = ({ headerOffset, storedBytes }: Listed): number => headerOffset + LOCAL_BYTES + storedBytes;

interface Listed extends Omit<ZipEntry, 'data' | 'offset'> {
  readonly headerOffset: number;
  readonly storedBytes: number;
}

async function view(zip: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await zip.slice(Math.max(0, from), to).arrayBuffer());
}

/** All entries of the central directory; null when it is missing or incomplete. */
async function directoryOf(zip: Blob): Promise<readonly Listed[] | null> {
  const tailFrom = Math.max(0, zip.size - END_BYTES - MAX_COMMENT_BYTES);
  const tail = await view(zip, tailFrom, zip.size);
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== DIRECTORY_END) end--;
  if (end < 0) return null;
  let count = tail.getUint16(end + 10, true);
  let sizeBytes = tail.getUint32(end + 12, true);
  let endOffset = tailFrom + end;
  if (end >= LOCATOR_BYTES && tail.getUint32(end - LOCATOR_BYTES, true) === LOCATOR_64) {
    const at = Number(tail.getBigUint64(end - LOCATOR_BYTES + 8, true));
    const end64 = await view(zip, at, at + 56);
    if (end64.byteLength < 56 || end64.getUint32(0, true) !== DIRECTORY_END_64) return null;
    count = Number(end64.getBigUint64(32, true));
    sizeBytes = Number(end64.getBigUint64(40, true));
    endOffset = at;
  }
  if (sizeBytes > Math.min(endOffset, MAX_DIRECTORY_BYTES)) return null;
  // Counted from the end: a zip may have bytes before it that its offsets do not include.
  const directory = await view(zip, endOffset - sizeBytes, endOffset);
  return listedIn(directory, count);
}

function listedIn(directory: DataView, count: number): readonly Listed[] | null {
  const entries: Listed[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + CENTRAL_BYTES > directory.byteLength || directory.getUint32(at, true) !== CENTRAL_HEADER)
      return null;
    const nameBytes = directory.getUint16(at + 28, true);
    const extraBytes = directory.getUint16(at + 30, true);
    const commentBytes = directory.getUint16(at + 32, true);
    const next = at + CENTRAL_BYTES + nameBytes + extraBytes + commentBytes;
    if (next > directory.byteLength) return null;
    const [inflatedBytes, storedBytes, headerOffset] = sizes64(
      directory,
      [
        directory.getUint32(at + 24, true),
        directory.getUint32(at + 20, true),
        directory.getUint32(at + 42, true),
      ],
      at + CENTRAL_BYTES + nameBytes,
      extraBytes,
    ) as [number, number, number];
    entries.push({
      name: nameAt(directory, at + CENTRAL_BYTES, nameBytes),
      method: directory.getUint16(at + 10, true),
      isEncrypted: (directory.getUint16(at + 8, true) & 1) !== 0,
      inflated: { sizeBytes: inflatedBytes, crc: directory.getUint32(at + 16, true) },
      headerOffset,
      storedBytes,
    });
    at = next;
  }
  return entries;
}

/** Values that do not fit 32 bits are in an extra field (zip64), in order. */
function sizes64(
  from: DataView,
  values: readonly number[],
  extraAt: number,
  extraBytes: number,
): readonly number[] {
  let at = extraAt;
  const end = extraAt + extraBytes;
  while (at + 4 <= end && from.getUint16(at, true) !== 1) at += 4 + from.getUint16(at + 2, true);
  let next = at + 4;
  return values.map((value) => {
    if (value !== IN_EXTRA || next + 8 > end) return value;
    next += 8;
    return Number(from.getBigUint64(next - 8, true));
  });
}

function nameAt(from: DataView, at: number, bytes: number): string {
  return plainLine(new TextDecoder().decode(new Uint8Array(from.buffer, from.byteOffset + at, bytes)));
}

/** The data follows the entry's local header, which repeats the name and may have other extra fields. */
async function located(zip: Blob, listed: Listed): Promise<ZipEntry> {
  const { headerOffset, storedBytes, ...entry } = listed;
  const header = await view(zip, headerOffset, headerOffset + LOCAL_BYTES);
  const isThere = header.byteLength === LOCAL_BYTES && header.getUint32(0, true) === LOCAL_HEADER;
  const lead = isThere ? LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true) : 0;
  const offset = headerOffset + lead;
  return { ...entry, offset, data: zip.slice(offset, isThere ? offset + storedBytes : offset) };
}

/** The entries of a zip without directory, as far as their local headers go. */
async function* scanned(zip: Blob): AsyncGenerator<ZipEntry, void, undefined> {
  let at = 0;
  for (;;) {
    const header = await view(zip, at, at + LOCAL_BYTES);
    if (header.byteLength < LOCAL_BYTES || header.getUint32(0, true) !== LOCAL_HEADER) return;
    const flags = header.getUint16(6, true);
    const nameBytes = header.getUint16(26, true);
    const extraBytes = header.getUint16(28, true);
    const rest = await view(zip, at + LOCAL_BYTES, at + LOCAL_BYTES + nameBytes + extraBytes);
    if (rest.byteLength < nameBytes + extraBytes) return;
    const offset = at + LOCAL_BYTES + nameBytes + extraBytes;
    const [inflatedBytes, storedBytes] = sizes64(
      rest,
      [header.getUint32(22, true), header.getUint32(18, true)],
      nameBytes,
      extraBytes,
    ) as [number, number];
    // Sizes follow the data (data descriptor): the data ends at the next header.
    const isSized = (flags & 8) === 0;
    at = isSized ? offset + storedBytes : await nextHeader(zip, offset);
    const end = isSized ? at : await withoutDescriptor(zip, at);
    yield {
      name: nameAt(rest, 0, nameBytes),
      method: header.getUint16(8, true),
      isEncrypted: (flags & 1) !== 0,
      data: zip.slice(offset, Math.max(offset, end)),
      offset,
      inflated: isSized ? { sizeBytes: inflatedBytes, crc: header.getUint32(14, true) } : null,
    };
  }
}

/** Offset of the next local header or of the directory; the zip's end when there is none. */
async function nextHeader(zip: Blob, from: number): Promise<number> {
  for (let at = from; at < zip.size; at += WINDOW_BYTES - 3) {
    const window = await view(zip, at, at + WINDOW_BYTES);
    for (let i = 0; i + 4 <= window.byteLength; i++) {
      const signature = window.getUint32(i, true);
      if (signature === LOCAL_HEADER || signature === CENTRAL_HEADER) return at + i;
    }
  }
  return zip.size;
}

/** The data descriptor precedes the next header, with 32-bit or 64-bit sizes. */
async function withoutDescriptor(zip: Blob, end: number): Promise<number> {
  for (const bytes of [16, 24]) {
    const descriptor = await view(zip, end - bytes, end);
    if (descriptor.byteLength === bytes && descriptor.getUint32(0, true) === DESCRIPTOR) return end - bytes;
  }
  return end;
}
