/** `--baseline`: which files it takes, which traces are the same, and what is new, unchanged or gone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBaseline } from '../../../../../../src/node/cli/commands/check/baseline.ts';
import { CheckFileUnusable } from '../../../../../../src/node/cli/commands/check/check-file.ts';
import { tracesOfSameName } from '../../../../../../src/node/cli/commands/check/matched-traces.ts';
import { jsonReporter } from '../../../../../../src/node/cli/commands/check/report-json.ts';
import { sinceBaseline } from '../../../../../../src/node/cli/commands/check/since-baseline.ts';
import type {
  FindingRecord,
  SeverityName,
  TraceReport,
} from '../../../../../../src/sharing/report/records/trace-record.ts';
import { judgedRecord, report, spiral } from '../../../../../support/cli-report.ts';
import { draws } from '../../../../../support/tier.ts';

let folder = '';
const put = (text: string | Uint8Array): string => {
  const path = join(folder, 'baseline.ndjson');
  writeFileSync(path, text);
  return path;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-baseline-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Found = readonly (readonly [id: string, severity: SeverityName])[];

function judged(file: string, found: Found, changes: Partial<TraceReport> = {}, trace = 0): TraceReport {
  const [plain] = judgedRecord(spiral()).findings;
  const findings = found.map(([id, severity]) => ({ ...(plain as FindingRecord), id, severity }));
  return report(null, {
    record: { ...judgedRecord(null), file, trace, findings },
    rules: found.map(([id]) => id),
    ...changes,
  });
}

const linesOf = (reports: readonly TraceReport[]): string =>
  reports.map((one) => jsonReporter().trace(one)).join('');

async function since(
  before: readonly TraceReport[],
  now: readonly TraceReport[],
  only: string | null = null,
) {
  const baseline = await readBaseline(put(linesOf(before)));
  return sinceBaseline(baseline, now, only === null ? null : new Set([only]));
}

const CRITICAL: Found = [['death-spiral', 'critical']];
const WARNING: Found = [['death-spiral', 'warning']];
const NOTE: Found = [['death-spiral', 'info']];

describe('a file', () => {
  const line = linesOf([judged('a.qlog', CRITICAL)]);

  test('is read where it holds records, also of the schema before, empty lines and unreadable inputs', async () => {
    const older = line.replace('"schema":2', '"schema":1');
    const unreadable = line.replace('"trace":0', '"trace":null');
    const { traces } = await readBaseline(put(`\ufeff${line}\n${older}\r\n${unreadable}`));
    expect(traces.map(({ file, findings }) => [file, findings.map(({ id }) => id)])).toEqual([
      ['a.qlog', ['death-spiral']],
      ['a.qlog', ['death-spiral']],
    ]);
  });

  test.each([
    ['nothing', '', /holds no record: a baseline is what check --json prints/],
    ['empty lines', '\n\n', /holds no record/],
    [
      'a newer schema',
      line.replace('"schema":2', '"schema":3'),
      /line 1 is of schema 3, and this version reads 1 and 2/,
    ],
    ['a record that is cut', line + line.slice(0, 500), /line 2 is no record of check --json, or cut/],
    ['SARIF', '{\n  "version": "2.1.0"\n}', /line 1 is no record/],
    ['a list', `[${line}]`, /line 1 is no record/],
    [
      'a finding of no severity',
      line.replace('"severity":"critical"', '"severity":"fatal"'),
      /line 1 is a damaged record \(findings\.0\.severity\)/,
    ],
    [
      'findings that are none',
      line.replace(/"findings":\[.*\],"remarks"/, '"findings":{},"remarks"'),
      /damaged record \(findings\)/,
    ],
    ['no file', line.replace('"file":', '"path":'), /damaged record \(file\)/],
    ['a number that is none', line.replace('"trace":0', '"trace":-1'), /damaged record \(trace\)/],
  ])('of %s is refused as a whole, by one message that names it', async (_, text, message) => {
    const path = put(text);
    const failure = await readBaseline(path).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CheckFileUnusable);
    expect((failure as Error).message).toMatch(message);
    expect((failure as Error).message).toContain(path);
  });

  test('that is not there, or a folder, is refused with the reason', async () => {
    await expect(readBaseline(join(folder, 'gone'))).rejects.toThrow(/gone: no such file or folder/);
    await expect(readBaseline(folder)).rejects.toThrow(/is a folder/);
  });

  test('that never ends a line is not taken into memory', async () => {
    await expect(readBaseline('/dev/zero')).rejects.toThrow(/dev\/zero: is too large/);
  });

  test('of any bytes is read or refused by name, and never anything else', async () => {
    const whole = Buffer.from(linesOf([judged('a.qlog', CRITICAL), judged('b.qlog', NOTE)]));
    const damaged = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((json) => Buffer.from(json)),
      fc
        .tuple(fc.nat(whole.length), fc.uint8Array({ maxLength: 4 }), fc.nat(50))
        .map(([at, bytes, gap]) => Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + gap)])),
    );
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        const read = await readBaseline(put(bytes)).catch((error: unknown) => error);
        if (read instanceof Error) {
          expect(read).toBeInstanceOf(CheckFileUnusable);
          expect(read.message.split('\n')).toHaveLength(1);
        } else expect(read).toMatchObject({ traces: expect.any(Array) });
      }),
      { numRuns: draws(1000) },
    );
  });
});

describe('traces are the same', () => {
  /** Pairs of files; what has no other stands alone. */
  function pairs(there: readonly string[], here: readonly string[]): readonly string[] {
    const named = (files: readonly string[]) => files.map((file) => ({ file, trace: 0 }));
    return tracesOfSameName(named(there), named(here))
      .map((group) => `${group.there.map((i) => there[i])} = ${group.here.map((i) => here[i])}`)
      .sort();
  }

  test.each<[what: string, there: readonly string[], here: readonly string[], same: readonly string[]]>([
    [
      'by their paths',
      ['q/a.qlog', 'q/b.qlog'],
      ['./q/a.qlog', 'q/b.qlog'],
      ['q/a.qlog = ./q/a.qlog', 'q/b.qlog = q/b.qlog'],
    ],
    [
      'by their names, in other folders',
      ['/home/ci/main/a.qlog'],
      ['C:\\work\\a.qlog'],
      ['/home/ci/main/a.qlog = C:\\work\\a.qlog'],
    ],
    [
      'by as many folders as it takes',
      ['run-1/x/s.qlog', 'run-1/y/s.qlog'],
      ['run-2/y/s.qlog', 'run-2/x/s.qlog'],
      ['run-1/x/s.qlog = run-2/x/s.qlog', 'run-1/y/s.qlog = run-2/y/s.qlog'],
    ],
    [
      'also where the other of the name is gone',
      ['x/s.qlog', 'y/s.qlog'],
      ['z/y/s.qlog'],
      ['x/s.qlog = ', 'y/s.qlog = z/y/s.qlog'],
    ],
    [
      'never where several could be meant',
      ['a/s.qlog'],
      ['b/s.qlog', 'c/s.qlog'],
      [' = b/s.qlog', ' = c/s.qlog', 'a/s.qlog = '],
    ],
    [
      'but the one of the same path',
      ['a/s.qlog'],
      ['a/s.qlog', 'b/a/s.qlog'],
      [' = b/a/s.qlog', 'a/s.qlog = a/s.qlog'],
    ],
    [
      'as a group where a connection ID is all that tells them apart',
      ['q/4f1c9a7b20d3e855.sqlog', 'q/00aa9a7b20d3e855.sqlog'],
      ['q/1234567890abcdef.sqlog'],
      ['q/4f1c9a7b20d3e855.sqlog,q/00aa9a7b20d3e855.sqlog = q/1234567890abcdef.sqlog'],
    ],
    ['in a zip', ['a/l.zip!/s.qlog'], ['b/l.zip!/s.qlog'], ['a/l.zip!/s.qlog = b/l.zip!/s.qlog']],
  ])('%s', (_, there, here, same) => {
    expect(pairs(there, here)).toEqual(same);
  });

  test('where their numbers in the file are', () => {
    const groups = tracesOfSameName(
      [0, 1].map((trace) => ({ file: 'x/a.qlog', trace })),
      [1, 2].map((trace) => ({ file: 'a.qlog', trace })),
    );
    expect(groups).toEqual([
      { there: [0], here: [] },
      { there: [1], here: [0] },
      { there: [], here: [1] },
    ]);
  });

  test('each in one group, in any two checks', () => {
    const file = fc.array(fc.constantFrom('a', 'b', '..', 'c.qlog', '4f1c9a7b20d3e855'), {
      minLength: 1,
      maxLength: 5,
    });
    const traces = fc.array(fc.record({ file: file.map((parts) => parts.join('/')), trace: fc.nat(1) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(traces, traces, (there, here) => {
        const groups = tracesOfSameName(there, here);
        const all = (side: 'there' | 'here') => groups.flatMap((group) => group[side]).sort((a, b) => a - b);
        expect(all('there')).toEqual([...there.keys()]);
        expect(all('here')).toEqual([...here.keys()]);
        for (const group of tracesOfSameName(there, there)) expect(group.here).toEqual(group.there);
      }),
      { numRuns: draws(1000) },
    );
  });
});

