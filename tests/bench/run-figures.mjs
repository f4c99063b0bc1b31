/** Figures of one run, of the page and of the command line alike, by their names in the printed table. */

const sum = (values = []) => values.reduce((total, value) => total + value, 0);

/**
 * What the stage clock noted (`src/engine/reading/budgets/stage-clock.ts`), per event: wall time in the thread that the stage runs
 * in. The rest is waiting for bytes, inflating, messages and snapshots; on the command line its start and its report too.
 * @param {Record<string, number[]>} times
 */
export function stageFigures(times, events) {
  const [keep, parse, replay, models, detect, answers, total] = [
    'keep',
    'parse',
    'replay',
    'models',
    'detect',
    'answers',
    'total',
  ].map((stage) => sum(times[stage]));
  const stages = {
    'keep text': keep,
    'scan + columns': parse - replay,
    'replay + series': replay,
    models,
    detectors: detect,
    'answers to the page': answers,
    'waiting, all else': total - keep - parse - models - detect - answers,
  };
  const perEvent = ([stage, ms]) => [`stage ${stage}, ns/event`, (ms * 1e6) / events];
  return Object.fromEntries(Object.entries(stages).map(perEvent));
}

/** CPU time of each thread per event. @param {import('./process-watch.mjs').Watched} used */
export function threadFigures({ threads }, events) {
  return Object.fromEntries(
    [...threads].map(([name, ms]) => [`CPU of ${name}, ns/event`, (ms * 1e6) / events]),
  );
}

/** @param {import('./process-watch.mjs').Watched} used */
export function memoryFigures({ anonymousMb, residentMb }) {
  return { 'RssAnon, peak MB': anonymousMb, 'VmRSS, peak MB': residentMb };
}
