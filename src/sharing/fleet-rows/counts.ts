/**
 * What is counted of the rows that match: how many have a finding, in all, per group and over time, and what it cost. A
 * share is that of the traces whose log holds enough to tell (`not_judged`), as `compare/counting.ts` says; failures and copies count nowhere.
 */
import { middleOf } from '../../engine/base/columns/median';
import { RunState } from '../../engine/service/compare/counting';
import { differenceInterval, shareInterval } from '../../engine/service/compare/intervals';
import type { CodedColumn, LoadedColumn } from './columns';
import type {
  BeforeAfter,
  CostBins,
  CountedShare,
  FleetGroup,
  FleetGrouping,
  FleetTimeline,
} from './contract';
import { pairOf } from './fields';

const HOUR_MS = 3600e3;
const DAY_MS = 24 * HOUR_MS;
/** Longer spans are shown in steps of a day. */
const HOURS_UP_TO_MS = 3 * DAY_MS;
const MOST_STEPS = 400;
/** Most groups that are answered, and that are drawn over time. */
const MOST_GROUPS = 200;
const MOST_LINES = 5;

/** A coded column to group by, and the filter of a group. */
export interface GroupColumn {
  readonly codes: Uint32Array<ArrayBuffer>;
  /** By code; empty for none. */
  readonly ids: readonly string[];
  readonly filterOf: (id: string) => string;
}

export const GROUP_COLUMNS: { readonly [by in FleetGrouping]: readonly string[] } = {
  version: ['implementation', 'version'],
  controller: ['controller'],
  rule: ['idle_rule'],
  day: ['day'],
  host: ['host'],
  role: ['role'],
  quality: ['quality'],
};
const FIELD_OF: { readonly [by in FleetGrouping]: string } = {
  version: 'impl',
  controller: 'controller',
  rule: 'rule',
  day: 'day',
  host: 'host',
  role: 'role',
  quality: 'quality',
};

/** Columns that counting needs. */
// biome-ignore format: a table
export const COUNTED_COLUMNS = [
  'severity', 'findings', 'alarms', 'not_judged', 'worst', 'cost_ms', 'recorded', 'copy_of',
] as const;

export function groupColumn(by: FleetGrouping, columns: readonly LoadedColumn[]): GroupColumn {
  const filterOf = (id: string): string =>
    id === '' ? `not has ${FIELD_OF[by]}` : `${FIELD_OF[by]} = ${quoted(id)}`;
  const [first, second] = columns as readonly CodedColumn[];
  if (second === undefined)
    return { codes: (first as CodedColumn).codes, ids: (first as CodedColumn).values, filterOf };
  const { codes, values } = pairOf(first as CodedColumn, second);
  return { codes, ids: values.map(([name, version]) => [name, version].join(' ').trim()), filterOf };
}

