/** Splitting alone: chunks never matter, and one damaged record costs no more than is documented, in any container. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotATrace } from '../../src/engine/input/formats/not-a-trace.ts';
import { contain, containTraces } from '../support/containers.ts';
import { type SplitResult, splitAll, utf8 } from '../support/split-all.ts';
import { draws } from '../support/tier.ts';

const EVENTS = 24;
const objectEvent = (n: number): string =>
  `{"time":${n},"name":"quic:packet_sent","data":{"header":{"packet_number":${n}},"frames":[{"frame_type":"ack",` +
  `"acked_ranges":[[${n},${n + 1}],["7"]]},{"frame_type":"stream","text":"a \\" ] } , é"}]}}`;
const arrayEvent = (n: number): string =>
  `[${n},"transport","packet_sent",{"header":{"packet_number":"${n}"},"frames":[{"acked_ranges":[["${n}","9"],["7"]]}]}]`;

const times = Array.from({ length: EVENTS }, (_, n) => 1000 + n);
const objects = times.map(objectEvent);
const arrays = times.map(arrayEvent);
const thirds = (events: readonly string[]) => [events.slice(0, 8), events.slice(8, 16), events.slice(16)];
const pretty = (text: string): string => JSON.stringify(JSON.parse(text), null, 2);

/** Files that hold all the events, each once. */
const FILES: readonly (readonly [string, string])[] = [
  ['JSON-SEQ', contain('JSON-SEQ', objects)],
  ['JSON-SEQ of arrays', contain('JSON-SEQ', arrays)],
  ['NDJSON', contain('NDJSON', objects)],
  ['NDJSON of arrays', contain('NDJSON', arrays)],
  ['objects with nothing between', objects.join('')],
  ['arrays with nothing between', arrays.join('')],
  ['JSON', contain('JSON', objects)],
  ['JSON with event arrays', contain('JSON', arrays)],
  ['JSON, pretty-printed', pretty(contain('JSON', objects))],
  ['JSON with event arrays, pretty-printed', pretty(contain('JSON', arrays))],
  [
    'JSON with both',
    contain(
      'JSON',
      objects.map((text, i) => (i % 3 === 0 ? text : arrays[i]!)),
    ),
  ],
  ['JSON with three traces', containTraces(thirds(objects))],
  ['JSON with three traces of event arrays', containTraces(thirds(arrays))],
  ['an array of objects', `[${objects.join(',')}]`],
  ['an array of arrays', `[\n${arrays.join(',\n')}\n]`],
  [
    'three documents',
    thirds(objects)
      .map((events) => containTraces([events]))
      .join('\n'),
  ],
  [
    'a document, a text sequence and an array',
    `${containTraces([objects.slice(0, 8)])}\n${contain('JSON-SEQ', objects.slice(8, 16))}[${objects.slice(16).join(',')}]`,
  ],
  ['a script', `var trace = ${contain('JSON', arrays)};\n`],
];

/** What is found of the events, in order; damaged ones may be among them with another number. */
function timesIn({ texts }: SplitResult): readonly number[] {
  return texts.flatMap((text) => {
    const found = /^(?:\{\s*"time":\s*|\[\s*)(\d+),/.exec(text);
    return found === null ? [] : [Number(found[1])];
  });
}

const byte = fc.oneof(fc.nat(255), fc.constantFrom(...[...'{}[]",:\n\x1e9e\\ '].map((c) => c.charCodeAt(0))));
const damage = fc.oneof(
  fc.record({ type: fc.constant('flip' as const), byte }),
  fc.record({ type: fc.constant('insert' as const), byte }),
  fc.record({ type: fc.constant('cut' as const), bytes: fc.integer({ min: 1, max: 40 }) }),
);
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function damaged(file: Uint8Array, at: number, recordEnd: number, one: Damage): Uint8Array {
  const after =
    one.type === 'flip' ? at + 1 : one.type === 'insert' ? at : Math.min(at + one.bytes, recordEnd);
  const middle = one.type === 'cut' ? [] : [one.byte];
  return new Uint8Array([...file.subarray(0, at), ...middle, ...file.subarray(after)]);
}

describe.each(FILES)('%s', (_, text) => {
  const file = utf8(text);
  const whole = splitAll(file);
  /** Where each event stands in the file. */
  const places = whole.texts.flatMap((record, i) =>
    timesIn({ ...whole, texts: [record] }).length === 0
      ? []
      : [{ from: whole.offsets[i]!, to: whole.offsets[i]! + utf8(record).length }],
  );

  it('holds all the events', () => {
    expect(timesIn(whole)).toEqual(times);
    expect(places.length).toBe(EVENTS);
  });

  it('gives the same for any chunks, damaged or not', () => {
    const chunkBytes = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 100, max: 3000 }));
    const flips = fc.array(fc.tuple(fc.nat(file.length - 1), byte), { maxLength: 4 });
    fc.assert(
      fc.property(chunkBytes, flips, (size, changes) => {
        const bytes = file.slice();
        for (const [at, changed] of changes) bytes[at] = changed;
        expect(attempt(bytes, size)).toEqual(attempt(bytes, bytes.length));
      }),
      { numRuns: draws(150) },
    );
  });

  it('loses at most the damaged record and one neighbour', () => {
    fc.assert(
      fc.property(
        fc.nat(EVENTS - 1),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        damage,
        (n, share, one) => {
          const { from, to } = places[n]!;
          const at = from + Math.floor(share * (to - from));
          // A file that begins with RS is a text sequence, also where damage made it so.
          fc.pre(at > 0 || one.type === 'cut' || one.byte !== 0x1e);
          const found = timesIn(splitAll(damaged(file, at, to, one)));
          const missing = times.filter((time) => !found.includes(time));
          expect(missing.length).toBeLessThanOrEqual(2);
          for (const time of missing) expect(Math.abs(time - times[n]!)).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: draws(400) },
    );
  });
});

/** The records, or the refusal, as a value. */
function attempt(bytes: Uint8Array, chunkBytes: number): unknown {
  try {
    return splitAll(bytes, chunkBytes);
  } catch (error) {
    if (error instanceof NotATrace) return { message: error.message, offset: error.offset };
    throw error;
  }
}
