/**
 * How fast the page opens and asks a fleet of a million rows, and how much memory that takes. By hand:
 *
 *   node tests/bench/fleet-page.mjs [ROWS] [RUNS]
 *
 * The rows are those of the frozen fleet with other names, hosts, versions, days and figures, in files of 100,000 rows each, as
 * the job writes them.
 */
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { ParquetWriter } from 'hyparquet-writer';
import { fileWriter } from 'hyparquet-writer/src/node.js';
import { buildPage, launchBrowser, servePage } from './page-server.mjs';
import { watch } from './process-watch.mjs';
import { quantile } from './report.mjs';

const ROWS = Number(process.argv[2] ?? 1e6);
const RUNS = Number(process.argv[3] ?? 3);
const FOLDER = '.bench';
const FILE = join(FOLDER, `fleet-${ROWS}.parquet`);
const GROUP_ROWS = 100_000;
const DAY_MS = 864e5;
const DAYS = 60;
const HOSTS = 200;
const FROM = Date.UTC(2026, 2, 1);
const VERSIONS = ['0.27.0', '0.28.1', '0.29.0', '0.30.0', '0.31.0', '0.32.0'];
/** Figures that differ in every row. */
const FIGURES = [
  ...[
    'duration_ms',
    'goodput',
    'loss_share',
    'min_rtt_ms',
    'smoothed_rtt_ms',
    'worst_start_ms',
    'worst_end_ms',
    'cost_ms',
  ],
  ...['ill_ms', 'ill_share', 'idle_rule_fit'],
];
/** Share of the rows that keep their digest. */
const WITH_DIGEST = 0.02;

const hex = () =>
  Array.from({ length: 8 }, () => ((Math.random() * 2 ** 32) >>> 0).toString(16).padStart(8, '0')).join('');

function madeRow(row, number) {
  const recorded = new Date(FROM + Math.floor(Math.random() * DAYS * DAY_MS));
  const day = recorded.toISOString().slice(0, 10);
  const host = `edge-${Math.floor(Math.random() * HOSTS)}`;
  const figures = FIGURES.map((name) => [
    name,
    row[name] == null ? null : row[name] * (0.5 + Math.random() / 2),
  ]);
  return {
    ...row,
    ...Object.fromEntries(figures),
    ...{ recorded, day, host, folder: `${host}/${day}`, hash: hex() },
    file: `${host}/${day}/${number.toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}.server.sqlog.gz`,
    version: VERSIONS[Math.floor(Math.random() * VERSIONS.length)],
    digest: Math.random() < WITH_DIGEST ? row.digest : null,
  };
}

async function makeFleet() {
  mkdirSync(FOLDER, { recursive: true });
  const frozen = readFileSync(new URL('../corpus/fleet/v1.parquet', import.meta.url));
  const file = frozen.buffer.slice(frozen.byteOffset, frozen.byteOffset + frozen.length);
  const { schema, key_value_metadata: kvMetadata } = parquetMetadata(file);
  const rows = await parquetReadObjects({ file, utf8: false });
  const writer = new ParquetWriter({ writer: fileWriter(`${FILE}.part`), schema, kvMetadata });
  for (let at = 0; at < ROWS; at += GROUP_ROWS) {
    const made = Array.from({ length: Math.min(GROUP_ROWS, ROWS - at) }, (_, i) =>
      madeRow(rows[Math.floor(Math.random() * rows.length)], at + i),
    );
    const columnData = schema
      .slice(1)
      .map(({ name }) => ({ name, data: made.map((row) => row[name] ?? null) }));
    await writer.write({ columnData, rowGroupSize: GROUP_ROWS });
  }
  await writer.finish();
  renameSync(`${FILE}.part`, FILE);
}

/** What a user does, by the hooks of the page. */
const STEPS = [
  ['finding', (page) => page.click('[data-finding=death-spiral]')],
  ['group by idle rule', (page) => page.click('.fleet-by [data-by=rule]')],
  ['group by host', (page) => page.click('.fleet-by [data-by=host]')],
  ['filter: a figure', (page) => filter(page, 'cost > 4s and ill > 50%')],
  ['filter: a text', (page) => filter(page, 'edge-77')],
  ['no filter', (page) => filter(page, '')],
  ['sort by cost', (page) => page.click('[data-sort=cost]')],
  ['sort by file', (page) => page.click('[data-sort=file]')],
];

async function filter(page, text) {
  await page.getByTestId('fleet-filter').fill(text);
  await page.getByTestId('fleet-filter').press('Enter');
}

/** Ms from a step to its answer on the screen. The page's own clock: the driver takes tens of ms to look. */
async function timed(page, step) {
  await page.evaluate(() => {
    const fleet = document.querySelector('[data-testid=fleet]');
    let from = Number.NaN;
    globalThis.tookMs = new Promise((resolve) => {
      new MutationObserver(() => {
        if (fleet.dataset.asking === 'true') from = Number.isNaN(from) ? performance.now() : from;
        else if (!Number.isNaN(from)) requestAnimationFrame(() => resolve(performance.now() - from));
      }).observe(fleet, { attributes: true });
    });
  });
  await step(page);
  return page.evaluate(() => globalThis.tookMs);
}

async function run(address) {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    await page.goto(`${address}?testing=1`);
    await page.waitForSelector('html[data-state=empty]', { state: 'attached' });
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const watched = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => watch(id));
    await page.evaluate(() => {
      const since = (selector) =>
        new Promise((resolve) => {
          const look = () =>
            document.querySelector(selector) ? resolve(performance.now()) : requestAnimationFrame(look);
          look();
        });
      document.querySelector('[data-testid=open]').addEventListener('change', () => {
        globalThis.openedAt = performance.now();
        globalThis.shown = since('[data-testid=fleet-row][data-severity]');
        globalThis.complete = since(
          '[data-testid=fleet][data-asking=false] [data-testid=fleet-row][data-file]:not([data-file=""])',
        );
      });
    });
    await page.getByTestId('open').setInputFiles(FILE);
    await page.waitForSelector('[data-testid=fleet-row][data-severity]', { timeout: 120_000 });
    const figures = { open: await page.evaluate(async () => (await globalThis.shown) - globalThis.openedAt) };
    await page.waitForSelector('[data-testid=fleet-progress]', { state: 'detached', timeout: 120_000 });
    figures.complete = await page.evaluate(async () => (await globalThis.complete) - globalThis.openedAt);
    for (const [name, step] of STEPS) figures[name] = await timed(page, step);
    figures.anonymousMb = Math.max(...watched.map((one) => one.stop().anonymousMb));
    return figures;
  } finally {
    await browser.close();
  }
}

if (!existsSync(FILE)) await makeFleet();
await buildPage();
const server = await servePage();
const all = [];
for (let i = 0; i < RUNS; i++) all.push(await run(server.address));
await server.close();
console.log(`${ROWS.toLocaleString('en')} rows, median of ${RUNS} runs`);
for (const name of Object.keys(all[0])) {
  const unit = name === 'anonymousMb' ? 'MB' : 'ms';
  const median = quantile(
    all.map((one) => one[name]),
    0.5,
  );
  console.log(`${name.padEnd(22)} ${median.toFixed(0).padStart(7)} ${unit}`);
}
