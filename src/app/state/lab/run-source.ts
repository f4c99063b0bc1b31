/** Traces of runs of the lab: their names, and what is opened. The worker that reads a trace makes its run. */
import type { NamedRun, RunSource } from '../../../engine/input/bytes/source';

/** Name of its file: `incident-defect-s7.sender.sqlog`. */
export function runName({ scenario, variant, seed, end }: NamedRun): string {
  return `${scenario}-${variant.replace(/[^\w.-]/g, '-')}-s${seed}.${end}.sqlog`;
}

export function runSource({ scenario, variant, seed, end, fields }: NamedRun): RunSource {
  const run = { scenario, variant, seed, end, fields };
  return { kind: 'run', run, name: runName(run) };
}
