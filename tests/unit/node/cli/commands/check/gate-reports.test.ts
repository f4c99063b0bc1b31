/** What the formats of `check` say of a baseline and of what is muted, and the exit status that all of them share. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../../../src/engine/findings/finding/finding';
import type { BaselineTrace } from '../../../../../../src/node/cli/commands/check/baseline.ts';
import { Gate, type GateSetting } from '../../../../../../src/node/cli/commands/check/gate.ts';
import type { IgnoreEntry } from '../../../../../../src/node/cli/commands/check/ignore-file.ts';
import { githubReporter } from '../../../../../../src/node/cli/commands/check/report-github.ts';
import { jsonReporter } from '../../../../../../src/node/cli/commands/check/report-json.ts';
import { junitReporter } from '../../../../../../src/node/cli/commands/check/report-junit.ts';
import { markdownReporter } from '../../../../../../src/node/cli/commands/check/report-markdown.ts';
import { sarifReporter } from '../../../../../../src/node/cli/commands/check/report-sarif.ts';
import { textReporter } from '../../../../../../src/node/cli/commands/check/report-text.ts';
import { Exit } from '../../../../../../src/node/cli/exit.ts';
import { type Reporter, type ReportSettings, Tally } from '../../../../../../src/node/cli/report.ts';
import {
  findingRecords,
  ruleOf,
  type SeverityName,
  type TraceReport,
} from '../../../../../../src/sharing/report/records/trace-record.ts';
import { judgedRecord, report, spiral } from '../../../../../support/cli-report.ts';
import { parseXml } from '../../../../../support/xml.ts';

const RULES = ['death-spiral', 'pto-storm', 'policed'].map((id) => ({ id, title: id }));

function finding(id: string, severity: SeverityName): Finding {
  return { ...spiral(severity), id, key: `${id}.1`, verdict: `What ${id} shows.` };
}

function trace(file: string, findings: readonly Finding[], changes: Partial<TraceReport> = {}): TraceReport {
  const record = { ...judgedRecord(null, {}, []), file, findings: findingRecords(findings) };
  return report(null, { record, path: file, rules: findings.map(ruleOf), ...changes });
}

const earlier = (file: string, ...found: readonly (readonly [string, SeverityName])[]): BaselineTrace => ({
  file,
  trace: 0,
  findings: found.map(([id, severity]) => ({ id, severity, verdict: `What ${id} showed.` })),
});

const entry = (id: string, changes: Partial<IgnoreEntry> = {}): IgnoreEntry => ({
  ...{ id, until: '2026-12-31', because: 'the lab', hasRunOut: false },
  ...changes,
});

interface Case extends Partial<Omit<GateSetting, 'baseline' | 'ignored'>> {
  readonly before?: readonly BaselineTrace[];
  readonly muted?: readonly IgnoreEntry[];
}

/** As `check` does it. */
function checked(
  reporterOf: (settings: ReportSettings) => Reporter,
  now: readonly TraceReport[],
  given: Case = {},
) {
  const { failOn = 'critical', only = null } = given;
  const gate = new Gate({
    baseline: given.before === undefined ? null : { path: 'main.ndjson', traces: given.before },
    ignored: given.muted === undefined ? null : { path: 'ignore.json', entries: given.muted },
    failOn,
    only,
  });
  const tally = new Tally(failOn);
  const reporter = reporterOf({ rules: RULES, failOn, version: '1' });
  let written = '';
  for (const [i, standing] of gate.standingsOf(now).entries()) {
    const one = now[i] as TraceReport;
    tally.add(one);
    tally.decide(one, standing);
    gate.add(one, standing);
    written += reporter.trace(one, standing);
  }
  written += reporter.end(tally, gate.report);
  return { written, exit: tally.exit, gate: gate.report };
}

