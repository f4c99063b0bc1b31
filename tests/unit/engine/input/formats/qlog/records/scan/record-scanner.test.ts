/** What the scanner recognises and where it stops, how much it keeps, and how it does without records that repeat. */
import { describe, expect, it } from 'vitest';
import { Between } from '../../../../../../../../src/engine/input/formats/qlog/records/scan/between.ts';
import {
  type EngineBuild,
  engine,
} from '../../../../../../../../src/engine/input/formats/qlog/records/scan/engine.ts';
import { RecordScanner } from '../../../../../../../../src/engine/input/formats/qlog/records/scan/record-scanner.ts';
import { RECORD_NUMBERS } from '../../../../../../../../src/engine/input/formats/qlog/records/scan/run.ts';
import { utf8 } from '../../../../../../../support/split-all.ts';

const BUILDS: readonly EngineBuild[] = ['simd', 'scalar'];

function learned(build: EngineBuild, ...records: readonly string[]): RecordScanner {
  const scanner = new RecordScanner(build);
  for (const record of records) scanner.learn(utf8(record), JSON.parse(record));
  return scanner;
}

/** Values of the records of one scan, and the text up to where it stopped. */
function scan(
  scanner: RecordScanner,
  text: string,
  between: Between,
  afterComma = false,
  from = 0,
): [unknown[], string] {
  const bytes = utf8(text);
  scanner.forget();
  const end = scanner.scan(bytes, from, between, afterComma);
  const { count, base, records, numbers } = end > from ? scanner.run : { ...scanner.run, count: 0 };
  const values: unknown[] = [];
  let slot = 0;
  for (let i = 0; i < count; i++) {
    const template = scanner.use(records[RECORD_NUMBERS * i]!);
    values.push(structuredClone(template.read(numbers, slot)));
    slot += template.slots;
    const record = bytes.subarray(
      base + records[RECORD_NUMBERS * i + 1]!,
      base + records[RECORD_NUMBERS * i + 2]!,
    );
    expect(values[i]).toEqual(JSON.parse(new TextDecoder().decode(record)));
  }
  return [values, text.slice(0, end)];
}

describe.each(BUILDS)('the %s build', (build) => {
  const sent = '{"time":1,"name":"sent","data":{"number":7,"length":1200}}';
  const lost = '{"time":1,"name":"lost","data":{"number":7}}';

  it('is available on this machine', () => {
    expect(engine(build)).not.toBeNull();
  });

  it('recognises records between RS bytes, and stops after the last RS', () => {
    const scanner = learned(build, sent, lost);
    const text = `${lost}\n\x1e${sent.replace('1200', '17.25')}\r\n \x1e${lost}`;
    const [values, passed] = scan(scanner, text, Between.separators);
    expect(values).toEqual([
      { time: 1, name: 'lost', data: { number: 7 } },
      { time: 1, name: 'sent', data: { number: 7, length: 17.25 } },
    ]);
    // The last one may go on in the next chunk.
    expect(text.slice(passed.length)).toBe(lost);
  });

  it('recognises lines, and stops after the last bracket', () => {
    const scanner = learned(build, sent, lost);
    const [values, passed] = scan(scanner, `\n${lost}\n\n${sent}${lost} \n7`, Between.space);
    expect(values.length).toBe(3);
    expect(passed.endsWith(lost)).toBe(true);
  });

  it('recognises events after commas, and the first one without where that is allowed', () => {
    const scanner = learned(build, sent, lost);
    expect(scan(scanner, ` , ${lost},${sent}]`, Between.commas)).toEqual([
      expect.any(Array),
      ` , ${lost},${sent}`,
    ]);
    expect(scan(scanner, `${lost},${sent}${lost}`, Between.commas)[0]).toEqual([]);
    expect(scan(scanner, `${lost},${sent}${lost}`, Between.commas, true)[0].length).toBe(2);
    expect(scan(scanner, `,,${lost}`, Between.commas)[0]).toEqual([]);
  });

  it.each([
    ['another name', sent.replace('sent', 'cent')],
    ['another key', sent.replace('length', 'lenght')],
    ['a value more', sent.replace('}}', '},"a":1}')],
    ['white space', sent.replace(':7', ': 7')],
    ['text for a number', sent.replace(':7', ':"7"')],
    ['an exponent', sent.replace(':7', ':7e0')],
    ['its end missing', sent.slice(0, -1)],
    ['its number cut', sent.slice(0, sent.indexOf('1200') + 2)],
    ['a byte too many', `${sent}}`],
  ])('does not recognise a record with %s', (_, text) => {
    const scanner = learned(build, sent, lost);
    expect(scan(scanner, `${text}\n\x1e`, Between.separators)[0]).toEqual([]);
  });

  it('distinguishes records of which one continues where the other has a number', () => {
    const scanner = learned(
      build,
      '{"a":1,"b":2}',
      '{"a":null,"b":2}',
      '{"a":18446744073709551615,"b":2}',
      '{"a":1e5,"b":2}',
    );
    const text = ['1', 'null', '18446744073709551615', '1e5', '0.5', '1e5']
      .map((a) => `{"a":${a},"b":3}`)
      .join('\n');
    expect(scan(scanner, text, Between.space)[0]).toEqual(text.split('\n').map((line) => JSON.parse(line)));
  });

  it('reads pieces of every length to their last byte', () => {
    for (let length = 0; length < 70; length++) {
      const record = `{"${'k'.repeat(length)}a":1}`;
      const scanner = learned(build, record);
      expect(scan(scanner, record, Between.space)[0].length).toBe(1);
      for (const at of [1, 2, length, length + 1, length + 2, length + 3].filter(
        (at) => at < record.length,
      )) {
        const other = `${record.slice(0, at)}?${record.slice(at + 1)}`;
        expect(scanner.scan(utf8(other), 0, Between.space), `${length}, ${at}`).toBe(0);
      }
    }
  });

  it('scans a text that is longer than its window, and a run that fills its lists', () => {
    const scanner = learned(build, lost, '{"a":1}');
    const records = Array.from({ length: 30_000 }, (_, i) =>
      i % 3 === 0 ? lost.replace('7', String(i)) : `{"a":${i}}`,
    );
    const bytes = utf8(records.join('\n'));
    let at = 0;
    let count = 0;
    for (
      let next = scanner.scan(bytes, at, Between.space);
      next > at;
      next = scanner.scan(bytes, at, Between.space)
    ) {
      at = next;
      count += scanner.run.count;
    }
    expect([count, at]).toEqual([records.length, bytes.length]);
  });

  it('stops at the end of the text, not of the one before', () => {
    const scanner = learned(build, lost);
    expect(scan(scanner, `${lost}\n${lost}`, Between.space)[0].length).toBe(2);
    expect(scan(scanner, `${lost}\n${lost.slice(0, -3)}`, Between.space)[0].length).toBe(1);
  });

  it('is shared by independent scanners', () => {
    const one = learned(build, sent);
    const other = learned(build, lost, sent);
    for (let i = 0; i < 3; i++) {
      expect(scan(one, sent, Between.space)[0].length).toBe(1);
      expect(scan(one, lost, Between.space)[0].length).toBe(0);
      expect(scan(other, `${lost}${sent}`, Between.space)[0].length).toBe(2);
    }
  });
});

