/**
 * `npm test`, the gate: types, lint and builds in parallel, then unit, property and corpus tests in one run of Vitest,
 * in parallel to the browser tests. `npm run test:deep` (`--deep`): what is too slow for that, all draws of the
 * properties with a new seed in each run, every installed browser. Does not stop at failures, so that one run shows
 * everything; prints the duration of each part, the failures last, and one line with the totals.
 */
import { BUILD_CLI, BUILD_PAGE, GateSteps, lintOf, TYPES } from './gate-steps.mjs';

const deep = process.argv.includes('--deep');
const gate = new GateSteps();

if (deep) {
  process.env.QLOGSCOPE_DEEP = '1';
  process.env.QLOGSCOPE_SEED ??= String(Math.floor(Math.random() * 2 ** 31));
  console.log(`Property tests draw with QLOGSCOPE_SEED=${process.env.QLOGSCOPE_SEED}`);
}
await Promise.all([
  gate.step(...BUILD_PAGE),
  gate.step(...BUILD_CLI),
  gate.step(...lintOf(['.'])),
  ...TYPES.map((step) => gate.step(...step)),
]);
// Browser tests often wait for frames and timers: the others use the cores meanwhile.
await Promise.all([
  gate.browser('browser tests', [`--project=${deep ? 'deep' : 'gate'}`]),
  gate.vitest('unit, property and corpus tests', ['--project=gate', ...(deep ? ['--project=deep'] : [])]),
]);

process.exit(gate.end(deep ? [`QLOGSCOPE_SEED=${process.env.QLOGSCOPE_SEED}`] : []));
