/**
 * How a trace came about stands wherever it is said which trace it is: each way out is walked with a simulated run, a what-if, a range
 * of a run that was exported, and a digest; of no recording of the corpus anything is said.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  marksOf,
  markWords,
  ORIGIN_MARKS,
  type OriginMark,
} from '../../../src/engine/base/text/origin-marks.ts';
import { SHARE_NOTHING } from '../../../src/engine/reading/contract/share-options.ts';
import { redact } from '../../../src/engine/service/redaction/redact.ts';
import { readHeader, SIMULATION_KEY } from '../../../src/qlog-schema/index.ts';
import { snapshotOf } from '../../../src/sharing/digest/answer.ts';
import { makeDigest } from '../../../src/sharing/digest/make.ts';
import { type LeavingTrace, leavingTrace } from '../../support/leaving-trace.ts';
import { readTrace } from '../../support/load.ts';
import { RECORDING, rangeText, simulatedText, whatIfText } from '../../support/marked-traces.ts';
import { corpusPath } from '../../support/raw-trace.ts';
import { SHARE_ALL } from '../../support/redacted.ts';
import { DEEP } from '../../support/tier.ts';
import { WAYS_OUT } from '../../support/ways-out.ts';

/** They hold rows of a trace, or where it lies, and say nothing of the trace itself. */
const SAY_NOTHING: readonly string[] = [
  'link to the view',
  'view put into the store',
  'link that is followed',
  'requests as JSON',
  'requests as CSV',
  'series as CSV',
  'copied records',
  'name of a saved file',
  // Words are numbers in them: what they open as has them.
  'bytes of a digest',
];
/** What only a trace that is open with its file gives. */
const OF_FILES: readonly string[] = [
  'export of the whole range',
  'export of the second half',
  'verdict that is called wrong',
  'rows of a table of traces',
  'shares and bands of groups',
  'link to a table of traces',
  'figures of a range',
  'a packet',
  'series of a set as CSV',
];
/** A way that says it of the run that it makes, whatever the trace is. */
const OF_ANOTHER = 'run under another controller';
const RUN = simulatedText();
let whatIfOf = '';
const opened = (text: string): Promise<LeavingTrace> =>
  leavingTrace(new TextEncoder().encode(text), 'lab.sqlog', 'https://example.org/lab.sqlog');

/** The trace as its digest opens. */
function digested(trace: LeavingTrace): LeavingTrace {
  const { digest, snapshot, notes } = trace;
  const read = snapshotOf(makeDigest({ ...digest, snapshot, notes, options: SHARE_NOTHING }), 1);
  return { ...trace, snapshot: read, context: { ...trace.context, snapshot: read } };
}

const CASES: { readonly [id: string]: readonly OriginMark[] } = {
  'a simulated run': ['simulated'],
  'a what-if': ['simulated', 'what-if'],
  'a range of a run': ['simulated', 'range'],
  'a digest of a recording': ['digest'],
};
const traces = new Map<string, LeavingTrace>();
let recording: LeavingTrace;

beforeAll(async () => {
  recording = await leavingTrace(readTrace(corpusPath(RECORDING)), RECORDING, 'https://example.org/a.sqlog');
  traces.set('a simulated run', await opened(RUN));
  whatIfOf = await whatIfText();
  traces.set('a what-if', await opened(whatIfOf));
  traces.set('a range of a run', await opened(await rangeText()));
  traces.set('a digest of a recording', digested(recording));
}, 60_000);

/** The words of a mark, or its id in data. */
const said = ({ id, word }: (typeof ORIGIN_MARKS)[number]): RegExp =>
  new RegExp(`\\b(?:${word}|${id})\\b`, 'i');

