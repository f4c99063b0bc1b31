/**
 * A trace whose every text is hostile, through everything that a worker answers and everything that leaves the page: no
 * character of the list (engine/base/text/plain.ts) is in any of it, and two names stay two. What is a trace again holds what was
 * logged.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { fileName } from '../../../src/engine/input/bytes/source.ts';
import type { EventsAnswer, RecordAnswer } from '../../../src/engine/reading/contract/events.ts';
import { SHARE_NOTHING, type ShareOptions } from '../../../src/engine/reading/contract/share-options.ts';
import { handler as events } from '../../../src/engine/service/answers/events.ts';
import { handler as record } from '../../../src/engine/service/answers/record.ts';
import { redact } from '../../../src/engine/service/redaction/redact.ts';
import { readNotes, storeNotes } from '../../../src/sharing/notes/schema.ts';
import { openFile } from '../../support/export.ts';
import { hostileText, hostileTrace, unseenIn } from '../../support/hostile-trace.ts';
import { type LeavingTrace, leavingTrace } from '../../support/leaving-trace.ts';
import { SHARE_ALL } from '../../support/redacted.ts';
import { WAYS_OUT } from '../../support/ways-out.ts';

/** These are traces, or records of one: they are for programs, and read again as any other. */
const TRACES: ReadonlySet<string> = new Set([
  'export of the whole range',
  'export of the second half',
  'verdict that is called wrong',
  'run under another controller',
  'copied records',
]);

let trace: LeavingTrace;

beforeAll(async () => {
  const name = fileName(new File([], `${hostileText('log')}.sqlog`));
  const opened = await leavingTrace(hostileTrace(), name, 'https://logs.example/%E2%80%AEa.sqlog');
  const notes = opened.notes.map((note) => ({ ...note, text: hostileText(note.text) }));
  trace = { ...opened, notes: readNotes(JSON.parse(JSON.stringify(storeNotes(notes)))).notes };
});

/** Every text of a value, names of fields among them. */
function textsOf(value: unknown, seen = new Set<unknown>()): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || seen.has(value)) return [];
  seen.add(value);
  if (value instanceof Map || value instanceof Set)
    return [...value].flatMap((inner) => textsOf(inner, seen));
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner, seen)]);
}

/** The texts of a document: of JSON those that its values are, which hide in escapes. */
function textsIn(written: string): readonly string[] {
  try {
    return [written, ...textsOf(JSON.parse(written))];
  } catch {
    return written.split('\n').flatMap((line) => {
      try {
        return [line, ...textsOf(JSON.parse(line))];
      } catch {
        return [line];
      }
    });
  }
}

const unseen = (texts: readonly string[]): readonly string[] => [...new Set(texts.flatMap(unseenIn))];

const TOOLS = { signal: new AbortController().signal, progress: () => undefined };

async function listed(filter: string, first = 0): Promise<EventsAnswer> {
  const part = { connection: 0, scope: null, count: 200, anchorUs: null };
  return (await events(openFile(trace.file), { ...part, filter, first }, TOOLS)) as EventsAnswer;
}

describe('what a worker answers', () => {
  it('of the records of a trace is clean, and each is shown with escapes for what it holds', async () => {
    const rows = [];
    for (let first = 0; first < 600; first += 200) rows.push(...(await listed('', first)).rows);
    expect(unseen(textsOf(rows))).toEqual([]);
    expect(rows.some(({ detail }) => detail?.includes('\\x1b[31m'))).toBe(true);
    let hostile = 0;
    for (const { row } of rows) {
      const { text } = (await record(openFile(trace.file), { connection: 0, row }, TOOLS)) as RecordAnswer;
      expect(unseenIn(text)).toEqual([]);
      if (unseen(textsOf(JSON.parse(text))).length > 0) hostile++;
    }
    expect(hostile).toBeGreaterThan(100);
  });

  it.each([
    ['as it is shown', '\\u202estate*', 3],
    ['as it is logged', '\u202estate*', 3],
    ['under another name', 'state*', 0],
  ])('finds a name %s', async (_, name, found) => {
    const { filterError, matches } = await listed(`name = recovery:congestion_state_updated new = ${name}`);
    expect([filterError, matches]).toEqual([null, found]);
  });

  it('of a trace is clean, whatever the page asks', () => {
    const { file: _, ...answers } = trace;
    const texts = textsOf(answers);
    expect(texts.some((text) => text.includes('\\u202estate'))).toBe(true);
    expect(texts.some((text) => text.includes('\\u202egroup'))).toBe(true);
    expect(unseen(texts)).toEqual([]);
  });
});

describe.each(Object.keys(WAYS_OUT).filter((way) => !TRACES.has(way)))('%s', (way) => {
  it('holds no character that is not seen, with every option', async () => {
    const written = await WAYS_OUT[way]!(trace, SHARE_ALL);
    expect(written).not.toBe('');
    expect(unseen(textsIn(way === 'bytes of a digest' ? latin(written) : written))).toEqual([]);
  });
});

describe('an exported range', () => {
  const stateNames = async (options: ShareOptions): Promise<readonly unknown[]> => {
    const written = await WAYS_OUT['export of the whole range']!(trace, options);
    const records = written.split('\x1e').slice(1);
    return records.map((text) => (JSON.parse(text) as { data?: { new?: unknown } }).data?.new);
  };

  it('holds names as they were logged', async () => {
    expect(await stateNames(SHARE_ALL)).toContain(hostileText('state').slice(0, 64));
  });

  it('gives a name that it may not hold the number that it has everywhere', async () => {
    const { snapshot, name } = trace;
    const { states } = redact({ name, snapshot }, SHARE_NOTHING).snapshot.summary;
    const unnamed = (names: readonly unknown[]): readonly unknown[] =>
      [...new Set(names)].filter((one) => String(one).startsWith('unnamed')).sort();
    expect(unnamed(await stateNames(SHARE_NOTHING))).toEqual(unnamed(states));
  });
});

/** The UTF-8 of a digest, of which only its texts are text. */
function latin(bytes: string): string {
  return (bytes.match(/[ -~]{4,}/g) ?? []).join('\n');
}
