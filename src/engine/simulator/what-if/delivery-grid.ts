/**
 * The propagation of a path, and the times at which it delivers: a program that plays a path, or a driver that looks for packets so
 * often, hands them over at multiples of a time. Determined by the times at which ACKs come.
 */

/** Times are µs. */
export interface Propagation {
  /** Packets arrive at multiples of this time, from the phase on; 0 for any time. */
  readonly gridUs: number;
  readonly phaseUs: number;
  /** One way. */
  readonly delayUs: number;
}

/** From reading packets to acknowledging them, as the receiver of a run has it. */
export const TURNAROUND_US = 20;

const T = {
  /** Grids that are looked for. */
  gridsUs: [5000, 2000, 1000, 500, 250],
  /** Times of a run, which fall on a grid by so much or more, and nearly as well as to any finer one. */
  run: 30,
  concentration: 0.4,
  asGood: 0.9,
  /** Over all times together at least this share of that. */
  steady: 0.6,
  /** A finer grid than the clock's step by this factor is the clock's. */
  clockSteps: 1.5,
  /** Delays that explain the round trips as well. */
  asNear: 1.01,
  /** Times, and round trips, from which both are determined: of more, as many as this, all over the trace. */
  most: 4096,
} as const;

/** How well times fall on multiples of one (length of their mean on the circle): 0 for any time, 1 for always at one phase; and it, µs. */
function concentration(timesUs: Float64Array, gridUs: number): readonly [share: number, phaseUs: number] {
  let [x, y] = [0, 0];
  for (const timeUs of timesUs) {
    const angle = (2 * Math.PI * timeUs) / gridUs;
    x += Math.cos(angle);
    y += Math.sin(angle);
  }
  const phaseUs = (Math.atan2(y, x) / (2 * Math.PI)) * gridUs;
  return [Math.hypot(x, y) / timesUs.length, (phaseUs + gridUs) % gridUs];
}

/** The same over runs of few times each: a program that stood still goes on at another phase. */
function nearConcentration(timesUs: Float64Array, gridUs: number): number {
  let [sum, runs] = [0, 0];
  for (let from = 0; from + T.run <= timesUs.length; from += T.run) {
    sum += concentration(timesUs.subarray(from, from + T.run), gridUs)[0];
    runs++;
  }
  return sum / runs;
}

/** Whole runs, `T.most` times at most. */
function someRuns(timesUs: Float64Array): Float64Array {
  const stride = Math.ceil(timesUs.length / T.most);
  return stride < 2 ? timesUs : timesUs.filter((_, i) => Math.floor(i / T.run) % stride === 0);
}

/** The coarsest grid that times fall on nearly as well as to any finer one, µs; 0 for none. @param clockStepUs of the log's clock. */
export function gridOf(allUs: Float64Array, clockStepUs: number): number {
  if (allUs.length < T.run) return 0;
  const timesUs = someRuns(allUs);
  const grids = T.gridsUs
    .filter((gridUs) => gridUs > T.clockSteps * clockStepUs)
    .map((gridUs) => ({
      gridUs,
      near: nearConcentration(timesUs, gridUs),
      far: concentration(timesUs, gridUs)[0],
    }))
    .filter(({ near, far }) => near >= T.concentration && far >= T.steady * near);
  const best = Math.max(0, ...grids.map(({ near }) => near));
  return grids.find(({ near }) => near >= T.asGood * best)?.gridUs ?? 0;
}

/** Where in the grid most times lie, µs. */
export function phaseOf(timesUs: Float64Array, gridUs: number): number {
  return gridUs > 0 && timesUs.length > 0 ? concentration(someRuns(timesUs), gridUs)[1] : 0;
}

/** When a packet that meets no queue is answered, µs. */
export function answeredUs(sentUs: number, { gridUs, phaseUs, delayUs }: Propagation): number {
  if (gridUs === 0) return sentUs + 2 * delayUs;
  const next = (us: number): number => Math.ceil((us - phaseUs) / gridUs) * gridUs + phaseUs;
  return next(next(sentUs + delayUs) + TURNAROUND_US + delayUs);
}

/** The delay, one way, by which most packets are answered when they were, µs. @param shortUs a round trip that few fall short of. */
export function delayUnderGrid(
  sentUs: Float64Array,
  rttsUs: Float64Array,
  grid: Omit<Propagation, 'delayUs'>,
  shortUs: number,
): number {
  const { gridUs } = grid;
  const tried: { readonly delayUs: number; readonly farUs: number }[] = [];
  const fromUs = Math.max(0, shortUs / 2 - 1.5 * gridUs);
  const stride = Math.ceil(sentUs.length / T.most);
  for (let delayUs = fromUs; delayUs <= shortUs / 2 + gridUs / 2; delayUs += gridUs / 20) {
    let farUs = 0;
    const propagation = { ...grid, delayUs };
    for (let i = 0; i < sentUs.length; i += stride) {
      const differsUs = answeredUs(sentUs[i], propagation) - sentUs[i] - rttsUs[i];
      farUs += Math.min(gridUs, Math.abs(differsUs));
    }
    tried.push({ delayUs, farUs });
  }
  const least = Math.min(...tried.map(({ farUs }) => farUs));
  const fits = tried.filter(({ farUs }) => farUs <= T.asNear * least + 1);
  return fits[fits.length >> 1]?.delayUs ?? shortUs / 2;
}
