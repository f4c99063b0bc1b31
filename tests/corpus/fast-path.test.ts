/**
 * How many records of each stack are recognised instead of parsed, and how many rows a plan makes: at least as many as
 * are today. Below that a trace would be read as correctly, and several times slower. The containers are in
 * `tests/unit/engine/service/answers/fast-path.test.ts`.
 */

import { describe, expect, it } from 'vitest';
import type { EventColumns } from '../../src/engine/sender/transport/event-columns.ts';
import { EventKind } from '../../src/qlog-schema/index.ts';
import { valuesOf } from '../support/column-values.ts';
import { TRANSFERS } from '../support/corpus/list.ts';
import { fastRead } from '../support/fast-path.ts';
import { readTrace } from '../support/load.ts';
import { someOf } from '../support/tier.ts';

interface Floor {
  /** How the names of the stack's files begin. */
  readonly stack: string;
  readonly recognised: number;
  readonly planned: number;
}

/** The last one is quiche, and recordings over paths: their files are named after what happened. */
const FLOORS: readonly Floor[] = [
  { stack: 'aioquic-', recognised: 0.99, planned: 0.98 },
  { stack: 'kwik-', recognised: 0.99, planned: 0.98 },
  { stack: 'neqo-', recognised: 0.99, planned: 0.98 },
  { stack: 'ngtcp2-', recognised: 0.98, planned: 0.97 },
  { stack: 'noq-', recognised: 0.99, planned: 0.97 },
  // Its packets hold the first bytes of their data.
  { stack: 'picoquic-', recognised: 0.67, planned: 0.64 },
  { stack: 'quic-go-v0.15.0', recognised: 0.97, planned: 0.95 },
  { stack: 'quic-go-v0.40.1', recognised: 0.98, planned: 0.96 },
  { stack: 'quic-go-v0.65.0', recognised: 0.97, planned: 0.95 },
  { stack: 'quinn-', recognised: 0.99, planned: 0.98 },
  { stack: '', recognised: 0.96, planned: 0.91 },
];

/** Of a frequent kind of event so many of the records that repeat are planned in every trace. */
const FREQUENT = 1000;
const LEAST_OF_FREQUENT = 0.9;
/** A record repeats where so many have the same text between their numbers. */
const REPEATS = 10;

const NAMES = Object.entries(EventKind);

function countsOf<Key>(keys: Iterable<Key>): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** How many records of each kind repeat. @param bytes the text of the log. */
function repeatedOf({ kind, offset }: EventColumns, bytes: Uint8Array): ReadonlyMap<number, number> {
  const text = Buffer.from(bytes).toString('latin1');
  const offsets = valuesOf(offset);
  const shapes = countsOf(
    [...valuesOf(kind)].map((one, i) => {
      const record = text.slice(offsets[i], offsets[i + 1]);
      return `${one} ${record.replace(/\d+(?:\.\d+)?/g, '0')}`;
    }),
  );
  const repeated = new Map<number, number>();
  for (const [shape, count] of shapes) {
    const one = Number.parseInt(shape, 10);
    if (count >= REPEATS) repeated.set(one, (repeated.get(one) ?? 0) + count);
  }
  return repeated;
}

describe.each(FLOORS)('records of "$stack…"', (floor) => {
  const files = TRANSFERS.filter(({ file }) => FLOORS.find(({ stack }) => file.startsWith(stack)) === floor);

  it.each(someOf(files, 4))('$file', ({ path }) => {
    const bytes = readTrace(path);
    const { pipeline, recognised, planned } = fastRead(bytes);
    const { events } = pipeline.main!.state;
    expect(recognised / pipeline.events).toBeGreaterThanOrEqual(floor.recognised);
    expect(planned.length / pipeline.events).toBeGreaterThanOrEqual(floor.planned);
    const made = countsOf(planned);
    const repeated = repeatedOf(events, bytes);
    const slow = [...countsOf(valuesOf(events.kind))]
      .filter(([, count]) => count >= FREQUENT)
      .filter(([kind]) => (made.get(kind) ?? 0) < (repeated.get(kind) ?? 0) * LEAST_OF_FREQUENT)
      .map(([kind]) => kind);
    expect(NAMES.filter(([, kind]) => slow.includes(kind))).toEqual([]);
  });

  it('are in the corpus', () => {
    expect(files.length).toBeGreaterThan(0);
  });
});