describe('findings', () => {
  const statesOf = async (before: Found, now: Found): Promise<readonly string[]> =>
    (await since([judged('a.qlog', before)], [judged('a.qlog', now)])).traces[0]?.states ?? [];

  test.each<[what: string, before: Found, now: Found, states: readonly string[]]>([
    ['that the trace had are unchanged', CRITICAL, CRITICAL, ['unchanged']],
    ['that it had not are new', [], CRITICAL, ['new']],
    ['that are more severe are new', WARNING, CRITICAL, ['new']],
    ['that were a note are new as an alarm', NOTE, WARNING, ['new']],
    ['that are less severe are unchanged', CRITICAL, WARNING, ['unchanged']],
    [
      'of another rule count by themselves',
      CRITICAL,
      [...CRITICAL, ['pto-storm', 'warning']],
      ['unchanged', 'new'],
    ],
    ['of one rule are as severe as each is', WARNING, [...CRITICAL, ...WARNING], ['new', 'unchanged']],
  ])('%s', async (_, before, now, states) => {
    expect(await statesOf(before, now)).toEqual(states);
  });

  test('are gone where nothing of the rule is left, or a note of an alarm', async () => {
    const goneOf = async (before: Found, now: Found) =>
      (await since([judged('a.qlog', before)], [judged('a.qlog', now)])).traces[0]?.beside.gone.map(
        ({ id, severity }) => `${severity} ${id}`,
      );
    expect(await goneOf(CRITICAL, [])).toEqual(['critical death-spiral']);
    expect(await goneOf(CRITICAL, NOTE)).toEqual(['critical death-spiral']);
    expect(await goneOf(CRITICAL, WARNING)).toEqual([]);
    expect(await goneOf(NOTE, [])).toEqual(['info death-spiral']);
  });

  test('are not gone where the rule was not judged, or the trace not read to its end', async () => {
    const notJudged = [{ id: 'death-spiral', reason: 'no window is logged' }];
    const now = judged('a.qlog', []);
    for (const one of [
      { ...now, record: { ...now.record, notJudged } },
      { ...now, failure: 'The compressed data is cut off' },
    ]) {
      const { traces } = await since([judged('a.qlog', CRITICAL)], [one]);
      expect(traces[0]?.beside).toMatchObject({ gone: [], notJudged: [{ id: 'death-spiral' }] });
    }
  });

  test('of rules that were not asked for are neither gone nor anything else', async () => {
    const before = judged('a.qlog', [...CRITICAL, ['pto-storm', 'warning']]);
    const { traces } = await since([before], [judged('a.qlog', [])], 'pto-storm');
    expect(traces[0]?.beside.gone.map(({ id }) => id)).toEqual(['pto-storm']);
  });

  test('of a trace that the baseline lacks are new, and a trace that it alone has is named', async () => {
    const before = [judged('a.qlog', CRITICAL), judged('b.qlog', CRITICAL, {}, 2)];
    const { traces, onlyThere } = await since(before, [
      judged('a.qlog', CRITICAL),
      judged('c.qlog', CRITICAL),
    ]);
    expect(traces.map(({ states, beside }) => [states, beside.isNew])).toEqual([
      [['unchanged'], false],
      [['new'], true],
    ]);
    expect(onlyThere).toEqual(['b.qlog #2']);
  });

  test('of traces of one name are as many as there were', async () => {
    const named = (id: string, found: Found) => judged(`q/${id}.sqlog`, found);
    const before = [
      named('4f1c9a7b20d3e855', CRITICAL),
      named('4f1c9a7b20d3e856', []),
      named('4f1c9a7b20d3e857', []),
    ];
    const now = [
      named('aa00bb11cc22dd33', []),
      named('aa00bb11cc22dd34', CRITICAL),
      named('aa00bb11cc22dd35', CRITICAL),
    ];
    const { traces } = await since(before, now);
    expect(traces.map(({ states }) => states)).toEqual([[], ['unchanged'], ['new']]);
    const healed = await since(before, now.slice(0, 1));
    expect(healed.traces[0]?.beside.gone).toHaveLength(1);
    expect(healed.onlyThere).toHaveLength(2);
  });

  test('are all unchanged, and none gone, against the same check', async () => {
    const severity = fc.constantFrom<SeverityName>('critical', 'warning', 'info');
    const found = fc.array(fc.tuple(fc.constantFrom('death-spiral', 'pto-storm', 'policed'), severity), {
      maxLength: 5,
    });
    const name = fc.constantFrom(
      'a/s.qlog',
      'b/s.qlog',
      'a/4f1c9a7b20d3e855.qlog',
      'a/1f1c9a7b20d3e855.qlog',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, found, fc.nat(2)), { minLength: 1, maxLength: 6 }),
        async (drawn) => {
          const reports = drawn.map(([file, all, trace]) => judged(file, all, {}, trace));
          const { traces, onlyThere } = await since(reports, reports);
          expect(onlyThere).toEqual([]);
          for (const { states, beside } of traces) {
            expect(states).not.toContain('new');
            expect(beside).toEqual({ isNew: false, gone: [], notJudged: [] });
          }
        },
      ),
      { numRuns: draws(300) },
    );
  });
});
