/**
 * "Robustness rules" (qlog-format.md §6), row by row, through the whole worker side: the rows about bytes,
 * containers and compression. What each stage does in detail is tested beside that stage.
 */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { join } from '../../../support/bytes-sources.ts';
import { PACKED_LONG } from '../../../support/bytes-zstd.ts';
import { CONTAINERS, contain, SEQUENCE_STYLES } from '../../../support/containers.ts';
import { utf8 } from '../../../support/split-all.ts';
import { metrics, open } from './open.ts';

const EVENTS = [metrics(1, 1000), metrics(2, 2000), metrics(3, 3000)];
const WINDOWS = [1000, 2000, 3000];

describe('truncated contained JSON', () => {
  const whole = contain('JSON', EVENTS);

  it('keeps complete events if the writer stopped before the closing brackets', async () => {
    const opened = await open(whole.replace(/\]\}\]\}$/, ''));
    expect(opened.snapshot.phase).toBe('ready');
    expect(opened.values('cwnd')).toEqual(WINDOWS);
    expect(opened.message('cut-record')).toMatchObject({ level: 'warning' });
  });

  it('reports the truncated event, with its position, and keeps those before', async () => {
    const opened = await open(whole.slice(0, whole.indexOf('3000')));
    expect(opened.values('cwnd')).toEqual([1000, 2000]);
    expect(opened.quality.skippedTotal).toBe(1);
    expect(opened.quality.skipped).toMatchObject([
      { record: 3, offset: whole.indexOf(EVENTS[2] as string), reason: 'cut' },
    ]);
    expect(opened.message('cut-record').text).toContain('The other 2 events are shown.');
  });

  it('keeps the events that a late thread wrote after the closing bracket', async () => {
    const opened = await open(`${whole},\n${metrics(4, 4000)}]}]}`);
    expect(opened.values('cwnd')).toEqual(WINDOWS);
    expect(opened.snapshot.connections.map(({ events }) => events)).toEqual([3, 1]);
    expect(opened.message('broken-record').text).toContain('The other 4 events are shown.');
  });

  it('skips text after the closing bracket that is not JSON, and reports it once', async () => {
    const opened = await open(`${whole}\n%% late\n%% later\n`);
    expect(opened.values('cwnd')).toEqual(WINDOWS);
    expect(opened.quality.skipped).toMatchObject([{ reason: 'broken', offset: whole.length + 1 }]);
  });

  it('ends wherever it is truncated, and never loses a complete event', async () => {
    const ends = EVENTS.map((event) => whole.indexOf(event) + event.length);
    for (let length = 1; length < whole.length; length += 3) {
      const { snapshot } = await open(whole.slice(0, length));
      expect(snapshot.progress.events).toBe(ends.filter((end) => end <= length).length);
      expect(snapshot.messages.length).toBeGreaterThan(0);
    }
  });
});

describe('truncated last SEQ record, bad middle record', () => {
  const whole = contain('JSON-SEQ', EVENTS);

  it('drops the last record, counts one, and reports its position', async () => {
    const opened = await open(whole.slice(0, -20), 'trace.sqlog');
    expect(opened.values('cwnd')).toEqual([1000, 2000]);
    expect(opened.quality.skippedTotal).toBe(1);
    expect(opened.quality.skipped).toMatchObject([{ record: 3, reason: 'cut' }]);
    expect(opened.message('cut-record').text).toContain('The other 2 events are shown.');
  });

  it('keeps a last record that lacks its line feed only', async () => {
    const opened = await open(whole.trimEnd(), 'trace.sqlog');
    expect(opened.values('cwnd')).toEqual(WINDOWS);
    expect(opened.snapshot.progress.skippedRecords).toBe(0);
  });

  it('continues after a bad record in the middle', async () => {
    const [first, , third] = EVENTS as [string, string, string];
    const text = contain('JSON-SEQ', [first, '{"time":2,"name":', third]);
    const opened = await open(text, 'trace.sqlog');
    expect(opened.values('cwnd')).toEqual([1000, 3000]);
    expect(opened.quality.skipped).toMatchObject([
      { record: 2, offset: text.indexOf('{"time":2'), reason: 'broken' },
    ]);
    expect(opened.message('broken-record').places).toHaveLength(1);
  });
});

describe('missing RS, LF only, CRLF, RS without LF', () => {
  it.each(SEQUENCE_STYLES)('reads $name without a message', async ({ before, after, pretty }) => {
    const header = '{"qlog_version":"0.3","trace":{"common_fields":{"time_format":"relative"}}}';
    const records = [header, ...EVENTS].map((record) =>
      pretty ? JSON.stringify(JSON.parse(record), null, 2) : record,
    );
    const opened = await open(records.map((record) => before + record + after).join(''));
    expect(opened.values('cwnd')).toEqual(WINDOWS);
    expect(opened.kinds).toEqual([]);
    expect(opened.snapshot.progress.skippedRecords).toBe(0);
  });

  it('splits a record in two if an RS in the middle is missing', async () => {
    const opened = await open(contain('JSON-SEQ', EVENTS).replace('\n\x1e{"time":2', '\n{"time":2'));
    expect(opened.values('cwnd')).toEqual(WINDOWS);
    expect(opened.snapshot.progress.skippedRecords).toBe(0);
  });
});