function quoted(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Of each row what is asked. */
export interface Marks {
  /** A `RunState` each. */
  readonly states: Uint8Array<ArrayBuffer>;
  /** What the finding cost, ms; NaN where it is not the worst alarm of the row, or not known. */
  readonly costOf: (row: number) => number;
  /** When it was recorded, ms since 1970; NaN where that is not known. */
  readonly times: Float64Array<ArrayBuffer>;
}

export function countedShare(judged: number, hits: number): CountedShare {
  return { judged, hits, ...shareInterval(hits, judged) };
}

interface Tally {
  traces: number;
  judged: number;
  hits: number;
  firstMs: number;
  lastMs: number;
  firstHitMs: number;
  readonly costs: number[];
}

const newTally = (): Tally => ({
  traces: 0,
  judged: 0,
  hits: 0,
  costs: [],
  firstMs: Number.NaN,
  lastMs: Number.NaN,
  firstHitMs: Number.NaN,
});

/** @param rows that count. */
export function groupsOf(
  rows: Uint32Array<ArrayBuffer>,
  { codes, ids, filterOf }: GroupColumn,
  { states, costOf, times }: Marks,
): { readonly groups: readonly FleetGroup[]; readonly further: number } {
  const tallies: (Tally | undefined)[] = new Array(ids.length);
  for (const row of rows) {
    const code = codes[row];
    const tally = tallies[code] ?? newTally();
    tallies[code] = tally;
    tally.traces++;
    const time = times[row];
    if (!(time >= tally.firstMs)) tally.firstMs = Number.isNaN(time) ? tally.firstMs : time;
    if (!(time <= tally.lastMs)) tally.lastMs = Number.isNaN(time) ? tally.lastMs : time;
    const state = states[row];
    if (state === RunState.notJudged) continue;
    tally.judged++;
    if (state !== RunState.hit) continue;
    tally.hits++;
    if (!(time >= tally.firstHitMs) && !Number.isNaN(time)) tally.firstHitMs = time;
    const cost = costOf(row);
    if (!Number.isNaN(cost)) tally.costs.push(cost);
  }
  const groups = tallies.flatMap((tally, code): FleetGroup[] => {
    if (tally === undefined) return [];
    const { traces, judged, hits, costs, firstMs, lastMs, firstHitMs } = tally;
    const id = ids[code];
    return [
      {
        id,
        traces,
        firstMs,
        lastMs,
        firstHitMs,
        filter: filterOf(id),
        ...countedShare(judged, hits),
        costMs: costs.reduce((sum, cost) => sum + cost, 0),
        medianCostMs: costs.length === 0 ? Number.NaN : middleOf(Float64Array.from(costs).sort()),
      },
    ];
  });
  groups.sort((a, b) => b.traces - a.traces);
  return { groups: groups.slice(0, MOST_GROUPS), further: Math.max(0, groups.length - MOST_GROUPS) };
}

/** Of all rows, and of the first groups. @returns null where no row has a time. */
export function timelineOf(
  rows: Uint32Array<ArrayBuffer>,
  { codes, ids }: GroupColumn,
  groups: readonly FleetGroup[],
  { states, times }: Marks,
): FleetTimeline | null {
  const dated = groups.filter(({ firstMs }) => !Number.isNaN(firstMs));
  if (dated.length === 0) return null;
  const first = Math.min(...dated.map(({ firstMs }) => firstMs));
  const last = Math.max(...dated.map(({ lastMs }) => lastMs));
  const stepMs =
    last - first <= HOURS_UP_TO_MS
      ? HOUR_MS
      : DAY_MS * Math.max(1, Math.ceil((last - first) / DAY_MS / MOST_STEPS));
  const fromMs = Math.floor(first / stepMs) * stepMs;
  const steps = Math.floor((last - fromMs) / stepMs) + 1;
  const drawn = groups.slice(0, MOST_LINES).map(({ id }) => id);
  const lineOf = new Uint8Array(ids.length);
  for (const [at, id] of drawn.entries())
    for (const [code, one] of ids.entries()) if (one === id) lineOf[code] = at + 1;
  const judged = Array.from({ length: drawn.length + 1 }, () => new Array<number>(steps).fill(0));
  const hits = judged.map(() => new Array<number>(steps).fill(0));
  for (const row of rows) {
    const state = states[row];
    const step = Math.floor((times[row] - fromMs) / stepMs);
    if (state === RunState.notJudged || !(step >= 0 && step < steps)) continue;
    const line = lineOf[codes[row]];
    judged[0][step]!++;
    if (state === RunState.hit) hits[0][step]!++;
    if (line === 0) continue;
    judged[line][step]!++;
    if (state === RunState.hit) hits[line][step]!++;
  }
  const lines = [null, ...drawn].map((id, at) => ({ id, judged: judged[at], hits: hits[at] }));
  return { fromMs, stepMs, lines };
}

/** Costs beyond a ns and thirty years are of a damaged row. */
const isCost = (ms: number): boolean => ms >= 1e-6 && ms <= 1e12;

/** Steps of the edges of bins within a factor of ten. */
const EDGE_STEPS = [1, 2, 5] as const;

/** @returns null where no cost is known. */
export function costBins(rows: Uint32Array<ArrayBuffer>, { states, costOf }: Marks): CostBins | null {
  let [least, most, unknown] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const row of rows) {
    if (states[row] !== RunState.hit) continue;
    const cost = costOf(row);
    if (!isCost(cost)) unknown++;
    else [least, most] = [Math.min(least, cost), Math.max(most, cost)];
  }
  if (most === 0) return null;
  const edgesMs: number[] = [];
  for (
    let power = Math.floor(Math.log10(least));
    edgesMs.at(-1) === undefined || edgesMs[edgesMs.length - 1] <= most;
    power++
  )
    for (const step of EDGE_STEPS) edgesMs.push(step * 10 ** power);
  while (edgesMs[1] <= least) edgesMs.shift();
  while (edgesMs.length > 2 && edgesMs[edgesMs.length - 2] > most) edgesMs.pop();
  const counts = new Array<number>(edgesMs.length - 1).fill(0);
  for (const row of rows) {
    if (states[row] !== RunState.hit) continue;
    const cost = costOf(row);
    if (!isCost(cost)) continue;
    let bin = 0;
    while (bin < counts.length - 1 && cost >= edgesMs[bin + 1]) bin++;
    counts[bin]!++;
  }
  return { edgesMs, rows: counts, unknown };
}

/** @returns null where the group is not there, or has no time. */
export function beforeAfterOf(
  rows: Uint32Array<ArrayBuffer>,
  { codes, ids }: GroupColumn,
  group: FleetGroup | undefined,
  { states, times }: Marks,
): BeforeAfter | null {
  if (group === undefined || Number.isNaN(group.firstMs)) return null;
  const before = { judged: 0, hits: 0 };
  const others = { judged: 0, hits: 0 };
  for (const row of rows) {
    if (ids[codes[row]] === group.id) continue;
    const state = states[row];
    const time = times[row];
    if (state === RunState.notJudged || Number.isNaN(time)) continue;
    const part = time < group.firstMs ? before : others;
    part.judged++;
    if (state === RunState.hit) part.hits++;
  }
  const shareBefore = countedShare(before.judged, before.hits);
  const own = countedShare(group.judged, group.hits);
  return {
    id: group.id,
    sinceMs: group.firstMs,
    before: shareBefore,
    group: own,
    others: countedShare(others.judged, others.hits),
    difference: differenceInterval(own, shareBefore),
  };
}
