/** Everything that reading a file gives, as plain values: to hold reading with the scanner against reading without. */

import { EventBatch } from '../../src/engine/base/columns/event-batch.ts';
import type { DecodeProblem } from '../../src/engine/input/formats/decode-problem.ts';
import type { Container } from '../../src/engine/input/formats/format.ts';
import { NotATrace } from '../../src/engine/input/formats/not-a-trace.ts';
import type { ConnectionInfo } from '../../src/engine/input/formats/qlog/decode/connection-info';
import { Decoder } from '../../src/engine/input/formats/qlog/decode/decoder.ts';
import { type EventPlan, planOf } from '../../src/engine/input/formats/qlog/decode/event-plan.ts';
import type { EngineBuild } from '../../src/engine/input/formats/qlog/records/scan/engine.ts';
import { RecordScanner } from '../../src/engine/input/formats/qlog/records/scan/record-scanner.ts';
import { RecordSplitter } from '../../src/engine/input/formats/qlog/records/split.ts';
import type { DecodeQuality } from '../../src/engine/input/formats/quality.ts';
import type { LoggedHttp, LoggedLife, LoggedTermination } from '../../src/qlog-schema/index.ts';

export interface Reading {
  readonly container: Container | null;
  /** Why the file was refused, null when it was not. */
  readonly refused: string | null;
  readonly events: number;
  readonly skipped: number;
  readonly unplaced: number;
  readonly bytes: number;
  readonly names: readonly (string | null)[];
  readonly problems: readonly DecodeProblem[];
  readonly infos: readonly ConnectionInfo[];
  readonly quality: readonly DecodeQuality[];
  /** Every column of every row, one batch after the other, by name of the column. */
  readonly columns: ReadonlyMap<string, readonly number[]>;
  /** States named beside rows, by number of the row. */
  readonly states: readonly (readonly [number, string, string])[];
  /** What rows say of the end of their connection, by number of the row. */
  readonly terminations: readonly (readonly [number, LoggedTermination])[];
  /** What rows say of the life of their connection, by number of the row; maps as lists. */
  readonly life: readonly (readonly [number, readonly object[]])[];
  /** What frames of HTTP/3 say, by number of the row. */
  readonly http: readonly (readonly [number, LoggedHttp])[];
  /** Records that the scanner recognised. */
  readonly recognised: number;
}

type Column = Exclude<
  { [K in keyof EventBatch]: EventBatch[K] extends ArrayLike<number> ? K : never }[keyof EventBatch],
  never
>;

const COLUMNS = Object.entries(new EventBatch(1))
  .filter(([, value]) => ArrayBuffer.isView(value))
  .map(([name]) => name as Column);

/** How a file is read: by the builds of the scanner, from the second chunk on, or without it. */
export type Way = EngineBuild | 'late' | 'parsed';

