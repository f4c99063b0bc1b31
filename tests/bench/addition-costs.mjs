/**
 * What an addition costs: makes a dummy of each kind in a copy of the tree, as CONTRIBUTING says, runs types and the quick tests of its room, and
 * counts the files that it had to touch. Files that `-u` writes do not count. By hand: `node tests/bench/addition-costs.mjs [kind …]`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** A panel of one line. */
const panel = (name, series, line) => `/** A panel that is made to be counted. */
import { bytes } from '../../engine/base/text/figures';
import { axisBytes } from '../surface/ticks';
import { linePanel } from './build/line-panel';

export const ${name} = linePanel({
  id: '${name}',
  title: 'Dummy',
  fields: ['congestion window'],
  about: { shows: 'A line.', good: 'It is flat.', bad: 'It falls.', axis: 'bytes' },
  height: 84,
  side: 'sender',
  digestRank: 1,
  lines: [{ id: '${series}', label: 'dummy', swatch: 'line', color: '--slot-3', line: ${line} }],
  missing: 'no dummy is logged (metrics_updated).',
  format: bytes,
  axisFormat: axisBytes,
});
`;

const panelTest = (name, series, event) => `/** What a panel that is made to be counted paints. */
import { expect, test } from 'vitest';
import { ${name} } from '../../../../src/drawing/panels/${name}.ts';
import { columnMs, END, openEvents, paintOn, pointsOf } from '../../../support/panel-context.ts';
import { metrics } from '../../../support/replay-events.ts';

test('its line is painted', async () => {
  const { context } = await openEvents([metrics(columnMs(1), { ${event}: 9000 }), END]);
  expect(pointsOf(paintOn(${name}, context()).surface, '${series}').length).toBeGreaterThan(1);
});
`;

const registered = (name) => [
  { after: "import { boundary } from './boundary';\n", text: `import { ${name} } from './${name}';\n` },
  { after: '  handshake,\n]', before: `  handshake,\n  ${name},\n]` },
];

/**
 * `files`: each with what is written after the first occurrence of `after`, or in its place (`before`), or all of a new one. `most`: how many
 * files it may cost. `tests`: those of its room; `-u` is given to all of them first.
 */
