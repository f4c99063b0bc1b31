/** Medians of several runs, tables of them, and the ratios of two results. */

/** Goals in words, by the name of the figure that they are about. */
const GOALS = {
  'first load, page and worker, kB': '≤ 160',
  'first picture, ms': '≤ 300',
  'long tasks loading, longest ms': '≤ 50',
  'frames zooming, p95 ms': '≤ 16.7',
  'frames panning, p95 ms': '≤ 16.7',
  'queries, p95 ms': '< 2',
};

/** @param {readonly number[]} values */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const median = (values) => quantile(values, 0.5);

/** The median of every figure over all runs. @param {readonly Record<string, number>[]} runs */
function medians(runs) {
  const names = Object.keys(runs[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name]))]));
}

/**
 * @param runs what `runInBrowser` or `runCli` gave
 * @param textMb millions of bytes of text, inflated
 * @returns {Record<string, number>} medians; ratios are taken run by run, then their median
 */
export function summarise(runs, textMb) {
  const rate = (ms) => textMb / (ms / 1000);
  const all = runs.map(({ rawReadMs, rawReadCpuMs, cpuMs, stages, figures }) => {
    const scan = stages['scan + columns'] + stages['replay + series'];
    const busy = stages.all - stages['waiting, messages'];
    return {
      ...figures,
      'raw read, MB/s': rate(rawReadMs),
      'scan + columns + series, × raw read rate': rawReadMs / (stages.all - busy + scan),
      'everything, × raw read rate': rawReadMs / stages.all,
      'everything, ms per MB': stages.all / textMb,
      'raw read, CPU MB/s': rate(rawReadCpuMs),
      'everything, CPU MB/s': rate(cpuMs),
      'everything, × raw read rate by CPU': rawReadCpuMs / cpuMs,
      'everything, CPU ms per MB': cpuMs / textMb,
      ...Object.fromEntries(
        Object.entries(stages).flatMap(([stage, ms]) => [
          [`${stage}, ms`, ms],
          [`${stage}, MB/s`, rate(ms)],
          [`${stage}, × raw read rate`, rawReadMs / ms],
        ]),
      ),
    };
  });
  return medians(all);
}

const figure = (value) => {
  if (Number.isNaN(value) || value === null) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
};

/** Stages as one table, everything else as lines. @param {Record<string, number>} figures */
export function print(title, figures) {
  console.log(`\n${title}`);
  const stages = Object.keys(figures)
    .map((name) => /^(.*), × raw read rate$/.exec(name)?.[1])
    .filter((stage) => stage !== undefined && `${stage}, MB/s` in figures);
  if (stages.length > 0)
    console.log(`  ${'stage'.padEnd(24)}${'ms'.padStart(9)}${'MB/s'.padStart(9)}${'× raw'.padStart(9)}`);
  for (const stage of stages) {
    const cells = ['ms', 'MB/s', '× raw read rate'].map((unit) =>
      figure(figures[`${stage}, ${unit}`]).padStart(9),
    );
    console.log(`  ${stage.padEnd(24)}${cells.join('')}`);
  }
  const isCell = (name) => stages.some((stage) => name.startsWith(`${stage}, `));
  for (const [name, value] of Object.entries(figures)) {
    if (isCell(name)) continue;
    const goal = GOALS[name] === undefined ? '' : `   goal ${GOALS[name]}`;
    console.log(`  ${name.padEnd(44)}${figure(value).padStart(10)}${goal}`);
  }
}

/** Prints now ÷ before for every figure that both results hold. */
export function printComparison(before, now) {
  for (const [title, figures] of Object.entries(now.cases)) {
    const old = before.cases[title];
    if (old === undefined) continue;
    console.log(`\n${title}: now, before, now ÷ before`);
    for (const [name, value] of Object.entries(figures)) {
      if (typeof old[name] !== 'number' || typeof value !== 'number') continue;
      const cells = [value, old[name], value / old[name]].map((cell) => figure(cell).padStart(10));
      console.log(`  ${name.padEnd(44)}${cells.join('')}`);
    }
  }
}

/** Time per byte at each size against that at the smallest, by container; linear growth stays near 1. */
export function printGrowth(cases) {
  for (const part of ['browser', 'cli']) {
    for (const format of new Set(cases.map((one) => one.format))) {
      const own = cases.filter((one) => one.format === format && one[part] !== undefined);
      if (own.length < 2) continue;
      const perMb = own.map((one) => one[part]['everything, CPU ms per MB']);
      const words = own.map((one, i) => `${one.mb} MB ${figure(perMb[i] / perMb[0])}`);
      console.log(`\nCPU time per byte, ${part}, ${format}: ${words.join(', ')}`);
    }
  }
}
