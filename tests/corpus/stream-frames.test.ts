/**
 * Per stream the columns hold what the frames of the records say, in every trace of the corpus that logs frames: frames, bytes, ends,
 * FINs, and how many bytes the peer acknowledged.
 */
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENTRIES } from '../support/corpus/list.ts';
import { loadBytes, readTrace } from '../support/load.ts';
import { rawStreams } from '../support/raw-streams.ts';
import { asRaw, byId, streamSums } from '../support/stream-sums.ts';

const WIRE = new URL('wire/', import.meta.url);

const FILES = [
  ...ENTRIES.map(({ file, path }) => ({ file, path })),
  ...(existsSync(WIRE) ? readdirSync(WIRE) : [])
    .filter((file) => /qlog/.test(file))
    .map((file) => ({ file, path: new URL(file, WIRE).pathname })),
];

/** quinn lists no frames; kwik's list none of them. */
const WITHOUT = /^quinn-/;

describe('frames of streams', () => {
  it.each(FILES)('of $file', ({ file, path }) => {
    const bytes = readTrace(path);
    const sums = streamSums(loadBytes(bytes).pipeline.connections);
    const raw = rawStreams(new TextDecoder().decode(bytes), file.startsWith('noq'));
    expect(asRaw(sums.sent)).toEqual(byId(raw.sent));
    expect(asRaw(sums.received)).toEqual(byId(raw.received));
    if (!WITHOUT.test(file)) expect(raw.sent.size + raw.received.size).toBeGreaterThan(0);
    expect(sums.told).toBe(raw.told);
    expect([sums.unattributed, sums.unusable]).toEqual([0, 0]);
    for (const {
      bytes: all,
      ackedBytes,
      inFlightBytes,
      lostBytes,
      discardedBytes,
      otherBytes,
    } of sums.sent.values())
      expect(ackedBytes + inFlightBytes + lostBytes + discardedBytes + otherBytes).toBe(all);
  });
});
