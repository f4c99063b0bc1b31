/**
 * Which tests a change reaches. From each changed file the walk goes to what imports it, and on, and stops at
 * collectors: files that import ten or more of one folder, as the lists of rules, panels, features and commands do.
 * Whoever imports a collector imports everything. What a collector is given has a name, that of its file; after it the
 * tests are those that speak that name, and those that import the collector itself: they go through all it has. The
 * nearest tests are taken, so many of each kind; nothing is listed by hand but those numbers.
 */
import { posix } from 'node:path';
import { importsOf } from './import-graph.mjs';
import { reachedSpecs, testsOf } from './reached-specs.mjs';
import { speaksOf } from './spoken-names.mjs';

/** From so many files of one folder on, imports are a list of what there is. */
const COLLECTED = 10;

/** How many files of tests are taken, by folder. */
export const MOST = { unit: 40, property: 4, corpus: 3 };

/** CPU seconds that they may take together; and those of a file that is none of the slowest. */
export const MOST_SECONDS = { unit: 24, property: 12, corpus: 12 };
const USUAL_SECONDS = 0.3;

/** How many traces of the corpus are judged. */
export const MOST_TRACES = 20;

/** Where fewer are reached, those that stand where tests of the changed file do are run too. */
const FEW = 10;

/** Judges the corpus trace by trace: run with the names of traces. */
export const TRACES_TEST = 'tests/corpus/traces.test.ts';

/** A file of tests, and the tests that hold the checkout itself: they read all of it, and import nothing. */
const TEST = /^tests\/(unit|property|corpus)\/(?:.*\/)?[^/]+\.test\.ts$/;
const HOUSE = /^tests\/unit\/[^/]+\.test\.ts$/;
const SPEC = /^tests\/e2e\/[^/]+\.spec\.ts$/;
/** Names the files that prepare every test. */
const VITEST = 'vitest.config.ts';
const MODULE = /^(?:src|workers|tests)\/.*\.(?:tsx?|css)$/;
/** Packages and configurations: no test imports them. */
const ROOT = /^[^/]+\.(?:json|ts)$/;

/**
 * @typedef {object} Checkout
 * @property {ReadonlyMap<string, string>} texts path → text, of all that is code; '' of what is not.
 * @property {readonly { readonly file: string, readonly path: string, readonly bytes: number }[]} traces of the corpus.
 * @property {ReadonlyMap<string, number>} seconds CPU time of the slowest files of tests.
 * @property {{ readonly [trace: string]: readonly { readonly id: string }[] }} findings what is found on each trace.
 *
 * @typedef {{ readonly file: string, readonly why: string, readonly near: number }} Reached
 */

/** The word by which a file is known: its name, of an `index` that of its folder. */
const stemOf = (path) => posix.basename(path).replace(/\..*$/, '');
const folderOf = (path) => posix.basename(posix.dirname(path));

