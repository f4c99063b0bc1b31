/** Every container and every mixture of them: the same records for chunks of 1, 7 and all bytes. */
import { describe, expect, it } from 'vitest';
import { contain, containTraces, SEQUENCE_STYLES } from '../../../../../../support/containers.ts';
import { type SplitResult, splitAll, textAt, utf8 } from '../../../../../../support/split-all.ts';

const CHUNKS = [1, 7, Number.POSITIVE_INFINITY];
const HEADER = { qlog_version: '0.3', trace: { vantage_point: { type: 'server' } } };
const EVENT = (n: number) => ({ time: n, name: 'a:b', data: { ranges: [[1, 2], [n]], s: 'é ] } ,é' } });
const ARRAY = (n: number) => [n, 'transport', 'packet_sent', { ranges: [['1', '2'], ['3']] }];
const json = (value: unknown): string => JSON.stringify(value);

/** Splits in all chunk sizes and expects the same of each; every offset points at its record. */
function split(text: string): SplitResult {
  const [first, ...others] = CHUNKS.map((chunkBytes) => splitAll(text, chunkBytes));
  for (const other of others) expect(other).toEqual(first);
  const { texts, offsets } = first!;
  texts.forEach((record, i) => {
    // A comma before a closing bracket is blanked in the record, and in nothing else.
    const source = textAt(text, offsets[i]!, utf8(record).length);
    expect(source.replace(/,(?=\s*[\]}])/g, ' ')).toBe(record);
  });
  return first!;
}

/** Text that is one value in the array that it is part of: no commas are counted. */
const values = ({ texts }: SplitResult): unknown[] => texts.map((text) => JSON.parse(text));

describe('a sequence', () => {
  it.each(SEQUENCE_STYLES)('with $name is split into its records', ({ before, after, pretty }) => {
    const records = [HEADER, EVENT(1), ARRAY(2), EVENT(3)];
    const text = records
      .map((record) => `${before}${JSON.stringify(record, null, pretty ? 2 : 0)}${after}`)
      .join('');
    const result = split(text);
    expect(values(result)).toEqual(records);
    expect(result.problems).toEqual([]);
    expect(result.container).toBe(before === '' ? 'NDJSON' : 'JSON-SEQ');
  });

  it('whose first RS is missing is still a text sequence', () => {
    const text = contain('JSON-SEQ', [json(EVENT(1)), json(EVENT(2))]).slice(1);
    const result = split(text);
    expect(result.texts.slice(1)).toEqual([json(EVENT(1)), json(EVENT(2))]);
    expect(result.container).toBe('JSON-SEQ');
  });

  it('with one missing RS loses no record', () => {
    const text = contain(
      'JSON-SEQ',
      [1, 2, 3].map((n) => json(EVENT(n))),
    ).replace('\x1e{"time":2', '{"time":2');
    const result = split(text);
    expect(values(result).slice(1)).toEqual([1, 2, 3].map(EVENT));
    expect(result.problems).toEqual([]);
  });

  it.each(['', '\n'])('with RS before the header only, and %j between the records, is read', (between) => {
    const records = [HEADER, ...[1, 2, 3].map(EVENT)].map(json);
    const result = split(`\x1e${records.join(between)}`);
    expect(result.texts).toEqual(records);
    expect(result.problems).toEqual([]);
    expect(values(split(`\x1e${[1, 2, 3].map((n) => json(ARRAY(n))).join(between)}`))).toEqual(
      [1, 2, 3].map(ARRAY),
    );
  });

  it('gives a truncated pretty-printed record unchanged', () => {
    const { texts, terminated } = split('\x1e{"a":1}\n\x1e{\n  "b": 1');
    expect(texts).toEqual(['{"a":1}', '{\n  "b": 1']);
    expect(terminated).toEqual([true, false]);
  });

  it('of concatenated files with a byte order mark between them is read completely', () => {
    for (const container of ['JSON-SEQ', 'NDJSON'] as const) {
      const file = contain(container, [json(EVENT(1))]);
      const result = split(`\ufeff${file}\ufeff${file}`);
      expect(result.texts.length).toBe(4);
      expect(values(result).filter((value) => 'time' in (value as object))).toEqual([EVENT(1), EVENT(1)]);
      expect(result.problems).toEqual([]);
    }
  });
});

