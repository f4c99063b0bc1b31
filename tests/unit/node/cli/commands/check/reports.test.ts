/** The formats of `check`, from reports made by hand: text, JUnit XML, SARIF, and the counts that they share. */
import { basename, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../../../src/engine/findings/finding/finding';
import { junitReporter } from '../../../../../../src/node/cli/commands/check/report-junit.ts';
import { sarifReporter } from '../../../../../../src/node/cli/commands/check/report-sarif.ts';
import { textReporter } from '../../../../../../src/node/cli/commands/check/report-text.ts';
import { Exit } from '../../../../../../src/node/cli/exit.ts';
import { type Reporter, type ReportSettings, Tally } from '../../../../../../src/node/cli/report.ts';
import {
  emptyRecord,
  type FindingRecord,
  findingRecords,
  type TraceReport,
} from '../../../../../../src/sharing/report/records/trace-record.ts';
import { judgedRecord, report, spiral } from '../../../../../support/cli-report.ts';
import { parseXml } from '../../../../../support/xml.ts';

const SETTINGS: ReportSettings = {
  rules: [
    { id: 'death-spiral', title: 'Death spiral' },
    { id: 'stuck-window', title: 'Stuck window' },
  ],
  failOn: 'critical',
  version: '1.2.3',
};

const UNREADABLE: TraceReport = {
  record: emptyRecord('x.qlog', null, 0, [
    { file: null, offset: 0, record: null, reason: 'Not a qlog trace' },
  ]),
  path: 'x.qlog',
  rules: [],
  messages: [],
  failure: 'Not a qlog trace',
  seconds: 0,
};

function written(reporter: Reporter, reports: readonly TraceReport[], failOn = SETTINGS.failOn): string {
  const tally = new Tally(failOn);
  const text = reports.map((one) => {
    tally.add(one);
    tally.decide(one);
    return reporter.trace(one);
  });
  return text.join('') + reporter.end(tally);
}

const SAID = { id: 'log-quality', verdict: '2 faults in the log of 9 events.' };
const remarked = (): TraceReport => {
  const one = report(null);
  const [remark] = findingRecords([{ ...spiral('info'), ...SAID }]);
  return { ...one, record: { ...one.record, remarks: [remark as FindingRecord] } };
};

describe('a remark', () => {
  test('is a line of its own, and no finding', () => {
    const text = written(textReporter(), [remarked()], 'info');
    expect(text).toContain(`\n    ${SAID.id}: ${SAID.verdict}\n`);
    expect(text).toContain('no finding');
    expect(text).toContain('1 trace: 0 critical, 0 warning, 0 info, 1 without a finding');
    const tally = new Tally('info');
    tally.add(remarked());
    tally.decide(remarked());
    expect(tally.exit).toBe(Exit.clean);
  });

  test('stands in the case of its rule, which passes', () => {
    const settings = { ...SETTINGS, rules: [{ id: SAID.id, title: 'Limits' }], failOn: 'info' } as const;
    const xml = written(junitReporter(settings), [remarked()]);
    expect(xml).toContain(`<system-out>${SAID.verdict}</system-out>`);
    expect(xml).not.toContain('<failure');
  });
});

describe('the exit status', () => {
  const exit = (failOn: 'critical' | 'warning' | 'info', ...reports: TraceReport[]): number => {
    const tally = new Tally(failOn);
    for (const one of reports) {
      tally.add(one);
      tally.decide(one);
    }
    return tally.exit;
  };

  test('is 1 from the threshold upwards and 0 below', () => {
    expect(exit('critical', report(spiral('critical')))).toBe(Exit.found);
    expect(exit('critical', report(spiral('warning')))).toBe(Exit.clean);
    expect(exit('warning', report(spiral('critical')))).toBe(Exit.found);
    expect(exit('warning', report(spiral('warning')))).toBe(Exit.found);
    expect(exit('warning', report(spiral('info')))).toBe(Exit.clean);
    expect(exit('info', report(spiral('info')))).toBe(Exit.found);
    expect(exit('info', report(null))).toBe(Exit.clean);
  });

  test('is 2 if an input could not be read, whatever was found in the others', () => {
    expect(exit('critical', report(spiral()), UNREADABLE)).toBe(Exit.unreadable);
    expect(exit('critical', UNREADABLE, report(null))).toBe(Exit.unreadable);
  });
});

describe('text', () => {
  test('says what held it, and names the parts of a hundredth or more', () => {
    const one = report(null);
    const part = { holder: 'window', cause: 'cutRandom', longestMs: 5, lostIsAtLeast: true } as const;
    const account = {
      ...{
        spanMs: 1000,
        main: null,
        neededMs: null,
        carriedTwiceMs: null,
        afterTransferMs: 0,
        healthy: false,
      },
      sentence: 'The window held it.',
      parts: [
        { ...part, heldMs: 900, lostMs: 500 },
        { ...part, holder: 'application', cause: 'certain', heldMs: 95, lostMs: null },
        { ...part, holder: 'inTransit', cause: null, heldMs: 5, lostMs: 0 },
      ],
    } as const;
    const text = written(textReporter(), [{ ...one, record: { ...one.record, account } }]);
    expect(text).toContain(
      '\n    The window held it.\n    held by congestion window: random loss 90.0 %, lost ≥ 500 ms · application: nothing to send 9.5 %\n',
    );
    const none = { ...one.record, account: { ...account, parts: [] } };
    expect(written(textReporter(), [{ ...one, record: none }])).not.toContain('held by');
  });

  test('has figures, finding, verdict, error, rules not judged, and counts', () => {
    const lacking = [{ id: 'stuck-window', reason: 'no smoothed RTT is logged' }];
    expect(
      written(textReporter(), [report(spiral(), { record: { ...judgedRecord(), notJudged: lacking } })]),
    ).toBe(
      [
        'logs/a.sqlog',
        '    quiche 0.30.0, JSON-SEQ 0.3, role server, side sender, 10.00 s, 7,602 events, 1,181 sent, 25 lost, cwnd 2,700 to 13,500 B, min RTT 13.0 ms',
        '    error: record 3 at byte 120: broken: the event has no name',
        '    CRITICAL death-spiral: 2.044 s to 9.987 s, oscillating, confidence 95 %, ended: trace-ended, cause: shift-from-last-send',
        '        cwnd stayed at 2,700 bytes for 7.94 s; "recovery" <every> RTT & no loss.',
        '        holds: cwnd flat: found 2,700 B · normal: grows · alarm: does not change',
        '        fails: time in recovery: found not enough data · normal: grows · alarm: does not change',
        '    not judged, no smoothed RTT is logged: stuck-window',
        '1 trace: 1 critical, 0 warning, 0 info',
        '',
      ].join('\n'),
    );
  });

  test('names the connection of a file with several', () => {
    const second = report(null, { record: { ...judgedRecord(null), trace: 1 } });
    expect(written(textReporter(), [second])).toMatch(/^logs\/a\.sqlog #1\n/);
  });

  test.each<[what: string, words: string, reports: readonly TraceReport[]]>([
    ['a file with one', '1 trace: 1 critical, 0 warning, 0 info', [report(spiral())]],
    [
      'a file with several connections',
      '3 traces in 1 file: 1 critical, 0 warning, 0 info, 2 without a finding',
      [0, 1, 2].map((trace) =>
        report(null, { record: { ...judgedRecord(trace === 1 ? spiral() : null), trace } }),
      ),
    ],
    [
      'a log in several files',
      '1 trace in 3 files: 0 critical, 1 warning, 0 info',
      [
        report(null, {
          record: {
            ...judgedRecord(spiral('warning')),
            segments: {
              sameId: 'group id',
              files: ['a.0', 'a.1', 'a.2'].map((file) => ({
                ...{ file, events: 1, startMs: 0, timesStartAnew: false, missingPackets: 0 },
              })),
            },
          },
        }),
      ],
    ],
    [
      'a trace with several findings, by its worst',
      '1 trace: 1 critical, 0 warning, 0 info',
      [
        report(null, {
          record: {
            ...judgedRecord(null),
            findings: (['critical', 'warning', 'info'] as const).flatMap(
              (severity) => judgedRecord(spiral(severity)).findings,
            ),
          },
        }),
      ],
    ],
    [
      'one that is read and one that is not',
      '1 trace: 0 critical, 0 warning, 0 info, 1 without a finding; 1 input could not be read',
      [report(null), UNREADABLE],
    ],
  ])('counts traces: %s', (_, words, reports) => {
    expect(written(textReporter(), reports).split('\n').at(-2)).toBe(words);
    const cases = parseXml(written(junitReporter(SETTINGS), reports)).all('testsuite');
    expect(cases).toHaveLength(reports.length);
  });

  test('reports unreadable inputs', () => {
    const text = written(textReporter(), [UNREADABLE]);
    expect(text).toContain('could not be read\n');
    expect(text).toContain('error: byte 0: Not a qlog trace');
    expect(text).toContain('0 traces: 0 critical, 0 warning, 0 info; 1 input could not be read');
  });
});

describe('JUnit', () => {
  const failing = [report(spiral()), report(null), UNREADABLE];
  const root = parseXml(written(junitReporter(SETTINGS), failing));

  test('is well-formed XML whose counts are those of its cases', () => {
    expect(root.name).toBe('testsuites');
    const cases = root.all('testcase');
    expect(root.attributes).toMatchObject({ tests: '7', failures: '1', errors: '1', skipped: '0' });
    expect(cases).toHaveLength(7);
    expect(cases.filter((one) => one.all('failure').length > 0)).toHaveLength(1);
    expect(cases.filter((one) => one.all('error').length > 0)).toHaveLength(1);
    for (const suite of root.all('testsuite')) {
      expect(Number(suite.attributes.tests)).toBe(suite.all('testcase').length);
      expect(Number(suite.attributes.failures)).toBe(suite.all('failure').length);
    }
  });

  test('fails the case of the rule, with its verdict escaped correctly', () => {
    const [failed] = root.all('testcase').filter((one) => one.all('failure').length > 0);
    expect(failed?.attributes).toMatchObject({ name: 'death-spiral', classname: 'logs/a.sqlog' });
    const [failure] = failed?.all('failure') ?? [];
    expect(failure?.attributes.type).toBe('critical');
    expect(failure?.attributes.message).toBe(spiral().verdict);
    expect(failure?.text).toContain('2.044 s to 9.987 s, oscillating');
  });

  test('passes a finding below the threshold, and includes it', () => {
    const text = written(junitReporter(SETTINGS), [report(spiral('warning'))]);
    expect(parseXml(text).attributes).toMatchObject({ tests: '3', failures: '0' });
    expect(text).toContain('warning death-spiral');
  });

  test('has times in seconds: per suite, and in total', () => {
    const timed = [report(null, { seconds: 1.25 }), report(spiral(), { seconds: 0.0625 })];
    const xml = parseXml(written(junitReporter(SETTINGS), timed));
    expect(xml.all('testsuite').map(({ attributes }) => attributes.time)).toEqual(['1.250', '0.063']);
    expect(xml.attributes.time).toBe('1.313');
  });

  test('skips a rule without data in the trace, and reports one that threw as an error', () => {
    const stopped = { ...spiral('info'), id: 'detector-failed', key: 'death-spiral.failed' };
    const lacking = [{ id: 'stuck-window', reason: 'a receiver cannot see the window' }];
    const xml = parseXml(
      written(junitReporter(SETTINGS), [
        report(stopped, { record: { ...judgedRecord(stopped), notJudged: lacking } }),
      ]),
    );
    expect(xml.attributes).toMatchObject({ errors: '1', skipped: '1', failures: '0' });
    expect(xml.all('skipped')[0]?.attributes.message).toBe('a receiver cannot see the window');
  });

  test('has no character that is invalid in XML', () => {
    const odd = report({ ...spiral(), verdict: 'a\u0000b\u001b[31m\uffff]]>\nc\td' });
    const text = written(junitReporter(SETTINGS), [odd]);
    expect(parseXml(text).all('failure')[0]?.attributes.message).toBe('a\\x00b\\x1b[31m\\uffff]]>\nc\td');
  });
});

describe('SARIF', () => {
  const sarif = (...reports: TraceReport[]) => JSON.parse(written(sarifReporter(SETTINGS), reports));

  test('has the structure of version 2.1.0: every result refers to a rule, a file and a line', () => {
    const log = sarif(report(spiral()), report(spiral('warning')), report(spiral('info')));
    expect(log).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('sarif-2.1.0') });
    expect(log.runs).toHaveLength(1);
    const [run] = log.runs;
    expect(run.tool.driver).toMatchObject({ name: 'qlogscope', version: '1.2.3' });
    expect(run.results.map(({ level }: { level: string }) => level)).toEqual(['error', 'warning', 'note']);
    for (const result of run.results) {
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
      expect(result.message.text).toContain('cwnd stayed at 2,700 bytes');
      expect(result.locations[0].physicalLocation).toEqual({
        artifactLocation: { uri: 'logs/a.sqlog' },
        region: { startLine: 1 },
      });
    }
    expect(run.invocations).toMatchObject([{ executionSuccessful: true, exitCode: 1 }]);
  });

  test('an input that could not be read is a notification, and the run did not succeed', () => {
    const [run] = sarif(UNREADABLE).runs;
    expect(run.results).toEqual([]);
    expect(run.invocations[0]).toMatchObject({ executionSuccessful: false, exitCode: 2 });
    expect(run.invocations[0].toolExecutionNotifications).toMatchObject([
      { level: 'error', message: { text: 'x.qlog could not be read: Not a qlog trace' } },
    ]);
  });

  test('paths become references: relative ones stay relative, names are escaped, standard input has a name', () => {
    const uri = (path: string): string =>
      sarif(report(spiral(), { path })).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri;
    expect(uri('a b/ü#1.qlog')).toBe('a%20b/%C3%BC%231.qlog');
    expect(uri('/tmp/a b.qlog')).toBe('file:///tmp/a%20b.qlog');
    expect(uri('./a/../b.qlog')).toBe('b.qlog');
    expect(uri('-')).toBe('stdin');
  });

  describe('fingerprints', () => {
    const of = (...reports: TraceReport[]): readonly string[] =>
      sarif(...reports).runs[0].results.map(
        ({ partialFingerprints: prints }: { partialFingerprints: { readonly [name: string]: string } }) => {
          expect(prints.primaryLocationLineHash).toBe(prints['qlogscope/v2']);
          return prints['qlogscope/v2'] as string;
        },
      );
    /** @param findings each by its rule and start. */
    const found = (
      file: string,
      findings: readonly (readonly [id: string, startUs: number])[],
      trace = 0,
    ) => {
      const [first, ...more] = findings.map(
        ([id, startUs], i): Finding => ({ ...spiral(), id, startUs, key: `${id}.${i}` }),
      );
      const record = { ...judgedRecord(first), file, trace };
      const all = [...record.findings, ...more.flatMap((one) => judgedRecord(one).findings)];
      const rules = findings.map(([id]) => id);
      return report(null, { record: { ...record, findings: all }, path: file, rules });
    };

    test('are those of trace, rule and ordinal by time, whatever the times, the order and the folder', () => {
      const monday = found('/tmp/run-1/logs/server.qlog', [
        ['stuck-window', 9e6],
        ['stuck-window', 2e6],
        ['death-spiral', 5e6],
      ]);
      const tuesday = found('logs/server.qlog', [
        ['death-spiral', 5_000_031],
        ['stuck-window', 2_000_417],
        ['stuck-window', 8_999_988],
      ]);
      expect(of(monday)).toEqual([
        'server.qlog#0:stuck-window:2',
        'server.qlog#0:stuck-window:1',
        'server.qlog#0:death-spiral:1',
      ]);
      expect([...of(tuesday)].sort()).toEqual([...of(monday)].sort());
    });

    test('of an alarm stay where a note of its rule comes or goes', () => {
      const alone = of(report({ ...spiral(), startUs: 5e6 }, { path: 'a.qlog' }));
      const [alarm, note] = [spiral('critical'), { ...spiral('info'), startUs: 1e6 }].flatMap(
        (one) => judgedRecord(one).findings,
      );
      const record = { ...judgedRecord(null), findings: [alarm, note].filter((one) => one !== undefined) };
      const both = of(report(null, { record, rules: ['death-spiral', 'death-spiral'] }));
      expect(both[0]).toBe(alone[0]);
      expect(both[1]).toBe('a.sqlog#0:death-spiral:2');
    });

    test('tell the connections of a file apart, and files of one name by their folders', () => {
      const one = [['death-spiral', 1e6]] as const;
      expect(of(found('x/a/s.qlog', one), found('x/a/s.qlog', one, 1), found('x/b/s.qlog', one))).toEqual([
        'a/s.qlog#0:death-spiral:1',
        'a/s.qlog#1:death-spiral:1',
        'b/s.qlog#0:death-spiral:1',
      ]);
    });

    test('are the same however the files are named: from here, by a folder beside it, from the root', () => {
      const one = [['death-spiral', 1e6]] as const;
      const files = ['s.qlog', 'b/s.qlog', 'b/t.qlog', 'logs.zip/s.qlog'];
      const ways: readonly ((file: string) => string)[] = [
        (file) => file,
        (file) => `./${file}`,
        (file) => resolve(file),
        (file) => `../${basename(process.cwd())}/${file}`,
        (file) => `b/../${file}`,
      ];
      const plain = of(...files.map((file) => found(file, one)));
      expect(plain.map((name) => name.split('#')[0])).toEqual([
        's.qlog',
        'b/s.qlog',
        't.qlog',
        'logs.zip/s.qlog',
      ]);
      for (const way of ways) expect(of(...files.map((file) => found(way(file), one)))).toEqual(plain);
      const mixed = files.map((file, i) => found((ways[i] as (typeof ways)[number])(file), one));
      expect(of(...mixed)).toEqual(plain);
      expect(of(found('-', one))).toEqual(['-#0:death-spiral:1']);
    });

    test('leave out the connection ID that a stack calls its log by', () => {
      const one = [['death-spiral', 1e6]] as const;
      const run = (...ids: readonly string[]) =>
        of(...ids.map((id) => found(`logs/${id}_server.sqlog`, one)));
      expect(run('4f1c9a7b20d3e855')).toEqual(['id_server.sqlog#0:death-spiral:1']);
      expect(run('4f1c9a7b20d3e855', '00c9a7b20d3e8551')).toEqual(
        run('aa00bb11cc22dd33', '99aabbccddeeff00'),
      );
      expect(new Set(run('4f1c9a7b20d3e855', '00c9a7b20d3e8551')).size).toBe(2);
    });
  });

  test('a file whose traces fail together is one notification', () => {
    const broken = (trace: number) =>
      report(null, { record: { ...judgedRecord(null), trace }, failure: 'The compressed data is cut off' });
    const [run] = sarif(broken(0), broken(1)).runs;
    expect(run.invocations[0].toolExecutionNotifications).toHaveLength(1);
  });

  test('a rule that threw counts as a result of that rule', () => {
    const stopped = { ...spiral('info'), id: 'detector-failed', key: 'stuck-window.failed' };
    const [result] = sarif(report(stopped)).runs[0].results;
    expect(result).toMatchObject({ ruleId: 'stuck-window', ruleIndex: 1, level: 'note' });
  });
});
