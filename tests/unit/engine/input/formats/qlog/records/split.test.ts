/** Whole files and their ends: containers, headers, offsets, cuts, and what is no qlog. */
import { describe, expect, it } from 'vitest';
import { NotATrace } from '../../../../../../../src/engine/input/formats/not-a-trace.ts';
import { RecordSplitter } from '../../../../../../../src/engine/input/formats/qlog/records/split.ts';
import { MAX_RECORD_BYTES } from '../../../../../../../src/engine/input/formats/records.ts';
import { CONTAINERS, contain } from '../../../../../../support/containers.ts';
import { splitAll, textAt, utf8 } from '../../../../../../support/split-all.ts';

const EVENTS = ['{"time":1,"name":"a:b"}', '{"time":2,"data":{"x":[1,{}],"s":"é ] } ,"}}', '{"time":3}'];

/** The records that hold events: the header is one of its own in sequences only. */
const eventsOf = (texts: readonly string[]) => texts.filter((text) => text.includes('"time"'));

/** @returns the NotATrace that a text ends with. */
function refusal(input: string | Uint8Array): NotATrace {
  try {
    splitAll(input);
  } catch (error) {
    if (error instanceof NotATrace) return error;
    throw error;
  }
  throw new Error('the text was not refused');
}

describe.each(CONTAINERS)('a whole %s file', (container) => {
  const text = contain(container, EVENTS, {
    qlog_version: '0.3',
    trace: { vantage_point: { type: 'server' } },
  });

  it.each([1, 2, 3, 7, 64, 100_000])('gives the same records in chunks of %i bytes', (chunkBytes) => {
    const result = splitAll(text, chunkBytes);
    expect(result.container).toBe(container);
    expect(result.problems).toEqual([]);
    const sequence = container === 'JSON' ? EVENTS : [result.texts[0]!, ...EVENTS];
    expect(result.texts).toEqual(sequence);
    const { length } = result.texts;
    for (let i = 0; i < length; i++) {
      const record = result.texts[i]!;
      expect(textAt(text, result.offsets[i]!, utf8(record).length)).toBe(record);
    }
  });

  it('is read with a byte order mark and white space before it, offsets included', () => {
    const lead = '\ufeff \r\n\t';
    const marked = splitAll(lead + text, 1);
    const plain = splitAll(text);
    expect(marked.texts).toEqual(plain.texts);
    // The mark is three bytes in UTF-8, the white space four.
    expect(marked.offsets).toEqual(plain.offsets.map((offset) => offset + 7));
  });

  it('reports a truncated last record with its position and keeps the records before it', () => {
    const cutAt = text.indexOf('{"time":3}') + 6;
    const cut = text.slice(0, cutAt);
    const result = splitAll(cut, 5);
    expect(eventsOf(result.texts).slice(0, 2)).toEqual(EVENTS.slice(0, 2));
    const bytes = utf8(cut).length;
    if (container === 'JSON-SEQ') {
      // The text itself is handed on, marked as unterminated: JSON.parse is the judge.
      expect(result.texts.at(-1)).toBe('{"time');
      expect(result.terminated.at(-1)).toBe(false);
    } else {
      expect(result.problems).toMatchObject([{ reason: 'cut' }]);
      const [{ offset, sizeBytes }] = result.problems as [(typeof result.problems)[number]];
      expect(textAt(cut, offset, sizeBytes).trim()).toBe('{"time');
      expect(offset + sizeBytes).toBe(bytes);
    }
  });

  it('skips an oversized record, reports position and size, and continues, for any chunks', () => {
    const big = `{"time":9,"data":"${'x'.repeat(MAX_RECORD_BYTES)}"}`;
    const file = contain(container, [EVENTS[0]!, big, EVENTS[2]!]);
    for (const chunkBytes of [1_000_003, MAX_RECORD_BYTES + 100, file.length]) {
      const result = splitAll(file, chunkBytes);
      expect(eventsOf(result.texts)).toEqual([EVENTS[0], EVENTS[2]]);
      expect(result.problems).toMatchObject([{ reason: 'oversized' }]);
      const [problem] = result.problems;
      // White space around a record may count to it.
      expect(Math.abs(problem!.offset - file.indexOf(big))).toBeLessThanOrEqual(1);
      expect(Math.abs(problem!.sizeBytes - big.length)).toBeLessThanOrEqual(2);
    }
  });
});

describe('JSON-SEQ', () => {
  it('skips empty records', () => {
    const { texts, problems } = splitAll('\x1e\n\x1e\x1e {"a":1} \n\x1e\n\x1e{"b":2}\n\x1e', 2);
    expect(texts).toEqual(['{"a":1}', '{"b":2}']);
    expect(problems).toEqual([]);
  });

  it('accepts a complete last record without a line end', () => {
    const { texts, terminated } = splitAll('\x1e{"a":1}\n\x1e{"b":2}');
    expect(texts).toEqual(['{"a":1}', '{"b":2}']);
    expect(terminated).toEqual([true, false]);
  });
});

