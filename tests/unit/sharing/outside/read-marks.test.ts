/** Files of outside marks: three formats, times of every unit, and lines that cannot be used. */
import { describe, expect, test } from 'vitest';
import { MAX_MARK_NAME, MAX_MARKS } from '../../../../src/sharing/outside/outside-mark.ts';
import { MAX_LINE, MarksReader, type ReadMarks } from '../../../../src/sharing/outside/read-marks.ts';

const ALL = { fromUs: Number.NEGATIVE_INFINITY, toUs: Number.POSITIVE_INFINITY };
/** 2026-11-21 06:36:02.926 UTC */
const BEGIN_US = 1_795_242_962_926_000;

function read(text: string, { within = ALL, chunk = text.length || 1, name = 'marks.csv' } = {}): ReadMarks {
  const reader = new MarksReader(name, within);
  for (let at = 0; at < text.length; at += chunk) reader.push(text.slice(at, at + chunk));
  return reader.end();
}

/** Name, value, and µs from the beginning. */
const marksIn = (text: string): readonly (readonly [string, number | null, number])[] =>
  read(text).marks.map(({ name, value, timeUs }) => [name, value, timeUs - BEGIN_US]);

describe('a CSV', () => {
  test('of events: a time and a name, quoted or not', () => {
    const text =
      'time,name\r\n2026-11-21T06:36:03.926Z,"deploy ""api"", v7"\r\n2026-11-21 07:36:02.926+01:00,alarm\r\n';
    expect(marksIn(text)).toEqual([
      ['alarm', null, 0],
      ['deploy "api", v7', null, 1e6],
    ]);
    expect(read(text).problems).toEqual([]);
  });

  test.each([
    ['s', '1795242962.926'],
    ['ms', '1795242962926'],
    ['µs', '1795242962926000'],
    ['ns', '1795242962926000000'],
    ['a number with an exponent', '1.795242962926e9'],
    ['ISO 8601 with a comma', '2026-11-21T06:36:02,926Z'],
    ['ISO 8601 with an offset of half an hour', '2026-11-21T12:06:02.926+0530'],
    ['UTC as a word', '2026-11-21 06:36:02.926 UTC'],
  ])('with times in %s, by their magnitude', (_, time) => {
    expect(marksIn(`name;ts\ndeploy;"${time}"\n`)).toEqual([['deploy', null, 0]]);
  });

  test('of samples: the name in each row, or one metric for each column of numbers', () => {
    expect(marksIn('timestamp,metric,value\n1795242962.926,steal,0.4\n')).toEqual([['steal', 0.4, 0]]);
    expect(marksIn('timestamp\tsteal\tdrops\n1795242962926\t0.4\t-1e3\n1795242963926\t\t7\n')).toEqual([
      ['steal', 0.4, 0],
      ['drops', -1000, 0],
      ['drops', 7, 1e6],
    ]);
  });

  test('without known headings: the time by its content, texts name what the number is of', () => {
    expect(marksIn('wann,wer,wieviel\n2026-11-21T06:36:02.926Z,host a,7\n')).toEqual([['host a', 7, 0]]);
    expect(marksIn('2026-11-21T06:36:02.926Z,deploy\n')).toEqual([['deploy', null, 0]]);
    expect(marksIn('time\n2026-11-21T06:36:02.926Z\n')).toEqual([['marks.csv', null, 0]]);
  });

  test('a row begins with an empty cell, and the last one too is empty', () => {
    expect(marksIn('note,time,value,name,\n,1795242962926,,deploy,\n')).toEqual([['deploy', null, 0]]);
  });
});

test('JSON lines: time, timestamp, ts or @timestamp, a name and a number', () => {
  const text = [
    '{"time":"2026-11-21T06:36:02.926Z","event":"deploy","by":{"time":1}}',
    '{"@timestamp":"2026-11-21T06:36:03.926Z","message":"alarm","value":null}',
    '{"ts":"2026-11-21T06:36:04.926Z","name":"steal","value":0.25}',
  ].join('\n');
  expect(marksIn(text)).toEqual([
    ['deploy', null, 0],
    ['alarm', null, 1e6],
    ['steal', 0.25, 2e6],
  ]);
});

test("names are read in any case, as Alertmanager's startsAt, by CSV and JSON lines alike", () => {
  const due = [['HighLoss', null, 0]];
  expect(marksIn('startsAt,alertname\n2026-11-21T06:36:02.926Z,HighLoss\n')).toEqual(due);
  expect(marksIn('{"startsAt":"2026-11-21T06:36:02.926Z","alertName":"HighLoss"}\n')).toEqual(due);
});

test('OpenMetrics: names with labels, times in s, nothing after EOF; the older format has ms', () => {
  const text = [
    '# TYPE steal gauge',
    'steal{host="a } \\" b",cpu="0"} 0.4 1795242962.926 # {trace="x"} 1 2',
    'drops_total 7 1795242963.926',
    'drops_total NaN 1795242964.926',
    '# EOF',
    'late 1 1795242965.926',
  ].join('\n');
  expect(marksIn(text)).toEqual([
    ['steal{host="a } \\" b",cpu="0"}', 0.4, 0],
    ['drops_total', 7, 1e6],
  ]);
  expect(marksIn('steal 0.4 1795242962926\n')).toEqual([['steal', 0.4, 0]]);
});

