/**
 * The headline of a set is the worst of all its traces: in every order of traces of the corpus, and in what is compared, reported and
 * digested, it is the same finding of the same trace.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../../../src/engine/findings/finding/finding';
import type { Outline } from '../../../../src/engine/reading/contract/outline.ts';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import type { Snapshot } from '../../../../src/engine/reading/contract/snapshot.ts';
import { compare } from '../../../../src/engine/service/compare/compare.ts';
import { comparedTrace } from '../../../../src/engine/service/compare/compared-trace.ts';
import { snapshotOf } from '../../../../src/sharing/digest/answer.ts';
import { fitDigest } from '../../../../src/sharing/digest/fit.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { decodeDigest } from '../../../../src/sharing/digest/pack.ts';
import { NOTHING_AUTHORED } from '../../../../src/sharing/report/authored.ts';
import { pairDocument, pairHead } from '../../../../src/sharing/report/comparison-document.ts';
import { reportOf } from '../../../../src/sharing/report/comparison-report.ts';
import { toMarkdown } from '../../../../src/sharing/report/document/markdown.ts';
import { postMortem } from '../../../../src/sharing/report/post-mortem.ts';
import { pairRecord } from '../../../../src/sharing/report/records/comparison-record.ts';
import {
  type HeadlineTrace,
  noAlarmInSet,
  setHeadline,
  setHeadlineWords,
} from '../../../../src/sharing/report/set-headline.ts';
import { type SurveyedTrace, surveyTrace } from '../../../support/digest-input.ts';
import { openTrace } from '../../../support/panel-context.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { traceInput } from '../../../support/report-input.ts';
import { laneInput, setInputOf } from '../../../support/set-input.ts';
import { someOf } from '../../../support/tier.ts';

/** A spiral, two traces with warnings of the same kinds, and two of which at most notes are told. */
const FILES = [
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'rate-cubic-buggy-s12.server.sqlog.gz',
  'blackouts-repeated-reno.server.sqlog.gz',
  'applimited-chunks-cubic.server.sqlog.gz',
  'rate-cubic-fixed-s17.server.sqlog.gz',
];

interface Opened {
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly outline: Outline;
  readonly survey: SurveyedTrace;
}
let opened: readonly Opened[];

beforeAll(async () => {
  const all: Opened[] = [];
  for (const file of FILES) {
    const { snapshot, outline } = await openTrace(corpusPath(file));
    all.push({ name: file, snapshot, outline: outline(), survey: await surveyTrace(corpusPath(file)) });
  }
  opened = all;
}, 60_000);

