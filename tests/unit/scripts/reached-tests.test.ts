/**
 * What `npm run test:changed` takes for a change: in a small checkout made for it, and in this one for each rule, panel
 * and feature that there is.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import {
  baseOf,
  changedFiles,
  checkedOutFiles,
  isCommit,
  readCheckout,
} from '../../../scripts/changed-files.mjs';
import { importsOf } from '../../../scripts/import-graph.mjs';
import { MOST_SPECS, testsOf, WEIGHT_SPEC } from '../../../scripts/reached-specs.mjs';
import { MOST, MOST_SECONDS, MOST_TRACES, makeReach, TRACES_TEST } from '../../../scripts/reached-tests.mjs';
import { speaksOf } from '../../../scripts/spoken-names.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Ten rules and their list, what two of them share, what reads the list, and tests of all that. */
const NAMES = ['late-ack', 'loss', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const MADE: { readonly [path: string]: string } = {
  ...Object.fromEntries(NAMES.map((name) => [`src/engine/rules/${name}.ts`, `export const x = '${name}';`])),
  'src/engine/rules/late-ack.ts': "import { gaps } from '../gaps';\nexport const RULE = { id: 'late-ack' };",
  'src/engine/rules/index.ts': NAMES.map((name) => `import '${`./${name}`}';`).join('\n'),
  'src/engine/gaps.ts': "import type { Words } from './words';\nexport const gaps = 1;",
  'src/engine/words.ts': 'export interface Words {}',
  'src/engine/judge.ts': "import { DETECTORS } from './rules';",
  'src/app/features/notes/note-card.tsx': '<p data-testid="note-card" data-note={id} />',
  'tests/support/made.ts': "import { gaps } from '../../src/engine/gaps.ts';",
  'tests/unit/house.test.ts': '',
  'tests/unit/engine/rules/late-ack.test.ts':
    "import { RULE } from '../../../../src/engine/rules/late-ack.ts';",
  'tests/unit/engine/rules/loss.test.ts': "import '../../../../src/engine/rules/loss.ts';",
  'tests/unit/engine/rules/index.test.ts': "import '../../../../src/engine/rules/index.ts';",
  'tests/unit/engine/judge.test.ts': "import '../../../src/engine/judge.ts';",
  'tests/unit/engine/order.test.ts': "expect(order).toEqual(['late-ack.1', 'loss.1']);",
  'tests/unit/engine/made.test.ts': "import { made } from '../../support/made.ts';",
  'tests/unit/engine/page.test.ts': "read('docs/formats.md');",
  'tests/unit/engine/losses.test.ts': "expect(lossOf(x)).toBe(0); // 'no loss'",
  'tests/e2e/notes.spec.ts':
    "test('a card', async () => {\n  page.getByTestId('note-card');\n});\n\ntest('slow', { tag: '@deep' }, async () => {});\n",
  'tests/e2e/other.spec.ts': "test('nothing of it', async () => {});\n",
  [WEIGHT_SPEC]: "test('weight', async () => {});\n",
  'vitest.config.ts': "setupFiles: ['tests/support/seed.ts']",
  'tests/support/seed.ts': '',
  'docs/formats.md': '',
};
const TRACES = [
  { file: 'late.qlog.gz', path: 'tests/corpus/traces/late.qlog.gz', bytes: 20 },
  { file: 'small.qlog.gz', path: 'tests/corpus/traces/small.qlog.gz', bytes: 10 },
];

const madeCheckout = (texts: { readonly [path: string]: string }) => ({
  texts: new Map(Object.entries(texts)),
  traces: TRACES,
  seconds: new Map<string, number>(),
  findings: { 'late.qlog.gz': [{ id: 'late-ack' }] },
});
const inMade = makeReach(madeCheckout(MADE));
const reach = (...changed: string[]) => inMade(changed);
/** Of the tests below `tests/unit`, those that are not run only because there are few. */
const filesOf = ({ files }: ReturnType<typeof reach>): readonly string[] =>
  files.filter(({ why }) => !why.startsWith('stands')).map(({ file }) => file.slice('tests/unit/'.length));

describe('a change reaches', () => {
  test('of a rule: its test, those that speak of it, those that go through the list, and traces that have it', () => {
    const reached = reach('src/engine/rules/late-ack.ts');
    expect(filesOf(reached)).toEqual([
      'house.test.ts',
      'engine/rules/late-ack.test.ts',
      'engine/rules/index.test.ts',
      'engine/order.test.ts',
    ]);
    expect(reached.traces).toEqual([{ file: 'late.qlog.gz', why: 'late-ack is found on it' }]);
    expect(reached.specs.map(({ file }) => file)).toEqual([WEIGHT_SPEC]);
    expect(reached.left).toMatchObject({ beyond: 0, specs: 2 });
    expect(reached.everything).toEqual([]);
  });

  test('through what imports it, support of tests too, and after the list by name', () => {
    expect(filesOf(reach('src/engine/gaps.ts'))).toEqual([
      'house.test.ts',
      'engine/made.test.ts',
      'engine/rules/index.test.ts',
      'engine/rules/late-ack.test.ts',
      'engine/order.test.ts',
    ]);
  });

  test('by types nothing, which the compiler sees; where that is little, the tests that stand where its own would', () => {
    expect(filesOf(reach('src/engine/words.ts'))).toEqual(['house.test.ts']);
    const beside = reach('src/engine/words.ts').files.filter(({ why }) => why.startsWith('stands'));
    expect(beside.map(({ file }) => file)).toContain('tests/unit/engine/judge.test.ts');
  });

  test('words that are no compound where they are quoted only', () => {
    expect(filesOf(reach('src/engine/rules/loss.ts'))).not.toContain('engine/losses.test.ts');
    expect(speaksOf("['loss']", 'loss')).toBe(true);
    expect(speaksOf("'no loss'", 'loss')).toBe(false);
    expect(speaksOf('id=late-ack.1', 'late-ack')).toBe(true);
    expect(speaksOf('very-late-ack', 'late-ack')).toBe(false);
  });

  test('what is gone: whoever still imports it; what was moved: by both names', () => {
    const { 'src/engine/gaps.ts': _, ...rest } = MADE;
    const moved = { ...rest, 'src/engine/holes.ts': '', 'tests/unit/engine/holes.test.ts': '' };
    const reached = makeReach(madeCheckout(moved))(['src/engine/gaps.ts', 'src/engine/holes.ts']);
    expect(filesOf(reached)).toEqual(
      expect.arrayContaining([
        'engine/made.test.ts',
        'engine/rules/late-ack.test.ts',
        'engine/holes.test.ts',
      ]),
    );
  });

  test('of what is no module: tests that name it', () => {
    expect(filesOf(reach('docs/formats.md'))).toContain('engine/page.test.ts');
  });

  test('of what prepares all tests: everything, of which it says so and runs little', () => {
    for (const file of ['package.json', 'vitest.config.ts', 'tests/support/seed.ts']) {
      const { everything, traces, files } = reach(file);
      expect(everything).toEqual([file]);
      expect(traces).toEqual([{ file: 'small.qlog.gz', why: 'the smallest of tests/corpus/traces' }]);
      expect(files.length).toBeGreaterThan(0);
    }
  });

  test('of a test that was changed: it, and each test of a spec', () => {
    const reached = reach('tests/unit/engine/losses.test.ts', 'tests/e2e/other.spec.ts');
    expect(filesOf(reached)).toContain('engine/losses.test.ts');
    expect(reached.specs).toEqual([
      { file: 'tests/e2e/other.spec.ts', line: 1, title: 'nothing of it', why: 'changed' },
    ]);
  });

  test('of a part of the page: tests that use its hooks, none that the gate leaves to the deep tier', () => {
    const { specs } = reach('src/app/features/notes/note-card.tsx');
    expect(specs.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'tests/e2e/notes.spec.ts:1',
      `${WEIGHT_SPEC}:1`,
    ]);
  });
});

