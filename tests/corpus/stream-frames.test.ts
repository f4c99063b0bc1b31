/**
 * Per stream the columns hold what the frames of the records say, in every trace of the corpus that logs frames: frames, bytes, ends,
 * FINs, and how many bytes the peer acknowledged.
 */
import { describe, expect, it } from 'vitest';
import { ENTRIES } from '../support/corpus/list.ts';
import { loadBytes, readTrace } from '../support/load.ts';
import { isOfNoq, rawStreams } from '../support/raw-streams.ts';
import { asRaw, byId, streamSums } from '../support/stream-sums.ts';
import { someOf } from '../support/tier.ts';

/** quinn lists no frames; the others never come to 1-RTT packets. */
const WITHOUT = /^quinn-|alpn-fail|deaf/;

describe('frames of streams', () => {
  it.each(someOf(ENTRIES, 12))('of $file', ({ file, path }) => {
    const bytes = readTrace(path);
    const sums = streamSums(loadBytes(bytes).pipeline.connections);
    const raw = rawStreams(new TextDecoder().decode(bytes), isOfNoq(file));
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
