/**
 * How long each stage takes in one process, one after the other on the same file: what the ratios between them are,
 * whatever the machine does. Run by `npm run bench:stages -- FILE [--runs 5] [--way simd|scalar|parsed]
 * [--container JSON-SEQ|NDJSON|JSON]`, which bundles it (stages.mjs). FILE is JSON-SEQ; other containers are made of it.
 *
 *   read      the file in chunks, nothing else
 *   parse     records cut, recognised by a build of the scanner or parsed, and turned into columns of events
 *   replay    the transport state from those columns
 *   models    all candidate controllers held against the window
 *   detect    every finding
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { Decoder } from '../../src/decode/decoder';
import { DetectInput } from '../../src/detect/input';
import { runDetectors } from '../../src/detect/runner';
import { RecordScanner } from '../../src/records/scan/record-scanner';
import type { Container } from '../../src/records/sink';
import { RecordSplitter } from '../../src/records/split';
import { Replay } from '../../src/replay/replay';

const CHUNK_BYTES = 1 << 20;
const PIECE_BYTES = 128 * 1024;
const STAGES = ['read', 'parse', 'replay', 'models', 'detect'] as const;
type Stage = (typeof STAGES)[number];
type Times = Record<Stage, number>;

const RS = 0x1e;

export interface BenchOptions {
  readonly runs: number;
  /** By which build of the scanner records are recognised; `parsed`: every record is parsed. */
  readonly way: 'simd' | 'scalar' | 'parsed';
  readonly container: Container;
}

function forEachChunk(path: string, container: Container, take: (chunk: Uint8Array) => void): void {
  const file = openSync(path, 'r');
  const buffer = new Uint8Array(CHUNK_BYTES);
  let first = true;
  for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) {
    const chunk = buffer.slice(0, length);
    take(first ? beginning(chunk, container) : wrapped(chunk, container));
    first = false;
  }
  closeSync(file);
  if (container === 'JSON') take(new TextEncoder().encode(']}]}'));
}

/** The same records in another container: what stands between them is one byte for one byte. */
function wrapped(chunk: Uint8Array, container: Container): Uint8Array {
  if (container === 'JSON-SEQ') return chunk;
  const separator = (container === 'JSON' ? ',' : ' ').charCodeAt(0);
  for (let at = chunk.indexOf(RS); at >= 0; at = chunk.indexOf(RS, at)) chunk[at] = separator;
  return chunk;
}

/** The first chunk, with the header as its container has it. */
function beginning(chunk: Uint8Array, container: Container): Uint8Array {
  if (container !== 'JSON') return wrapped(chunk, container);
  const second = chunk.indexOf(RS, 1);
  const { trace, ...outer } = JSON.parse(new TextDecoder().decode(chunk.subarray(1, second)));
  const header = JSON.stringify({ ...outer, traces: [{ ...trace, events: [] }] }).slice(0, -4);
  const events = wrapped(chunk.subarray(second + 1), container);
  return new Uint8Array([...new TextEncoder().encode(header), ...events]);
}

function timed<T>(times: Times, stage: Stage, work: () => T): T {
  const startedAt = performance.now();
  const result = work();
  times[stage] += performance.now() - startedAt;
  return result;
}

/** Runs all stages once. @returns ms per stage. */
function run(path: string, { way, container }: BenchOptions): Times {
  const times: Times = { read: 0, parse: 0, replay: 0, models: 0, detect: 0 };
  timed(times, 'read', () => forEachChunk(path, 'JSON-SEQ', () => undefined));
  const replays: Replay[] = [];
  const decoder: Decoder = new Decoder(
    {
      onConnection: (info) => {
        replays[info.index] ??= new Replay(info.effects);
      },
      onBatch: (batch, connection) => timed(times, 'replay', () => replays[connection]?.consume(batch)),
      onProblem: () => undefined,
    },
    way === 'parsed' ? null : new RecordScanner(way),
  );
  const splitter = new RecordSplitter(decoder);
  forEachChunk(path, container, (chunk) =>
    timed(times, 'parse', () => {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        splitter.push(chunk.subarray(at, at + PIECE_BYTES));
        decoder.flush();
      }
    }),
  );
  splitter.end();
  decoder.flush();
  // The replay ran inside the parser's calls.
  times.parse -= times.replay;
  for (const replay of replays) {
    timed(times, 'replay', () => replay.end());
    const input = new DetectInput(replay.state);
    timed(times, 'models', () => [input.models, input.leads]);
    timed(times, 'detect', () => runDetectors(input));
  }
  return times;
}

/** Prints medians of `runs` runs, in ms, MB/s, and as ratios to reading and to parsing. */
export function bench(path: string, options: BenchOptions): void {
  const { runs, way, container } = options;
  const megabytes = statSync(path).size / 1e6;
  const all = Array.from({ length: runs }, () => run(path, options));
  const median = (stage: Stage): number =>
    all.map((times) => times[stage]).sort((a, b) => a - b)[runs >> 1] as number;
  const rows = STAGES.map((stage) => [
    stage,
    {
      ms: Math.round(median(stage)),
      'MB/s': Math.round(megabytes / (median(stage) / 1000)),
      '× read': Number((median(stage) / median('read')).toFixed(2)),
      '× parse': Number((median(stage) / median('parse')).toFixed(3)),
    },
  ]);
  console.log(`${path}: ${megabytes.toFixed(1)} MB as ${container}, ${way}, medians of ${runs}`);
  console.table(Object.fromEntries(rows));
  console.log(`peak memory of the process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
}
