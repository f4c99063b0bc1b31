/**
 * How many records of each stack are recognised instead of parsed, and how many rows a plan makes: at least as many as
 * are today. Below that a trace would be read as correctly, and several times slower. The containers are in
 * `tests/unit/engine/service/answers/fast-path.test.ts`.
 */

import { describe, expect, it } from 'vitest';
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
  /** Events that no plan makes. */
  readonly parsed?: readonly EventKind[];
}

/** The last one is quiche: its files are named after what happened. */
const FLOORS: readonly Floor[] = [
  { stack: 'aioquic-', recognised: 0.99, planned: 0.98 },
  { stack: 'kwik-', recognised: 0.99, planned: 0.98 },
  { stack: 'neqo-', recognised: 0.99, planned: 0.98 },
  { stack: 'ngtcp2-', recognised: 0.98, planned: 0.97 },
  { stack: 'noq-', recognised: 0.99, planned: 0.97 },
  // Its packets hold the first bytes of their data.
  { stack: 'picoquic-', recognised: 0.67, planned: 0.64, parsed: [EventKind.packetSent] },
  { stack: 'quic-go-v0.15.0', recognised: 0.97, planned: 0.95 },
  { stack: 'quic-go-v0.40.1', recognised: 0.98, planned: 0.96 },
  { stack: 'quic-go-v0.65.0', recognised: 0.97, planned: 0.95 },
  { stack: 'quinn-', recognised: 0.99, planned: 0.98 },
  { stack: '', recognised: 0.96, planned: 0.91 },
];

/** Of a frequent kind of event so many are planned in every trace. */
const FREQUENT = 1000;
const LEAST_OF_FREQUENT = 0.85;

const NAMES = Object.entries(EventKind);

function countsOf(kinds: Iterable<number>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

describe.each(FLOORS)('records of "$stack…"', (floor) => {
  const files = TRANSFERS.filter(({ file }) => FLOORS.find(({ stack }) => file.startsWith(stack)) === floor);

  it.each(someOf(files, 4))('$file', ({ path }) => {
    const { pipeline, recognised, planned } = fastRead(readTrace(path));
    expect(recognised / pipeline.events).toBeGreaterThanOrEqual(floor.recognised);
    expect(planned.length / pipeline.events).toBeGreaterThanOrEqual(floor.planned);
    const made = countsOf(planned);
    const slow = [...countsOf(valuesOf(pipeline.main!.state.events.kind))]
      .filter(([, count]) => count >= FREQUENT)
      .filter(([kind, count]) => (made.get(kind) ?? 0) < count * LEAST_OF_FREQUENT)
      .map(([kind]) => kind);
    expect(NAMES.filter(([, kind]) => slow.includes(kind))).toEqual(
      NAMES.filter(([, kind]) => floor.parsed?.includes(kind)),
    );
  });

  it('are in the corpus', () => {
    expect(files.length).toBeGreaterThan(0);
  });
});
