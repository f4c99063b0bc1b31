/**
 * What has no value holds no memory: a file may hold thousands of connections, each with a hundred columns, and a few kilobytes
 * may name them. Counted in bytes of arrays, of everything that columns and transport state are made of.
 */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { BlockColumn } from '../../../src/engine/base/columns/block-column.ts';
import { Pyramid } from '../../../src/engine/base/columns/pyramid.ts';
import { Series } from '../../../src/engine/base/columns/series.ts';
import { SparseColumn } from '../../../src/engine/base/columns/sparse-column.ts';
import { TracePipeline } from '../../../src/engine/reading/stages/pipeline.ts';
import { emptyOutcome, InFlightLedger } from '../../../src/engine/sender/transport/ledger.ts';
import { countedBytes } from '../../support/counted-arrays.ts';
import { utf8 } from '../../support/split-all.ts';

const ENGINE = fileURLToPath(new URL('../../../src/engine/', import.meta.url));
/** Rooms whose classes a connection holds while it is read. */
const ROOMS = ['base/columns', 'sender/transport', 'reading/segments'];

/** Made once for all connections, or when a panel asks. */
const NOT_OF_A_CONNECTION: ReadonlySet<string> = new Set(['EventBatch', 'SequenceBlocks']);

type Made = new (...given: unknown[]) => unknown;

/** Every class that is made without being told anything, and every function that makes a column. */
async function factories(): Promise<readonly (readonly [name: string, make: () => unknown])[]> {
  const files = ROOMS.flatMap((room) =>
    readdirSync(join(ENGINE, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const found: (readonly [string, () => unknown])[] = [];
  for (const file of files) {
    for (const [name, value] of Object.entries((await import(file)) as Record<string, unknown>)) {
      if (typeof value !== 'function' || NOT_OF_A_CONNECTION.has(name) || value.length > 0) continue;
      const label = `${name} of ${relative(ENGINE, file)}`;
      if (/^class\b/.test(String(value))) found.push([label, () => new (value as Made)()]);
      else if (/Column$/.test(name)) found.push([label, value as () => unknown]);
    }
  }
  const info = { id: 'x', name: 'x', unit: 'us', shape: 'step', origin: 'logged' } as const;
  found.push(
    ['Series', () => new Series(info)],
    ['SparseColumn', () => new SparseColumn(Number.NaN)],
    ['Pyramid', () => new Pyramid(new BlockColumn())],
  );
  return found;
}

let made: Awaited<ReturnType<typeof factories>> = [];
beforeAll(async () => {
  made = await factories();
});

const header =
  '{"qlog_version":"0.3","qlog_format":"JSON-SEQ","trace":{"vantage_point":{"type":"server"}}}\n';
const UNKNOWN = '"name":"x:y","data":{}}\n';
const PACKET =
  '"name":"transport:packet_sent","data":{"header":{"packet_type":"1RTT","packet_number":1},"raw":{"length":1200}}}\n';
const GROUPS = 500;

/** Bytes of arrays per connection of a text with so many groups, each with one event. */
function bytesPerGroup(event: string): number {
  const record = (i: number): string => `{"time":${i},"group_id":"g${i}",${event}`;
  const text = utf8(header + Array.from({ length: GROUPS }, (_, i) => record(i)).join(''));
  const read = (): TracePipeline => {
    const pipeline = new TracePipeline(() => undefined);
    pipeline.push(text);
    pipeline.end();
    return pipeline;
  };
  // What is made once for all files.
  read();
  const { bytes, result } = countedBytes(read);
  expect(result.connections).toHaveLength(GROUPS);
  return (bytes - text.length) / GROUPS;
}

describe('what has no value', () => {
  it('holds no memory of its own, whatever of a connection it is', () => {
    expect(made.length).toBeGreaterThan(30);
    const held = made.flatMap(([name, make]) => {
      const { bytes } = countedBytes(make);
      return bytes === 0 ? [] : [`${name}: ${bytes} bytes`];
    });
    expect(held).toEqual([]);
  });

  it('holds none of what shares its place with others', () => {
    const one = new InFlightLedger();
    one.application.send(1, 1200, 0, true);
    one.application.ackRange(1, 1, emptyOutcome());
    const other = new InFlightLedger();
    expect(other.application.packetNumbers.length).toBe(0);
    expect(other.byteLength).toBe(0);
    const series = new Series({ id: 'x', name: 'x', unit: 'us', shape: 'line', origin: 'logged' });
    series.push(1, 2);
    expect(new Series(series.info).timesUs.length).toBe(0);
  });
});

describe('a connection of one event', () => {
  it('costs less than a kilobyte of columns where the log does not tell of it', () => {
    expect(bytesPerGroup(UNKNOWN)).toBeLessThan(1000);
  });

  it('costs some kilobytes of columns with one packet', () => {
    expect(bytesPerGroup(PACKET)).toBeLessThan(3000);
  });
});