describe('a contained document', () => {
  it('gives events that are objects and arrays, in their order, and empty ones too', () => {
    const events = [EVENT(1), ARRAY(2), [3, 0, 'transport', 'x', {}], EVENT(4), {}, []];
    for (const spaces of [0, 2]) {
      const result = split(JSON.stringify({ qlog_version: 'draft-01', traces: [{ events }] }, null, spaces));
      expect(values(result)).toEqual(events);
      expect(result.container).toBe('JSON');
      expect(result.problems).toEqual([]);
    }
  });

  it('gives several traces with error entries among them, and their keys after the events', () => {
    const file = {
      traces: [
        { events: [EVENT(1)], vantage_point: { name: 'late' } },
        { error_description: 'no such file', uri: 'x' },
        { title: 'second', events: [EVENT(2), EVENT(3)] },
        { events: [] },
      ],
      qlog_version: '0.3',
    };
    const result = split(JSON.stringify(file, null, 1));
    expect(values(result)).toEqual([1, 2, 3].map(EVENT));
    expect(result.traces).toEqual([0, 1, 1]);
    expect(result.headers.map(({ complete }) => complete)).toEqual([false, false, false, true]);
    const traces = file.traces.map((trace) => ('events' in trace ? { ...trace, events: [] } : trace));
    expect(JSON.parse(result.headers.at(-1)!.text)).toEqual({ ...file, traces });
  });

  it.each([
    [
      'a list of connections',
      { qlog_version: '0.1', connections: [{ fields: ['time'], events: [ARRAY(1)] }] },
    ],
    ['a bare trace', { vantage_point: { type: 'client' }, events: [ARRAY(1)] }],
    ['a bare trace with its events first', { events: [ARRAY(1)], vantage_point: { type: 'client' } }],
    ['a trace instead of traces', { qlog_version: '0.3', trace: { title: 'x', events: [ARRAY(1)] } }],
  ])('may be %s', (_, file) => {
    const result = split(json(file));
    expect(values(result)).toEqual([ARRAY(1)]);
    expect(result.container).toBe('JSON');
    const empty = json(file).replace(json(ARRAY(1)), '');
    expect(result.headers.at(-1)).toEqual({ text: empty, complete: true, firstTrace: 0 });
  });

  it('may have commas before its closing brackets, which hand-written files have', () => {
    const text = `{"traces":[{"title":"x",\n"events":[${json(EVENT(1))},\n[2,"a","b",{"x":[1,],},],\n],\n},\n],}`;
    const result = split(text);
    expect(result.problems).toEqual([]);
    expect(result.texts.map((record) => JSON.parse(record))).toEqual([EVENT(1), [2, 'a', 'b', { x: [1] }]]);
    for (const header of result.headers) expect(() => JSON.parse(header.text)).not.toThrow();
  });

  it('reports bare values among its events', () => {
    const text = `{"traces":[{"events":[${json(EVENT(1))},null,"x",${json(EVENT(2))},7]}]}`;
    const { texts, problems } = split(text);
    expect(texts.map((record) => JSON.parse(record))).toEqual([EVENT(1), EVENT(2)]);
    expect(problems.map(({ offset }) => textAt(text, offset, 4))).toEqual(['null', '"x",', '7]}]']);
  });

  it('with very many traces gives the complete last header', () => {
    const traces = Array.from({ length: 400 }, () => [json(EVENT(1))]);
    const { headers, traces: numbers } = splitAll(containTraces(traces));
    expect(numbers.at(-1)).toBe(399);
    expect(JSON.parse(headers.at(-1)!.text).traces.length).toBe(400);
  });
});

describe('a bare array', () => {
  it.each([
    ['objects', [EVENT(1), EVENT(2)]],
    ['arrays', [ARRAY(1), ARRAY(2), []]],
    ['both', [ARRAY(1), EVENT(2), {}]],
  ])('of %s gives its elements as events, without a header', (_, events) => {
    for (const spaces of [0, 2]) {
      const result = split(JSON.stringify(events, null, spaces));
      expect(values(result)).toEqual(events);
      expect(result.traces).toEqual(events.map(() => 0));
      expect(result.headers).toEqual([]);
      expect(result.container).toBe('JSON array');
    }
  });

  it('that is truncated gives its complete events', () => {
    const text = json([EVENT(1), EVENT(2)]).slice(0, -5);
    const { texts, problems } = split(text);
    expect(texts).toEqual([json(EVENT(1))]);
    expect(problems).toMatchObject([{ reason: 'cut', offset: utf8(json([EVENT(1)])).length }]);
  });

  it('that is one event of a sequence is a record', () => {
    const result = split(`${json(ARRAY(1))}\n${json(ARRAY(2))}\n`);
    expect(values(result)).toEqual([ARRAY(1), ARRAY(2)]);
    expect(result.traces).toEqual([]);
    expect(result.container).toBe('NDJSON');
  });
});

