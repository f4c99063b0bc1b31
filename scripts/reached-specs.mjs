/**
 * Which browser tests a change reaches. The page and its tests know each other by hooks (docs/hooks.md) and by names: a
 * test counts by the hooks that the changed parts of the page set and few tests use, by the name of the feature that
 * its file has, and by names of rules and panels that it speaks of. The best are taken.
 */
import { posix } from 'node:path';
import { speaksOf } from './spoken-names.mjs';

/** How many browser tests are taken: one is some seconds of CPU time. */
export const MOST_SPECS = 6;

/** What the build weighs: whatever code of the page or its workers changes, changes that. */
export const WEIGHT_SPEC = 'tests/e2e/parts.spec.ts';

/** Imports between a changed file and a part of the page that shows what it does. */
const NEAR = 2;

const BEGIN = /^ {0,2}test(?:\.\w+)?\(/;
const HOOK = /\b(?:data-testid|testId)="([\w-]+)"|\s(data-(?!testid)[a-z-]+)=["{]/g;

/** Tests of a spec that the gate runs, each from its first line to the line before the next. */
export function testsOf(file, text) {
  const lines = text.split('\n');
  const begins = lines.flatMap((line, i) =>
    BEGIN.test(line) && !/^ *test\.(?:use|slow)/.test(line) ? [i] : [],
  );
  return begins.flatMap((begin, i) => {
    const body = lines.slice(begin, begins[i + 1]).join('\n');
    const head = body.slice(0, body.indexOf('=>'));
    if (!/^ *test\((?:\s*)['"`]/.test(body) || head.includes("'@deep'")) return [];
    const title = /['"`](.*)/.exec(body)?.[1]?.replace(/['"`],.*$/, '') ?? '';
    return [{ file, line: begin + 1, title, body }];
  });
}

/** The feature that a part of the page belongs to, the innermost; of navigation links, as specs call it; else the file's own name. */
const featureOf = (path) =>
  path.startsWith('src/app/navigation/')
    ? 'links'
    : (/^src\/app\/features\/(?:[\w-]+\/)*?([\w-]+)\/[^/]+$/.exec(path)?.[1] ??
      posix.basename(path).replace(/\..*$/, ''));
const singular = (word) => word.replace(/s$/, '');

/** How well the name of a spec fits that of a feature: it, or a word of it. */
function nameFits(spec, feature) {
  const stem = posix.basename(spec, '.spec.ts');
  if (singular(stem) === singular(feature)) return 1;
  return stem.split('-').some((word) => singular(word) === singular(feature)) ? 0.5 : 0;
}

const isCode = (path) => /^(?:src\/(?!node\/)|workers\/)/.test(path);

/**
 * @param {ReturnType<typeof testsOf>} tests of all specs.
 * @returns {{ specs: readonly { file: string, line: number, title: string, why: string }[], leftSpecs: number }}
 */
export function reachedSpecs(tests, { changed, reached, names, texts }) {
  const parts = [...reached].filter(([path, { near }]) => path.startsWith('src/app/') && near <= NEAR);
  /** @type {Map<string, number>} what a test may speak of → its weight. */
  const words = new Map();
  const weigh = (word, weight) => words.set(word, Math.max(weight, words.get(word) ?? 0));
  const features = new Map();
  for (const [path, { near }] of parts) {
    const weight = 1 / (1 + near);
    for (const [, id, attribute] of (texts.get(path) ?? '').matchAll(HOOK)) weigh(id ?? attribute, weight);
    features.set(featureOf(path), Math.max(weight, features.get(featureOf(path)) ?? 0));
  }
  for (const [name, near] of names) weigh(name, 1 / (1 + near));
  const counts = new Map([...words.keys()].map((word) => [word, 0]));
  const spoken = tests.map(({ body }) => {
    const own = [...words.keys()].filter((word) => speaksOf(body, word) || body.includes(`testid=${word}]`));
    for (const word of own) counts.set(word, counts.get(word) + 1);
    return own;
  });
  const scored = tests.map((one, i) => {
    if (changed.includes(one.file)) return { ...one, score: Number.POSITIVE_INFINITY, why: 'changed' };
    const byWords = spoken[i].map((word) => ({
      score: words.get(word) / counts.get(word),
      why: `uses ${word}`,
    }));
    const byName = [...features].map(([feature, weight]) => ({
      score: weight * nameFits(one.file, feature),
      why: `is of ${feature}`,
    }));
    const way = reached.get(one.file);
    const byImport = way === undefined ? [] : [{ score: 1 / (1 + way.near), why: `imports ${way.from}` }];
    const all = [...byWords, ...byName, ...byImport]
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    return { ...one, score: all.reduce((sum, { score }) => sum + score, 0), why: all[0]?.why ?? '' };
  });
  const best = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const own = best.filter(({ score }) => score === Number.POSITIVE_INFINITY);
  const taken = best.slice(0, Math.max(MOST_SPECS, own.length));
  const weights = changed.some(isCode)
    ? scored.filter((one) => one.file === WEIGHT_SPEC && !taken.includes(one))
    : [];
  const all = [...taken, ...weights.map((one) => ({ ...one, why: 'weighs what is built' }))];
  return {
    specs: all.map(({ file, line, title, why }) => ({ file, line, title, why })),
    leftSpecs: tests.length - all.length,
  };
}