describe('what the scanner keeps', () => {
  /** A record that no other is like. */
  const unlike = (i: number): string => `{"name":"n${i}","a":${i}}`;

  it('is bounded, and used templates stay', () => {
    const scanner = learned('simd', '{"used":1}');
    const used = Array.from({ length: 200 }, (_, i) => `{"used":${i}}`).join('\n');
    for (let i = 0; i < 20_000; i++) {
      if (i % 100 === 0) expect(scan(scanner, used, Between.space)[0].length).toBe(200);
      scanner.learn(utf8(unlike(i)), JSON.parse(unlike(i)));
      expect(scanner.size).toBeLessThanOrEqual(512);
    }
  });

  it('is bounded in bytes as well', () => {
    const scanner = new RecordScanner('simd');
    const memory = engine('simd')!.code.memory.buffer.byteLength;
    let largest = 0;
    for (let i = 0; i < 120; i++) {
      const record = `{"a":${i},"name":"${String(i).repeat(5000).slice(0, 15_000)}"}`;
      scanner.learn(utf8(record), JSON.parse(record));
      largest = Math.max(largest, scanner.size);
    }
    expect(largest).toBeGreaterThan(20);
    expect(largest).toBeLessThan(120);
    expect(engine('simd')!.code.memory.buffer.byteLength).toBe(memory);
  });

  it('grows slowly if nothing is recognised', () => {
    const scanner = new RecordScanner('simd');
    for (let i = 0; i < 5000; i++) {
      scanner.scan(utf8(unlike(i)), 0, Between.space);
      scanner.learn(utf8(unlike(i)), JSON.parse(unlike(i)));
    }
    expect(scanner.size).toBeLessThan(256 + 5000 / 60);
    expect(scanner.recognised).toBe(0);
  });

  it('is used again when records begin to repeat', () => {
    const scanner = new RecordScanner('simd');
    for (let i = 0; i < 5000; i++) {
      scanner.forget();
      scanner.scan(utf8(unlike(i)), 0, Between.space);
      scanner.learn(utf8(unlike(i)), JSON.parse(unlike(i)));
    }
    let recognised = 0;
    for (let i = 0; i < 4000; i++) {
      const bytes = utf8(`{"b":${i}}`);
      scanner.forget();
      if (scanner.scan(bytes, 0, Between.space) > 0) recognised++;
      else scanner.learn(bytes, { b: i });
    }
    expect(recognised).toBeGreaterThan(3000);
  });
});
