/**
 * The budget of `check`, in CPU seconds of each thread: against an older build in turn with this one, as ratios, because nanoseconds of
 * two machines differ by three. Of one trace in three sizes, what a call costs however short it is (`fixed`) and what each event costs,
 * by least squares; traces just below limits of the program as they are. Called by `bench.mjs --budget`.
 *
 *   main      the thread that was started: replay, rules, account; in builds without further threads scanning as well
 *   reading   the thread that scans and judges
 *   V8        all other threads: compilers, garbage collection, Node's own
 *
 * A part of a thread that the older build lacks is a share of that build's sum.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { failureOf, runNode } from './inflated.mjs';
import { makeTrace } from './make-trace.mjs';
import { quantile } from './report.mjs';

const LEDGER = fileURLToPath(new URL('budget.json', import.meta.url));
/** A row may cost so much more than it did when its budget was written. */
const MARGIN = 1.02;
const SIZES_MB = [30, 100, 300];
const SAMPLE_MS = 20;

const SPIRAL = 'tests/corpus/traces/spiral-corelevel-s12.server.sqlog.gz';
const STREAMS = 'tests/corpus/traces/multi5-cubic-buggy-b-s17.server.sqlog.gz';
/** Traces as they are: 300,000 packets are the limit of a closed loop. */
const LIMITS = [
  { name: '299,000 packets with a spiral', mb: 143, from: [SPIRAL] },
  { name: 'streams beside each other', mb: 100, from: [STREAMS] },
];

/** Runs before the program in each of its threads: says which thread of the process it is. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(`
  import { readlinkSync } from 'node:fs';
  import { isMainThread, workerData } from 'node:worker_threads';
  const id = readlinkSync('/proc/thread-self').split('/').at(-1);
  process._rawDebug('thread ' + id + ' ' + (isMainThread ? 'main' : workerData));`)}`;

/** CPU seconds of each thread of a process so far, by its id. @param {Map<string, number>} used */
function look(pid, used) {
  try {
    for (const id of readdirSync(`/proc/${pid}/task`))
      used.set(id, Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e9);
  } catch {
    // The process, or a thread of it, has ended.
  }
}

/** @returns {Promise<{seconds: Record<string, number>, events: number}>} CPU of one call of `check` by thread, and their sum */
async function run(program, file) {
  const used = new Map();
  let timer;
  const { said, output } = await runNode(
    ['--import', PRELOAD, program, 'check', '--format=json', file],
    (pid) => {
      timer = setInterval(() => look(pid, used), SAMPLE_MS);
    },
  );
  clearInterval(timer);
  const names = new Map([...said.matchAll(/^thread (\d+) (\w+)$/gm)].map(([, id, name]) => [id, name]));
  if (names.size === 0 || output === '') throw failureOf(said);
  const seconds = { main: 0, reading: 0, V8: 0, sum: 0 };
  for (const [id, cpu] of used) {
    seconds[names.get(id) ?? 'V8'] += cpu;
    seconds.sum += cpu;
  }
  return { seconds, events: JSON.parse(output.split('\n')[0]).events };
}

/** Both builds in turn. @returns what each used, medians by thread, and the events */
async function measured(programs, file, runs) {
  const all = programs.map(() => []);
  for (let i = 0; i < runs; i++)
    for (const which of i % 2 === 0 ? [0, 1] : [1, 0]) all[which].push(await run(programs[which], file));
  const median = (of, part) =>
    quantile(
      of.map(({ seconds }) => seconds[part]),
      0.5,
    );
  const parts = Object.keys(all[0][0].seconds);
  return {
    events: all[0][0].events,
    seconds: all.map((of) => Object.fromEntries(parts.map((part) => [part, median(of, part)]))),
  };
}

/** The line through points (events, seconds): what none costs, and what each one does. */
function lineOf(points) {
  const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([events]) => events), mean(([, seconds]) => seconds)];
  const [xy, xx] = [mean(([e, s]) => (e - x) * (s - y)), mean(([e]) => (e - x) ** 2)];
  return { fixed: y - (xy / xx) * x, event: xy / xx };
}

/** Rows of the table: a figure of both builds and the ratio, of which a part that the older one lacks is a share of its sum. */
function rowsOf(name, unit, scale, [now, before]) {
  return Object.keys(now)
    .filter((part) => now[part] > 0)
    .map((part) => ({
      name: `${name}, ${part}`,
      now: now[part] * scale,
      before: before[part] * scale,
      unit,
      ratio: now[part] / (before[part] > 0 ? before[part] : before.sum),
    }));
}

function print(rows, budget) {
  console.log(
    `${'CPU'.padEnd(44)}${'now'.padStart(10)}${'before'.padStart(10)}${'ratio'.padStart(8)}${'budget'.padStart(8)}`,
  );
  for (const { name, now, before, unit, ratio } of rows) {
    const limit = budget[name]?.toFixed(2) ?? '–';
    const cells = [now.toFixed(2), before.toFixed(2)].map((cell) => cell.padStart(10)).join('');
    console.log(
      `${`${name}, ${unit}`.padEnd(44)}${cells}${ratio.toFixed(2).padStart(8)}${limit.padStart(8)}`,
    );
  }
}

/**
 * @param {{program: string, against: string, runs: number, writes: boolean}} of both built command lines; `writes` makes what is measured
 *   the budget.
 * @returns {Promise<boolean>} whether every row is within its budget
 */
export async function measureBudget({ program, against, runs, writes }) {
  const programs = [program, against];
  const rows = [];
  const on = async (wanted, use) => {
    const { file } = await makeTrace({ ...wanted, out: `.bench/budget-${process.pid}.sqlog` });
    try {
      use(await measured(programs, file, runs));
    } finally {
      rmSync(file, { force: true });
    }
  };
  const sizes = [];
  for (const mb of SIZES_MB) await on({ mb }, (of) => sizes.push(of));
  const parts = Object.keys(sizes[0].seconds[0]);
  const lines = [0, 1].map((which) =>
    parts.map((part) => [part, lineOf(sizes.map(({ events, seconds }) => [events, seconds[which][part]]))]),
  );
  const figures = (of) =>
    lines.map((line) => Object.fromEntries(line.map(([part, { [of]: value }]) => [part, value])));
  rows.push(
    ...rowsOf('fixed', 's', 1, figures('fixed')),
    ...rowsOf('per event', 'ns', 1e9, figures('event')),
  );
  for (const { name, ...wanted } of LIMITS)
    await on(wanted, ({ seconds }) => rows.push(...rowsOf(name, 's', 1, seconds)));
  const budget = JSON.parse(readFileSync(LEDGER, 'utf8'));
  print(rows, budget);
  if (writes) {
    const ratios = rows.map(({ name, ratio }) => [name, Number(ratio.toFixed(3))]);
    writeFileSync(LEDGER, `${JSON.stringify(Object.fromEntries(ratios), null, 2)}\n`);
    return true;
  }
  const over = rows.filter(({ name, ratio }) => ratio > MARGIN * (budget[name] ?? Number.POSITIVE_INFINITY));
  for (const { name, ratio } of over)
    console.log(`over its budget: ${name}, ${ratio.toFixed(2)} for ${budget[name]}`);
  return over.length === 0;
}