const [SPIRAL, STORM, POLICED] = [
  finding('death-spiral', 'critical'),
  finding('pto-storm', 'warning'),
  finding('policed', 'info'),
];
/** One trace with what the baseline has, one with a new spiral, one that is new, one that is gone. */
const NOW = [trace('q/a.qlog', [SPIRAL, POLICED]), trace('q/b.qlog', [SPIRAL]), trace('q/c.qlog', [STORM])];
const BEFORE = [
  earlier('m/a.qlog', ['death-spiral', 'critical'], ['pto-storm', 'warning']),
  earlier('m/b.qlog', ['death-spiral', 'warning'], ['policed', 'info']),
  earlier('m/d.qlog', ['death-spiral', 'critical']),
];
const MUTED = [
  entry('death-spiral', { until: { implementation: 'quiche', version: '0.31.0' } }),
  entry('pto-storm', { until: null }),
  entry('policed', { hasRunOut: true }),
];

describe('the exit status', () => {
  const exitOf = (findings: readonly Finding[], given: Case): number =>
    checked(textReporter, [trace('a.qlog', findings)], given).exit;
  const has = (...found: Parameters<typeof earlier> extends [string, ...infer Rest] ? Rest : never) => ({
    before: [earlier('a.qlog', ...found)],
  });

  test('is 1 for what is new or worse since the baseline, and 0 for what is unchanged', () => {
    expect(exitOf([SPIRAL], has())).toBe(Exit.found);
    expect(exitOf([SPIRAL], has(['death-spiral', 'warning']))).toBe(Exit.found);
    expect(exitOf([SPIRAL], has(['death-spiral', 'critical']))).toBe(Exit.clean);
    expect(exitOf([SPIRAL], { before: [earlier('other.qlog', ['death-spiral', 'critical'])] })).toBe(
      Exit.found,
    );
    expect(exitOf([STORM], has())).toBe(Exit.clean);
    expect(exitOf([STORM], { ...has(), failOn: 'warning' })).toBe(Exit.found);
  });

  test('is 0 for what is muted, in builds that are', () => {
    expect(exitOf([SPIRAL], { muted: MUTED })).toBe(Exit.clean);
    const past = [entry('death-spiral', { until: { implementation: 'quiche', version: '0.30.0' } })];
    expect(exitOf([SPIRAL], { muted: past })).toBe(Exit.found);
    expect(exitOf([POLICED], { muted: MUTED, failOn: 'info' })).toBe(Exit.found);
  });

  test('is that of each where both are given: muted is not new', () => {
    expect(exitOf([SPIRAL, STORM], { ...has(), muted: MUTED.slice(0, 1), failOn: 'warning' })).toBe(
      Exit.found,
    );
    expect(
      exitOf([SPIRAL, STORM], {
        ...has(['pto-storm', 'warning']),
        muted: MUTED.slice(0, 1),
        failOn: 'warning',
      }),
    ).toBe(Exit.clean);
  });

  test('is 2 where an input could not be read, whatever is muted', () => {
    const broken = trace('a.qlog', [SPIRAL], { failure: 'cut' });
    expect(checked(textReporter, [broken], { muted: MUTED }).exit).toBe(Exit.unreadable);
  });
});