describe('a line that cannot be used is named with its number and why, and the others stay', () => {
  const row = '2026-11-21T06:36:02.926Z,ok';
  test.each([
    ['its time has no time zone: write Z, or +01:00, at its end', '2026-11-21T06:36:02.926,local'],
    ['its time is no time: there is no such day or hour', '2026-02-30T06:36:02Z,never'],
    ['its time is no time: there is no such day or hour', '2026-11-21T25:36:02Z,never'],
    ['its time is no Unix time from 2001 to 2255 in s, ms, µs or ns', '20261121,day'],
    ['its time is no Unix time from 2001 to 2255 in s, ms, µs or ns', '999999999,2001'],
    ['its time is in s, the first one in ISO 8601', '1795242962,unit'],
    ['its time is no time: neither ISO 8601 nor a Unix time', 'now,word'],
    ['it has no name', '2026-11-21T06:36:02Z,'],
    ['a quotation mark in it is not closed', '2026-11-21T06:36:02Z,"open'],
    ['a quotation mark in it is not closed', '2026-11-21T06:36:02Z,a"b'],
    ['it is longer than 65,536 characters', 'x'.repeat(MAX_LINE + 1)],
  ])('%s', (why, line) => {
    const { marks, problems } = read(`time,name\n${row}\n${line}\n${row}\n`, { chunk: 1000 });
    expect(marks).toHaveLength(2);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`1 line of it could not be used: line 3: ${why}`);
  });

  test.each([
    ['{"time":"2026-11-21T06:36:02Z","name":"a","value":"7"}', 'its value is no number'],
    ['{"time":', 'it is no JSON'],
    ['[1]', 'it is no JSON object'],
    ['{"name":"a"}', 'it has no time, timestamp, ts or @timestamp'],
    ['{"__proto__":{"time":"2026-11-21T06:36:02Z"}}', 'it has no time, timestamp, ts or @timestamp'],
  ])('JSON: %s', (line, why) => {
    const { marks, problems } = read(`{"time":"2026-11-21T06:36:02Z","name":"ok"}\n${line}\n`);
    expect(marks).toHaveLength(1);
    expect(problems).toEqual([`1 line of it could not be used: line 2: ${why}.`]);
  });

  test('OpenMetrics without a time, or no sample', () => {
    const { marks, problems } = read(
      '# TYPE a gauge\na 1\na{b="} 1 1795242962\na x 1795242962\na 2 1795242962\n',
    );
    expect(marks).toHaveLength(1);
    expect(problems[0]).toBe(
      '3 lines of it could not be used: line 2: it has no time; line 3: it is no sample: a name, labels, a value and a time; line 4: its value is no number.',
    );
  });

  test('of many the first three, and how many more', () => {
    expect(read(`time,name\n${'x,y\n'.repeat(1000)}`).problems[0]).toMatch(
      /^1,000 lines of it could not be used: line 2: .*; line 3: .*; line 4: .*; 997 more lines\.$/,
    );
  });

  test('no column holds a time', () => {
    expect(read('a,b\n1,2\n').problems).toEqual([
      '1 line of it could not be used: line 2: no column is called time or timestamp, or holds a time with a zone.',
    ]);
  });
});

test('names are cleaned and cut', () => {
  const [mark] = read(`time,name\n1795242962,\u202e${'n'.repeat(200)}\n`).marks;
  expect(mark?.name.startsWith('\\u202en')).toBe(true);
  expect(mark?.name).toHaveLength(MAX_MARK_NAME);
});

test('only marks of the span are kept, its ends included, and all are counted', () => {
  const text = `time,name\n${[0, 1, 2, 3].map((s) => `${1795242962 + s},m${s}`).join('\n')}\n`;
  const {
    marks,
    read: all,
    span,
  } = read(text, {
    within: { fromUs: 1_795_242_963e6, toUs: 1_795_242_964e6 },
  });
  expect(marks.map(({ name }) => name)).toEqual(['m1', 'm2']);
  expect(all).toBe(4);
  expect(span).toEqual({ fromUs: 1_795_242_962e6, toUs: 1_795_242_965e6 });
});

test('so many at most', () => {
  const { marks, problems } = read(`time,name\n${'1795242962,a\n'.repeat(MAX_MARKS + 2)}`);
  expect(marks).toHaveLength(MAX_MARKS);
  expect(problems).toEqual(['2 beyond the first 20,000 of this time were left out.']);
});

test('of the time before the span events are kept, and of each metric the last sample', () => {
  const rows = [950, 940, 960, 900].map((s) => `1795242${s},steal,${s}\n1795242${s},deploy ${s},`);
  const reader = new MarksReader('a.csv', { fromUs: 1_795_242_970e6, toUs: 1_795_242_980e6 }, 60e6);
  reader.push(`time,name,value\n${rows.join('\n')}\n1795242970,steal,970\n1795242981,steal,981\n`);
  expect(reader.end().marks.map(({ name, value }) => [name, value])).toEqual([
    ['deploy 940', null],
    ['deploy 950', null],
    ['steal', 960],
    ['deploy 960', null],
    ['steal', 970],
  ]);
});
