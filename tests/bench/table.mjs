/**
 * How long a table of many small traces takes, and how much memory: `node tests/bench/table.mjs FOLDER [60 1000 2000]`
 * opens so many files of the folder, repeated where it holds fewer, in a Chromium of its own each. By hand.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { buildPage, launchBrowser, servePage } from './page-server.mjs';

const SAMPLE_MS = 200;
const FILES = '.bench/table';

const [folder, ...numbers] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder of traces.');
const wanted = numbers.length === 0 ? [60, 1000] : numbers.map(Number);

/** As many files as are asked for, each a file of its own. */
function filesOf(number) {
  const given = readdirSync(folder)
    .filter((name) => /log(?:\.\w+)?$/.test(name))
    .sort();
  rmSync(FILES, { recursive: true, force: true });
  mkdirSync(FILES, { recursive: true });
  return Array.from({ length: number }, (_, i) => {
    const name = given[i % given.length];
    const path = join(
      FILES,
      `${Math.floor(i / given.length)}-${basename(name, extname(name))}${extname(name)}`,
    );
    copyFileSync(join(folder, name), path);
    return path;
  });
}

/** Ids of a process and of all that it started. */
function treeOf(root) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
        return [[Number(id), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
      } catch {
        return [];
      }
    });
  const found = new Set([root]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const [id, parent] of parents) if (found.has(parent)) found.add(id);
  }
  return [...found];
}

/** Memory that no file backs, of all processes of the browser, in MB. */
function anonymousMb(root) {
  let kb = 0;
  for (const id of treeOf(root)) {
    try {
      kb += Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It has ended.
    }
  }
  return kb / 1000;
}

/** CPU time of all processes of the browser, in s. */
function cpuSeconds(root) {
  const TICKS = 100;
  let ticks = 0;
  for (const id of treeOf(root)) {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended.
    }
  }
  return ticks / TICKS;
}

async function run(address, number) {
  const files = filesOf(number);
  const before = new Set(treeOf(process.pid));
  const browser = await launchBrowser();
  const root = treeOf(process.pid).find((id) => !before.has(id));
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    const counts = { alive: 0, most: 0 };
    globalThis.benchWorkers = counts;
    const Plain = globalThis.Worker;
    globalThis.Worker = class extends Plain {
      constructor(url, options) {
        super(url, options);
        counts.alive++;
        counts.most = Math.max(counts.most, counts.alive);
      }
      terminate() {
        counts.alive--;
        super.terminate();
      }
    };
  });
  await page.goto(`${address}?testing=1`);
  await page.waitForSelector('html[data-state=empty]', { state: 'attached' });
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, anonymousMb(root));
  }, SAMPLE_MS);
  const cpuBefore = cpuSeconds(root);
  await page.setInputFiles('[data-testid=open]', files);
  const startedAt = performance.now();
  await page.waitForSelector('html[data-idle=true][data-state=ready]', { state: 'attached', timeout: 0 });
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuSeconds(root) - cpuBefore;
  clearInterval(timer);
  const { most } = await page.evaluate(() => globalThis.benchWorkers);
  const summary = await page.getByTestId('table-summary').textContent();
  const heldMb = anonymousMb(root);
  await browser.close();
  const storedMb = files.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6;
  console.log(
    `${number} files, ${storedMb.toFixed(0)} MB stored: ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU, at most ${most} workers, ` +
      `at most ${peakMb.toFixed(0)} MB, ${heldMb.toFixed(0)} MB at the end. ${summary}`,
  );
}

await buildPage();
const server = await servePage();
try {
  for (const number of wanted) await run(server.address, number);
} finally {
  await server.close();
  rmSync(FILES, { recursive: true, force: true });
}