test('imports are read with their kinds', () => {
  const known = new Set(['a/one.ts', 'a/two/index.ts', 'a/three.css', 'a/four.ts', 'a/five.ts']);
  const text = [
    "import type { A } from './one';",
    'import {',
    '  b,',
    "} from './two';",
    "import './three.css';",
    "const x = await import('./four');",
    "new Worker(new URL('./five.ts', import.meta.url));",
    "import { z } from 'react';",
  ].join('\n');
  expect(importsOf('a/it.ts', text, known)).toEqual([
    { to: 'a/one.ts', kind: 'type' },
    { to: 'a/two/index.ts', kind: 'code' },
    { to: 'a/three.css', kind: 'code' },
    { to: 'a/four.ts', kind: 'code' },
    { to: 'a/five.ts', kind: 'address' },
  ]);
});

describe('in this checkout', () => {
  const below = (folder: string): readonly string[] =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => statSync(join(ROOT, path)).isFile());
  const files = ['src', 'workers', 'tests', 'public/examples'].flatMap(below);
  const checkout = readCheckout(ROOT, [...files, 'vitest.config.ts']);
  const inCheckout = makeReach(checkout);
  const membersOf = (list: string): readonly string[] =>
    importsOf(list, checkout.texts.get(list) ?? '', checkout.texts)
      .filter(({ kind }) => kind === 'code')
      .map(({ to }) => to);
  const kindOf = (file: string) => file.split('/')[1] as keyof typeof MOST;

  test.each([
    ['rule', 'src/engine/findings/rules/index.ts', 30],
    ['panel', 'src/drawing/panels/registry.ts', 15],
    ['feature', 'src/app/shell/features.ts', 20],
    ['command', 'src/node/cli/commands/index.ts', 10],
  ])(
    'a change of each %s reaches something of its own, and not more than a minute holds',
    (_kind, list, least) => {
      const members = membersOf(list);
      expect(members.length).toBeGreaterThanOrEqual(least);
      const without = members.filter((member) => {
        const { files: taken, specs, traces, everything } = inCheckout([member]);
        for (const [kind, most] of Object.entries(MOST))
          expect(
            taken.filter(({ file, near }) => near > 0 && kindOf(file) === kind).length,
          ).toBeLessThanOrEqual(most);
        for (const [kind, most] of Object.entries(MOST_SECONDS)) {
          const own = taken.filter(({ file, near }) => near >= 1 && kindOf(file) === kind);
          const sum = own.reduce((all, { file }) => all + (checkout.seconds.get(file) ?? 0), 0);
          expect(sum, `${member}: ${kind}`).toBeLessThanOrEqual(most);
        }
        expect(traces.length).toBeLessThanOrEqual(MOST_TRACES);
        expect(specs.filter(({ file }) => file !== WEIGHT_SPEC).length).toBeLessThanOrEqual(MOST_SPECS);
        expect(everything).toEqual([]);
        return taken.every(({ near }) => near === 0) && specs.every(({ file }) => file === WEIGHT_SPEC);
      });
      expect(without).toEqual([]);
    },
  );

  test('the test of a rule is among those that a change of it reaches, as are the traces that it is found on', () => {
    for (const rule of membersOf('src/engine/findings/rules/index.ts')) {
      const own = rule.replace(/^src\/(.*)\.ts$/, 'tests/unit/$1.test.ts');
      const { files: taken, traces } = inCheckout([rule]);
      if (checkout.texts.has(own)) expect(taken.map(({ file }) => file)).toContain(own);
      expect(traces.length, rule).toBeGreaterThan(0);
    }
  });

  test('what the slowest files take is read from docs/test-times.md', () => {
    expect(checkout.seconds.size).toBeGreaterThan(90);
    expect(checkout.seconds.get(TRACES_TEST)).toBeGreaterThan(5);
    const gone = [...checkout.seconds.keys()].filter((file) => !checkout.texts.has(file));
    expect(gone).toEqual([]);
  });

  test('the corpus is judged trace by trace in the file whose tests have the names of traces', () => {
    expect(checkout.texts.get(TRACES_TEST)).toContain(
      "describe.each(ENTRIES.map((entry) => [entry.file, entry] as const))('%s'",
    );
    expect(checkout.traces.length).toBeGreaterThan(100);
  });

  test('every browser test that the gate runs is found in its spec', () => {
    const specs = [...checkout.texts].filter(([file]) => /^tests\/e2e\/.*\.spec\.ts$/.test(file));
    const found = specs.flatMap(([file, text]) => testsOf(file, text));
    expect(found.length).toBeGreaterThan(100);
    for (const { body } of found) expect(body).not.toMatch(/^ *test[^\n]*'@deep'/);
    const all = specs.flatMap(([, text]) => [...text.matchAll(/^ {0,2}test\(\s*['"`]/gm)]);
    const deep = specs.flatMap(([, text]) => [...text.matchAll(/\{\s*tag: '@deep',?\s*\}/g)]);
    expect(found.length).toBeGreaterThanOrEqual(all.length - deep.length);
  });
});

describe('what differs', () => {
  const root = mkdtempSync(join(tmpdir(), 'qlogscope-changed-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  const write = (path: string, text = path): void => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  test('is committed, uncommitted, new, moved and deleted files, from the nearest commit of the main branch', () => {
    git('init', '-q', '-b', 'main');
    for (const name of ['kept', 'edited', 'gone', 'old']) write(name);
    write('.gitignore', 'dist/');
    git('add', '-A');
    git('commit', '-qm', 'first');
    const first = git('rev-parse', 'HEAD');
    expect(baseOf(root)).toBe('HEAD');
    git('checkout', '-qb', 'topic');
    write('committed');
    git('add', '-A');
    git('commit', '-qm', 'second');
    write('edited', 'anew');
    write('src/new file.ts');
    write('dist/built');
    rmSync(join(root, 'gone'));
    renameSync(join(root, 'old'), join(root, 'moved'));
    expect(baseOf(root)).toBe(first);
    expect(changedFiles(root, first)).toEqual([
      'committed',
      'edited',
      'gone',
      'moved',
      'old',
      'src/new file.ts',
    ]);
    expect([first, 'main', 'no-such', '--all'].map((name) => isCommit(root, name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(changedFiles(root, 'HEAD')).not.toContain('committed');
    expect(checkedOutFiles(root)).toEqual([
      '.gitignore',
      'committed',
      'edited',
      'kept',
      'moved',
      'src/new file.ts',
    ]);
  });
});
