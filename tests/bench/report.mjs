/** Medians of several runs, tables of them, and the ratios of two results. */

/** Goals in words, by the name of the figure that they are about. */
const GOALS = {
  'first load, page and worker, kB': '≤ 160',
  'first picture, ms': '≤ 300',
  'main thread loading, longest task, CPU ms': '≤ 50',
  'main thread zooming, longest task, CPU ms': '≤ 50',
  'main thread panning, longest task, CPU ms': '≤ 50',
  'frames zooming, p95 ÷ idle': '≤ 1.06',
  'frames panning, p95 ÷ idle': '≤ 1.06',
  'queries, p95 ms': '< 2',
  'columns, bytes per event': '≤ 35',
  '× JSON.parse per record': '≥ 1.7',
};

/** @param {readonly number[]} values */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const median = (values) =>
  quantile(
    values.filter((value) => Number.isFinite(value)),
    0.5,
  );

/** Names of all runs, in their order: a thread may have too little to do in one of them. */
const namesOf = (runs) => [...new Set(runs.flatMap((run) => Object.keys(run)))];

/** The median of every figure over all runs. @param {readonly Record<string, number>[]} runs */
export function medians(runs) {
  return Object.fromEntries(
    namesOf(runs).map((name) => [name, median(runs.map((run) => run[name] ?? Number.NaN))]),
  );
}

/**
 * Runs of two builds in turn: each figure's ratio run by run, then the median.
 * @param {readonly Record<string, number>[]} own
 * @param {readonly Record<string, number>[]} others as many
 */
export function pairedRatios(own, others) {
  const ratio = (name) => median(own.map((run, i) => run[name] / others[i][name]));
  return Object.fromEntries(
    namesOf(own)
      .filter((name) => name !== 'events')
      .map((name) => [name, ratio(name)])
      .filter(([, value]) => !Number.isNaN(value)),
  );
}

/** Peaks, which do not add up. */
const PEAK = /, peak MB$/;
/** Figures that hold for a set of traces as for one. */
const OF_SETS = /^(wall, ms|.*ns\/event|.*, peak MB|columns, bytes per event|JSON\.parse.*)$/;

/**
 * The same run over several traces as one: times are added, what is per event is weighed by events, of peaks the highest.
 * @param {readonly Record<string, number>[]} runs one per trace
 */
export function asOne(runs) {
  const events = runs.reduce((total, run) => total + run.events, 0);
  const figures = namesOf(runs).filter((name) => OF_SETS.test(name));
  const all = (name) => runs.map((run) => run[name] ?? 0);
  const value = (name) => {
    if (PEAK.test(name)) return Math.max(...all(name));
    const weights = name.endsWith('ms') ? runs.map(() => 1) : runs.map((run) => run.events / events);
    return all(name).reduce((total, each, i) => total + each * weights[i], 0);
  };
  return { events, ...Object.fromEntries(figures.map((name) => [name, value(name)])) };
}

const figure = (value) => {
  if (typeof value !== 'number' || Number.isNaN(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
};

/**
 * One line per figure; after it that of the other build and new ÷ old.
 * @param {Record<string, number>} figures
 * @param {{figures: Record<string, number>, ratios: Record<string, number>} | null} other
 */
export function print(title, figures, other = null) {
  console.log(`\n${title}${other === null ? '' : ': new, old, new ÷ old (median of pairs)'}`);
  for (const [name, value] of Object.entries(figures)) {
    const goal = GOALS[name] === undefined ? '' : `   goal ${GOALS[name]}`;
    const cells = [value, ...(other === null ? [] : [other.figures[name], other.ratios[name]])];
    console.log(`  ${name.padEnd(48)}${cells.map((cell) => figure(cell).padStart(10)).join('')}${goal}`);
  }
}

/** Prints now ÷ before for every figure that both results hold. */
export function printComparison(before, now) {
  for (const [title, figures] of Object.entries(now.cases)) {
    const old = before.cases[title];
    if (old === undefined) continue;
    const ratios = Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [name, value / old[name]]),
    );
    print(title, figures, { figures: old, ratios });
  }
}
