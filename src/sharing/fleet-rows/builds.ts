/**
 * Builds of the implementations of a fleet, each against the one before it: which findings it has more often, or less. A build is an
 * implementation and its version; before it was that build of the same implementation whose first trace, by the date in its log, is the
 * last before its own. So another stack, or the date of a file, is never what was before.
 */
import { middleOf } from '../../engine/base/columns/median';
import { anyAlarmState, RunState, runState } from '../../engine/service/compare/counting';
import { LEAST_RUNS } from '../../engine/service/compare/groups';
import { differenceInterval, shareInterval } from '../../engine/service/compare/intervals';
import { type Comparison, shownOf } from '../../engine/service/compare/several';
import type { CodedColumn, NumberColumn } from './columns';
import type { BuildChange, BuildChanges, BuildCount, FleetGroup } from './contract';
import { type CombinedColumn, ids } from './field-kinds';

/** What a row has of a build, of findings and alarms: one code for all of it. */
export const COMBINED_COLUMNS = [
  'implementation',
  'version',
  'severity',
  'findings',
  'alarms',
  'not_judged',
] as const;

/** Most builds that are compared, those with most traces, and most changes that are looked into. */
const MOST_BUILDS = 200;
const MOST_CHANGES = 12;

const NAMES = new Intl.Collator('en', { numeric: true });

/** In the order in which they were first seen, then of their names. */
export const byFirst = (
  a: Pick<FleetGroup, 'firstMs' | 'id'>,
  b: Pick<FleetGroup, 'firstMs' | 'id'>,
): number => a.firstMs - b.firstMs || NAMES.compare(a.id, b.id);

/** Rows that are the same in all of `COMBINED_COLUMNS`. */
interface Kind {
  readonly code: number;
  readonly traces: number;
  readonly severity: string;
  readonly findings: readonly string[];
  readonly alarms: readonly string[];
  readonly notJudged: readonly string[];
}

export interface Build {
  readonly implementation: string;
  /** Its version. */
  readonly id: string;
  firstMs: number;
  traces: number;
  readonly kinds: Kind[];
}

export interface BuildRows {
  /** Of `COMBINED_COLUMNS`. */
  readonly combined: CombinedColumn;
  /** ms since 1970 by the log; NaN without. */
  readonly times: Float64Array<ArrayBuffer>;
  readonly worst: CodedColumn;
  readonly cost: NumberColumn;
  readonly host: CodedColumn;
}

/** @param rows that count. */
export function buildsIn(
  rows: Uint32Array<ArrayBuffer>,
  { combined: { codes, values }, times }: BuildRows,
): readonly Build[] {
  const traces = new Uint32Array(values.length);
  const firstMs = new Float64Array(values.length).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const code = codes[row];
    traces[code]!++;
    if (times[row] < firstMs[code]) firstMs[code] = times[row];
  }
  const builds = new Map<string, Build>();
  for (const [code, [implementation = '', id = '', severity = '', ...lists]] of values.entries()) {
    if (traces[code] === 0 || implementation === '' || id === '') continue;
    const key = `${implementation} ${id}`;
    const build = builds.get(key) ?? { implementation, id, firstMs: firstMs[code], traces: 0, kinds: [] };
    builds.set(key, build);
    const [findings = [], alarms = [], notJudged = []] = lists.map(ids);
    build.kinds.push({ code, traces: traces[code], severity, findings, alarms, notJudged });
    build.traces += traces[code];
    build.firstMs = Math.min(build.firstMs, firstMs[code]);
  }
  return [...builds.values()].filter((build) => Number.isFinite(build.firstMs));
}

/** Each with the one before it. */
function pairsOf(builds: readonly Build[]): readonly (readonly [Build, Build])[] {
  const largest = builds.toSorted((a, b) => b.traces - a.traces).slice(0, MOST_BUILDS);
  const last = new Map<string, Build>();
  return largest.sort(byFirst).flatMap((build) => {
    const before = last.get(build.implementation);
    last.set(build.implementation, build);
    return before === undefined ? [] : [[build, before] as const];
  });
}

