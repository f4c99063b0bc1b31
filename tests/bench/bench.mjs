/**
 * `npm run bench`: makes traces of three stacks in several sizes and containers, one on the disk at a time, and measures
 * each in Chromium and with the command line; then 500 small traces, and what the page loads. By hand, never in CI:
 * absolute figures follow the machine's load. docs/measuring.md says what each figure means.
 *
 *   npm run bench -- [FILE…] [--runs 5] [--sizes 100,1000] [--stacks quiche,quic-go,ngtcp2]
 *                    [--formats seq,gzip,zstd,json,ndjson]  others than seq of the first stack only
 *                    [--only browser,cli,many,bundle] [--json FILE] [--compare FILE]
 *                    [--against DIR]                   a built checkout (npm run build), run in turn with this one
 *   npm run bench -- --compare BEFORE --with NOW       prints the ratios of two results, measures nothing
 *   npm run bench -- --budget --against DIR [--write]  CPU of check by thread against a build, and against tests/bench/budget.json
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runInBrowser } from './browser.mjs';
import { measureBudget } from './budget.mjs';
import { measureBundle } from './bundle.mjs';
import { buildCli, makeMany, OWN_PROGRAM, runCli, runMany } from './cli.mjs';
import { hasZstd } from './inflated.mjs';
import { FORMAT_NAMES, makeTrace, STACK_NAMES } from './make-trace.mjs';
import { buildPage, servePage } from './page-server.mjs';
import { asOne, medians, pairedRatios, print, printComparison } from './report.mjs';

const FOLDER = '.bench';
const PARTS = ['browser', 'cli', 'many', 'bundle'];
/** The container that all stacks are measured in, with gestures: what is drawn is the same in all. */
const PLAIN = 'seq';
/** Free bytes wanted per byte of a trace. */
const DISK_MARGIN = 1.2;
const MANY = 500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    sizes: { type: 'string', default: '100,1000' },
    stacks: { type: 'string', default: STACK_NAMES.join(',') },
    formats: { type: 'string', default: 'seq,gzip,zstd' },
    only: { type: 'string', default: PARTS.join(',') },
    json: { type: 'string' },
    compare: { type: 'string' },
    with: { type: 'string' },
    against: { type: 'string' },
    budget: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
if (!(Number.isInteger(runs) && runs > 0)) throw new Error(`--runs takes a number, not "${values.runs}"`);

/** @returns the parts of a list, each one of those that there are */
function listed(option, known) {
  const parts = values[option].split(',');
  for (const part of parts)
    if (!known.includes(part)) throw new Error(`--${option} takes ${known.join(', ')}, not "${part}"`);
  return parts;
}
const only = listed('only', PARTS);
const stacks = listed('stacks', STACK_NAMES);
const formats = listed('formats', FORMAT_NAMES).filter((format) => {
  const made = format !== 'zstd' || hasZstd();
  if (!made) console.log('zstd is left out: the program zstd, which makes such files, is not here.');
  return made;
});

const against = values.against ?? null;
const built = (path) => resolve(join(against, path));
if (against !== null)
  for (const path of [...(values.budget ? [] : ['dist/index.html']), 'dist-cli/qlogscope.mjs'])
    if (!existsSync(built(path)))
      throw new Error(`--against: there is no ${built(path)}; npm run build makes it.`);
const otherProgram = against === null ? null : built('dist-cli/qlogscope.mjs');
if (values.budget) {
  if (otherProgram === null) throw new Error('--budget compares with a build: --against DIR');
  await buildCli();
  const isKept = await measureBudget({
    program: resolve(OWN_PROGRAM),
    against: otherProgram,
    runs,
    writes: values.write,
  });
  process.exit(isKept ? 0 : 1);
}

const readResult = (file) => JSON.parse(readFileSync(file, 'utf8'));

function checkDisk(mb) {
  const { bavail, bsize } = statfsSync(FOLDER);
  const freeMb = (bavail * bsize) / 1e6;
  if (freeMb < mb * DISK_MARGIN) throw new Error(`${mb} MB do not fit: ${freeMb.toFixed(0)} MB are free`);
}

/** Format of a file that was named: by its name, as it decides only what it is compared with. */
function formatOf(file) {
  if (file.endsWith('.gz')) return 'gzip';
  if (file.endsWith('.zst')) return 'zstd';
  return file.endsWith('.sqlog') ? 'seq' : 'json';
}

/** What is measured: each size in the plain container of every stack, in the others of the first stack. */
function cases() {
  if (positionals.length > 0)
    return positionals.map((file) => ({ file, format: formatOf(file), name: file }));
  const sizes = values.sizes.split(',').map(Number);
  return sizes.flatMap((mb) =>
    formats.flatMap((format) => {
      const made = format === PLAIN ? stacks : stacks.slice(0, 1);
      return made.map((stack) => ({ mb, format, stack, name: `${mb} MB ${format}, ${stack}` }));
    }),
  );
}

