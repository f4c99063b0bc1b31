/** As tests/corpus/stream-frames.test.ts, of the traces whose programs noted what they asked for and got. */
import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadBytes, readTrace } from '../support/load.ts';
import { isOfNoq, rawStreams } from '../support/raw-streams.ts';
import { asRaw, byId, streamSums } from '../support/stream-sums.ts';

const WIRE = new URL('../../../shared/traces/wire/', import.meta.url).pathname;
const FILES = existsSync(WIRE) ? readdirSync(WIRE).filter((file) => /\.s?qlog(\.gz)?$/.test(file)) : [];

it.each(FILES)('frames of streams of %s', (file) => {
  const bytes = readTrace(`${WIRE}${file}`);
  const sums = streamSums(loadBytes(bytes).pipeline.connections);
  const raw = rawStreams(new TextDecoder().decode(bytes), isOfNoq(file));
  expect(asRaw(sums.received)).toEqual(byId(raw.received));
  expect([sums.told, sums.unusable]).toEqual([raw.told, 0]);
  if (!/-mp-/.test(file)) {
    expect(asRaw(sums.sent)).toEqual(byId(raw.sent));
    expect(sums.unattributed).toBe(0);
    return;
  }
  // Packets of a second path count from 0 again: the ledger takes none of them, and their frames are counted.
  const framesOf = (streams: ReadonlyMap<number, { readonly frames: number }>): number =>
    [...streams.values()].reduce((sum, { frames }) => sum + frames, 0);
  expect(framesOf(sums.sent) + sums.unattributed).toBe(framesOf(raw.sent));
});
