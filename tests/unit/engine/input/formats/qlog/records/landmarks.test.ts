/** Where reading can go on after damage: what is taken for an event, a trace or a document, and what is not. */
import { describe, expect, it } from 'vitest';
import { matchEventArray } from '../../../../../../../src/engine/input/formats/qlog/records/event-array.ts';
import {
  beginsDocument,
  Landmarks,
} from '../../../../../../../src/engine/input/formats/qlog/records/landmarks.ts';
import { contain, containTraces } from '../../../../../../support/containers.ts';
import { splitAll, utf8 } from '../../../../../../support/split-all.ts';

describe('matchEventArray', () => {
  it.each([
    ['[0,"transport","packet_sent",{}]'],
    ['[ 12.5e3 ,\n "TRANSPORT" , "PACKET_SENT"]'],
    ['["1553986553572","transport","x",{}]'],
    ['[-438,"transport","x"]'],
    ['[123, 0, "transport", "packet_sent", {}]'],
  ])('takes %s for an event', (text) => {
    expect(matchEventArray(utf8(text), 0)).toBe('yes');
  });

  it.each([
    ['[[1,2],[3]]'],
    ['[1,2]'],
    ['["49","50"]'],
    ['["24"]'],
    ['["49","50","51","52"]'],
    ['[]'],
    ['[{"time":1}]'],
    ['["transport","x",1]'],
    ['[1,"",2]'],
    ['[1,"quic"]'],
    ['[1,2,3,4,"word",5]'],
    ['[null,"a","b"]'],
  ])('takes %s for none', (text) => {
    expect(matchEventArray(utf8(text), 0)).toBe('no');
  });

  it('requests more bytes until it can decide', () => {
    const text = '[ 12 , "transport" ,';
    for (let length = 1; length < text.length; length++)
      expect(matchEventArray(utf8(text.slice(0, length)), 0)).toBe('more');
    expect(matchEventArray(utf8(text), 0)).toBe('yes');
  });
});

describe('Landmarks', () => {
  it.each([
    ['{"time":1}', 'event', 0],
    ['x [1,"a","b"]', 'event', 2],
    ['}},\n{ "vantage_point" :{}}', 'trace', 4],
    ['{"frames":[]},{"qlog_version":"0.3"}', 'document', 14],
    ['"acked_ranges":[["1","2"]]} ] , "vantage_point":{}', 'end-of-events', 28],
  ])('finds in %s', (text, landmark, at) => {
    expect(new Landmarks().find(utf8(text), 0)).toEqual({ landmark, at });
  });

  it('finds nothing inside events, and returns where to search again', () => {
    const text =
      '"header":{"packet_number":2},"frames":[{"frame_type":"ack","acked_ranges":[[1,2],[4]]}],"x"';
    expect(new Landmarks().find(utf8(text), 0)).toEqual({ landmark: null, at: text.length });
    expect(new Landmarks().find(utf8(`${text}:[12`), 0)).toEqual({ landmark: null, at: text.length + 1 });
  });

  it('does not wait for the end of endless white space', () => {
    for (const opener of ['{', '[', ']']) {
      const text = `${opener}${' '.repeat(5000)}`;
      expect(new Landmarks().find(utf8(text), 0).at).toBe(text.length);
    }
  });
});

describe('beginsDocument', () => {
  it.each([
    ['{"qlog_version":', 'yes'],
    [' {\n "description" :', 'yes'],
    ['[ {', 'yes'],
    ['[[', 'yes'],
    ['{"time":', 'no'],
    ['[1,', 'no'],
    ['"x"', 'no'],
    ['{"qlog_ver', 'more'],
    [' ', 'more'],
  ])('says of %s: %s', (text, answer) => {
    expect(beginsDocument(utf8(text))).toBe(answer);
  });
});

/** An event array with nested ranges that could be taken for one. */
const event = (time: number): string =>
  `[${time},"transport","packet_sent",{"header":{"pn":${time}},"frames":[{"acked_ranges":[["1","2"],["3"]]},[1,2]]}]`;

/** Each breaks the event of time 2 and leaves the others as they are. */
const DAMAGES: readonly (readonly [string, string])[] = [
  ['a missing closing bracket', event(2).slice(0, -1)],
  ['a missing opening bracket', event(2).slice(1)],
  ['a missing inner bracket', event(2).replace(']]}', ']}')],
  ['a missing brace', event(2).replace('"pn":2}', '"pn":2')],
  ['a lost quote', event(2).replace('"packet_sent"', '"packet_sent')],
  ['an extra bracket after it', `${event(2)}]`],
  ['an extra inner bracket', event(2).replace(']]}', ']]]}')],
  ['an extra brace', event(2).replace('}]', '}}]')],
  ['zero bytes', event(2).replace('transport', '\0\0\0')],
  ['half of it', event(2).slice(0, 60)],
  ['garbage instead of it', '%%%% no json %%%%'],
];

const EVENT_TIMES = /^\[(\d+),"transport"/;
const timesOf = (texts: readonly string[]): readonly number[] =>
  texts.flatMap((text) => EVENT_TIMES.exec(text)?.[1] ?? []).map(Number);

describe.each(DAMAGES)('event arrays with %s', (_, damaged) => {
  const without2 = (times: readonly number[]): readonly number[] => times.filter((time) => time !== 2);

  it.each(['JSON', 'JSON array', 'NDJSON'] as const)('lose no other event in %s', (container) => {
    for (const at of [0, 1, 2, 3]) {
      const texts = [1, 3, 4].map(event);
      texts.splice(at, 0, damaged);
      const text = container === 'JSON array' ? `[${texts.join(',')}]` : contain(container, texts);
      const result = splitAll(text);
      expect(without2(timesOf(result.texts))).toEqual([1, 3, 4]);
      expect(result.problems.length).toBeGreaterThan(0);
      for (const chunkBytes of [1, 7]) expect(splitAll(text, chunkBytes)).toEqual(result);
    }
  });

  it('do not affect the next trace and the next document', () => {
    const traces = containTraces([[event(1), damaged], [event(3)], [damaged, event(4)]]);
    const text = `${traces}\n${containTraces([[event(5), damaged], [event(6)]])}${containTraces([[event(7)]])}`;
    const { texts, traces: numbers, headers } = splitAll(text, 11);
    const found = texts.map((record, i) => [timesOf([record])[0], numbers[i]] as const);
    expect(found.filter(([time]) => time !== undefined && time !== 2)).toEqual([
      [1, 0],
      [3, 1],
      [4, 2],
      [5, 3],
      [6, 4],
      [7, 5],
    ]);
    const complete = headers.filter((header) => header.complete);
    expect(complete.map(({ firstTrace }) => firstTrace)).toEqual([0, 3, 5]);
    expect(complete.map((header) => JSON.parse(header.text).traces.length)).toEqual([3, 2, 1]);
  });

  it('keep the keys after the events', () => {
    // The bracket that closes the events closes the damaged event then, and the keys look like bare values.
    if (damaged === event(2).slice(0, -1)) return;
    const text = `{"traces":[{"events":[${event(1)},${damaged}],"vantage_point":{"type":"client"}}],"title":"late"}`;
    const { headers } = splitAll(text);
    expect(JSON.parse(headers.at(-1)!.text)).toMatchObject({
      traces: [{ vantage_point: { type: 'client' } }],
      title: 'late',
    });
  });
});
