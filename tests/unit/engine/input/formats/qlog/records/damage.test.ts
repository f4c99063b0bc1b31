/** One broken record among good ones: it is named with its place, and every good event survives. */
import { describe, expect, it } from 'vitest';
import { CONTAINERS, contain } from '../../../../../../support/containers.ts';
import { decodeText } from '../../../../../../support/decode-all.ts';
import { splitAll, textAt } from '../../../../../../support/split-all.ts';

/** Events with the nesting of real ones: an object that could be taken for an event by a careless search. */
const event = (time: number): string =>
  `{"time":${time},"name":"quic:packet_sent","data":{"header":{"packet_number":${time}},` +
  `"frames":[{"frame_type":"stream","offset":0},{"frame_type":"ping"}]}}`;

/** Each breaks the event of time 2 and leaves the others as they are. */
const DAMAGES: readonly (readonly [string, string])[] = [
  ['a missing closing brace', event(2).slice(0, -1)],
  ['a missing inner brace', event(2).replace('2},', '2,')],
  ['a missing opening brace', event(2).slice(1)],
  ['a missing bracket', event(2).replace(']', '')],
  ['a lost quote after a key', event(2).replace('"name"', '"name')],
  ['a lost quote before a key', event(2).replace('"name"', 'name"')],
  ['a lost quote of a value', event(2).replace('sent"', 'sent')],
  ['a lost last quote', event(2).replace('ping"', 'ping')],
  ['a raw line feed in a string', event(2).replace('packet_sent', 'packet\nsent')],
  ['an extra brace', `${event(2)}}`],
  ['an extra inner bracket', event(2).replace(']', ']]')],
  ['an extra closing bracket after it', `${event(2)}]`],
  ['zero bytes', event(2).replace('quic:packet', '\0\0\0\0\0')],
  ['only half of it', event(2).slice(0, 70)],
  ['garbage instead of it', '%%%% no json %%%%'],
];

/** Times of the events that survive, in order. */
function timesOf(text: string): readonly number[] {
  return decodeText(text).rows.map(({ timeUs }) => timeUs / 1000);
}

describe.each(CONTAINERS)('%s', (container) => {
  describe.each(DAMAGES)('with %s', (_, damaged) => {
    it('keeps every other event, wherever the damage is', () => {
      for (const at of [0, 1, 2, 3]) {
        const texts = [1, 3, 4].map(event);
        texts.splice(at, 0, damaged);
        const times = timesOf(contain(container, texts));
        // Where a bracket too many stands after a whole event, that event is good as well.
        expect(times.filter((time) => time !== 2)).toEqual([1, 3, 4]);
        expect(times.length).toBeLessThanOrEqual(4);
      }
    });

    it('is reported inside the damaged text, the same for any chunks', () => {
      const text = contain(container, [event(1), damaged, event(3)]);
      const { problems } = decodeText(text);
      expect(problems.length).toBeGreaterThan(0);
      const from = text.indexOf(damaged);
      for (const problem of problems) {
        expect(problem.reason).toBe('broken');
        expect(problem.offset).toBeGreaterThanOrEqual(from);
        // What is broken may show only at the first byte after: its comma, or the next event's brace.
        expect(problem.offset).toBeLessThanOrEqual(from + damaged.length + 2);
      }
      const whole = splitAll(text);
      for (const chunkBytes of [1, 13]) expect(splitAll(text, chunkBytes)).toEqual(whole);
    });
  });
});

