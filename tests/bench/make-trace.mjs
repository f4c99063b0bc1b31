/**
 * Makes a large trace out of a small real one (`repeat-trace.mjs`), because a benchmark needs up to a gigabyte and a
 * repository must not hold it. The last repetition ends at the wanted size of the text.
 *
 *   npm run bench:make -- --mb 100 [--stack quiche|quic-go|ngtcp2] [--format seq|json|ndjson|gzip|zstd] [--out FILE]
 *   npm run bench:make -- --mb 100 --from FILE [--from FILE]…
 *
 * Takes JSON-SEQ, plain or gzip, in the dialects of these stacks. Several `--from` take turns; the first gives the intro.
 * They should be of one version of a stack, over one path: where one counts its losses and another does not, the whole
 * does not, and what is a normal round trip of one stands in a queue by the other's.
 */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { hasZstd } from './inflated.mjs';
import { readSource, records } from './repeat-trace.mjs';

/**
 * Logs as stacks write them, of senders: packets with frames and ACK ranges, metrics after every one; quiche's (170 bytes
 * a record) with stream data and HTTP/3 frames, quic-go's (234) with timers and HTTP/3 frames, ngtcp2's (208) in whole
 * milliseconds.
 */
const STACKS = {
  quiche: 'tests/corpus/traces/sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz',
  'quic-go': 'tests/corpus/other/quic-go-v0.65.0_loss5MB_server.sqlog.gz',
  ngtcp2: 'tests/corpus/other/ngtcp2-0.12.1_cubic-loss5MB_server.sqlog.gz',
};
export const STACK_NAMES = Object.keys(STACKS);

/** Bytes handed to the file at once. */
const CHUNK_BYTES = 256 * 1024;

/** How a record stands in its container; contained JSON has its events in the last array of its header. */
const SEQUENCE = { first: (header) => `\x1e${header}\n`, event: (record) => `\x1e${record}\n`, end: '' };
const FORMATS = {
  seq: { ...SEQUENCE, ending: 'sqlog' },
  gzip: { ...SEQUENCE, ending: 'sqlog.gz' },
  zstd: { ...SEQUENCE, ending: 'sqlog.zst' },
  ndjson: {
    first: (header) => `${JSON.stringify({ ...JSON.parse(header), qlog_format: 'NDJSON' })}\n`,
    event: (record) => `${record}\n`,
    end: '',
    ending: 'qlog',
  },
  json: {
    first(header) {
      const { trace, ...file } = JSON.parse(header);
      const traces = [{ ...trace, events: [] }];
      return JSON.stringify({ ...file, qlog_format: 'JSON', traces }).slice(0, -']}]}'.length);
    },
    event: (record, index) => (index === 0 ? record : `,${record}`),
    end: ']}]}',
    ending: 'qlog',
  },
};
export const FORMAT_NAMES = Object.keys(FORMATS);

/** Node 20 inflates no zstd and makes none. @returns {Duplex} */
function zstdCompressor() {
  const child = spawn('zstd', ['-q', '-c'], { stdio: ['pipe', 'pipe', 'inherit'] });
  return Duplex.from({ writable: child.stdin, readable: child.stdout });
}

/** @returns what stands between the text and the file */
function packing(format) {
  if (format === 'gzip') return [createGzip()];
  if (format !== 'zstd') return [];
  if (!hasZstd()) throw new Error('zstd files are made by the program zstd, which is not here');
  return [zstdCompressor()];
}

/** Joins records to chunks and ends at the wanted size. */
function* chunks(sources, format, wantedBytes, written) {
  let parts = [];
  let size = 0;
  for (const record of records(sources)) {
    const text = written.records === 0 ? format.first(record) : format.event(record, written.records - 1);
    parts.push(text);
    size += Buffer.byteLength(text);
    written.records++;
    const enough = written.bytes + size >= wantedBytes;
    if (size < CHUNK_BYTES && !enough) continue;
    if (enough) parts.push(format.end);
    written.bytes += size + (enough ? format.end.length : 0);
    yield parts.join('');
    if (enough) return;
    parts = [];
    size = 0;
  }
}

/**
 * @param {{mb: number, format?: string, stack?: string, from?: string[], out?: string}} wanted millions of bytes of text
 * @returns {Promise<{file: string, textBytes: number, events: number}>}
 */
export async function makeTrace({ mb, format: name = 'seq', stack = 'quiche', from, out }) {
  const format = FORMATS[name];
  if (format === undefined) throw new Error(`"${name}" is none of ${FORMAT_NAMES.join(', ')}`);
  const source = STACKS[stack];
  if (source === undefined) throw new Error(`"${stack}" is none of ${STACK_NAMES.join(', ')}`);
  if (!(mb > 0)) throw new Error(`a trace has a number of megabytes, not "${mb}"`);
  const file = out ?? `.bench/${from === undefined ? stack : 'trace'}-${mb}mb.${format.ending}`;
  const sources = await Promise.all((from ?? [source]).map(readSource));
  const written = { bytes: 0, records: 0 };
  await mkdir(dirname(file), { recursive: true });
  await pipeline(
    Readable.from(chunks(sources, format, mb * 1e6, written)),
    ...packing(name),
    createWriteStream(file),
  );
  return { file, textBytes: written.bytes, events: written.records - 1 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      mb: { type: 'string', default: '100' },
      stack: { type: 'string' },
      format: { type: 'string' },
      from: { type: 'string', multiple: true },
      out: { type: 'string' },
    },
  });
  const { file, textBytes, events } = await makeTrace({ ...values, mb: Number(values.mb) });
  const perRecord = (textBytes / events).toFixed(0);
  console.log(
    `${file}: ${(textBytes / 1e6).toFixed(1)} MB of text, ${events} events, ${perRecord} bytes each`,
  );
}
