/**
 * Codecs of values: one description for writing and reading, so that they cannot diverge. Fields that are not described
 * are not written. Limits belong to the description: a longer text is cut
 * on writing and refused on reading.
 */
import { beginningOf, plainLine } from '../../engine/base/text/plain';
import { type ByteReader, type ByteWriter, Unreadable } from './bytes';

export interface Codec<T> {
  write(writer: ByteWriter, value: T): void;
  /** @throws Unreadable */
  read(reader: ByteReader): T;
}

export const flag: Codec<boolean> = {
  write: (writer, value) => writer.byte(value ? 1 : 0),
  read: (reader) => reader.byte() === 1,
};

const Kind = { nan: 0, whole: 1, float: 2 } as const;

/** Any finite number, or NaN, without loss. */
export const number: Codec<number> = {
  write(writer, value) {
    if (!Number.isFinite(value)) writer.byte(Kind.nan);
    else if (Number.isInteger(value) && Math.abs(value) < 2 ** 51 && !Object.is(value, -0)) {
      writer.byte(Kind.whole);
      writer.int(value);
    } else {
      writer.byte(Kind.float);
      writer.float(value);
    }
  },
  read(reader) {
    switch (reader.byte()) {
      case Kind.nan:
        return Number.NaN;
      case Kind.whole:
        return reader.int();
      case Kind.float:
        return reader.float();
      default:
        throw new Unreadable('a number in it has an unknown form');
    }
  },
};

/** Rounded to 1/1000: shares and scores. */
export const share: Codec<number> = {
  write: (writer, value) => number.write(writer, Math.round(value * 1000)),
  read: (reader) => number.read(reader) / 1000,
};

/** An integer from 0 to `max`. */
export function whole(max: number): Codec<number> {
  return {
    write: (writer, value) => writer.uint(Math.min(max, Math.max(0, Math.round(value) || 0))),
    read(reader) {
      const value = reader.uint();
      if (value > max) throw new Unreadable('a number in it is too large');
      return value;
    },
  };
}

/** Text of one line: control and bidirectional characters are removed on reading. @param maxLength in characters. */
export function text(maxLength: number): Codec<string> {
  const { write, read } = lines(maxLength);
  return { write, read: (reader) => plainLine(read(reader)) };
}

/** Text without cleaning on reading; the caller cleans it. @param maxLength in characters. */
export function lines(maxLength: number): Codec<string> {
  return {
    write(writer, value) {
      const bytes = new TextEncoder().encode(beginningOf(value, maxLength));
      writer.uint(bytes.length);
      writer.bytes(bytes);
    },
    read(reader) {
      const length = reader.uint();
      if (length > maxLength * 3) throw new Unreadable('a text in it is too long');
      const value = new TextDecoder().decode(reader.bytes(length));
      if (value.length > maxLength) throw new Unreadable('a text in it is too long');
      return value;
    },
  };
}

export function nullable<T>(codec: Codec<T>): Codec<T | null> {
  return {
    write(writer, value) {
      flag.write(writer, value !== null);
      if (value !== null) codec.write(writer, value);
    },
    read: (reader) => (flag.read(reader) ? codec.read(reader) : null),
  };
}

/** Nothing, or a value; left out of an object is the same as nothing. */
export function optional<T>(codec: Codec<T>): Codec<T | undefined> {
  return {
    write(writer, value) {
      flag.write(writer, value !== undefined);
      if (value !== undefined) codec.write(writer, value);
    },
    read: (reader) => (flag.read(reader) ? codec.read(reader) : undefined),
  };
}

/** The first `max` items; an item takes at least one byte, so that a false length cannot allocate much. */
export function list<T>(codec: Codec<T>, max: number): Codec<readonly T[]> {
  return {
    write(writer, values) {
      const items = values.slice(0, max);
      writer.uint(items.length);
      for (const item of items) codec.write(writer, item);
    },
    read(reader) {
      const length = reader.uint();
      if (length > max || length > reader.left) throw new Unreadable('a list in it is too long');
      return Array.from({ length }, () => codec.read(reader));
    },
  };
}

/** One of a fixed list of words, stored as its index: new ones go to the end. An unknown one is written as the first. */
export function oneOf<T extends string>(words: readonly T[]): Codec<T> {
  return {
    write: (writer, value) => writer.byte(Math.max(0, words.indexOf(value))),
    read(reader) {
      const word = words[reader.byte()];
      if (word === undefined) throw new Unreadable('a value in it is unknown');
      return word;
    },
  };
}

/** The described fields, in their order, and no others. */
export function record<T extends object>(fields: { readonly [K in keyof T]-?: Codec<T[K]> }): Codec<T> {
  const names = Object.keys(fields) as (keyof T)[];
  return {
    write(writer, value) {
      for (const name of names) fields[name].write(writer, value[name]);
    },
    read(reader) {
      return Object.fromEntries(names.map((name) => [name, fields[name].read(reader)])) as T;
    },
  };
}
