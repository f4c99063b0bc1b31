/**
 * How fast the lab simulates in Chromium: packet events per second in one worker, by scenario, and how long the 300 runs of the incident take in
 * as many workers as the lab starts. A packet event is a packet taken or delivered by a link, or a part of the queue that is called. By hand:
 *
 *   node tests/bench/simulate.mjs [RUNS]
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage, launchBrowser, OUT_DIR, servePage } from './page-server.mjs';
import { quantile } from './report.mjs';

const RUNS = Number(process.argv[2] ?? 3);
const SEEDS = 60;
const SCENARIOS = [
  ['incident', ['defect', 'fixed', 'newreno']],
  ['buffers', ['cubic-1', 'newreno-1']],
  ['two-flows', ['cubic-newreno']],
];

await buildPage();
const script = readdirSync(join(OUT_DIR, 'threads')).find((name) => /^simulate-.*\.js$/.test(name));
if (script === undefined) throw new Error(`no worker of the lab in ${OUT_DIR}/threads`);
const server = await servePage();
const browser = await launchBrowser();
const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
await page.goto(server.address);

/** One worker, warm: events of its second half, and the time they took. */
async function pace(scenario, variants) {
  return page.evaluate(
    async ({ address, scenario, variants, seeds }) => {
      const worker = new Worker(address, { type: 'module' });
      let nextId = 1;
      const ask = (kind, body) =>
        new Promise((resolve, reject) => {
          const id = nextId++;
          const take = ({ data }) => {
            if (data.id !== id) return;
            worker.removeEventListener('message', take);
            if ('problem' in data) reject(new Error(data.problem));
            else resolve(data.answer);
          };
          worker.addEventListener('message', take);
          worker.postMessage({ id, kind, body });
        });
      const { values } = await ask('check', { scenario, texts: {} });
      const refs = variants.flatMap((variant) =>
        Array.from({ length: seeds }, (_, i) => ({ scenario, values, variant, seed: i + 1 })),
      );
      await ask('runs', refs);
      const from = performance.now();
      const rows = await ask('runs', refs);
      const seconds = (performance.now() - from) / 1000;
      worker.terminate();
      return { events: rows.reduce((sum, row) => sum + row.packetEvents, 0), seconds, runs: rows.length };
    },
    {
      address: `${server.address}threads/${script}`,
      scenario,
      variants,
      seeds: scenario === 'incident' ? SEEDS : 3,
    },
  );
}

for (const [scenario, variants] of SCENARIOS) {
  const paces = [];
  for (let run = 0; run < RUNS; run++) paces.push(await pace(scenario, variants));
  const perSecond = quantile(
    paces.map(({ events, seconds }) => events / seconds / 1e6),
    0.5,
  );
  const perRun = quantile(
    paces.map(({ seconds, runs }) => (1000 * seconds) / runs),
    0.5,
  );
  console.log(
    `${scenario}: ${perSecond.toFixed(2)} million packet events per s and worker, ${perRun.toFixed(1)} ms per run`,
  );
}

const times = [];
for (let run = 0; run < RUNS; run++) {
  await page.goto('about:blank');
  await page.goto(`${server.address}?testing=1#v=7&lab=incident&seeds=100`);
  await page.waitForSelector('[data-testid=lab][data-running=true]');
  const from = performance.now();
  await page.waitForSelector('[data-testid=lab][data-running=false][data-done="300"]', { timeout: 120_000 });
  times.push((performance.now() - from) / 1000);
}
console.log(`the incident, 300 runs: ${quantile(times, 0.5).toFixed(2)} s in the lab`);
await browser.close();
await server.close();
process.exit(0);