function orders<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((item, i) => orders(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

const of = (traces: readonly Opened[]): readonly HeadlineTrace[] =>
  traces.map(({ snapshot }) => ({ snapshot, dismissed: [] }));
/** The alarms of a trace, the worst first. */
const alarmsIn = ({ findings }: Snapshot): readonly Finding[] =>
  findings.filter(({ severity }) => severity !== 'info');

describe('in every order of the traces', () => {
  test.each([2, 3, 5])('of %i it is the same finding of the same trace', (size) => {
    for (let from = 0; from + size <= FILES.length; from++) {
      const heads = orders(opened.slice(from, from + size)).map((traces) => {
        const head = setHeadline(of(traces));
        return [head?.finding, traces[head?.place ?? -1]?.name, head?.others];
      });
      expect(new Set(heads.map((head) => JSON.stringify(head))).size).toBe(1);
    }
  });

  test('no trace of it has a worse one', () => {
    const head = setHeadline(of(opened));
    expect(head?.finding.id).toBe('death-spiral');
    const critical = opened
      .flatMap(({ snapshot }) => alarmsIn(snapshot).slice(0, 1))
      .filter(({ severity }) => severity === 'critical');
    expect(critical.length).toBeGreaterThan(1);
    const length = ({ startUs, endUs }: Finding): number => endUs - startUs;
    expect(length(head?.finding as Finding)).toBe(Math.max(...critical.map(length)));
    const all = opened.reduce((sum, { snapshot }) => sum + alarmsIn(snapshot).length, 0);
    expect(head?.others).toBe(all - 1);
  });

  test('what is dismissed does not count, and where nothing is left the set has no alarm', () => {
    const [first] = of(opened) as [HeadlineTrace];
    const dismissed = alarmsIn(opened[0]?.snapshot as Snapshot).map(({ key }) => key);
    expect(setHeadline([{ ...first, dismissed }])).toBeNull();
    const calm = { snapshot: { ...first.snapshot, findings: [], notJudged: [] }, dismissed: [] };
    expect(noAlarmInSet([calm, calm])).toBe('No alarm in any of 2 traces: nothing found.');
  });
});

describe('compare', () => {
  const pairs = FILES.flatMap((_, a) => FILES.slice(a + 1).map((__, i) => [a, a + 1 + i] as const));

  test.each(someOf(pairs, 6))('%i and %i: text and JSON name the same trace, whichever is A', (a, b) => {
    const answers = [
      [a, b],
      [b, a],
    ].map((places) => {
      const traces = places.map((place) => {
        const { name, snapshot, outline } = opened[place] as Opened;
        return comparedTrace(name, snapshot, outline, null);
      }) as [ReturnType<typeof comparedTrace>, ReturnType<typeof comparedTrace>];
      const names = { a: traces[0].name, b: traces[1].name };
      const comparison = compare(...traces);
      const text = toMarkdown(pairDocument(comparison, names, pairHead(...traces, names)));
      const { worst } = pairRecord(comparison, names, traces) as {
        readonly worst: { readonly trace: 'a' | 'b'; readonly id: string; readonly verdict: string } | null;
      };
      return {
        sentence: /(?:Worst of the traces|No alarm in any of).*/.exec(text)?.[0],
        worst: worst && { ...worst, trace: names[worst.trace] },
      };
    });
    expect(answers[0]?.sentence).toBeDefined();
    expect(answers[1]).toEqual(answers[0]);
  });
});

describe('a report', () => {
  test('about a set begins with it, whichever trace leads', async () => {
    const [spiral, , , , calm] = FILES as [string, string, string, string, string];
    const range = { fromUs: 0, toUs: 4e6 };
    const lanes = await Promise.all(
      [spiral, calm].map((file, style) => laneInput(corpusPath(file), file, { offsetUs: 0, style }, range)),
    );
    const sentences = orders(lanes).map((order) => {
      const text = toMarkdown(reportOf(setInputOf(order, {}, { ...SHARE_NOTHING, fileName: true })));
      return /Worst of the traces: .*/.exec(text)?.[0]?.replace(/[AB] \(/, '(');
    });
    expect(sentences[0]).toMatch(/Death spiral.* in \(rate2-both-cubic-buggy-s09\.server\), /);
    expect(sentences[1]).toBe(sentences[0]);
  });

  test('about traces one after the other is named after it', async () => {
    const inputs = await Promise.all(
      [FILES[4], FILES[0]].map((file) => traceInput(corpusPath(file as string), { name: file as string })),
    );
    const titles = orders(inputs).map(
      (traces) => postMortem({ traces, link: null, written: null, authored: NOTHING_AUTHORED }).title,
    );
    expect(titles[0]).toMatch(/Death spiral/);
    expect(new Set(titles).size).toBe(1);
  });
});

test('a digest of a set has the headline of its traces, in any order and at any size', () => {
  for (const traces of someOf(orders(opened.slice(0, 3)), 3)) {
    const made = traces.map(({ snapshot, outline, survey }) => ({
      digest: makeDigest({
        ...survey.input({ columns: 512 }),
        snapshot,
        outline,
        options: SHARE_NOTHING,
        notes: [],
      }),
      priorities: { needs: survey.needs, finding: null },
    }));
    const [lead, ...others] = made as [(typeof made)[number], ...typeof made];
    const digest = { ...lead.digest, others: others.map((other) => ({ ref: '', digest: other.digest })) };
    const priorities = { ...lead.priorities, others: others.map((other) => other.priorities) };
    const names = traces.map(({ name }) => name);
    for (const fitted of fitDigest(digest, priorities, [8 * 1024, 32 * 1024])) {
      if (fitted === null) continue;
      const read = decodeDigest(fitted.bytes);
      if ('reason' in read) throw new Error(read.reason);
      const digests = [read.digest, ...read.digest.others.map((other) => other.digest)];
      const held = digests.map((one) => ({ snapshot: snapshotOf(one, 1), dismissed: [] }));
      expect(setHeadlineWords(held, names)).toBe(setHeadlineWords(of(traces), names));
    }
  }
});
