/**
 * Text that costs most when each of its bytes is looked at as if a record began there: a gigabyte of one character
 * inflates from a megabyte. Work is counted, not timed.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as eventArray from '../../../../../../../src/engine/input/formats/qlog/records/event-array.ts';
import { JsonMachine } from '../../../../../../../src/engine/input/formats/qlog/records/json-machine.ts';
import { RecordScanner } from '../../../../../../../src/engine/input/formats/qlog/records/scan/record-scanner.ts';
import { TracePipeline } from '../../../../../../../src/engine/reading/stages/pipeline.ts';
import { loadBytes } from '../../../../../../support/load.ts';
import { splitAll, utf8 } from '../../../../../../support/split-all.ts';
import { someOf } from '../../../../../../support/tier.ts';

vi.mock('../../../../../../../src/engine/input/formats/qlog/records/event-array.ts', async (actual) => {
  const { matchEventArray } = await actual<typeof eventArray>();
  return { matchEventArray: vi.fn(matchEventArray) };
});

afterEach(() => vi.restoreAllMocks());

const HEADER = '{"qlog_version":"0.3","trace":{}}';
const EVENT = '{"time":1,"name":"transport:packet_sent","data":{}}';
const MANY = 100_000;

/** Calls of a method while `work` runs. */
function callsOf<T extends object>(of: T, method: keyof T, work: () => void): number {
  const spy = vi.spyOn(of as { [name: string]: () => void }, method as string);
  work();
  return spy.mock.calls.length;
}

describe('runs of one character', () => {
  it('of record separators are skipped at once', () => {
    const text = `\x1e${HEADER}\n\x1e${EVENT}\n${'\x1e'.repeat(MANY)}\x1e${EVENT}\n`;
    let events = 0;
    const scans = callsOf(RecordScanner.prototype, 'scan', () => {
      events = loadBytes(utf8(text)).pipeline.events;
    });
    expect(events).toBe(2);
    expect(scans).toBeLessThan(50);
  });

  it.each([
    ['commas', ','],
    ['record separators', '\x1e'],
    ['blanks', ' '],
    ['line ends', '\n'],
    ['separators and line ends', '\x1e\n'],
  ])('between values (%s) cost no step each', (_, run) => {
    const text = `${HEADER}\n${EVENT}\n${run.repeat(MANY)}\n${EVENT}\n`;
    let records: readonly string[] = [];
    const steps = callsOf(JsonMachine.prototype, 'step', () => {
      records = splitAll(text).texts;
    });
    expect(records).toEqual([HEADER, EVENT, EVENT]);
    expect(steps).toBeLessThan(1000);
  });

  it('of blanks inside a value are skipped at once', () => {
    const padded = `{"time":${' '.repeat(MANY)}1}`;
    let records: readonly string[] = [];
    const steps = callsOf(JsonMachine.prototype, 'step', () => {
      records = splitAll(`${EVENT}\n${padded}\n`).texts;
    });
    expect(records).toEqual([EVENT, padded]);
    expect(steps).toBeLessThan(1000);
  });

  it.each(['[', ']', '[{', '{', '[]'])('of brackets (%s) are not compared with an event each', (run) => {
    const text = `${HEADER}\n${EVENT}\n${run.repeat(MANY)}\n${EVENT}\n`;
    vi.mocked(eventArray.matchEventArray).mockClear();
    const { texts } = splitAll(text);
    expect(texts.at(-1)).toBe(EVENT);
    expect(vi.mocked(eventArray.matchEventArray).mock.calls.length).toBeLessThan(MANY / 20);
  });

  it('of damaged records without a line end do not search the whole text each time', () => {
    const text = utf8(`${EVENT}\n${'\x1e{'.repeat(MANY)}`);
    const { indexOf } = Uint8Array.prototype;
    let looked = 0;
    vi.spyOn(Uint8Array.prototype, 'indexOf').mockImplementation(function (
      this: Uint8Array,
      byte: number,
      from = 0,
    ) {
      const at = indexOf.call(this, byte, from);
      looked += (at < 0 ? this.length : at) - from;
      return at;
    });
    splitAll(text);
    expect(looked).toBeLessThan(text.length * 8);
  });
});

describe('a text of unreadable records only', () => {
  const pushed = (head: string, record: string) => (): void => {
    const pipeline = new TracePipeline(() => undefined);
    pipeline.push(utf8(head));
    const chunk = utf8(record.repeat(50_000));
    for (let i = 0; i < 30; i++) pipeline.push(chunk);
  };

  it.each(someOf(['{}\n', '{\n'], 2))('is given up after a million of them (%j), and says so', (record) => {
    expect(pushed(`${HEADER}\n${EVENT}\n`, record)).toThrow('1,000,000 records in a row');
  });

  it('is read further if there is an event in between', () => {
    const damaged = `${'{}\n'.repeat(60_000)}${EVENT}\n`;
    const pipeline = new TracePipeline(() => undefined);
    pipeline.push(utf8(`${HEADER}\n`));
    for (let i = 0; i < 17; i++) pipeline.push(utf8(damaged));
    expect(pipeline.events).toBe(17);
  });
});