/** @param finding null for any alarm. */
function stateIn({ severity, findings, alarms, notJudged }: Kind, finding: string | null): RunState {
  if (finding === null) return anyAlarmState(severity);
  if (severity === 'failed') return RunState.notJudged;
  const named = findings.includes(finding) || alarms.includes(finding);
  const one = {
    id: finding,
    severity: alarms.includes(finding) ? ('warning' as const) : ('info' as const),
  };
  return runState({ findings: named ? [one] : [], notJudged }, finding);
}

function countOf({ id, kinds }: Build, finding: string | null): BuildCount {
  let [judged, hits] = [0, 0];
  for (const kind of kinds) {
    const state = stateIn(kind, finding);
    if (state !== RunState.notJudged) judged += kind.traces;
    if (state === RunState.hit) hits += kind.traces;
  }
  return { version: id, judged, hits };
}

const hasEnough = ({ a, b }: Comparison): boolean => a.judged >= LEAST_RUNS && b.judged >= LEAST_RUNS;

/** @param rows that count. @param builds in them. @param finding that is looked at; null for every one that raised an alarm. */
export function buildChanges(
  rows: Uint32Array<ArrayBuffer>,
  columns: BuildRows,
  builds: readonly Build[],
  finding: string | null,
): BuildChanges {
  const pairs = pairsOf(builds).map(([build, before]) => {
    const alarms = [build, before].flatMap(({ kinds }) => kinds.flatMap((kind) => kind.alarms));
    const comparisons = (finding === null ? [...new Set(alarms)] : [finding])
      .map((id) => ({ id, build, before, a: countOf(build, id), b: countOf(before, id) }))
      .filter(hasEnough);
    return { build, before, comparisons, of: build.implementation };
  });
  const comparisons = pairs.flatMap((pair) => pair.comparisons);
  const changes = shownOf(comparisons)
    .slice(0, MOST_CHANGES)
    .map(({ id, build, a, b }): BuildChange => {
      const difference = differenceInterval(shareInterval(a.hits, a.judged), shareInterval(b.hits, b.judged));
      const { implementation } = build;
      return {
        finding: id,
        implementation,
        build: a,
        before: b,
        difference,
        ...tracesWith(rows, columns, build, id),
      };
    });
  const isWorse = ({ difference }: BuildChange): number => Number(difference.share > 0);
  return {
    changes: changes.sort((a, b) => isWorse(b) - isWorse(a) || b.lostOf - a.lostOf),
    comparisons: comparisons.length,
    tooFew: pairs.flatMap(({ build, before, of: implementation }) => {
      const [a, b] = [countOf(build, finding), countOf(before, finding)];
      return hasEnough({ a, b }) ? [] : [{ implementation, build: a, before: b }];
    }),
  };
}

/** Since when, where and at what cost a build has a finding. */
function tracesWith(
  rows: Uint32Array<ArrayBuffer>,
  { combined: { codes, values }, times, worst, cost, host }: BuildRows,
  { kinds }: Build,
  finding: string,
): Pick<BuildChange, 'sinceMs' | 'hosts' | 'lostMs' | 'lostOf'> {
  const isHit = new Uint8Array(values.length);
  for (const kind of kinds) isHit[kind.code] = Number(stateIn(kind, finding) === RunState.hit);
  const traces = new Uint32Array(host.values.length);
  const costs: number[] = [];
  let sinceMs = Number.NaN;
  for (const row of rows) {
    if (isHit[codes[row]] === 0) continue;
    traces[host.codes[row]]!++;
    if (!(sinceMs <= times[row]) && !Number.isNaN(times[row])) sinceMs = times[row];
    const isKnown = worst.values[worst.codes[row]] === finding && !Number.isNaN(cost.values[row]);
    if (isKnown) costs.push(cost.values[row]);
  }
  const hosts = host.values
    .map((name, code) => ({ name, traces: traces[code] }))
    .filter((one) => one.name !== '' && one.traces > 0)
    .sort((a, b) => b.traces - a.traces || NAMES.compare(a.name, b.name));
  return { sinceMs, hosts, lostMs: middleOf(Float64Array.from(costs).sort()), lostOf: costs.length };
}
