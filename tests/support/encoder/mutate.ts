/**
 * A damaged file from real records: a stretch of a trace, some of its records mutated, doubled, swapped or with
 * garbage between them, put into a container. Says what a reader must at least make of it. The same seed gives
 * the same bytes.
 */
import { contain } from './containers.ts';
import type { Container } from './dialect.ts';
import type { JsonObject } from './model.ts';
import { type Fate, GARBAGE, MUTATIONS } from './mutations.ts';
import type { Random } from './random.ts';
import type { RecordSet } from './record-sets.ts';

export interface Mutant {
  readonly bytes: Uint8Array;
  /** Records as they were: each must become an event. */
  readonly untouched: number;
  /** Touched records that are events nevertheless, such as doubles. */
  readonly kept: number;
  /** Touched records that may be read as an event or not. */
  readonly open: number;
  /** Touched records that cannot be an event. */
  readonly lost: number;
  /** What was done, for the message of a failed test. */
  readonly done: readonly string[];
}

/** A record in its place in the file, as a text of bytes. */
interface Piece {
  readonly text: string;
  readonly fate: 'untouched' | Fate;
}

const MIN_RECORDS = 4;
const MAX_RECORDS = 14;

const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/**
 * @param container of the file; a set of arrays must be contained.
 * @returns the damaged file. Its header and its first record are whole, so that a reader can tell what it reads.
 */
export function mutate(set: RecordSet, container: Container, random: Random): Mutant {
  const count = random.integer(MIN_RECORDS, MAX_RECORDS);
  const from = random.integer(0, Math.max(1, set.records.length - count));
  const done: string[] = [];
  let pieces: readonly Piece[] = set.records
    .slice(from, from + count)
    .map((text): Piece => ({ text: bytesOf(text), fate: 'untouched' }));
  for (let i = random.integer(1, 4); i > 0; i--) pieces = damage(pieces, random, done);
  const text = contain(container, asBytes(set.file), [
    { fields: asBytes(set.trace), events: pieces.map((piece) => piece.text) },
  ]);
  const countOf = (fate: Piece['fate']): number => pieces.filter((piece) => piece.fate === fate).length;
  return {
    bytes: new Uint8Array(Buffer.from(text, 'latin1')),
    untouched: countOf('untouched'),
    kept: countOf('event'),
    open: countOf('either'),
    lost: countOf('lost'),
    done,
  };
}

/** The header's texts as bytes, like the records. */
function asBytes(object: JsonObject): JsonObject {
  return JSON.parse(bytesOf(JSON.stringify(object)));
}

/** One more damage, never at the first record: a trace that begins with garbage is another matter. */
function damage(pieces: readonly Piece[], random: Random, done: string[]): readonly Piece[] {
  const at = random.integer(1, pieces.length);
  const piece = pieces[at];
  if (piece === undefined) return pieces;
  const before = pieces.slice(0, at);
  const after = pieces.slice(at + 1);
  const kind = random.pick(KINDS);
  done.push(`${kind} at ${at}`);
  switch (kind) {
    case 'double':
      return [
        ...before,
        piece,
        { ...piece, fate: piece.fate === 'untouched' ? 'event' : piece.fate },
        ...after,
      ];
    case 'swap':
      return [...before, ...after.slice(0, 1), piece, ...after.slice(1)];
    case 'garbage between':
      return [...before, { text: random.pick(GARBAGE), fate: 'lost' }, piece, ...after];
    default: {
      const mutation = MUTATIONS[kind];
      // What was done before may have made it anything.
      if (mutation === undefined || piece.fate !== 'untouched') return pieces;
      return [...before, mutation(piece.text, random), ...after];
    }
  }
}

const KINDS: readonly string[] = [...Object.keys(MUTATIONS), 'double', 'swap', 'garbage between'];
