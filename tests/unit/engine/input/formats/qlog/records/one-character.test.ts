/**
 * A few kilobytes decompress to a gigabyte of one character. Counted is what is done per byte, at one length and at the double:
 * steps of the byte machine, bytes that a search for the next record passes, records that are tried.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NotATrace } from '../../../../../../../src/engine/input/formats/not-a-trace.ts';
import { JsonMachine } from '../../../../../../../src/engine/input/formats/qlog/records/json-machine.ts';
import { Landmarks } from '../../../../../../../src/engine/input/formats/qlog/records/landmarks.ts';
import { BrokenRun } from '../../../../../../../src/engine/reading/stages/broken-run.ts';
import { TracePipeline } from '../../../../../../../src/engine/reading/stages/pipeline.ts';
import { eachOf } from '../../../../../../support/each-of.ts';
import { utf8 } from '../../../../../../support/split-all.ts';

const HEADER =
  '{"qlog_version":"0.3","qlog_format":"JSON-SEQ","trace":{"vantage_point":{"type":"server"}}}\n';
const EVENT = '{"time":0,"name":"transport:packet_sent","data":{"header":{"packet_number":1}}}';
const BEFORE = {
  nothing: '',
  lines: `${HEADER}${EVENT}\n`,
  'a text sequence': `\x1e${HEADER}\x1e${EVENT}\n`,
  'a document': `{"qlog_version":"0.3","traces":[{"vantage_point":{"type":"server"},"events":[${EVENT},`,
  'an open string': `${HEADER}{"time":1,"name":"`,
} as const;
const CHARACTERS = ['[', '{', ']', '}', '"', '\\', '\x1e', ' ', '\n', '1', 't', ',', ':'];

const CHUNK = 64 * 1024;
const BYTES = 512 * 1024;

interface Work {
  readonly bytes: number;
  readonly steps: number;
  readonly searched: number;
  readonly problems: number;
}

/** What reading a text costs. */
function workOf(before: string, character: string, bytes: number): Work {
  let searched = 0;
  let steps = 0;
  let problems = 0;
  const { step } = JsonMachine.prototype;
  vi.spyOn(JsonMachine.prototype, 'step').mockImplementation(function (this: JsonMachine, byte) {
    steps++;
    return step.call(this, byte);
  });
  const { find } = Landmarks.prototype;
  vi.spyOn(Landmarks.prototype, 'find').mockImplementation(function (this: Landmarks, text, from) {
    const found = find.call(this, text, from);
    searched += found.at - from;
    return found;
  });
  const pipeline = new TracePipeline(() => {
    problems++;
  });
  const run = utf8(character.repeat(CHUNK));
  try {
    pipeline.push(utf8(before));
    for (let at = 0; at < bytes; at += CHUNK) pipeline.push(run);
    pipeline.end();
  } catch (error) {
    if (!(error instanceof NotATrace || error instanceof BrokenRun)) throw error;
  }
  vi.restoreAllMocks();
  return { bytes, steps, searched, problems };
}

afterEach(() => vi.restoreAllMocks());

const cases = Object.entries(BEFORE).flatMap(([name, before]) =>
  CHARACTERS.map((character) => ({ name, before, character })),
);

describe('a run of one character', () => {
  it.each(eachOf(cases, 65))(
    'after $name costs the same per byte at any length: $character',
    ({ before, character }) => {
      const once = workOf(before, character, BYTES);
      const twice = workOf(before, character, 2 * BYTES);
      const all = ({ steps, searched }: Work): number => steps + searched;
      expect(all(twice)).toBeLessThanOrEqual(2.2 * all(once) + CHUNK);
      // Each byte is looked at once, by the machine or by a search, and what repeats is passed at once, but for escapes.
      expect(all(twice)).toBeLessThanOrEqual(1.05 * twice.bytes + CHUNK);
      expect(twice.steps).toBeLessThanOrEqual(character === '\\' ? 1.05 * twice.bytes : twice.bytes / 20);
      expect(twice.problems).toBeLessThanOrEqual(2.2 * once.problems + 2);
    },
  );
});
