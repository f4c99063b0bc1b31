/**
 * `node tests/bench/nginx.mjs LOG QLOG…`: how fast a debug log of NGINX is read beside qlogs, in one process and in turn: MB and events
 * per second of CPU time, bytes into the state of the connection. By hand; files may be gzip.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { build } from 'rolldown';

const ROUNDS = 6;
const ROUND_BYTES = 30e6;
const CHUNK_BYTES = 128 * 1024;

const src = new URL('../../src/engine/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'qlogscope-bench-'));
await build({
  input: { pipeline: `${src}reading/stages/pipeline.ts`, formats: `${src}input/formats/index.ts` },
  platform: 'node',
  output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs' },
});
const { TracePipeline } = await import(join(folder, 'pipeline.mjs'));
const { FORMATS, fetchAhead } = await import(join(folder, 'formats.mjs'));
await fetchAhead();
await Promise.all(FORMATS.map((format) => format.fetch?.()));

const files = process.argv.slice(2).map((path) => {
  const bytes = readFileSync(path);
  return { path, text: new Uint8Array(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes), rates: [] };
});
for (let round = 0; round < ROUNDS; round++)
  for (const { text, rates } of files) {
    const times = Math.ceil(ROUND_BYTES / text.length);
    const before = process.cpuUsage().user;
    let events = 0;
    for (let i = 0; i < times; i++) {
      const pipeline = new TracePipeline(() => undefined);
      for (let at = 0; at < text.length; at += CHUNK_BYTES)
        pipeline.push(text.subarray(at, at + CHUNK_BYTES));
      pipeline.end();
      events += pipeline.events;
    }
    const us = process.cpuUsage().user - before;
    // The first round compiles.
    if (round > 0) rates.push([(times * text.length) / us, (1e6 * events) / us]);
  }
const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];
for (const { path, rates } of files) {
  const [mb, events] = [0, 1].map((i) => middle(rates.map((rate) => rate[i])));
  console.log(`${path}: ${mb.toFixed(0)} MB/s, ${Math.round(events / 1000)} k events/s`);
}
rmSync(folder, { recursive: true });
