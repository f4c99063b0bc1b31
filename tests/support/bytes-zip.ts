/**
 * Zips made byte by byte, so that tests can have every kind: stored or deflated, sizes before or after the data,
 * encrypted, without directory, with 64-bit sizes.
 */
import { crc32, deflateRawSync } from 'node:zlib';
import { type Bytes, join } from './bytes-sources.ts';

export interface EntrySpec {
  readonly name: string;
  readonly content: Uint8Array;
  readonly method?: number;
  readonly isEncrypted?: boolean;
  /** Sizes stand after the data, as where a zip is written to a pipe. */
  readonly hasDescriptor?: boolean;
  /** Sizes stand in a zip64 field. */
  readonly is64?: boolean;
}

export interface MadeZip {
  readonly bytes: Bytes;
  /** Where the central directory begins. */
  readonly directoryOffset: number;
}

/** Little-endian fields: [bytes, value] each. */
function fields(...list: readonly (readonly [number, number])[]): Uint8Array {
  return Uint8Array.from(
    list.flatMap(([bytes, value]) =>
      Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) % 256),
    ),
  );
}

export function makeZip(entries: readonly EntrySpec[]): MadeZip {
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { content, method = 8, isEncrypted = false, hasDescriptor = false, is64 = false } = entry;
    const name = new TextEncoder().encode(entry.name);
    const stored = method === 8 ? deflateRawSync(content) : content;
    const flags = (isEncrypted ? 1 : 0) + (hasDescriptor ? 8 : 0) + 2048;
    const crc = crc32(content);
    const inField = (size: number): number => (is64 ? 0xffffffff : size);
    const extra = is64 ? fields([2, 1], [2, 16], [8, content.length], [8, stored.length]) : new Uint8Array(0);
    const sizes = [
      [4, crc],
      [4, inField(stored.length)],
      [4, inField(content.length)],
    ] as const;
    const before = hasDescriptor ? ([[12, 0]] as const) : sizes;
    const lengths = [
      [2, name.length],
      [2, extra.length],
    ] as const;
    const header = fields([4, 0x04034b50], [2, 45], [2, flags], [2, method], [4, 0], ...before, ...lengths);
    const after = hasDescriptor ? fields([4, 0x08074b50], ...sizes) : new Uint8Array(0);
    const record = join(header, name, extra, stored, after);
    local.push(record);
    const listed = fields(
      [4, 0x02014b50],
      [2, 45],
      [2, 45],
      [2, flags],
      [2, method],
      [4, 0],
      ...sizes,
      ...lengths,
    );
    central.push(join(listed, fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), name, extra));
    offset += record.length;
  }
  const directory = join(...central);
  const counts = [
    [2, entries.length],
    [2, entries.length],
  ] as const;
  const end = fields([4, 0x06054b50], [4, 0], ...counts, [4, directory.length], [4, offset], [2, 0]);
  return { bytes: join(...local, directory, end), directoryOffset: offset };
}