describe('text', () => {
  test('says of each finding whether it is new, and at the end what came of the baseline', () => {
    const { written, exit } = checked(textReporter, NOW, { before: BEFORE });
    expect(exit).toBe(Exit.found);
    expect(written).toMatch(
      /q\/a\.qlog\n(?:.*\n)*? {4}CRITICAL death-spiral: .*, unchanged since the baseline\n/,
    );
    expect(written).toMatch(/q\/b\.qlog\n(?:.*\n)*? {4}CRITICAL death-spiral: .*, new since the baseline\n/);
    expect(written).toContain('\n    gone since the baseline: warning pto-storm\n');
    expect(written.slice(written.indexOf('since the baseline main.ndjson'))).toBe(
      [
        'since the baseline main.ndjson',
        '    new critical death-spiral in 1 trace: q/b.qlog',
        '    new warning pto-storm in 1 trace: q/c.qlog',
        '    gone warning pto-storm in 1 trace: q/a.qlog',
        '    1 trace not in the baseline: q/c.qlog',
        '    1 trace of the baseline not in this check: m/d.qlog',
        '3 traces: 2 critical, 1 warning, 0 info; since the baseline 2 new, 1 unchanged, 1 gone',
        '',
      ].join('\n'),
    );
  });

  test('says that nothing came of it', () => {
    const same = checked(textReporter, [trace('a.qlog', [SPIRAL])], {
      before: [earlier('a.qlog', ['death-spiral', 'critical'])],
    });
    expect(same.written).toContain('\nsince the baseline main.ndjson: nothing new, nothing gone\n');
  });

  test('says what was not judged any more', () => {
    const notJudged = [{ id: 'death-spiral', reason: 'no window is logged' }];
    const blind = trace('a.qlog', []);
    const now = [{ ...blind, record: { ...blind.record, notJudged } }];
    const { written } = checked(textReporter, now, {
      before: [earlier('a.qlog', ['death-spiral', 'critical'])],
    });
    expect(written).toContain('    in the baseline, not judged any more: critical death-spiral\n');
    expect(written).toContain('    not judged any more critical death-spiral in 1 trace: a.qlog\n');
    expect(written).toContain('0 new, 0 unchanged, 0 gone');
  });

  test('lists what is muted, until when and why, what it would have said, and what it would have done', () => {
    const { written, exit } = checked(textReporter, NOW, {
      muted: [...MUTED, entry('policed', { until: null, because: 'no' })],
    });
    expect(exit).toBe(Exit.clean);
    expect(written).toMatch(
      / {4}MUTED CRITICAL death-spiral: .*\n {8}muted until quiche 0\.31\.0: the lab\n {8}What death-spiral shows\.\n/,
    );
    expect(written.slice(written.indexOf('muted by'))).toBe(
      [
        'muted by ignore.json',
        '    death-spiral until quiche 0.31.0: the lab (muted in 2 traces; without it each would decide the exit status)',
        '    pto-storm for good: the lab (muted in 1 trace; without it none would decide the exit status)',
        '    policed until 2026-12-31: the lab (has run out: it mutes nothing)',
        '    policed for good: no (muted in 1 trace; without it none would decide the exit status)',
        '3 traces: 2 critical, 1 warning, 0 info; 4 muted',
        '',
      ].join('\n'),
    );
  });

  test('names ten traces of a finding, and how many more', () => {
    const many = Array.from({ length: 13 }, (_, i) => trace(`t${i}.qlog`, [SPIRAL]));
    const { written } = checked(textReporter, many, { before: [] });
    expect(written).toMatch(/new critical death-spiral in 13 traces: t0\.qlog, .*t9\.qlog, and 3 more\n/);
  });
});

describe('JSON', () => {
  const lines = (given: Case) =>
    checked(jsonReporter, NOW, given)
      .written.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('holds how each finding stands, and what the trace had; null where neither file is given', () => {
    const [a, b, c] = lines({ before: BEFORE, muted: MUTED });
    const standing = (record: { findings: readonly Record<string, unknown>[] }) =>
      record.findings.map(({ id, baselineState, muted }) => [id, baselineState, muted]);
    const build = { until: { implementation: 'quiche', version: '0.31.0' }, because: 'the lab' };
    expect(standing(a)).toEqual([
      ['death-spiral', 'unchanged', build],
      ['policed', 'new', null],
    ]);
    expect(standing(b)).toEqual([['death-spiral', 'new', build]]);
    expect(a.baseline).toEqual({
      isNew: false,
      gone: [{ id: 'pto-storm', severity: 'warning', verdict: 'What pto-storm showed.' }],
      notJudged: [],
    });
    expect(c.baseline.isNew).toBe(true);
    const [plain] = lines({});
    expect([plain.baseline, standing(plain)[0]]).toEqual([null, ['death-spiral', null, null]]);
  });
});