describe('NDJSON', () => {
  it('skips empty lines and accepts CR LF', () => {
    const { texts, problems } = splitAll('{"a":1}\r\n\r\n\n{"b":2}\r\n', 3);
    expect(texts).toEqual(['{"a":1}', '{"b":2}']);
    expect(problems).toEqual([]);
  });

  it('is not a contained file just because an event holds a list called events', () => {
    const event = '{"time":1,"name":"a:b","data":{"events":[{"x":1}]}}';
    const { texts, container } = splitAll(contain('NDJSON', [event, EVENTS[0]!]));
    expect(container).toBe('NDJSON');
    expect(texts.slice(1)).toEqual([event, EVENTS[0]]);
  });
});

describe('contained JSON', () => {
  it('gives the header when the events begin and again, with later keys, at the end', () => {
    const { headers, texts } = splitAll(
      '{"traces":[{"vantage_point":{"type":"client"},"events":[{"time":1}],"title":"late"}],"qlog_version":"0.3"}',
      4,
    );
    expect(texts).toEqual(['{"time":1}']);
    expect(headers.map(({ complete }) => complete)).toEqual([false, true]);
    expect(JSON.parse(headers[0]!.text)).toEqual({
      traces: [{ vantage_point: { type: 'client' }, events: [] }],
    });
    expect(JSON.parse(headers[1]!.text)).toEqual({
      traces: [{ vantage_point: { type: 'client' }, events: [], title: 'late' }],
      qlog_version: '0.3',
    });
  });

  it('numbers the traces of a file with several', () => {
    const { texts, traces } = splitAll(
      '{"traces":[{"events":[{"time":1}]},{"events":[]},{"events":[{"time":2},{"time":3}]}]}',
      1,
    );
    expect(texts).toEqual(['{"time":1}', '{"time":2}', '{"time":3}']);
    expect(traces).toEqual([0, 2, 2]);
  });

  it('reports that only the closing brackets are missing', () => {
    const { texts, problems } = splitAll('{"traces":[{"events":[{"time":1},{"time":2}', 4);
    expect(texts).toEqual(['{"time":1}', '{"time":2}']);
    expect(problems).toMatchObject([{ reason: 'cut', sizeBytes: 0, offset: 43 }]);
  });
});

describe('a file that is not qlog', () => {
  it.each([
    ['an empty file', '', 'the file is empty'],
    ['white space only', ' \n\t\r\n ', 'the file holds only white space'],
    [
      'an HTML page',
      '<!DOCTYPE html><html><body>404</body></html>',
      'this is an HTML page, not a trace: if it is a page about the file, open the file itself (Raw, Download)',
    ],
    ['XML', '<?xml version="1.0"?><a/>', 'this is XML or HTML, not a trace'],
    ['plain text', 'GET / HTTP/1.1', 'this is not qlog: neither a JSON object nor a JSON text sequence'],
    ['a script', 'var x = 1;', 'this is not qlog: neither a JSON object nor a JSON text sequence'],
  ])('names %s', (_, text, reason) => {
    expect(refusal(text).message).toBe(reason);
    expect(() => splitAll(text, 1)).toThrow(reason);
  });

  it('is reported with the offset of invalid JSON and its beginning, when nothing good came before', () => {
    const error = refusal('{"a":1,"b":oops?}');
    // `oops` could be a scalar for all that the structure says; the question mark cannot stand anywhere.
    expect(error.offset).toBe(15);
    expect(error.startsWith).toBe('{"a":1,"b":oops?}');
  });

  it('is reported as binary, even if text with JSON follows', () => {
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, ...utf8('{"qlog_version":"0.3"}')]);
    expect(refusal(bytes).message).toBe('this is a binary file, not a trace');
  });

  it('is shown with dots for control characters', () => {
    expect(refusal(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1])).startsWith).toBe('·ELF·');
  });

  it('is refused when it is endless white space', () => {
    const splitter = new RecordSplitter({
      record: () => undefined,
      event: () => undefined,
      header: () => undefined,
      problem: () => undefined,
    });
    const spaces = new Uint8Array(4096).fill(0x20);
    const flood = (): void => {
      for (let i = 0; i < 1000; i++) splitter.push(spaces);
    };
    expect(flood).toThrow(NotATrace);
  });

  it('is refused when one value without events exceeds the record limit', () => {
    expect(() => splitAll(`{"a":"${'x'.repeat(MAX_RECORD_BYTES)}"}`, 1_000_000)).toThrow(NotATrace);
  });
});