describe('several documents', () => {
  const contained = (n: number): string => containTraces([[json(EVENT(n))], [json(EVENT(n + 1))]]);
  const BETWEEN = ['', '\n', ' \r\n\r\n', ',\n', '\x1e', '\n\x1e', '\ufeff'];

  it.each(BETWEEN.map((between) => [json(between), between]))(
    'with %s between are all read',
    (_, between) => {
      const text = [contained(1), json([EVENT(3)]), contained(4)].join(between);
      const result = split(text);
      expect(values(result)).toEqual([1, 2, 3, 4, 5].map(EVENT));
      expect(result.traces).toEqual([0, 1, 2, 3, 4]);
      expect(result.headers.map(({ complete, firstTrace }) => [complete, firstTrace])).toEqual([
        [false, 0],
        [false, 0],
        [true, 0],
        [false, 3],
        [false, 3],
        [true, 3],
      ]);
      expect(result.problems).toEqual([]);
      expect(result.container).toBe('JSON');
    },
  );

  it.each(['JSON-SEQ', 'NDJSON'] as const)('may be contained first and %s after', (container) => {
    const sequence = contain(container, [json(EVENT(3)), json(EVENT(4))]);
    const result = split(`${contained(1)}\n${sequence}`);
    expect(values(result).filter((value) => 'time' in (value as object))).toEqual([1, 2, 3, 4].map(EVENT));
    expect(result.traces).toEqual([0, 1]);
    expect(result.container).toBe('JSON');
  });

  it.each(['JSON-SEQ', 'NDJSON'] as const)('may be %s first and contained after', (container) => {
    const sequence = contain(container, [json(EVENT(1)), json(EVENT(2))]);
    const separator = container === 'JSON-SEQ' ? '\x1e' : '';
    const result = split(`${sequence}${separator}${contained(3)}\n${sequence}`);
    expect(values(result).filter((value) => 'time' in (value as object))).toEqual(
      [1, 2, 3, 4, 1, 2].map(EVENT),
    );
    expect(result.traces).toEqual([0, 1]);
    expect(result.headers.map(({ firstTrace }) => firstTrace)).toEqual([0, 0, 0]);
    expect(result.container).toBe(container);
    expect(result.problems).toEqual([]);
  });

  it('may be contained after RS, with the container named by its content', () => {
    const result = split(`\x1e${contained(1)}\n\x1e${json([EVENT(3)])}\n`);
    expect(values(result)).toEqual([1, 2, 3].map(EVENT));
    expect(result.traces).toEqual([0, 1, 2]);
    expect(result.container).toBe('JSON');
  });

  it('are found after text that is no document, which is reported once', () => {
    const junk = ';\n// end of file\n}} what is this\n\n';
    const text = `${contained(1)}${junk}${contained(3)}${junk}`;
    const result = split(text);
    expect(values(result)).toEqual([1, 2, 3, 4].map(EVENT));
    const from = utf8(contained(1)).length;
    expect(result.problems).toMatchObject([
      { reason: 'broken', offset: from, sizeBytes: junk.length },
      { reason: 'broken', offset: from * 2 + junk.length, sizeBytes: junk.length },
    ]);
  });
});

describe('text before a document', () => {
  const document = containTraces([[json(EVENT(1))]]);

  it.each([
    ['a script variable', 'var trace = ', ';\n'],
    ['a callback', 'callback(', ');'],
    ['a comment', '// made by hand\n// twice\n', ''],
    ['a log line', '2026-11-21 12:00:00 qlog follows:\n', '\n'],
  ])('%s is passed over and reported', (_, before, after) => {
    const result = split(before + document + after);
    expect(values(result)).toEqual([EVENT(1)]);
    expect(result.problems[0]).toMatchObject({ reason: 'broken', offset: 0, sizeBytes: before.length });
    expect(result.problems.length).toBe(after.trim() === '' ? 1 : 2);
  });

  it.each(['JSON-SEQ', 'NDJSON'] as const)('text before %s is passed over too', (container) => {
    const result = split(`Log of today\n${contain(container, [json(EVENT(1))])}`);
    expect(values(result)).toMatchObject([{ qlog_version: '0.3' }, EVENT(1)]);
    expect(result.problems).toMatchObject([{ reason: 'broken', offset: 0 }]);
  });

  it('is searched for 64 KiB and no further', () => {
    const words = 'not json at all '.repeat(4096);
    expect(values(split(words.slice(0, 60_000) + document))).toEqual([EVENT(1)]);
    for (const chunkBytes of CHUNKS.slice(1))
      expect(() => splitAll(words.repeat(2) + document, chunkBytes)).toThrow('this is not qlog');
  });

  it('may be a damaged header: the records after it are read', () => {
    for (const damaged of ['{"qlog_version":"0.3"', '{"qlog_version":}', '{qlog}']) {
      const result = split(`${damaged}\n${json({ name: 'a:b', time: 1 })}\n${json(EVENT(2))}\n`);
      expect(values(result)).toEqual([{ name: 'a:b', time: 1 }, EVENT(2)]);
      expect(result.problems).toMatchObject([{ reason: 'broken', offset: 0, sizeBytes: damaged.length + 1 }]);
    }
  });
});