/** Traces one after the other; each is deleted before the next is made. A file that was named stays. */
async function* traces() {
  for (const one of cases()) {
    if (one.file !== undefined) {
      yield { ...one, group: null };
      continue;
    }
    const { mb, format, stack } = one;
    checkDisk(mb);
    const out = `${FOLDER}/bench-${process.pid}-${stack}-${mb}.${format}`;
    scratch.add(out);
    const made = await makeTrace({ mb, format, stack, out });
    yield {
      ...one,
      file: made.file,
      group: format === PLAIN ? `${mb} MB ${format}, ${stacks.length} stacks as one` : null,
    };
    rmSync(made.file, { force: true });
  }
}

/** What must not stay, whatever ends this process. */
const scratch = new Set();
function clear() {
  for (const file of scratch) rmSync(file, { force: true, recursive: true });
}
process.once('exit', clear);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/**
 * Runs this checkout, and the other one in turn with it: what the machine does besides meets both.
 * @param other null where there is no other.
 */
async function repeated(run, other) {
  const own = [];
  const others = [];
  for (let i = 0; i < runs; i++) {
    // Whoever comes first finds other caches: they take turns in that too.
    if (other !== null && i % 2 === 1) others.push(await other());
    own.push(await run());
    if (other !== null && i % 2 === 0) others.push(await other());
  }
  return { own, others };
}

/** The runs of several traces as those of one, run by run. */
function together(all) {
  const ofEach = (which) =>
    Array.from({ length: all[0][which].length }, (_, i) => asOne(all.map((one) => one[which][i])));
  return { own: ofEach('own'), others: ofEach('others') };
}

async function measure() {
  mkdirSync(FOLDER, { recursive: true });
  const load = () => loadavg()[0];
  const result = { at: new Date().toISOString(), runs, cpus: cpus().length, load: [load()], cases: {} };
  const keep = (title, { own, others }) => {
    result.cases[title] = medians(own);
    const ratios = others.length === 0 ? null : pairedRatios(own, others);
    if (ratios !== null) result.ratios = { ...result.ratios, [title]: ratios };
    print(title, result.cases[title], ratios === null ? null : { figures: medians(others), ratios });
  };
  const withBrowser = only.includes('browser');
  if (withBrowser || only.includes('bundle')) await buildPage();
  if (only.includes('bundle')) {
    const { figures, files } = measureBundle();
    keep('bundle, gzip', { own: [figures], others: [] });
    for (const { name, when, kb } of files)
      console.log(`  ${when.padEnd(8)}${kb.toFixed(1).padStart(7)}  ${name}`);
  }
  const withCli = only.includes('cli');
  if (withCli || only.includes('many')) await buildCli();
  const server = withBrowser ? await servePage() : null;
  const otherServer = withBrowser && against !== null ? await servePage(built('dist')) : null;
  const groups = new Map();
  const keepOne = (title, group, measured) => {
    keep(title, measured);
    if (group !== null) groups.set(group, [...(groups.get(group) ?? []), measured]);
  };
  try {
    for await (const { file, format, name, group } of withBrowser || withCli ? traces() : []) {
      if (server !== null) {
        const withGestures = group !== null || positionals.length > 0;
        const runOn = (page) => () => runInBrowser({ address: page.address, file, format, withGestures });
        const measured = await repeated(runOn(server), otherServer && runOn(otherServer));
        keepOne(`${name}, Chromium`, group && `${group}, Chromium`, measured);
      }
      if (withCli) {
        const runOf = (program) => () => runCli({ file, format, program });
        const measured = await repeated(runOf(), otherProgram && runOf(otherProgram));
        keepOne(`${name}, command line`, group && `${group}, command line`, measured);
      }
    }
  } finally {
    await server?.close();
    await otherServer?.close();
  }
  for (const [title, all] of groups) if (all.length > 1) keep(title, together(all));
  if (only.includes('many')) {
    const folder = `${FOLDER}/bench-${process.pid}-many`;
    scratch.add(folder);
    makeMany(MANY, folder);
    const runOf = (program) => () => runMany({ folder, program });
    keep(`${MANY} small traces, command line`, await repeated(runOf(), otherProgram && runOf(otherProgram)));
  }
  result.load.push(load());
  console.log(
    `\nmedians of ${runs} on ${result.cpus} cores; load of the machine ${result.load.map((one) => one.toFixed(1)).join(' before, ')} after`,
  );
  return result;
}

if (values.compare !== undefined && !existsSync(values.compare))
  throw new Error(`There is no ${values.compare}.`);
const result = values.with === undefined ? await measure() : readResult(values.with);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
if (values.compare !== undefined) printComparison(readResult(values.compare), result);
