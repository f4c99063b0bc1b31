/**
 * Digests that no trace gave: numbers that are none, names of a newer version, texts that turn a line around. What is
 * shown of them holds no `NaN`, and what cannot be shown is refused or left out.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { heldWords, lackedWords } from '../../../../src/app/controls/digest-words.ts';
import { panelAsText } from '../../../../src/app/workbench/export/panel-exports.ts';
import { modelChoices } from '../../../../src/drawing/panels/congestion/congestion-candidates.ts';
import { redactContext } from '../../../../src/drawing/panels/lanes/redact-context.ts';
import { spacingWords } from '../../../../src/drawing/panels/oscillation.ts';
import type { PanelContext } from '../../../../src/drawing/panels/panel.ts';
import { PANELS } from '../../../../src/drawing/panels/registry.ts';
import { answerFrom, digestFacts, snapshotOf } from '../../../../src/sharing/digest/answer.ts';
import type { Digest } from '../../../../src/sharing/digest/digest.ts';
import { FULL_DETAIL, reduceTo } from '../../../../src/sharing/digest/fit.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { decodeDigest, decodeFile, encodeDigest } from '../../../../src/sharing/digest/pack.ts';
import { toMarkdown } from '../../../../src/sharing/report/document/markdown.ts';
import { postMortem } from '../../../../src/sharing/report/post-mortem.ts';
import { reportedTraffic } from '../../../../src/sharing/report/sections/sections-traffic.ts';
import { surveyTrace } from '../../../support/digest-input.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { asRedacted, SHARE_ALL } from '../../../support/redacted.ts';
import { inputOf } from '../../../support/report-input.ts';
import { DEEP, someOf } from '../../../support/tier.ts';

function fileOf(name: string): Digest {
  const read = decodeFile(
    readFileSync(new URL(`../../../corpus/hostile/${name}.qlogscope`, import.meta.url)),
  );
  if ('reason' in read) throw new Error(read.reason);
  return read.digest;
}

function contextOf(digest: Digest): PanelContext {
  const snapshot = snapshotOf(digest, 1000);
  const { fromUs, toUs } = digest.visible;
  const window = { fromUs, columnUs: (toUs - fromUs) / 256, columns: 256 };
  const answer = answerFrom(digest, {
    ...{ connection: 0, window, visible: digest.visible },
    series: snapshot.catalogue.map(({ id }) => id),
    parts: PANELS.flatMap((panel) => panel.parts ?? []),
    model: digest.model,
  });
  return { answer, snapshot, viewport: { fromUs, toUs, width: 256 }, hidden: new Set() };
}

/** All that the page and a report say of a digest. */
function wordsOf(digest: Digest): string {
  const context = contextOf(digest);
  const { snapshot, answer } = context;
  const { findings, extent, notes } = digest;
  const facts = digestFacts(digest);
  const trace = {
    ...{ name: null, snapshot: asRedacted(snapshot), dismissed: [] },
    ...{ notes, visible: null, figures: [], quality: [], traffic: reportedTraffic(asRedacted(answer)) },
    ...{ findingFigures: [], closeUps: [], fingerprints: [] },
  };
  const shared = redactContext(context, null, SHARE_ALL);
  const { spacing } = answer;
  return [
    toMarkdown(postMortem(inputOf(trace))),
    heldWords({ findings, extent, notes: notes.length, facts }),
    lackedWords(facts),
    JSON.stringify(modelChoices(snapshot)),
    spacingWords(answer, facts),
    spacing === null ? '' : String(spacing.binUs * spacing.counts.length),
    ...PANELS.filter(({ id }) => facts.held.includes(id)).map((panel) => panelAsText(panel, shared)),
  ].join('\n');
}

const NO_FIGURE = /NaN|Infinity|∞|undefined|\[object/;

describe('a digest of the hostile ones', () => {
  it('whose spacing has no bins says nothing of it, and no NaN', () => {
    const digest = fileOf('bins0');
    expect(digest.spacing).toBeNull();
    expect(wordsOf(digest)).not.toMatch(NO_FIGURE);
  });

  it('with a limit of a newer version keeps those that we know', () => {
    const digest = fileOf('limit-of-newer-version');
    const slices = digest.blocks.flatMap(({ shares }) => shares.filter(({ kind }) => kind === 'limits'));
    expect(slices.length).toBeGreaterThan(0);
    for (const { slice } of slices) {
      expect(slice.names).toEqual(['pacing', 'application']);
      expect(slice.shares.length).toBe(slice.names.length * slice.changes.length);
      expect(Math.max(...slice.shares)).toBeLessThanOrEqual(1.001);
    }
  });

  it('with limits that we know none of holds no limits', () => {
    const digest = fileOf('freeze');
    expect(digest.blocks.flatMap(({ shares }) => shares.map(({ kind }) => kind))).not.toContain('limits');
    expect(digest.panels.held).not.toContain('limits');
    expect(digest.panels.held).toContain('congestion');
    expect(wordsOf(digest)).not.toMatch(NO_FIGURE);
  });

  it.each(['evil-strings', 'other-file'])('%s holds no control and no mark that turns a line', (name) => {
    const digest = fileOf(name);
    const texts: string[] = [];
    JSON.stringify(digest, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      return ArrayBuffer.isView(value) ? null : value;
    });
    expect(texts.length).toBeGreaterThan(100);
    expect(
      texts.filter((text) => /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u.test(text)),
    ).toEqual([]);
    expect(wordsOf(digest)).not.toMatch(NO_FIGURE);
  });
});

describe('a digest with one number that no trace gives', () => {
  let digest: Digest;
  beforeAll(async () => {
    const path = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
    const trace = await surveyTrace(path);
    const model = { id: 'newreno', freeFromUs: null };
    const made = makeDigest({
      ...trace.input({ model }),
      notes: [
        { id: 'n1', text: 'at', anchor: { kind: 'time', timeUs: 5 } },
        { id: 'n2', text: 'from', anchor: { kind: 'range', fromUs: 5, toUs: 6 } },
      ],
    });
    digest = reduceTo(made, { needs: trace.needs, finding: null }, { ...FULL_DETAIL, columns: 32 });
  }, 60_000);

  type Path = readonly (string | number)[];

  /** Where numbers stand; of the items of a list the first tells for all, in the deep tier two. */
  function numbersIn(value: unknown, path: Path = []): readonly Path[] {
    if (typeof value === 'number') return [path];
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
    const entries = Array.isArray(value)
      ? [...value.entries()].slice(0, DEEP ? 2 : 1)
      : Object.entries(value);
    return entries.flatMap(([key, inner]) => numbersIn(inner, [...path, key]));
  }

  function withNumber<T>(value: T, [key, ...rest]: Path, number: number): T {
    if (key === undefined) return number as T;
    const inner = withNumber((value as { readonly [key: string]: unknown })[key], rest, number);
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as { [key: string]: unknown };
    copy[key] = inner;
    return copy as T;
  }

  it.each(someOf([Number.NaN, -1, 1e308, -1e308], 4))('%s: is refused, or says no NaN', (number) => {
    const paths = numbersIn({ ...digest, blocks: [], closeUps: [] });
    expect(paths.length).toBeGreaterThan(60);
    const told = someOf(paths, 2).flatMap((path) => {
      const read = decodeDigest(encodeDigest(withNumber(digest, path, number), 1023));
      if ('reason' in read) return [];
      const [nonsense] = NO_FIGURE.exec(wordsOf(read.digest)) ?? [];
      return nonsense === undefined ? [] : [`${path.join('.')}: ${nonsense}`];
    });
    expect(told).toEqual([]);
  });
});
