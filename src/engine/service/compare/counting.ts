/**
 * How runs are counted, in every place that says how many have a finding: the table of traces and its filter, groups and their
 * gate, a fleet, JSON and reports. Of each run and rule there is one state:
 *
 *     not judged   its log holds too little for the rule: said, and counted nowhere
 *     clean        judged, and not found
 *     info         found, and nowhere severe enough for an alarm: counted beside, in no share
 *     hit          critical or a warning
 *
 * A rule of `INFO_ONLY` raises no alarm by its nature, so each run in which it is found is a hit. A run that could not be read has no
 * state. Identical runs, of the same bytes, count once.
 */
import type { Severity } from '../../findings/finding/finding';

/** Rules whose findings are never more than information. */
export const INFO_ONLY: readonly string[] = [
  'app-limited',
  'bufferbloat',
  'detector-failed',
  'flight-constant',
  'flow-control-limited',
  'idle-rule',
  'path-level',
  'peer-flat',
  'persistent-congestion',
  'slow-start-overshoot',
];

/** Numbers, so that a column of them has a byte per run. */
export const RunState = { notJudged: 0, clean: 1, info: 2, hit: 3 } as const;
export type RunState = (typeof RunState)[keyof typeof RunState];

/** What is counted of a run. */
export interface CountedRun {
  readonly findings: readonly { readonly id: string; readonly severity: Severity }[];
  /** Rules that its log holds too little for. */
  readonly notJudged: Pick<readonly string[], 'includes'>;
}

/** @param isAlarm critical or a warning somewhere in the run. @param isLacking the log holds too little for the rule. */
export function stateOf(
  isInfoOnly: boolean,
  isAlarm: boolean,
  isFound: boolean,
  isLacking: boolean,
): RunState {
  if (isAlarm || (isFound && isInfoOnly)) return RunState.hit;
  if (isLacking) return RunState.notJudged;
  return isFound ? RunState.info : RunState.clean;
}

export const isInfoOnly = (id: string): boolean => INFO_ONLY.includes(id);

/** @param id of a rule. */
export function runState({ findings, notJudged }: CountedRun, id: string): RunState {
  const own = findings.filter((finding) => finding.id === id);
  const isAlarm = own.some(({ severity }) => severity !== 'info');
  return stateOf(isInfoOnly(id), isAlarm, own.length > 0, notJudged.includes(id));
}

/** Whether a run has any alarm. @param severity of the most severe one; `none`, `unjudged` or `failed` without. */
export function anyAlarmState(severity: string): RunState {
  if (severity === 'critical' || severity === 'warning') return RunState.hit;
  return severity === 'unjudged' || severity === 'failed' ? RunState.notJudged : RunState.clean;
}

/**
 * The first of each set of identical runs.
 * @param idOf what is the same for identical runs only; null where that is not known: then it is like no other.
 */
export function distinctRuns<Run>(
  runs: readonly Run[],
  idOf: (run: Run) => string | null,
): { readonly runs: readonly Run[]; readonly copies: number } {
  const ids = new Set<string>();
  const distinct = runs.filter((run) => {
    const id = idOf(run);
    if (id === null) return true;
    if (ids.has(id)) return false;
    ids.add(id);
    return true;
  });
  return { runs: distinct, copies: runs.length - distinct.length };
}

/** The same run in two groups, which cannot be compared then. */
export interface RunInTwoGroups<Run> {
  /** Places of the groups, the first one smaller. */
  readonly places: readonly [number, number];
  /** The run as each of them has it: the names may differ. */
  readonly runs: readonly [Run, Run];
}

/** The first such run of each two groups. @param idOf as of `distinctRuns`. */
export function runsInTwoGroups<Run>(
  groups: readonly (readonly Run[])[],
  idOf: (run: Run) => string | null,
): readonly RunInTwoGroups<Run>[] {
  const byId = groups.map((runs) => new Map(runs.map((run) => [idOf(run), run])));
  return groups.flatMap((_, b) =>
    groups.slice(0, b).flatMap((first, a): readonly RunInTwoGroups<Run>[] => {
      const run = first.find((one) => idOf(one) !== null && byId[b]?.has(idOf(one)));
      const other = run === undefined ? undefined : byId[b]?.get(idOf(run));
      return run === undefined || other === undefined ? [] : [{ places: [a, b], runs: [run, other] }];
    }),
  );
}
