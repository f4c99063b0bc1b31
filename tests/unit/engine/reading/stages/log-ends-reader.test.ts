/** The ends of a log are the same whether its events are replayed or not. */
import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LogEndsReader } from '../../../../../src/engine/reading/stages/log-ends-reader.ts';
import { ENTRIES } from '../../../../support/corpus/list.ts';
import { cutLog, partsOf } from '../../../../support/cut-trace.ts';
import { loadBytes, readTrace } from '../../../../support/load.ts';
import { someOf } from '../../../../support/tier.ts';

function endsOf(bytes: Uint8Array, chunkBytes = 50_000) {
  const reader = new LogEndsReader();
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes));
  reader.end();
  return reader.ends;
}

/** The largest takes ten times as long as most. */
const SMALL = ENTRIES.filter(({ path }) => statSync(path).size < 150_000);

it.each(someOf(SMALL, 3).map(({ file, path }) => [file, path]))('of %s and of its second half', (_, path) => {
  const whole = readTrace(path);
  const { connections } = loadBytes(whole).pipeline;
  if (connections.length !== 1) {
    expect(endsOf(whole)).toBeNull();
    return;
  }
  expect(endsOf(whole)).toEqual(connections[0]?.ends);
  const log = cutLog(whole);
  const half = partsOf(log, [log.events.length >> 1])[1] as Uint8Array;
  expect(endsOf(half)).toEqual(loadBytes(half).pipeline.connections[0]?.ends);
});