/** @param cut sizes of the chunks, over and over; each is overwritten after its use. */
export function readThrough(bytes: Uint8Array, way: Way, cut: readonly number[]): Reading {
  const problems: DecodeProblem[] = [];
  const infos: ConnectionInfo[] = [];
  const columns = new Map<string, number[]>(
    [...COLUMNS, 'pairs', 'frames', 'connection'].map((name) => [name, []]),
  );
  const states: [number, string, string][] = [];
  const terminations: [number, LoggedTermination][] = [];
  const life: [number, readonly object[]][] = [];
  const http: [number, LoggedHttp][] = [];
  let rows = 0;
  const scanner = way === 'parsed' ? null : new RecordScanner<EventPlan>(way === 'late' ? null : way);
  const decoder = new Decoder({
    onConnection: (info) => infos.push(info),
    onBatch: (batch, connection) => {
      for (const name of COLUMNS) {
        const column = columns.get(name)!;
        // The places of pairs depend on where batches begin: they are told by their counts.
        if (name !== 'firstPair') for (let row = 0; row < batch.length; row++) column.push(batch[name][row]!);
      }
      const pairs = columns.get('pairs')!;
      for (let i = 0; i < batch.pairs.length; i++) pairs.push(batch.pairs.at(i));
      const frames = columns.get('frames')!;
      for (let i = 0; i < batch.frames.length; i++)
        frames.push(
          rows + batch.frames.rowAt(i),
          batch.frames.kindAt(i),
          batch.frames.streamAt(i),
          batch.frames.valueAt(i),
          batch.frames.lengthAt(i),
        );
      const of = columns.get('connection')!;
      for (let row = 0; row < batch.length; row++) of.push(connection);
      const named = new Set([...batch.names.keys(), ...batch.oldNames.keys()]);
      for (const row of [...named].sort((a, b) => a - b))
        states.push([rows + row, batch.names.get(row) ?? '', batch.oldNames.get(row) ?? '']);
      for (const [row, termination] of batch.terminations) terminations.push([rows + row, termination]);
      for (const [row, said] of batch.life) life.push([rows + row, said.map(plain)]);
      for (const [row, text] of batch.http) http.push([rows + row, text]);
      rows += batch.length;
    },
    onProblem: (problem) => problems.push(problem),
  });
  const splitter = new RecordSplitter(decoder);
  let refused: string | null = null;
  try {
    for (let at = 0, i = 0; at < bytes.length; i++) {
      if (scanner !== null && i === (way === 'late' ? 1 : 0)) decoder.recogniseWith(scanner, planOf);
      const chunk = bytes.slice(at, at + cut[i % cut.length]!);
      at += chunk.length;
      splitter.push(chunk);
      chunk.fill(0x22);
      decoder.flush();
    }
    splitter.end();
  } catch (error) {
    if (!(error instanceof NotATrace)) throw error;
    refused = `${error.message} at ${error.offset}: ${error.startsWith}`;
  }
  decoder.flush();
  const connections = new Set(infos.map(({ index }) => index));
  return {
    container: splitter.container,
    refused,
    events: decoder.events,
    skipped: decoder.skipped,
    unplaced: decoder.unplacedEvents,
    bytes: splitter.bytes,
    names: Array.from({ length: decoder.names.length }, (_, id) => decoder.names.nameOf(id)),
    problems,
    infos,
    quality: [...connections].map((index) => decoder.quality(index)!),
    columns,
    states,
    terminations,
    life,
    http,
    recognised: scanner?.recognised ?? 0,
  };
}

const plain = (said: LoggedLife): object =>
  said.fact === 'parameters' ? { ...said, values: [...said.values] } : said;

/**
 * What differs between two readings, told by its name and first place; nothing where they are the same to the
 * last bit. What was recognised is not compared.
 */
export function differences(a: Reading, b: Reading): readonly string[] {
  const found: string[] = [];
  for (const [name, column] of a.columns) {
    const other = b.columns.get(name)!;
    const length = Math.max(column.length, other.length);
    for (let i = 0; i < length; i++) {
      if (Object.is(column[i], other[i])) continue;
      found.push(`${name}[${i}]: ${column[i]} and ${other[i]}`);
      break;
    }
  }
  const { columns: _a, recognised: _ra, ...restOfA } = a;
  const { columns: _b, recognised: _rb, ...restOfB } = b;
  for (const key of Object.keys(restOfA) as (keyof typeof restOfA)[]) {
    const [one, two] = [spell(restOfA[key]), spell(restOfB[key])];
    if (one !== two) found.push(`${key}: ${firstDifference(one, two)}`);
  }
  return found;
}

/** JSON in which -0, NaN and what is undefined can be told apart. */
function spell(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'number' && (Object.is(item, -0) || !Number.isFinite(item)))
      return `number ${1 / item}`;
    if (item instanceof Set) return [...item];
    return item === undefined ? 'undefined' : item;
  });
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (a[at] === b[at]) at++;
  const from = Math.max(0, at - 40);
  return `…${a.slice(from, at + 60)}… and …${b.slice(from, at + 60)}…`;
}
