/**
 * Makes a large trace out of small real ones (`repeat-trace.mjs`), because a benchmark needs up to a gigabyte and a
 * repository must not hold it. The last repetition ends at the wanted size of the text.
 *
 *   npm run bench:make -- --mb 100 [--format seq|json|ndjson|gzip] [--from FILE]… [--out FILE]
 *
 * Takes JSON-SEQ, plain or gzip, in quiche's dialects. Several `--from` take turns; the first gives the intro.
 * They should be of one version of the stack: where one counts its losses and another does not, the whole does not.
 */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { readSource, records } from './repeat-trace.mjs';

const DEFAULT_SOURCE = 'public/examples/rate-cubic-fixed-s03.server.sqlog.gz';
/** Bytes handed to the file at once. */
const CHUNK_BYTES = 256 * 1024;

/** How a record stands in its container; contained JSON has its events in the last array of its header. */
const SEQUENCE = { first: (header) => `\x1e${header}\n`, event: (record) => `\x1e${record}\n`, end: '' };
const FORMATS = {
  seq: { ...SEQUENCE, ending: 'sqlog' },
  gzip: { ...SEQUENCE, ending: 'sqlog.gz' },
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
 * @param {{mb: number, format: string, from?: string[], out?: string}} wanted millions of bytes of text
 * @returns {Promise<{file: string, textBytes: number, events: number}>}
 */
export async function makeTrace({ mb, format: name, from = [DEFAULT_SOURCE], out }) {
  const format = FORMATS[name];
  if (format === undefined) throw new Error(`"${name}" is none of ${FORMAT_NAMES.join(', ')}`);
  if (!(mb > 0)) throw new Error(`a trace has a number of megabytes, not "${mb}"`);
  const file = out ?? `.bench/trace-${mb}mb.${format.ending}`;
  const sources = await Promise.all(from.map(readSource));
  const written = { bytes: 0, records: 0 };
  await mkdir(dirname(file), { recursive: true });
  const packing = name === 'gzip' ? [createGzip()] : [];
  await pipeline(
    Readable.from(chunks(sources, format, mb * 1e6, written)),
    ...packing,
    createWriteStream(file),
  );
  return { file, textBytes: written.bytes, events: written.records - 1 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      mb: { type: 'string', default: '100' },
      format: { type: 'string', default: 'seq' },
      from: { type: 'string', multiple: true, default: [DEFAULT_SOURCE] },
      out: { type: 'string' },
    },
  });
  const { file, textBytes, events } = await makeTrace({ ...values, mb: Number(values.mb) });
  console.log(`${file}: ${(textBytes / 1e6).toFixed(1)} MB of text, ${events} events`);
}
