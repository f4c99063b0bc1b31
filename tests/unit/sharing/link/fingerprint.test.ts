/** A local file is known again by head, tail and length, and what differs is said. */
import { createHash } from 'node:crypto';
import { is, parse } from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  compareFingerprints,
  Fingerprint,
  filesWords,
  fileWords,
  fingerprintOf,
  fingerprintText,
  likenessWords,
  type Sliceable,
} from '../../../../src/sharing/link/fingerprint.ts';

const END = 65_536;

function bytesOf(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, i) => (i * 31 + seed) % 251);
}

function file(content: Uint8Array<ArrayBuffer>, name = 'server.sqlog'): File {
  return new File([content], name);
}

async function printOf(given: Sliceable): Promise<Fingerprint> {
  const fingerprint = await fingerprintOf(given);
  if (fingerprint === null) throw new Error('no fingerprint');
  return fingerprint;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([0, 1, END, END + 1, 2 * END, 300_000])(
  'of %d bytes: SHA-256 over head, tail and length, 12 bytes',
  async (length) => {
    const content = bytesOf(length);
    const size = Buffer.alloc(8);
    size.writeBigUInt64LE(BigInt(length));
    const hash = createHash('sha256')
      .update(content.subarray(0, END))
      .update(content.subarray(Math.max(0, length - END)))
      .update(size);
    expect(await printOf(file(content))).toEqual({
      name: 'server.sqlog',
      sizeBytes: length,
      hash: hash.digest().subarray(0, 12).toString('base64url'),
    });
  },
);

test('a file is never read whole', async () => {
  const ranges: number[] = [];
  const huge: Sliceable = {
    name: 'huge.qlog',
    size: 50e9,
    slice: (from = 0, to = 50e9) => {
      ranges.push(to - from);
      return new Blob([bytesOf(to - from)]);
    },
  };
  expect((await printOf(huge)).sizeBytes).toBe(50e9);
  expect(ranges).toEqual([END, END]);
});

test('where nothing can be hashed or read there is none', async () => {
  const broken: Sliceable = {
    name: 'gone.qlog',
    size: 5,
    slice: () => {
      throw new Error('gone');
    },
  };
  expect(await fingerprintOf(broken)).toBeNull();
  vi.stubGlobal('crypto', {});
  expect(await fingerprintOf(file(bytesOf(10)))).toBeNull();
});

describe('two files', () => {
  const content = bytesOf(200_000);
  const changed = (at: number): Uint8Array<ArrayBuffer> => {
    const copy = content.slice();
    copy[at] = (copy[at]! + 1) % 256;
    return copy;
  };

  test('are the same with the same content and name, renamed with another name', async () => {
    const asked = await printOf(file(content));
    expect(compareFingerprints(asked, await printOf(file(content)))).toBe('same');
    const renamed = await printOf(file(content, 'a.qlog'));
    expect(compareFingerprints(asked, renamed)).toBe('renamed');
    expect(likenessWords(asked, renamed)).toBe(
      'a.qlog is the file that the link is about, renamed: its name was server.sqlog.',
    );
  });

  test.each([0, END - 1, 200_000 - END, 199_999])('differ by one byte at %d', async (at) => {
    const asked = await printOf(file(content));
    const given = await printOf(file(changed(at)));
    expect(compareFingerprints(asked, given)).toBe('different');
    expect(likenessWords(asked, given)).toBe(
      'server.sqlog is not the file that the link is about: it has the same size as server.sqlog, but different content.',
    );
  });

  test('differ in length, and both lengths are named', async () => {
    const asked = await printOf(file(content));
    const given = await printOf(file(bytesOf(1234), 'b.qlog'));
    expect(likenessWords(asked, given)).toBe(
      'b.qlog is not the file that the link is about: it has 1,234 B, server.sqlog has 200,000 B.',
    );
  });
});

test('as text and back; a name may hold points', () => {
  const fingerprint = { name: 'a.b.qlog', sizeBytes: 12, hash: 'q3fXl0kd_3-aBcDE' };
  expect(fingerprintText(fingerprint)).toBe('12.q3fXl0kd_3-aBcDE.a.b.qlog');
  expect(parse(Fingerprint, fingerprintText(fingerprint))).toEqual(fingerprint);
});

test('a name is cleaned in a link and of a file alike, so that they are still the same', async () => {
  const name = 'gol\u202eqlog.exe\n';
  const asked = parse(Fingerprint, `1300000.q3fXl0kd_3-aBcDE.${name}`);
  expect(fileWords(asked)).toBe('gol\\u202eqlog.exe\\n (1.3 MB)');
  const given = await printOf(file(Buffer.from('x'), name));
  expect(given.name).toBe(asked.name);
});

test('a file that was not named is known by size and hash, under any name', () => {
  const unnamed = { name: '', sizeBytes: 86_244, hash: 'tSJYIpfMq4v1L9YC' };
  expect(fingerprintText(unnamed)).toBe('86244.tSJYIpfMq4v1L9YC');
  expect(parse(Fingerprint, '86244.tSJYIpfMq4v1L9YC')).toEqual(unnamed);
  expect(is(Fingerprint, '86244.tSJYIpfMq4v1L9YC.')).toBe(false);
  const given = { ...unnamed, name: 'a.sqlog' };
  expect(compareFingerprints(unnamed, given)).toBe('same');
  expect(fileWords(unnamed)).toBe('a file of 86.2 kB (name not in the link)');
  expect(likenessWords(unnamed, { ...given, sizeBytes: 5 })).toBe(
    'a.sqlog is not the file that the link is about: it has 5 B, that one has 86,244 B.',
  );
});

test('many files of a trace are not all named', () => {
  const files = Array.from({ length: 120 }, (_, i) => ({
    ...{ name: `rot.${i}.qlog`, sizeBytes: 1e5 },
    hash: 'A'.repeat(16),
  }));
  expect(filesWords(files.slice(0, 4))).toBe(
    'rot.0.qlog (100.0 kB), rot.1.qlog (100.0 kB), rot.2.qlog (100.0 kB) and rot.3.qlog (100.0 kB), which are one trace',
  );
  expect(filesWords(files.slice(0, 5))).toBe(
    'rot.0.qlog (100.0 kB), rot.1.qlog (100.0 kB), rot.2.qlog (100.0 kB) and 2 more files (200.0 kB), which are one trace',
  );
  expect(filesWords(files)).toContain(' and 117 more files (11.7 MB), which are one trace');
});