/** Names of what a file gives to a collector: its own, and the id of the one thing that it defines. */
function namesOf(path, text) {
  const ids = [...text.matchAll(/^(?:(?:export )?const [^\n]*\{| ) id: '([\w-]+)'/gm)].map(([, id]) => id);
  return new Set([stemOf(path) === 'index' ? folderOf(path) : stemOf(path), ...ids]);
}

/** Path → who imports it, and which files are collectors; `type` imports left out: what they change the compiler sees. */
function graphOf(texts, known) {
  const importers = new Map();
  const collectors = new Set();
  for (const [file, text] of texts) {
    const folders = new Map();
    const prepared = file === VITEST ? [...text.matchAll(/'(tests\/[^'*]+\.ts)'/g)] : [];
    const imports = [
      ...importsOf(file, text, known),
      ...prepared.map(([, to]) => ({ to, kind: /** @type {const} */ ('code') })),
    ];
    for (const { to, kind } of imports) {
      // The file of a worker is another program.
      if (kind === 'type' || (kind === 'address' && !file.startsWith('tests/'))) continue;
      importers.set(to, [...(importers.get(to) ?? []), file]);
      const folder = posix.dirname(stemOf(to) === 'index' ? posix.dirname(to) : to);
      folders.set(folder, (folders.get(folder) ?? 0) + 1);
    }
    if (file.startsWith('src/') && Math.max(0, ...folders.values()) >= COLLECTED) collectors.add(file);
  }
  return { importers, collectors };
}

/**
 * Everything that the change reaches, with how many imports lie between, and what collectors were given.
 * @returns {{ reached: Map<string, { near: number, from: string }>, given: Map<string, number>,
 *   lists: Map<string, { near: number, from: string }> }}
 */
function walk(changed, importers, collectors) {
  const reached = new Map(changed.map((file) => [file, { near: 0, from: file }]));
  const given = new Map();
  const lists = new Map();
  for (const [file, { near, from }] of reached) {
    for (const importer of importers.get(file)) {
      if (collectors.has(importer)) {
        if (!given.has(file)) given.set(file, near);
        if (!lists.has(importer)) lists.set(importer, { near: near + 1, from });
      } else if (!reached.has(importer)) reached.set(importer, { near: near + 1, from });
    }
  }
  return { reached, given, lists };
}

/** How many folders two paths have in common, below `src` and below the kind of test. */
function common(a, b) {
  const [one, two] = [a.split('/').slice(1), b.split('/').slice(2)];
  const end = one.findIndex((name, i) => name !== two[i]);
  return end === -1 ? one.length : end;
}

class Nearest {
  /** @type {Map<string, Reached>} */
  #found = new Map();

  get size() {
    return this.#found.size;
  }

  add(file, near, why) {
    const before = this.#found.get(file);
    if (before === undefined || near < before.near) this.#found.set(file, { file, near, why });
  }

  /** The nearest of each kind, those of the changed rooms first; one that takes longer than what is left is passed over. */
  take(changed, seconds) {
    const shared = (file) => Math.max(0, ...changed.map((path) => common(path, file)));
    const sorted = [...this.#found.values()].sort(
      (a, b) => a.near - b.near || shared(b.file) - shared(a.file) || (a.file < b.file ? -1 : 1),
    );
    const counts = { ...MOST };
    const left = { ...MOST_SECONDS };
    // What was changed itself is run, and what has its name, however long it takes.
    const taken = sorted.filter(({ file, near }) => {
      const kind = TEST.exec(file)?.[1];
      const own = seconds.get(file) ?? USUAL_SECONDS;
      if (near > 0 && (counts[kind] === 0 || (near >= 1 && left[kind] < own))) return false;
      if (near > 0) {
        counts[kind]--;
        left[kind] -= own;
      }
      return true;
    });
    return { taken, beyond: sorted.length - taken.length };
  }
}

/** Traces on which what was given is found, small ones first; where none is named, the smallest of each folder. */
function reachedTraces({ traces, findings }, changed, names, isReached) {
  const small = [...traces].sort((a, b) => a.bytes - b.bytes);
  const isChanged = ({ file }) => {
    const stem = file.replace(/\.s?qlog\.gz$/, '');
    return changed.some(
      (path) => posix.basename(path) === file || path === `tests/corpus/judged/${stem}.txt`,
    );
  };
  const own = small.filter(isChanged).map(({ file }) => ({ file, why: 'changed' }));
  const named = small.flatMap(({ file }) => {
    const found = (findings[file] ?? []).find(({ id }) => names.has(id));
    return found === undefined ? [] : [{ file, why: `${found.id} is found on it` }];
  });
  const folders = new Set();
  const sample = small.flatMap(({ file, path }) => {
    const folder = posix.dirname(path);
    if (folders.has(folder)) return [];
    folders.add(folder);
    return [{ file, why: `the smallest of ${folder}` }];
  });
  const all = [...own, ...(named.length > 0 ? named : isReached ? sample : [])];
  const once = all.filter(({ file }, i) => all.findIndex((other) => other.file === file) === i);
  return once.slice(0, Math.max(MOST_TRACES, own.length));
}

/**
 * What is the same for every change of a checkout is worked out once.
 * @param {Checkout} checkout
 * @returns what a change reaches: of paths below the root, also of files that are gone or were moved, by both names.
 */
export function makeReach(checkout) {
  const { texts } = checkout;
  const graph = graphOf(texts, texts);
  const specs = [...texts].filter(([file]) => SPEC.test(file)).flatMap(([file, text]) => testsOf(file, text));
  return (/** @type {readonly string[]} */ changed) => {
    const isGone = changed.some((file) => !texts.has(file));
    const wide = isGone ? graphOf(texts, new Set([...texts.keys(), ...changed])) : graph;
    return reachedTests(checkout, { graph: wide, specs }, changed);
  };
}

/** What is no module is reached by its name: a page of docs, a fixture, a script. */
function namedBy(changed, texts) {
  const named = changed.filter((file) => !MODULE.test(file));
  return new Map(
    named.map((file) => {
      const name = posix.basename(file);
      const naming = [...texts].filter(([path, text]) => path.startsWith('tests/') && text.includes(name));
      return [file, naming.map(([path]) => path)];
    }),
  );
}

function reachedTests(checkout, { graph: { importers: fixed, collectors }, specs: browserTests }, changed) {
  const { texts } = checkout;
  const tests = [...texts.keys()].filter((file) => TEST.test(file));
  const naming = namedBy(changed, texts);
  const importers = {
    get: (file) => [...(fixed.get(file) ?? []), ...(naming.get(file) ?? [])],
  };
  const { reached, given, lists } = walk(changed, importers, collectors);
  const nearest = new Nearest();
  const counted = tests.filter((file) => reached.has(file)).length;
  const everything =
    counted > tests.length / 2 || reached.has(VITEST) ? changed : changed.filter((file) => ROOT.test(file));

  for (const file of tests) {
    if (HOUSE.test(file)) nearest.add(file, 0, 'holds the checkout itself');
    const way = reached.get(file);
    if (way?.near === 0) nearest.add(file, 0, 'changed');
    else if (way !== undefined) nearest.add(file, way.near, `imports ${way.from}${distance(way.near)}`);
    const stem = stemOf(file);
    const same = changed.find(
      (path) => path.startsWith('src/') && (stem === stemOf(path) || stem.startsWith(`${stemOf(path)}-`)),
    );
    if (same !== undefined && common(same, file) > 0) nearest.add(file, 0.5, `has the name of ${same}`);
  }
  for (const [list, { near, from }] of lists)
    for (const file of importers.get(list))
      if (TEST.test(file)) nearest.add(file, near, `goes through ${list}, which has ${from}`);
  /** @type {Map<string, number>} name → how near what has it is. */
  const names = new Map();
  for (const [file, near] of [...given].sort(([, a], [, b]) => a - b))
    for (const name of namesOf(file, texts.get(file) ?? '')) if (!names.has(name)) names.set(name, near);
  for (const file of tests)
    for (const [name, near] of names)
      if (speaksOf(texts.get(file), name)) nearest.add(file, near + 1.5, `speaks of ${name}`);

  if (nearest.size < FEW) {
    const folders = new Map(changed.map((path) => [posix.dirname(path).replace(/^src/, 'tests/unit'), path]));
    for (const file of tests) {
      const path = folders.get(posix.dirname(file));
      if (path !== undefined) nearest.add(file, FEW, `stands where tests of ${path} do`);
    }
  }

  const judges = reached.has(TRACES_TEST) || changed.some((path) => path.startsWith('src/engine/'));
  const traces = reachedTraces(checkout, changed, names, judges || everything.length > 0);
  const { taken, beyond } = nearest.take(changed, checkout.seconds);
  const files = taken.filter(({ file }) => file !== TRACES_TEST || changed.includes(TRACES_TEST));
  const { specs, leftSpecs } = reachedSpecs(browserTests, { changed, reached, names, texts });
  return {
    everything,
    files,
    traces: changed.includes(TRACES_TEST) ? [] : traces,
    specs,
    left: { files: tests.length - files.length, beyond, specs: leftSpecs },
  };
}

function distance(near) {
  return near > 1 ? `, ${near} imports away` : '';
}
