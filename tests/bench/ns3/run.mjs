/**
 * Our simulator beside ns-3 on the same dumbbells: windows, goodput, the difference, and what explains it. By hand, where ns-3 3.37 is installed:
 *
 *   tests/bench/ns3/build.sh
 *   node tests/bench/ns3/run.mjs [--only ID,ID] [--jobs N] [--speed RUNS]
 *
 * Writes a table to standard output; results.md holds one with its date. Nothing of our simulator is fitted to it.
 */
import { parseArgs } from 'node:util';
import { CASES } from './cases.mjs';
import { runOurs, timeOurs } from './ours.mjs';
import { runTheirs, timeTheirs } from './theirs.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    speed: { type: 'string', default: '0' },
  },
});

/** Where in its first round trip a flow begins: a number from 0 to 1 of seed and flow (SplitMix). */
function share(seed, flow) {
  let bits = (Math.imul(seed, 0x9e3779b9) + Math.imul(flow + 1, 0x85ebca6b)) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}

const startsOf = ({ flows }, seed) => flows.map(({ rttMs }, i) => share(seed, i) * rttMs);
const mean = (list) => list.reduce((sum, each) => sum + each, 0) / list.length;

/** Half of the 95 % interval of the mean; 0 of one value. */
function margin(list) {
  if (list.length < 2) return 0;
  const middle = mean(list);
  const variance = list.reduce((sum, each) => sum + (each - middle) ** 2, 0) / (list.length - 1);
  return 1.96 * Math.sqrt(variance / list.length);
}

const pick = (runs, flow, key) => runs.map(({ flows }) => flows[flow][key]);

async function compare(one) {
  const seeds = Array.from({ length: one.seeds }, (_, i) => i + 1);
  const theirs = [];
  for (const seed of seeds) theirs.push(await runTheirs(one, startsOf(one, seed), seed));
  const ours = seeds.map((seed) => runOurs(one, startsOf(one, seed), seed));
  return one.flows.map((flow, i) => {
    const row = { name: flow.name };
    for (const key of ['windowSegments', 'goodputMbit', 'reductions', 'timeouts']) {
      const [a, b] = [pick(ours, i, key), pick(theirs, i, key)];
      row[key] = { ours: mean(a), theirs: mean(b), oursMargin: margin(a), theirsMargin: margin(b) };
    }
    return row;
  });
}

/** Asks for all at once, so many at a time, and gives each where it is its turn. */
function inOrder(cases, jobs) {
  const waiting = cases.map(() => Promise.withResolvers?.() ?? deferred());
  let next = 0;
  const work = async () => {
    while (next < cases.length) {
      const at = next++;
      await compare(cases[at]).then(waiting[at].resolve, waiting[at].reject);
    }
  };
  for (let i = 0; i < jobs; i++) void work();
  return waiting.map(({ promise }) => promise);
}

function deferred() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

const number = (value) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const withMargin = (value, half) => (half > 0 ? `${number(value)} ± ${number(half)}` : number(value));
const percent = ({ ours, theirs }) =>
  `${ours >= theirs ? '+' : ''}${(100 * (ours / theirs - 1)).toFixed(1)} %`;

function pathOf({ flows, rateMbit, bufferPackets, loss }) {
  const rtt = `${flows[0].rttMs} ms`;
  return rateMbit ? `${rateMbit} Mbit/s, ${rtt}, ${bufferPackets} packets` : `${rtt}, loss ${loss}`;
}

function lines(one, rows) {
  return rows.map((row, i) => {
    const { windowSegments: window, goodputMbit: goodput, reductions } = row;
    const cells = [
      i === 0 && one.explains === undefined ? `${one.id}: ${pathOf(one)}` : '',
      one.explains === undefined ? '' : i === 0 ? one.explains : '',
      row.name,
      withMargin(window.ours, window.oursMargin),
      withMargin(window.theirs, window.theirsMargin),
      percent(window),
      withMargin(goodput.ours, goodput.oursMargin),
      withMargin(goodput.theirs, goodput.theirsMargin),
      percent(goodput),
      `${number(reductions.ours)} / ${number(reductions.theirs)}`,
      `${number(row.timeouts.ours)} / ${number(row.timeouts.theirs)}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

const HEAD = [
  'case: path',
  'switched',
  'flow',
  'window, ours',
  'ns-3',
  'difference',
  'Mbit/s, ours',
  'ns-3',
  'difference',
  'reductions',
  'timeouts',
];

const only = values.only?.split(',');
const cases = CASES.filter(({ id }) => only === undefined || only.includes(id));
if (Number(values.speed) === 0 || only !== undefined) {
  console.log(`| ${HEAD.join(' | ')} |\n|${'---|'.repeat(HEAD.length)}`);
  const results = inOrder(cases, Number(values.jobs));
  for (const [i, one] of cases.entries()) for (const line of lines(one, await results[i])) console.log(line);
}

if (Number(values.speed) > 0) await speed(Number(values.speed));

/** Alternating, in this process and in one of ns-3's, nothing beside them: CPU time per data packet that was sent. */
async function speed(runs) {
  for (const id of ['one-cubic', 'two-newreno']) {
    const one = { ...CASES.find((each) => each.id === id), seconds: 15, fromS: 5 };
    const pairs = [];
    for (let seed = 1; seed <= runs; seed++) {
      const ours = timeOurs(one, startsOf(one, seed), seed);
      const theirs = await timeTheirs(one, startsOf(one, seed), seed);
      pairs.push({
        ours: (1000 * ours.cpuMs) / ours.sentPackets,
        theirs: (1000 * theirs.cpuMs) / theirs.sentPackets,
      });
    }
    const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
    const [cold, ...warm] = pairs;
    const shown = (pair) =>
      `${pair.ours.toFixed(2)} and ${pair.theirs.toFixed(2)} µs, ns-3 ÷ ours ${(pair.theirs / pair.ours).toFixed(1)}`;
    const ratio = middle(warm.map(({ ours, theirs }) => theirs / ours));
    console.log(
      `${id}: cold ${shown(cold)}; warm, median of ${warm.length}: ${middle(warm.map((p) => p.ours)).toFixed(2)} and ${middle(warm.map((p) => p.theirs)).toFixed(2)} µs, ratio ${ratio.toFixed(1)}`,
    );
  }
}