describe('BOM, UTF-16, non-UTF-8', () => {
  it.each(CONTAINERS)('skips a byte order mark before %s', async (container) => {
    const opened = await open(`\ufeff${contain(container, EVENTS)}`);
    expect(opened.values('cwnd')).toEqual(WINDOWS);
    expect(opened.kinds).toEqual([]);
  });

  it.each([
    ['utf-16le', 'with its mark', '\ufeff'],
    ['utf-16le', 'without one', ''],
    ['utf-16be', 'with its mark', '\ufeff'],
    ['utf-16be', 'without one', ''],
  ])('reads %s %s', async (encoding, _, mark) => {
    for (const container of CONTAINERS) {
      const bytes = Buffer.from(mark + contain(container, EVENTS), 'utf16le');
      const opened = await open(encoding === 'utf-16be' ? bytes.swap16() : bytes);
      expect(opened.values('cwnd')).toEqual(WINDOWS);
      expect(opened.quality.encoding).toBe(encoding);
    }
  });

  it('keeps an event with invalid UTF-8, and counts each U+FFFD', async () => {
    for (const container of CONTAINERS) {
      const text = contain(container, [EVENTS[0] as string, '{"time":2,"name":"a:#","data":{"x":"#"}}']);
      const bytes = Buffer.from(text.replaceAll('#', '\xff'), 'latin1');
      const opened = await open(bytes);
      expect(opened.snapshot.progress).toMatchObject({ events: 2, skippedRecords: 0 });
      expect(opened.quality.decode.replacedCharacters).toBe(2);
      expect(opened.quality.decode.names.map(({ name }) => name)).toContain('a:\ufffd');
    }
  });
});

describe('gzip, concatenated members, truncated gzip, zstd, bombs', () => {
  const text = contain('JSON-SEQ', EVENTS);

  it('reads all of two concatenated members, split inside a record', async () => {
    const at = text.indexOf('2000');
    const opened = await open(join(gzipSync(text.slice(0, at)), gzipSync(text.slice(at))));
    expect(opened.values('cwnd')).toEqual(WINDOWS);
    expect(opened.kinds).toEqual([]);
    expect(opened.snapshot.summary.compression).toBe('gzip');
  });

  it('keeps the data before the end of a truncated one, and reports both offsets', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => metrics(i, 1000 + ((i * i) % 9973)));
    const stored = gzipSync(contain('JSON-SEQ', many));
    const opened = await open(stored.subarray(0, stored.length >> 1));
    expect(opened.snapshot.phase).toBe('ready');
    expect(opened.snapshot.progress.events).toBeGreaterThan(1000);
    expect(opened.message('truncated-gzip')).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(/after [\d,]+ inflated bytes, at about byte [\d,]+ of the file/),
    });
  });

  it('reads zstd, and keeps the data before the end of a truncated one', async () => {
    const whole = await open(PACKED_LONG);
    expect(whole.snapshot.progress).toMatchObject({ events: 10_000, skippedRecords: 0 });
    const cut = await open(PACKED_LONG.subarray(0, PACKED_LONG.length - 1000));
    expect(cut.snapshot.phase).toBe('ready');
    expect(cut.snapshot.progress.events).toBeGreaterThan(0);
    expect(cut.kinds).toContain('truncated-zstd');
  });

  it('stops a bomb at its ratio, keeps the events before it, and reports it', async () => {
    const zeros = Buffer.alloc(80 * 1024 * 1024);
    const opened = await open(gzipSync(join(utf8(`${text}\x1e`), zeros), { level: 9 }));
    expect(opened.snapshot.phase).toBe('ready');
    expect(opened.values('cwnd')).toEqual(WINDOWS);
    expect(opened.message('inflation-limit')).toMatchObject({
      level: 'warning',
      text: expect.stringContaining('The 3 events before it are shown.'),
    });
    expect(opened.message('oversized-record').places).toHaveLength(1);
    expect(opened.snapshot.progress.inflatedBytes).toBeLessThan(zeros.length);
  });

  it('refuses a bomb of nothing but zeros at its first bytes', async () => {
    const opened = await open(gzipSync(Buffer.alloc(70 * 1024 * 1024), { level: 9 }));
    expect(opened.snapshot.phase).toBe('failed');
    expect(opened.kinds).toEqual(['not-qlog']);
    expect(opened.snapshot.progress.inflatedBytes).toBeLessThan(1024 * 1024);
  });
});

describe('several documents concatenated', () => {
  it.each(CONTAINERS)('gives each %s document a connection of its own', async (container) => {
    const other = contain(container, [metrics(1, 7000)]);
    const opened = await open(contain(container, EVENTS) + other);
    expect(opened.snapshot.connections.map(({ events }) => events)).toEqual([3, 1]);
    expect(opened.snapshot.progress.skippedRecords).toBe(0);
    opened.session.watch(1);
    expect(opened.values('cwnd')).toEqual(WINDOWS);
  });

  it('takes documents of different containers in one file', async () => {
    const opened = await open(
      `${contain('NDJSON', EVENTS)}${contain('JSON', EVENTS)}\n${contain('JSON-SEQ', EVENTS)}`,
    );
    expect(opened.snapshot.connections.map(({ events }) => events)).toEqual([3, 3, 3]);
    expect(opened.snapshot.progress.skippedRecords).toBe(0);
  });
});