const KINDS = [
  {
    kind: 'figure',
    most: 2,
    files: {
      'src/sharing/figures/figures.ts': [
        {
          after: `    { since: 3, view: { csv: { remarks: (remarks) => remarks.join(' ') || null } } },\n  ),\n`,
          text: `  dummy: of(kinds.AMOUNT, ({ summary }) => summary.events, undefined, {
    since: 4,
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
      ],
      'tests/unit/sharing/table/row.test.ts': [
        {
          after: "  expect(cellOf('goodput', row)).toMatch(/^1\\.\\d Mbit\\/s$/);\n",
          text: "  expect(cellOf('dummy', row)).not.toBe('–');\n",
        },
      ],
    },
    tests: [
      'tests/unit/sharing/table',
      'tests/unit/sharing/link',
      'tests/unit/app/controls',
      'tests/unit/app/state/table',
      'tests/property/table-link.test.ts',
    ],
  },
  {
    kind: 'part',
    most: 2,
    files: {
      'src/engine/reading/contract/answer-parts.ts': [
        {
          after: '  readonly limits: StateSlice | null;\n',
          text: '  /** A part that is made to be counted. */\n  readonly dummy: StateSlice | null;\n',
        },
        {
          after: 'export const PARTS = {\n',
          text: `  dummy: {
    of: ({ heldTime, window }) => heldTime?.timeline.query(window, heldTime.endUs) ?? null,
    buffers: ofShares,
    redact: redactShares,
    isHeld: false,
  },
`,
        },
      ],
      'tests/unit/engine/service/answers/parts.test.ts': [
        {
          after: /$/,
          text: `
test('a dummy is that of the limits', () => {
  const { dummy, limits } = partsOf(state, queryOf(0, 1000, 4, ['dummy', 'limits']));
  expect(dummy).toEqual(limits);
});
`,
        },
      ],
    },
    tests: [
      'tests/unit/engine/service/answers/parts.test.ts',
      'tests/unit/engine/service/compare/by-bytes.test.ts',
      'tests/unit/engine/service/redaction',
      'tests/unit/sharing/digest',
      'tests/unit/app/state/traces',
    ],
  },
  {
    kind: 'panel',
    most: 3,
    files: {
      'src/drawing/panels/dummy.ts': panel('dummy', 'cwnd', '{ width: 1, dash: [] }'),
      'src/drawing/panels/registry.ts': registered('dummy'),
      'tests/unit/drawing/panels/dummy.test.ts': panelTest('dummy', 'cwnd', 'congestion_window'),
    },
    tests: [
      'tests/unit/drawing/panels',
      'tests/corpus/painted.test.ts',
      'tests/corpus/digest-figures.test.ts',
      'tests/property/ticks.test.ts',
    ],
  },
  {
    kind: 'panel with a new metric',
    most: 5,
    files: {
      'src/qlog-schema/metric-fields.ts': [
        { after: '  deliveryRate: 13,\n', text: '  dummy: 14,\n' },
        {
          after: /^ {2}\{ keys: \['delivery_rate'.*\n/m,
          text: "  { keys: ['dummy'], type: 'amount', pair: M.dummy, exported: true },\n",
        },
      ],
      'src/engine/sender/transport/transport.ts': [
        {
          after: "  ceTotal: { id: 'ce-total'",
          before:
            "  dummy: { id: 'dummy-bytes', name: 'dummy', unit: 'bytes', shape: 'step', origin: 'logged' },\n  ceTotal: { id: 'ce-total'",
        },
        {
          after: "  [MetricField.deliveryRate, 'deliveryRate'],\n",
          text: "  [MetricField.dummy, 'dummy'],\n",
        },
        {
          after: '    deliveryRate: new Series(SERIES.deliveryRate),\n',
          text: '    dummy: new Series(SERIES.dummy),\n',
        },
      ],
      'src/drawing/panels/dummy.ts': panel('dummy', 'dummy-bytes', '{ width: 1, dash: [] }'),
      'src/drawing/panels/registry.ts': registered('dummy'),
      'tests/unit/drawing/panels/dummy.test.ts': panelTest('dummy', 'dummy-bytes', 'dummy'),
    },
    tests: [
      'tests/unit/qlog-schema',
      'tests/property/field-tables.test.ts',
      'tests/unit/engine/sender/transport',
      'tests/unit/drawing/panels',
      'tests/corpus/painted.test.ts',
      'tests/property/ticks.test.ts',
    ],
  },
  {
    kind: 'fleet column',
    most: 2,
    files: {
      'src/sharing/fleet-rows/trace-columns.ts': [
        {
          after: '    { of: ({ digest }) => digest },\n  ),\n',
          text: `  column('dummy', 'INT32', 'a column that is made to be counted', {
    of: ({ survey: { summary } }) => summary.events,
    filter: { dummy: count },
    shown: { id: 'dummy', title: 'Dummy', about: 'Events that were read', isNumber: true, text: figure(String) },
  }),
`,
        },
      ],
      'tests/unit/sharing/fleet-rows/rows.test.ts': [
        {
          after: '    expect(traces[0]).toMatchObject({',
          before:
            '    expect(traces[0]?.dummy).toBe(traces[0]?.events);\n    expect(traces[0]).toMatchObject({',
        },
      ],
    },
    tests: [
      'tests/unit/sharing/fleet-rows',
      'tests/unit/app/features/fleet',
      'tests/unit/app/state/fleet',
      'tests/corpus/cli-fleet.test.ts',
    ],
  },
];

function run(folder, command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { isGood: status === 0, words: `${stdout}${stderr}` };
}

/** The place is named by CONTRIBUTING: where it is no more, the recipe is wrong. */
function added(name, text, { after, before, text: more }) {
  const at = typeof after === 'string' ? text.indexOf(after) : text.search(after);
  const found = typeof after === 'string' ? after : after.exec(text)?.[0];
  if (at < 0 || found === undefined) throw new Error(`${name} has no place for it: ${after}`);
  return `${text.slice(0, at)}${before ?? `${found}${more}`}${text.slice(at + found.length)}`;
}

function write(folder, name, additions) {
  const path = join(folder, name);
  if (typeof additions === 'string') return writeFileSync(path, additions);
  const text = additions.reduce((one, addition) => added(name, one, addition), readFileSync(path, 'utf8'));
  writeFileSync(path, text);
}

/** A tree of its own. Packages are links to the same files, but for what compilers keep of this tree. */
function copied() {
  const folder = mkdtempSync(join(dirname(root), 'qlogscope-addition-'));
  run(root, 'git', ['worktree', 'add', '--detach', folder]);
  run(root, 'cp', ['-al', join(root, 'node_modules'), folder]);
  for (const name of ['.cache', '.tmp', '.vite'])
    rmSync(join(folder, 'node_modules', name), { recursive: true, force: true });
  const types = join(root, 'node_modules/.cache/types');
  if (existsSync(types)) cpSync(types, join(folder, 'node_modules/.cache/types'), { recursive: true });
  return folder;
}

function judged(folder, { kind, most, files, tests }) {
  const names = Object.keys(files);
  for (const name of names) write(folder, name, files[name]);
  const lint = run(folder, 'npx', ['biome', 'check', '--write', ...names]);
  const types = run(folder, 'npx', ['tsc', '-b', 'src/app', 'src/node', 'workers', 'tsconfig.tests.json']);
  const vitest = (...more) =>
    run(folder, 'npx', ['vitest', 'run', '--project=gate', '--reporter=dot', ...tests, ...more]);
  // Last: it takes a word after it for its value.
  vitest('-u');
  const result = vitest();
  const isGood = [lint, types, result].every((one) => one.isGood) && names.length <= most;
  console.log(`${isGood ? 'good' : 'BAD '} ${kind}: ${names.length} files of ${most}`);
  for (const { isGood: isWell, words } of [lint, types, result]) if (!isWell) console.log(words.slice(-4000));
  return isGood;
}

const asked = process.argv.slice(2);
const folder = copied();
let failed = 0;
try {
  for (const one of KINDS.filter(({ kind }) => asked.length === 0 || asked.includes(kind))) {
    if (!judged(folder, one)) failed++;
    run(folder, 'git', ['reset', '-q', '--hard']);
    run(folder, 'git', ['clean', '-fdq', '-e', 'node_modules']);
  }
} finally {
  run(root, 'git', ['worktree', 'remove', '--force', folder]);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
