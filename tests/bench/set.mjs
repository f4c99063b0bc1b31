/**
 * Panning and zooming a set of two traces against one of them alone, in turn in one page, so that the load of the machine
 * is that of both: frame times, and the CPU time of the longest task. By hand, never in CI.
 *
 *   npm run build && node tests/bench/set.mjs A B [--runs 3]
 */
import { parseArgs } from 'node:util';
import { pan, phase, plotBox, untilIdle, zoom, zoomInOnce } from './gestures.mjs';
import { installProbe } from './page-probe.mjs';
import { launchBrowser, servePage } from './page-server.mjs';
import { quantile } from './report.mjs';

const VIEWPORT = { width: 1440, height: 900 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' } },
});
if (positionals.length !== 2) throw new Error('node tests/bench/set.mjs takes two traces');

/** Frame times of a phase in ms, and the CPU time of its longest task. */
async function framesOf(page, act) {
  const { from, to, cpuMs } = await phase(page, act);
  const frames = await page.evaluate(() => globalThis.benchProbe.frames);
  const times = frames.filter(({ at }) => at >= from && at <= to).map(({ ms }) => ms);
  return { median: quantile(times, 0.5), p95: quantile(times, 0.95), cpuMs };
}

async function measure(page) {
  await page.keyboard.press('f');
  await untilIdle(page);
  const box = await plotBox(page);
  const zoomed = await framesOf(page, () => zoom(page, box));
  await zoomInOnce(page, box);
  const panned = await framesOf(page, () => pan(page, box));
  return { zoomed, panned };
}

const server = await servePage('dist');
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: VIEWPORT });
await page.addInitScript(installProbe);
await page.goto(server.address);
await page.setInputFiles('input[type=file]', positionals);
await untilIdle(page);
const results = [];
for (let run = 0; run < Number(values.runs); run++) {
  const alone = await measure(page);
  await page.keyboard.press('Shift+V');
  await page.waitForFunction(() => document.querySelectorAll('[data-testid=lane]').length === 2);
  await untilIdle(page);
  const both = await measure(page);
  await page.getByRole('button', { name: /^Remove .* from the comparison$/ }).click();
  await untilIdle(page);
  results.push({ alone, both });
}
await browser.close();
await server.close();

for (const phaseName of ['zoomed', 'panned'])
  for (const figure of ['median', 'p95', 'cpuMs']) {
    const of = (which) =>
      quantile(
        results.map((result) => result[which][phaseName][figure]),
        0.5,
      );
    const [alone, both] = [of('alone'), of('both')];
    console.log(
      `${phaseName} ${figure}: alone ${alone.toFixed(1)} ms, both ${both.toFixed(1)} ms, × ${(both / alone).toFixed(2)}`,
    );
  }