describe.each(Object.keys(CASES))('%s', (of) => {
  const marks = CASES[of] as readonly OriginMark[];
  const ways = Object.keys(WAYS_OUT).filter(
    (way) =>
      ![...SAY_NOTHING, OF_ANOTHER].includes(way) && !(marks.includes('digest') && OF_FILES.includes(way)),
  );

  test('has its marks', () => {
    expect(marksOf((traces.get(of) as LeavingTrace).snapshot)).toEqual(marks);
  });

  // In the gate each way with two of the four.
  const place = Object.keys(CASES).indexOf(of);
  test.each(ways.filter((way) => DEEP || (Object.keys(WAYS_OUT).indexOf(way) + place) % 2 === 0))(
    'is said by: %s',
    async (way) => {
      const trace = traces.get(of) as LeavingTrace;
      const text = await WAYS_OUT[way]!(trace, SHARE_NOTHING);
      // A verdict that is called wrong is one per finding.
      if (way === 'verdict that is called wrong' && trace.snapshot.findings.length === 0) return;
      for (const mark of ORIGIN_MARKS.filter(({ id }) => marks.includes(id) && wordsFor(way, id)))
        expect(text, `${mark.word} in ${way}`).toMatch(said(mark));
    },
  );
});

/** A range of a range, and what holds the trace itself, say so by the field that every exported range has. */
const wordsFor = (way: string, id: OriginMark): boolean =>
  !(id === 'range' && /export|verdict/.test(way)) &&
  !(id === 'digest' && /digest|embed|everything/.test(way));

describe('a recording', () => {
  test('has no mark', () => {
    expect(marksOf(recording.snapshot)).toEqual([]);
    expect(markWords([])).toBe('');
  });

  const SAYS_SO = /\bsimulated\b|\bwhat if\b|exported range|"marks"|qlogscope_simulation/i;
  test.each(Object.keys(WAYS_OUT).filter((way) => way !== OF_ANOTHER))(
    'nothing is said by: %s',
    async (way) => {
      // A record has its list, which is empty.
      const text = (await WAYS_OUT[way]!(recording, SHARE_ALL)).replaceAll(/"marks":(?:\[\]|\{\})/g, '');
      expect(SAYS_SO.exec(text)?.[0] ?? null).toBeNull();
    },
  );
});

test('marks leave the device as what they are; what is none stays', () => {
  const trace = traces.get('a what-if') as LeavingTrace;
  const { summary } = trace.snapshot;
  const marks = ['simulated', 'what-if', 'a secret'] as unknown as readonly OriginMark[];
  const snapshot = { ...trace.snapshot, summary: { ...summary, marks } };
  expect(redact({ name: 'x', snapshot }, SHARE_NOTHING).snapshot.summary.marks).toEqual([
    'simulated',
    'what-if',
  ]);
});

describe('what proves it', () => {
  const header = (text: string) => JSON.parse(text.split('\x1e')[1] as string);
  // biome-ignore lint/suspicious/noExplicitAny: a header as it stands in a file
  const read = (file: any) => readHeader(file).simulation;
  const withoutField = (text: string) => {
    const file = header(text);
    delete file.trace.common_fields[SIMULATION_KEY];
    return file;
  };

  test('the field that our writer gives', () => {
    expect(header(RUN).trace.common_fields[SIMULATION_KEY]).toEqual(['simulated']);
    expect(read({ ...header(RUN), title: '', description: '' })).toEqual(['simulated']);
  });

  test('of a run that was saved before there was a field, the command that makes it again', () => {
    const old = withoutField(RUN);
    expect(read(old)).toEqual(['simulated']);
    expect(read({ ...old, description: '' })).toEqual([]);
    expect(read({ ...old, title: 'reno' })).toEqual([]);
  });

  test('of a what-if that was saved before, what it leaves out', () => {
    const old = withoutField(whatIfOf);
    expect(read(old)).toEqual(['simulated', 'what-if']);
    expect(read({ ...old, description: 'Path: 10 ms.' })).toEqual([]);
  });

  test('no word in a title, a description or a name', () => {
    for (const words of [
      'simulated',
      'Simulation: the incident',
      'what if',
      'ns-3',
      'network simulator',
      'quic-sim',
    ])
      for (const file of [
        { title: words, description: words },
        { title: words, trace: { title: words, vantage_point: { name: words }, common_fields: {} } },
        { trace: { common_fields: { [SIMULATION_KEY]: [words] } } },
        { trace: { common_fields: { [SIMULATION_KEY]: words } } },
      ])
        if (words !== 'simulated' || file.title !== undefined) expect(read(file)).toEqual([]);
  });
});