describe('JUnit', () => {
  const suites = (given: Case) => parseXml(checked(junitReporter, NOW, given).written);
  const caseOf = (xml: ReturnType<typeof suites>, suite: string, name: string) =>
    xml.all('testcase').find(({ attributes }) => attributes.classname === suite && attributes.name === name);

  test('fails what is new, passes what is unchanged, and names the traces that are missing', () => {
    const xml = suites({ before: BEFORE });
    expect(xml.attributes).toMatchObject({
      failures: '1',
      skipped: '1',
      tests: String(xml.all('testcase').length),
    });
    expect(caseOf(xml, 'q/b.qlog', 'death-spiral')?.all('failure')).toHaveLength(1);
    const passed = caseOf(xml, 'q/a.qlog', 'death-spiral');
    expect(passed?.all('failure')).toEqual([]);
    expect(passed?.all('system-out')[0]?.text).toContain(
      'critical death-spiral (unchanged since the baseline): ',
    );
    expect(caseOf(xml, 'q/a.qlog', 'the trace can be read')?.all('system-out')[0]?.text).toBe(
      'gone since the baseline: warning pto-storm',
    );
    const missing = caseOf(xml, 'all traces', 'every trace of the baseline is checked');
    expect(missing?.all('skipped')[0]?.attributes.message).toBe('not in this check: m/d.qlog');
  });

  test('skips what is muted, with what it would have said', () => {
    const xml = suites({ muted: MUTED });
    expect(xml.attributes).toMatchObject({ failures: '0', skipped: '2' });
    const muted = caseOf(xml, 'q/b.qlog', 'death-spiral');
    expect(muted?.all('skipped')[0]?.attributes.message).toBe('muted until quiche 0.31.0: the lab');
    expect(muted?.all('system-out')[0]?.text).toContain('What death-spiral shows.');
    expect(caseOf(xml, 'all traces', 'what is muted')?.text).toBe('');
    expect(caseOf(xml, 'all traces', 'what is muted')?.all('system-out')[0]?.text).toContain('has run out');
  });
});

describe('SARIF', () => {
  const runOf = (given: Case) => JSON.parse(checked(sarifReporter, NOW, given).written).runs[0];
  const states = (run: { results: readonly Record<string, unknown>[] }) =>
    run.results.map(({ ruleId, baselineState }) => [ruleId, baselineState]);

  test('has the state of every result (§3.27.24), what is gone among them, and of no result without a baseline', () => {
    const run = runOf({ before: BEFORE });
    expect(states(run)).toEqual([
      ['death-spiral', 'unchanged'],
      ['policed', 'new'],
      ['pto-storm', 'absent'],
      ['death-spiral', 'new'],
      ['policed', 'absent'],
      ['pto-storm', 'new'],
    ]);
    expect(run.results[2]).toMatchObject({
      level: 'warning',
      message: { text: 'pto-storm, gone since the baseline. What pto-storm showed.' },
      partialFingerprints: { 'qlogscope/v2': 'a.qlog#0:pto-storm:1' },
    });
    expect(run.invocations[0].toolExecutionNotifications).toEqual([
      { level: 'note', message: { text: 'm/d.qlog of the baseline is not in this check' } },
    ]);
    for (const result of runOf({ muted: MUTED }).results) expect(result).not.toHaveProperty('baselineState');
  });

  test('says that a note is what is left of an alarm', () => {
    const note = trace('a.qlog', [finding('death-spiral', 'info')]);
    const { written } = checked(sarifReporter, [note], {
      before: [earlier('a.qlog', ['death-spiral', 'critical'])],
    });
    expect(states(JSON.parse(written).runs[0])).toEqual([['death-spiral', 'updated']]);
  });

  test('has the suppressions of every result (§3.27.23), none where it is not muted, and the entry that has run out', () => {
    const run = runOf({ muted: MUTED });
    expect(run.results.map(({ suppressions }: { suppressions: unknown }) => suppressions)).toEqual([
      [{ kind: 'external', status: 'accepted', justification: 'until quiche 0.31.0: the lab' }],
      [],
      [{ kind: 'external', status: 'accepted', justification: 'until quiche 0.31.0: the lab' }],
      [{ kind: 'external', status: 'accepted', justification: 'for good: the lab' }],
    ]);
    expect(run.invocations[0].toolExecutionNotifications).toEqual([
      {
        level: 'note',
        message: { text: 'policed, muted until 2026-12-31: the lab, has run out: it mutes nothing' },
      },
    ]);
    for (const result of runOf({ before: BEFORE }).results) expect(result).not.toHaveProperty('suppressions');
  });
});