describe('contained JSON', () => {
  it('loses no event to a missing or doubled comma', () => {
    const [open, close] = contain('JSON', ['#']).split('#') as [string, string];
    expect(timesOf(`${open}${event(1)}${event(2)},,${event(3)}${close}`)).toEqual([1, 2, 3]);
  });

  it('continues where the keys of the header follow after the damage', () => {
    const text = `{"traces":[{"events":[${event(1)},{"time":2,,},${event(3)}],"vantage_point":{"type":"client"}}],"qlog_version":"0.2"}`;
    const { headers, rows } = decodeText(text);
    expect(rows.map(({ timeUs }) => timeUs)).toEqual([1000, 3000]);
    expect(headers.at(-1)).toMatchObject({ version: '0.2', vantagePoint: 'client' });
  });

  it('keeps later header keys when an extra bracket was skipped', () => {
    const text = `{"traces":[{"events":[${event(1)}],${event(2)}],"vantage_point":{"type":"client"}}],"qlog_version":"0.2"}`;
    const { headers, rows } = decodeText(text);
    expect(rows.map(({ timeUs }) => timeUs)).toEqual([1000, 2000]);
    expect(headers.at(-1)).toMatchObject({ version: '0.2', vantagePoint: 'client' });
  });

  it.each([
    ['a list and two braces', 3],
    ['a brace', 1],
  ])('gives the events that one has taken in which lost %s at its end', (_, bytes) => {
    const [open, close] = contain('JSON', ['#']).split('#') as [string, string];
    for (const end of [close, '']) {
      const text = `${open}${event(1)},${event(2).slice(0, -bytes)},${event(3)},${event(4)}${end}`;
      const whole = splitAll(text);
      expect(whole.texts).toEqual([event(1), event(3), event(4)]);
      expect(whole.problems[0]).toMatchObject({ reason: 'broken', offset: text.indexOf('{"time":2') });
      for (const chunkBytes of [1, 7]) expect(splitAll(text, chunkBytes)).toEqual(whole);
    }
  });

  it('gives them also if they exceed the size limit of a record', () => {
    const filler = Array.from({ length: 40 }, (_, n) => `{"time":${10 + n},"x":"${'y'.repeat(500_000)}"}`);
    const text = contain('JSON', [event(1), event(2).slice(0, -3), event(3), ...filler, event(4)]);
    for (const chunkBytes of [1_000_003, text.length]) {
      const { texts, problems } = splitAll(text, chunkBytes);
      expect(texts).toEqual([event(1), event(3), ...filler, event(4)]);
      expect(problems).toMatchObject([{ reason: 'broken', offset: text.indexOf('{"time":2') }]);
    }
  });

  it('finds events of a writer that begins them with another key', () => {
    const other = (n: number): string => `{ "name" : "a:b", "data":{"name":{}}, "time": ${n} }`;
    const texts = [other(1), other(2).replace('{}', '{'), other(3)];
    expect(timesOf(contain('JSON', texts))).toEqual([1, 3]);
  });

  it.each([
    ['a lost quote in the first event', ['{"time;:1,"name":"a:b"}', event(2), event(3)], [2, 3]],
    ['a wrong first key right before damage', ['{"tame":1}', '{"time":2,,}', event(3)], [3]],
    ['a first key too short to tell events by', ['{:1}', event(2), event(3)], [2, 3]],
  ])('is not led astray by %s', (_, texts, times) => {
    expect(timesOf(contain('JSON', texts))).toEqual(times);
  });

  it('reports no truncation when only the last event is damaged', () => {
    const { problems } = decodeText(contain('JSON', [event(1), event(2).replace('"name"', '"name')]));
    expect(problems.map(({ reason }) => reason)).toEqual(['broken']);
  });

  it('stops after the document when only garbage follows, and keeps its events', () => {
    const text = `${contain('JSON', [event(1), event(2)])}#garbage`;
    const { rows, problems } = decodeText(text);
    expect(rows.length).toBe(2);
    expect(problems).toMatchObject([{ reason: 'broken', offset: text.indexOf('#') }]);
  });
});

describe('hostile lines of a sequence', () => {
  const HEADER = '{"qlog_version":"0.3"}\n';

  it('are read again only a bounded number of times, and the good ones after them are found', () => {
    // The nesting breaks 256 lines further on; read again from every line, each would be named as well.
    const openers = 100_000;
    const { texts, problems } = splitAll(
      `${HEADER}${'{"a":\n'.repeat(openers)}${event(1)}\n${event(2)}\n`,
      65_536,
    );
    expect(texts.slice(1)).toContain(event(2));
    // Every problem costs at most 512 bytes read again, of at most eight times the file.
    expect(problems.length).toBeGreaterThan(1);
    expect(problems.length).toBeLessThan(openers / 20);
  });

  it('after an unclosed bracket are all given, as the events of an array', () => {
    const lines = 100_000;
    const { texts, problems } = splitAll(`${HEADER}[\n${'{},\n'.repeat(lines)}`, 65_536);
    expect(texts.length).toBe(1 + lines);
    expect(problems).toMatchObject([{ reason: 'cut' }]);
  });

  it('after a stray bracket without commas stay records', () => {
    const { texts, traces, problems } = splitAll(`${HEADER}[${event(1)}\n${event(2)}\n${event(3)}\n`, 7);
    expect(texts.slice(1)).toEqual([event(1), event(2), event(3)]);
    // Only the first looks like an element of an array.
    expect(traces).toEqual([0]);
    expect(problems.map(({ reason }) => reason)).toEqual(['broken']);
  });

  it('in two arrays each stay records one after the other, each named where it is, the same for any chunks', () => {
    const lines = [1, 2].map((time) => `[[${event(time)}]]`);
    const text = `${HEADER}${event(0)}\n${lines.join('\n')}\n`;
    const whole = splitAll(text);
    expect(whole.texts.slice(1)).toEqual([0, 1, 2].map(event));
    // The opening brackets, and the closing ones.
    const places = lines.flatMap((line) => [text.indexOf(line) + 1, text.indexOf(line) + line.length - 2]);
    expect(whole.problems.map(({ offset }) => offset)).toEqual(places);
    for (const chunk of [1, 7, 64]) expect(splitAll(text, chunk)).toEqual(whole);
  });
});

describe('record numbers', () => {
  it.each(CONTAINERS)(
    'count the header as record 0 in %s, the damaged record and those after it',
    (container) => {
      const noName = '{"time":4}';
      const broken = event(2).replace('"name"', '"name');
      const { problems } = decodeText(contain(container, [event(1), broken, event(3), noName]));
      expect(problems.map(({ record }) => record)).toEqual([2, 4]);
    },
  );

  it.each(CONTAINERS)('come with an offset that points at the record in %s', (container) => {
    const broken = event(2).replace('"name"', '"name');
    const text = contain(container, [event(1), broken, event(3)]);
    const [problem] = decodeText(text).problems;
    expect(textAt(text, problem!.offset, 14)).toBe('{"time":2,"nam');
  });
});
