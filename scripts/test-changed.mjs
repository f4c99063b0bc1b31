/**
 * `npm run test:changed`: what a change reaches, in less than a minute for a rule, a panel or a command, and at the end
 * what it left out; `npm test` is the gate. `--since REF`: what differs from there, uncommitted and new files with it;
 * else from the nearest merge base with the main branch, here or at the origin. `--list` prints what would be run and
 * why. Which tests that are, `reached-tests.mjs` says.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isBuilt } from './build-age.mjs';
import { baseOf, changedFiles, checkedOutFiles, isCommit, readCheckout } from './changed-files.mjs';
import { BUILD_CLI, BUILD_PAGE, GateSteps, lintOf, TYPES } from './gate-steps.mjs';
import { makeReach, TRACES_TEST } from './reached-tests.mjs';

const ROOT = process.cwd();
const LINTED = /\.(?:tsx?|mjs|css|json)$/;

function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Those of a kind beside each other, and why each is run. */
function printList({ files, traces, specs }) {
  for (const { file, why } of files) console.log(`${file}: ${why}`);
  for (const { file, why } of traces) console.log(`${TRACES_TEST} ${file}: ${why}`);
  for (const { file, line, title, why } of specs) console.log(`${file}:${line} ${title}: ${why}`);
}

function leftOut({ left, traces }) {
  const far = left.beyond > 0 ? ` (${left.beyond} of them reached, but further away)` : '';
  const corpus = traces.length > 0 ? `the corpus but for ${count(traces.length, 'trace')}` : 'the corpus';
  const files = `${count(left.files, 'file')} of unit, property and corpus tests${far}`;
  return `left out: ${files}, ${count(left.specs, 'browser test')}, ${corpus}: npm test runs them`;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Types, lint and builds first, then the tests of both runners at once, as the gate does. */
async function runTests({ files, traces, specs, left }, { texts }, changed) {
  const gate = new GateSteps();
  const linted = changed.filter((file) => LINTED.test(file) && existsSync(file));
  const names = files.map(({ file }) => file);
  // Some tests beside those of the browser serve the built page.
  const showPage = specs.length > 0 || names.some((file) => /['/]dist['/]/.test(texts.get(file)));
  const runCli = names.some((file) => texts.get(file).includes('cli-process'));
  await Promise.all([
    ...TYPES.map((step) => gate.step(...step)),
    linted.length > 0 && gate.step(...lintOf(linted)),
    showPage && !isBuilt(ROOT, 'page') && gate.step(...BUILD_PAGE),
    runCli && !isBuilt(ROOT, 'cli') && gate.step(...BUILD_CLI),
  ]);
  const inBrowser = async () => {
    const lines = specs.map(({ file, line }) => `${file}:${line}`);
    if (lines.length > 0)
      await gate.browser(count(lines.length, 'browser test'), ['--project=gate', ...lines], { held: true });
  };
  const inNode = async () => {
    await gate.vitest(`tests of ${count(names.length, 'file')}`, ['--project=gate', ...names]);
    const pattern = traces.map(({ file }) => escaped(file)).join('|');
    if (traces.length > 0)
      await gate.vitest(`corpus: ${count(traces.length, 'trace')}`, [
        '--project=gate',
        TRACES_TEST,
        '-t',
        pattern,
      ]);
  };
  await Promise.all([inBrowser(), inNode()]);
  return gate.end([leftOut({ left, traces })]);
}

const { values } = parseArgs({
  options: { since: { type: 'string' }, list: { type: 'boolean', default: false } },
});
const base = values.since ?? baseOf(ROOT);
if (!isCommit(ROOT, base)) {
  console.error(`${base} is no commit of this checkout`);
  process.exit(2);
}
const changed = changedFiles(ROOT, base);
console.log(`${count(changed.length, 'file')} changed since ${base}`);
const checkout = readCheckout(ROOT, checkedOutFiles(ROOT));
const selection = makeReach(checkout)(changed);
if (selection.everything.length > 0)
  console.log(
    `${selection.everything.join(', ')}: reaches everything; what is nearest is run, and the smallest trace of each kind`,
  );
if (values.list) {
  printList(selection);
  console.log(leftOut(selection));
} else process.exit(await runTests(selection, checkout, changed));