describe('Markdown', () => {
  const comment = (now: readonly TraceReport[], given: Case = {}) =>
    checked(markdownReporter, now, given).written;

  test('says first whether it passed, then what decides, what is muted, gone and missing', () => {
    const both = comment(NOW, { before: BEFORE, muted: MUTED.slice(1, 2) });
    expect(both.startsWith('# qlogscope check: 1 trace fails\n')).toBe(true);
    const titles = [...both.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(titles).toEqual(['Decides the exit status', 'Gone since the baseline', 'Muted', 'Traces']);
    expect(both).toContain('| q/b.qlog | critical death-spiral | new | What death-spiral shows. |');
    expect(both).toContain('| q/c.qlog | warning pto-storm | for good: the lab | What pto-storm shows. |');
    expect(both).toContain('1 trace of the baseline not in this check: m/d.qlog');
    expect(comment([trace('a.qlog', [POLICED])])).toBe(
      '# qlogscope check: passed\n\n1 trace: 0 critical, 0 warning, 1 info\n',
    );
  });

  test('names what could not be read', () => {
    const broken = comment([trace('a.qlog', [], { failure: 'The compressed data is cut off' })]);
    expect(broken).toContain('# qlogscope check: 1 input could not be read\n');
    expect(broken).toContain('- a.qlog: The compressed data is cut off\n');
  });

  test('fits into a comment however many traces there are, and however long their names and sentences', () => {
    const long = { ...SPIRAL, verdict: '*'.repeat(5000) };
    const many = Array.from({ length: 500 }, (_, i) => trace(`${'_'.repeat(3000)}${i}.qlog`, [long, STORM]));
    const muted = Array.from({ length: 1000 }, () => entry('policed', { because: '|'.repeat(500) }));
    const written = comment(many, { before: [], muted });
    expect(written.length).toBeLessThan(65_536);
    expect(written).toMatch(/^and \d+ more$/m);
  });

  test('holds a hundred rows where they are short', () => {
    const many = Array.from({ length: 120 }, (_, i) => trace(`t${i}.qlog`, [SPIRAL]));
    expect(comment(many)).toContain('\n\nand 20 more\n');
  });
});

describe('annotations of GitHub', () => {
  const lines = (now: readonly TraceReport[], given: Case = {}) =>
    checked(githubReporter, now, given).written.trimEnd().split('\n');

  test('are one per trace, by its worst alarm; a trace without one has none', () => {
    const [first, second, ...rest] = lines([
      trace('q/a.qlog', [STORM, SPIRAL]),
      trace('b.qlog', [STORM]),
      trace('c.qlog', [POLICED]),
    ]);
    expect(first).toBe(
      '::error file=q/a.qlog,title=critical death-spiral in q/a.qlog::What death-spiral shows. Also warning pto-storm.',
    );
    expect(second).toBe('::warning file=b.qlog,title=warning pto-storm in b.qlog::What pto-storm shows.');
    expect(rest).toEqual(['3 traces: 1 critical, 1 warning, 1 info']);
  });

  test('are notices of what is unchanged or muted', () => {
    const [a, b] = lines(NOW, { before: BEFORE });
    expect(a).toMatch(/^::notice .*::unchanged since the baseline; What death-spiral shows\.$/);
    expect(b).toMatch(/^::error .*::new since the baseline; /);
    expect(lines(NOW, { muted: MUTED })[0]).toMatch(/^::notice .*::muted until quiche 0\.31\.0: the lab; /);
  });

  test('say what could not be read, and name no file outside of the checkout', () => {
    const broken = trace('/tmp/a.qlog', [], { path: '/tmp/a.qlog', failure: 'cut, at 50 %' });
    expect(lines([broken])[0]).toBe('::error title=/tmp/a.qlog could not be read::cut, at 50 %25');
  });

  test('escape what would end a property', () => {
    const odd = trace('a,b::c.qlog', [SPIRAL], { path: 'a,b::c.qlog' });
    expect(lines([odd])[0]).toContain(
      'file=a%2Cb%3A%3Ac.qlog,title=critical death-spiral in a%2Cb%3A%3Ac.qlog::',
    );
  });
});
