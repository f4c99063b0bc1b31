/**
 * Everything judged, per trace: the texts in tests/corpus/judged, compared exactly, and not-judged.txt for what could not be; which
 * findings stand on a trace with which figures, and why that is right (findings.json, looked at one by one); and what holds for every
 * finding of every trace. innocents.json has for every rule a trace that raises it and one that looks alike and must not.
 * After a wanted change: `npm run test:corpus -- -u`, then read the diff.
 */

import { existsSync, readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { withRemarks } from '../../../src/engine/base/text/remarks.ts';
import { wordCount } from '../../../src/engine/findings/account/sentence.ts';
import { DETECTORS } from '../../../src/engine/findings/rules/index.ts';
import { contradictions } from '../exclusions.ts';
import { brokenRules } from '../invariants.ts';
import { type Claim, claim } from './claim.ts';
import {
  figuresOfAll,
  golden,
  keepFigures,
  keptFigures,
  updatesFindings,
  writeFigures,
} from './golden-findings.ts';
import { judgedText, NotJudgedText } from './judged-text.ts';
import { CORPUS, ENTRIES, readCorpus } from './list.ts';
import type { Subject } from './subject.ts';

/** The tests of the rules, by the rule's id. */
const SCENARIOS = new URL('../../unit/engine/findings/rules/', import.meta.url);

const textFile = (file: string): string => `${file.replace(/\.s?qlog\.gz$/, '')}.txt`;

function holdGolden({ entry, connections }: Subject): void {
  const found = connections.flatMap(({ analysis }) => withRemarks(analysis.verdicts));
  const figures = figuresOfAll(found);
  if (updatesFindings) keepFigures(entry.file, figures);
  expect(figures).toEqual(keptFigures(entry.file));
  // Each can be checked: figures in the verdict, rows of evidence, panels to look at.
  for (const finding of found) {
    expect(finding.verdict).toMatch(/\d/);
    // A note may be what misses an alarm by one row: a trap that is too short.
    const failing = finding.evidence.filter(({ needed, holds }) => needed && !holds);
    expect(finding.severity === 'info' ? [] : failing).toEqual([]);
    expect(finding.evidence.length).toBeGreaterThan(0);
    expect(finding.panels.length).toBeGreaterThan(0);
  }
}

const notJudged = new NotJudgedText();

export const JUDGED_CLAIMS: readonly Claim[] = [
  claim('the findings are those of the golden results', ENTRIES, 102, holdGolden),

  claim('everything judged reads as it is kept', ENTRIES, 102, async (subject) => {
    const path = new URL(`judged/${textFile(subject.entry.file)}`, CORPUS).pathname;
    notJudged.add(subject);
    await expect(judgedText(subject)).toMatchFileSnapshot(path);
  }),

  claim('every finding keeps the rules of findings', ENTRIES, 102, ({ connections }) => {
    for (const { analysis, connection } of connections) {
      expect(brokenRules(analysis.verdicts, connection.state)).toEqual([]);
    }
  }),

  claim(
    'the account is a partition of the span, and nothing is lost longer than it is held',
    ENTRIES,
    102,
    (subject) => {
      for (const { analysis } of subject.connections) {
        const { account } = analysis;
        if (account === null) continue;
        expect(wordCount(account.sentence)).toBeLessThanOrEqual(30);
        if (account.main === null) continue;
        const heldUs = account.parts.reduce((sum, part) => sum + part.heldUs, 0);
        expect(Math.abs(heldUs - (account.endUs - account.startUs))).toBeLessThan(1);
        for (const { heldUs: us, lostUs, longestUs } of account.parts) {
          expect(lostUs ?? 0).toBeLessThanOrEqual(us + 1e-6);
          expect(longestUs).toBeLessThanOrEqual(us + 1e-6);
        }
      }
    },
  ),

  claim('no two findings exclude one another', ENTRIES, 102, ({ connections }) => {
    for (const { analysis, connection } of connections) {
      const { state } = connection;
      expect(contradictions({ findings: analysis.verdicts.findings, state })).toEqual([]);
    }
  }),
];

/** A trace that looks alike and must not raise the finding, and what raises it: a trace of the corpus, else a made one. */
interface Innocent {
  readonly raisedBy?: string;
  /** The test that makes a trace, where no recorded one in the corpus raises it. */
  readonly made?: string;
  readonly innocent: string;
  readonly because: string;
}

const INNOCENTS = readCorpus<{ readonly [id: string]: Innocent }>('innocents.json');

function testInnocents(): void {
  const raises = (file: string, id: string): boolean => golden[file]?.some((row) => row.id === id) ?? false;

  test('every rule has a trace that raises it and one that looks alike and does not, with the reason', () => {
    expect(Object.keys(INNOCENTS).sort()).toEqual(DETECTORS.map(({ id }) => id).sort());
  });

  test.each(Object.entries(INNOCENTS))('%s', (id, { raisedBy, made, innocent, because }) => {
    expect(because.length).toBeGreaterThan(40);
    expect(golden).toHaveProperty([innocent]);
    expect(raises(innocent, id), innocent).toBe(false);
    // A made trace stands in only where no recorded one of the corpus raises it.
    const recorded = Object.keys(golden).filter((file) => raises(file, id));
    if (raisedBy === undefined) {
      expect(recorded).toEqual([]);
      expect(existsSync(new URL(`../../${made}`, CORPUS))).toBe(true);
    } else expect(recorded).toContain(raisedBy);
  });
}

/** What the goldens must hold as a whole. */
export function testGoldens(): void {
  testInnocents();

  afterAll(() => {
    if (updatesFindings) writeFigures();
  });

  test('every trace has its golden results, each with a reason, and no other text is kept', () => {
    const files = ENTRIES.map(({ file }) => file);
    expect(Object.keys(golden).sort()).toEqual([...files].sort());
    expect(
      Object.values(golden)
        .flat()
        .filter(({ because }) => because.length < 20),
    ).toEqual([]);
    // Missing ones fail each by itself; those of a trace that has gone would stand for ever.
    const texts = new Set(files.map(textFile));
    expect(readdirSync(new URL('judged/', CORPUS)).filter((name) => !texts.has(name))).toEqual([]);
  });

  test('what could not be judged reads as it is kept', async () => {
    await expect(notJudged.toString()).toMatchFileSnapshot(new URL('not-judged.txt', CORPUS).pathname);
  });

  test('a rule that no trace of the corpus shows has scenarios of its own', () => {
    const shown = new Set(
      Object.values(golden)
        .flat()
        .map(({ id }) => id),
    );
    const tested = new Set(readdirSync(SCENARIOS));
    const silent = DETECTORS.map(({ id }) => id).filter((id) => !shown.has(id));
    expect(silent.filter((id) => !tested.has(`${id}.test.ts`))).toEqual([]);
  });
}
