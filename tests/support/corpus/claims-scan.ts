/** Every trace of the corpus is read the same with the scanner and without, in every container, for several chunks. */
import { expect } from 'vitest';
import { differences, readThrough } from '../scan-compare.ts';
import { someOf } from '../tier.ts';
import { type Claim, claim } from './claim.ts';
import { ENTRIES } from './list.ts';

const KIB = 1024;
const shares: Record<string, { MB: number; records: number; 'recognised %': number }> = {};

export function printScan(): void {
  console.table(shares);
}

export const SCAN_CLAIMS: readonly Claim[] = [
  claim(
    'it is read the same by both builds of the scanner and without it',
    // The gate leaves some of each stack: edited and damaged logs of all of them are read both ways too (tests/property/scan.test.ts).
    someOf(ENTRIES, 7),
    14,
    ({ bytes, entry }) => {
      const parsed = readThrough(bytes, 'parsed', [64 * KIB]);
      // A file's usual pieces, some that hold much of it, and some that hold less than a record.
      const simd = readThrough(bytes, 'simd', [64 * KIB, 64 * KIB, KIB * KIB, 17]);
      expect(differences(simd, parsed)).toEqual([]);
      expect(differences(readThrough(bytes, 'scalar', [100_003, 7, 5000]), parsed)).toEqual([]);
      const share = Number(((simd.recognised / Math.max(1, simd.events)) * 100).toFixed(1));
      shares[entry.file] = {
        MB: Number((bytes.length / 1e6).toFixed(2)),
        records: simd.events,
        'recognised %': share,
      };
    },
  ),
];
