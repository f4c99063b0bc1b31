/**
 * What the command line writes of foreign text: no line holds a character that a terminal acts on, and none is a
 * command of a CI host, whatever stands in names, records and reasons.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable } from '../../src/engine/base/text/printable.ts';
import { githubReporter } from '../../src/node/cli/commands/check/report-github.ts';
import { jsonReporter } from '../../src/node/cli/commands/check/report-json.ts';
import { junitReporter } from '../../src/node/cli/commands/check/report-junit.ts';
import { markdownReporter } from '../../src/node/cli/commands/check/report-markdown.ts';
import { sarifReporter } from '../../src/node/cli/commands/check/report-sarif.ts';
import { textReporter } from '../../src/node/cli/commands/check/report-text.ts';
import { cellsOf, tableText } from '../../src/node/cli/commands/summary/summary.ts';
import { warningLine } from '../../src/node/cli/output.ts';
import { Tally } from '../../src/node/cli/report.ts';
import type { GateReport, TraceStanding } from '../../src/node/cli/standing.ts';
import type { TraceReport } from '../../src/sharing/report/records/trace-record.ts';
import { report } from '../support/cli-report.ts';

const HOSTILE = [
  ...[
    '\x1b[2J',
    '\x1b]0;title\x07',
    '\x9b31m',
    '\n::error::x',
    '\r\n ::add-mask::',
    '::warning ::',
    ' ::group::',
  ],
  ...[
    '##[error]',
    '##vso[task.setvariable]',
    '##teamcity[x]',
    '\u2028::error::',
    '\u202e',
    '\u2066',
    '\u200b',
  ],
  ...[
    '\u0085::notice::',
    '\u00a0::debug::',
    '\0',
    '\x7f',
    '\ud800',
    '\u{e0001}',
    '\t',
    '\ufeff',
    '#',
    '[',
    ':',
  ],
];
const foreign = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const COMMAND = /^\s*::|##\w*\[/;

/** @param own the command with which a line may begin. */
function expectHarmless(output: string, own = /^$/): void {
  expect(output.endsWith('\n')).toBe(true);
  for (const line of output.slice(0, -1).split('\n')) {
    expect(line).not.toMatch(UNSEEN);
    expect(line.replace(own, '')).not.toMatch(COMMAND);
  }
}

/** An annotation: its properties end where the message begins. */
const ANNOTATION = /^::(?:error|warning|notice) (?:file=[^:,]*,)?title=[^:,]*::(?!.*%(?!25))/;

/** A report with the text everywhere where a trace or a name may put one. */
function reportWith(text: string): TraceReport {
  const plain = report();
  const finding = { ...plain.record.findings[0], verdict: text, variant: text, cause: text, exit: text };
  return {
    ...plain,
    path: text,
    messages: [{ level: 'warning', text }],
    failure: text,
    record: {
      ...plain.record,
      notJudged: [{ id: 'pto-storm', reason: text }],
      file: text,
      dialect: text,
      implementation: text,
      findings: [finding as TraceReport['record']['findings'][number]],
      segments: {
        sameId: text,
        files: [{ file: text, events: 1, startMs: 0, timesStartAnew: true, missingPackets: 2 }],
      },
      errors: [{ file: text, offset: 1, record: 1, reason: text }],
    },
  };
}

/** What a baseline and an ignore file put beside it, with the text everywhere where they may put one. */
function standingWith(text: string): TraceStanding {
  const [gone] = report().record.findings.map(({ id, severity }) => ({ id, severity, verdict: text }));
  const muted = { until: { implementation: text, version: text }, because: text };
  const beside = gone === undefined ? [] : [gone];
  return {
    findings: [{ state: 'new', muted }],
    baseline: { isNew: true, gone: beside, notJudged: beside },
  };
}

function gateWith(text: string): GateReport {
  const finding = { id: 'death-spiral', severity: 'critical', verdict: text, title: text } as const;
  const entry = { until: text, because: text, id: 'pto-storm', hasRunOut: true, muted: 1, wouldDecide: 1 };
  return {
    alarms: [{ ...finding, state: 'new', muted: null, decides: true }],
    baseline: { path: text, gone: [finding], notJudged: [finding], onlyHere: [text], onlyThere: [text] },
    ignored: { path: text, entries: [entry] },
  };
}

const SETTINGS = {
  rules: [{ id: 'pto-storm', title: 'PTO storm' }],
  failOn: 'critical',
  version: '1',
} as const;
const REPORTERS = {
  text: textReporter,
  json: jsonReporter,
  junit: () => junitReporter(SETTINGS),
  sarif: () => sarifReporter(SETTINGS),
  markdown: markdownReporter,
  github: () => githubReporter(SETTINGS),
};

describe('foreign text in what the command line writes', () => {
  it.each(Object.entries(REPORTERS))('is harmless in the format %s', (format, reporter) => {
    const own = format === 'github' ? ANNOTATION : undefined;
    fc.assert(
      fc.property(foreign, fc.boolean(), (text, isRead) => {
        const { trace, end } = reporter();
        const one = { ...reportWith(text), ...(isRead && { failure: null }) };
        const plain = trace(one) + end(new Tally('critical'));
        expectHarmless(plain || '\n', own);
        const gated = reporter();
        const written =
          gated.trace(one, standingWith(text)) + gated.end(new Tally('critical'), gateWith(text));
        expectHarmless(written || '\n', own);
      }),
    );
  });

  it('keeps its meaning in JSON', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const { record } = reportWith(text);
        expect(JSON.parse(jsonReporter().trace(reportWith(text)))).toMatchObject(
          JSON.parse(JSON.stringify(record)),
        );
      }),
    );
  });

  it('is harmless in the table of summary and in warnings', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        expectHarmless(tableText([cellsOf(reportWith(text))]));
        expectHarmless(warningLine(text));
      }),
    );
  });

  it('shows what it replaces, and leaves all other text as it is', () => {
    expect(printable('a\x1b[31mb\r\nc\u202ed')).toBe('a\\x1b[31mb\\r\\nc\\u202ed');
    expect(printable('::error::no')).toBe('\\x3a:error::no');
    expect(printable('a ##[error]no')).toBe('a #\\x23[error]no');
    const plain = 'Grüße, 世界: C:\\traces\\a::b #1 [x] 👩 – 99 %';
    expect(printable(plain)).toBe(plain);
  });
});
