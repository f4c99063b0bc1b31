/** Every trace of the corpus is read the same with the scanner and without, in every container, for several chunks. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { differences, readThrough } from '../support/scan-compare.ts';

const FOLDERS = ['traces', 'other', '../../public/examples'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.s?qlog(\.gz)?$/.test(name))
    .map((name) => join(folder, name)),
);
const MB = 1 << 20;
const shares: Record<string, { MB: number; records: number; 'recognised %': number }> = {};

function bytesOf(path: string): Uint8Array {
  const bytes = readFileSync(path);
  // A plain array: slices of a Buffer are no copies.
  return new Uint8Array(path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
}

describe.each(FILES.map((path) => ({ name: path.split('/').pop() as string, path })))(
  '$name',
  ({ name, path }) => {
    const bytes = bytesOf(path);
    const parsed = readThrough(bytes, 'parsed', [64 * 1024]);

    it('is read the same by both builds', () => {
      const simd = readThrough(bytes, 'simd', [64 * 1024]);
      expect(differences(simd, parsed)).toEqual([]);
      expect(differences(readThrough(bytes, 'scalar', [100_003, 7, 5000]), parsed)).toEqual([]);
      expect(differences(readThrough(bytes, 'simd', [MB]), parsed)).toEqual([]);
      const share = Number(((simd.recognised / Math.max(1, simd.events)) * 100).toFixed(1));
      shares[name] = {
        MB: Number((bytes.length / 1e6).toFixed(2)),
        records: simd.events,
        'recognised %': share,
      };
    });
  },
);

it('prints what share of the records was recognised', () => {
  console.table(shares);
  expect(Object.keys(shares).length).toBe(FILES.length);
});
