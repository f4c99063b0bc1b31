/** Files that hold a digest. */
import { expect, test } from 'vitest';
import { isDigest } from '../../../../src/app/state/shown-digest.ts';

test('a digest is known by its first bytes; a file that cannot be read is none', async () => {
  const magic = [0x93, 0x51, 0x4c, 0x47, 0x53, 0x0d, 0x0a, 0x1a];
  expect(await isDigest(new File([Uint8Array.from([...magic, 1])], 'x.qlog'))).toBe(true);
  expect(await isDigest(new File(['{"qlog_version":"0.3"}'], 'x.qlogscope'))).toBe(false);
  expect(await isDigest(new File([], 'empty'))).toBe(false);
  const gone = {
    slice: () => {
      throw new DOMException('gone', 'NotReadableError');
    },
  };
  expect(await isDigest(gone)).toBe(false);
});
