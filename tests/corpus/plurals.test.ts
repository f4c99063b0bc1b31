/**
 * One of a thing is written as one: in findings, legends, sentences, tables, the strip and the command line's own words no
 * text has `1 packets`. Counts and their nouns are written together by `plural` (`engine/base/text/figures.ts`).
 */
import { expect, test } from 'vitest';
import { overviewSentence, overviewTable } from '../../src/app/workbench/paint-overview.ts';
import { twinTable } from '../../src/app/workbench/panel/text-twin.tsx';
import type { PanelContext } from '../../src/drawing/panels/panel.ts';
import { missingOf, PANELS } from '../../src/drawing/panels/registry.ts';
import type { Snapshot } from '../../src/engine/reading/contract/snapshot.ts';
import { run } from '../support/cli-here.ts';
import { ENTRIES } from '../support/corpus/list.ts';
import { openTrace } from '../support/panel-context.ts';
import { someOf } from '../support/tier.ts';

/** What is counted anywhere: verbs after a number, `stream 1 waits`, end in s too. */
const NOUNS = [
  ...[
    'packets',
    'events',
    'records',
    'traces',
    'files',
    'logs',
    'streams',
    'requests',
    'runs',
    'findings',
    'rows',
  ],
  ...[
    'losses',
    'entries',
    'bytes',
    'times',
    'probes',
    'bursts',
    'reductions',
    'values',
    'transitions',
    'changes',
  ],
  ...[
    'paths',
    'cycles',
    'frames',
    'ACKs',
    'datagrams',
    'gaps',
    'spans',
    'connections',
    'trips',
    'samples',
    'steps',
  ],
  ...[
    'points',
    'messages',
    'variants',
    'timeouts',
    'groups',
    'periods',
    'marks',
    'stays',
    'errors',
    'epochs',
    'keys',
  ],
].join('|');
const WRONG = new RegExp(`(?<![\\d.,])\\b1 (?:[a-z]+ )?(?:${NOUNS})\\b`, 'g');

/** `1 packets`, `1 lost packets`: a one that stands alone before a plural. */
function wrongOnes(text: string): readonly string[] {
  return text.match(WRONG) ?? [];
}

function panelTexts(context: PanelContext): readonly string[] {
  const { snapshot, viewport } = context;
  const shown = PANELS.filter((panel) => missingOf(panel, snapshot) === null);
  return [
    ...shown.flatMap((panel) => [
      ...panel.legend(context).map(({ label }) => label),
      panel.sentence(context),
      panel.figure?.(context) ?? '',
      ...(panel.resting?.(context).values() ?? []),
      ...twinTable(panel, context).rows.flat(),
      ...[0.1, 0.3, 0.5, 0.7, 0.9].flatMap((share) => [
        ...panel.values(context, viewport.fromUs + share * (viewport.toUs - viewport.fromUs)).values(),
      ]),
    ]),
    overviewSentence(context),
    ...overviewTable(context).rows.flat(),
  ];
}

function judgedTexts({ findings, notFound, notJudged, messages }: Snapshot): readonly string[] {
  return [
    ...findings.flatMap(({ title, label = '', verdict, why, next, evidence, closeUp }) => [
      ...[title, label, verdict, why, next],
      ...evidence.flatMap(({ name, normal, threshold }) => [name, normal, threshold]),
      ...(closeUp?.steps.map(({ text }) => text) ?? []),
    ]),
    ...notFound.map(({ reason }) => reason),
    ...notJudged.map(({ reason }) => reason),
    ...messages.map(({ text }) => text),
  ];
}

test('a wrong one is found, and no right one', () => {
  expect(wrongOnes('66 sent, 1 packets lost; 1 lost packets')).toEqual(['1 packets', '1 lost packets']);
  expect(
    wrongOnes('stream 1 waits, 1 packet, 11 packets, 0.1 packets, 1 ms, at 1 s, 1,001 packets, 1 is'),
  ).toEqual([]);
});

test.each(someOf(ENTRIES, 30))('$file', async ({ path }) => {
  const trace = await openTrace(path);
  const { fromUs, toUs } = trace.snapshot.extent;
  const lengthUs = toUs - fromUs;
  const parts = [
    {},
    ...[0.2, 0.5, 0.8].map((share) => ({
      fromUs: fromUs + share * lengthUs,
      toUs: fromUs + (share + 0.02) * lengthUs,
    })),
  ];
  const texts = [...judgedTexts(trace.snapshot), ...parts.flatMap((part) => panelTexts(trace.context(part)))];
  for (const command of ['check', 'summary', 'doctor']) {
    const { stdout, stderr } = await run([command, path]);
    texts.push(stdout, stderr);
  }
  expect([...new Set(texts.flatMap(wrongOnes))]).toEqual([]);
});
