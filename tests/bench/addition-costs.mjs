/**
 * What an addition costs: makes a dummy of each kind in a copy of the tree, as CONTRIBUTING says, runs types and the tests of its room, and
 * counts the files that it had to touch. Files that `-u` writes do not count. By hand: `node tests/bench/addition-costs.mjs [kind …]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/**
 * `files`: each with what is written after its first occurrence of `after`. `most`: how many files it may cost. `tests`: those of its
 * room; `-u` is given to all of them first.
 */
const KINDS = [
  {
    kind: 'figure',
    most: 2,
    files: {
      'src/sharing/figures/figures.ts': {
        after: '    { since: 2 },\n  ),\n',
        text: `  dummy: of(kinds.AMOUNT, ({ summary }) => summary.events, undefined, {
    since: 3,
    view: {
      csv: { dummy: same },
      filter: { dummy: countField(same) },
      help: [{ example: 'dummy > 1', meaning: 'a dummy' }],
      order: { key: 'dummy', number: same },
      column: { title: 'Dummy', about: 'A figure that is made to be counted', text: orUnknown(amount), isNumber: true },
    },
  }),
`,
      },
      'tests/unit/sharing/table/row.test.ts': {
        after: "  expect(cellOf('goodput', row)).toMatch(/^1\\.\\d Mbit\\/s$/);\n",
        text: "  expect(cellOf('dummy', row)).not.toBe('–');\n",
      },
    },
    tests: [
      'tests/unit/sharing',
      'tests/unit/app/controls',
      'tests/unit/app/state/table',
      'tests/property/table-link.test.ts',
    ],
  },
  {
    kind: 'fleet column',
    most: 2,
    files: {
      'src/sharing/fleet-rows/trace-columns.ts': {
        after: '    { of: ({ digest }) => digest },\n  ),\n',
        text: `  column('dummy', 'INT32', 'a column that is made to be counted', {
    of: ({ survey: { summary } }) => summary.events,
    filter: { dummy: count },
  }),
`,
      },
      'docs/fleet.md': {
        after: /^\| `digest` \|.*\n/m,
        text: '| `dummy` | INT32 | a column that is made to be counted |\n',
      },
    },
    tests: [
      'tests/unit/sharing/fleet-rows',
      'tests/unit/app/features/fleet',
      'tests/corpus/cli-fleet.test.ts',
    ],
  },
];

function run(folder, command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  return { isGood: status === 0, words: `${stdout}${stderr}` };
}

function add(folder, name, { after, text }) {
  const path = join(folder, name);
  const before = readFileSync(path, 'utf8');
  const found = typeof after === 'string' ? after : after.exec(before)?.[0];
  if (found === undefined || !before.includes(found))
    throw new Error(`${name} has no place for it: ${after}`);
  writeFileSync(
    path,
    before.replace(found, () => `${found}${text}`),
  );
}

const asked = process.argv.slice(2);
let failed = 0;
for (const { kind, most, files, tests } of KINDS.filter(
  (one) => asked.length === 0 || asked.includes(one.kind),
)) {
  const folder = mkdtempSync(join(tmpdir(), 'qlogscope-addition-'));
  run(root, 'git', ['worktree', 'add', '--detach', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, addition] of Object.entries(files)) add(folder, name, addition);
  run(folder, 'npx', [
    'biome',
    'check',
    '--write',
    ...Object.keys(files).filter((name) => name.endsWith('.ts')),
  ]);
  const types = run(folder, 'npx', ['tsc', '-b', 'src/app', 'src/node']);
  const vitest = (...more) =>
    run(folder, 'npx', ['vitest', 'run', '--project=gate', '--reporter=dot', ...more, ...tests]);
  vitest('-u');
  const result = vitest();
  const cost = Object.keys(files).length;
  const isGood = types.isGood && result.isGood && cost <= most;
  console.log(`${isGood ? 'good' : 'BAD '} ${kind}: ${cost} files of ${most}`);
  if (!isGood)
    console.log(
      [types, result]
        .filter((one) => !one.isGood)
        .map(({ words }) => words.slice(-4000))
        .join('\n'),
    );
  if (!isGood) failed++;
  run(root, 'git', ['worktree', 'remove', '--force', folder]);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
