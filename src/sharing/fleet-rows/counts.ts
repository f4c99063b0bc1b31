/**
 * What is counted of the rows that match: how many have a finding, in all, per group and over time, and what it cost. A
 * share is that of the traces whose log holds enough to tell (`not_judged`), as `compare/counting.ts` says; failures and copies count nowhere.
 * Times are dates of logs: that of a file is when it was copied, as often as when it was recorded.
 */
import { middleOf } from '../../engine/base/columns/median';
import { isInfoOnly, RunState } from '../../engine/service/compare/counting';
import { LEAST_RUNS } from '../../engine/service/compare/groups';
import { differenceInterval, shareInterval } from '../../engine/service/compare/intervals';
import { byFirst } from './builds';
import type { CodedColumn, LoadedColumn } from './columns';
import {
  type BeforeAfter,
  type CostBins,
  type CountedShare,
  FILE_DAYS,
  type FleetAnswer,
  type FleetGroup,
  type FleetGrouping,
  type FleetTimeline,
} from './contract';
import { ids } from './field-kinds';
import { type ColumnsByName, pairOf } from './fields';
import type { Marks } from './marks';

const HOUR_MS = 3600e3;
const DAY_MS = 24 * HOUR_MS;
/** Longer spans are shown in steps of a day. */
const HOURS_UP_TO_MS = 3 * DAY_MS;
const MOST_STEPS = 400;
/** Most groups that are answered, and that are drawn over time. */
export const MOST_GROUPS = 200;
const MOST_LINES = 5;

/** A coded column to group by, and the filter of a group. */
export interface GroupColumn {
  readonly codes: Uint32Array<ArrayBuffer>;
  /** By code; empty for none. */
  readonly ids: readonly string[];
  /** By code, as in `FleetGroup`. */
  readonly series: readonly (string | null)[];
  readonly filterOf: (id: string) => string;
}

export const GROUP_COLUMNS: { readonly [by in FleetGrouping]: readonly string[] } = {
  version: ['implementation', 'version'],
  controller: ['controller'],
  rule: ['idle_rule'],
  day: ['day', 'recorded_from'],
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
  'severity', 'findings', 'alarms', 'not_judged', 'worst', 'cost_ms', 'recorded', 'recorded_from', 'copy_of',
] as const;

export function groupColumn(by: FleetGrouping, columns: readonly LoadedColumn[]): GroupColumn {
  const [first, second] = columns as readonly [CodedColumn, CodedColumn];
  const filterOf = (id: string): string =>
    id === '' ? `not has ${FIELD_OF[by]}` : `${FIELD_OF[by]} = ${quoted(id)}`;
  if (by === 'day') return dayColumn(first, second, filterOf);
  if (by !== 'version')
    return { codes: first.codes, ids: first.values, series: first.values.map(() => null), filterOf };
  const { codes, values } = pairOf(first, second);
  const ids = values.map((pair) => pair.join(' ').trim());
  return { codes, ids, series: values.map(([name, version]) => (version === '' ? null : name)), filterOf };
}

/** Days by the dates of logs. */
function dayColumn(days: CodedColumn, from: CodedColumn, filterOf: (id: string) => string): GroupColumn {
  const ofFiles = days.values.length;
  const file = from.values.indexOf('file');
  const ids = [...days.values, FILE_DAYS];
  return {
    codes: file < 0 ? days.codes : days.codes.map((code, row) => (from.codes[row] === file ? ofFiles : code)),
    ids,
    series: ids.map((id) => (/^\d/.test(id) ? '' : null)),
    filterOf: (id) =>
      id === FILE_DAYS ? 'dated = file' : `${filterOf(id)}${file < 0 ? '' : ' and not dated = file'}`,
  };
}

function quoted(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const NO_SHARE = { share: Number.NaN, low: Number.NaN, high: Number.NaN } as const;

export function countedShare(judged: number, hits: number): CountedShare {
  return { judged, hits, ...(judged < LEAST_RUNS ? NO_SHARE : shareInterval(hits, judged)) };
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

/** All of them, the largest first. @param rows that count. */
export function groupsOf(
  rows: Uint32Array<ArrayBuffer>,
  { codes, ids, series, filterOf }: GroupColumn,
  { states, costOf, times }: Marks,
): readonly FleetGroup[] {
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
        series: series[code] ?? null,
        filter: filterOf(id),
        ...countedShare(judged, hits),
        costMs: costs.reduce((sum, cost) => sum + cost, 0),
        medianCostMs: costs.length === 0 ? Number.NaN : middleOf(Float64Array.from(costs).sort()),
      },
    ];
  });
  return groups.sort((a, b) => b.traces - a.traces);
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
  // Steps of all rows, then those of each line.
  const judged = new Uint32Array((drawn.length + 1) * steps);
  const hits = new Uint32Array(judged.length);
  for (const row of rows) {
    const state = states[row];
    const step = Math.floor((times[row] - fromMs) / stepMs);
    if (state === RunState.notJudged || !(step >= 0 && step < steps)) continue;
    const isHit = state === RunState.hit ? 1 : 0;
    const line = lineOf[codes[row]];
    judged[step]!++;
    hits[step]! += isHit;
    if (line === 0) continue;
    judged[line * steps + step]!++;
    hits[line * steps + step]! += isHit;
  }
  const own = (counts: Uint32Array, at: number): readonly number[] => [
    ...counts.subarray(at * steps, (at + 1) * steps),
  ];
  const lines = [null, ...drawn].map((id, at) => ({ id, judged: own(judged, at), hits: own(hits, at) }));
  return { fromMs, stepMs, lines };
}

/** Costs beyond a ns and thirty years are of a damaged row. */
const isCost = (ms: number): boolean => ms >= 1e-6 && ms <= 1e12;

/** Steps of the edges of bins within a factor of ten. */
const EDGE_STEPS = [1, 2, 5] as const;

/** @returns null where no cost is known. */
export function costBins(rows: Uint32Array<ArrayBuffer>, { states, costOf }: Marks): CostBins | null {
  let [least, most, unknown] = [Number.POSITIVE_INFINITY, 0, 0];
  const costs: number[] = [];
  for (const row of rows) {
    if (states[row] !== RunState.hit) continue;
    const cost = costOf(row);
    if (!isCost(cost)) {
      unknown++;
      continue;
    }
    costs.push(cost);
    if (cost < least) least = cost;
    if (cost > most) most = cost;
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
  for (const cost of costs) {
    let bin = 0;
    while (bin < counts.length - 1 && cost >= edgesMs[bin + 1]) bin++;
    counts[bin]!++;
  }
  return { edgesMs, rows: counts, unknown };
}

const shareIn = ({ judged, hits }: FleetGroup): CountedShare => countedShare(judged, hits);

/** @param groups all of them. @returns null where the group is not there. */
export function beforeAfterOf(groups: readonly FleetGroup[], picked: string | null): BeforeAfter | null {
  const group = groups.find(({ id }) => id === picked);
  if (group === undefined) return null;
  const together = (kind: 'earlier' | 'others', several: readonly FleetGroup[]) => {
    const sum = (of: 'judged' | 'hits'): number => several.reduce((all, one) => all + one[of], 0);
    return { kind, id: '', share: countedShare(sum('judged'), sum('hits')) };
  };
  const others = othersOf();
  const first = others[0]?.share;
  const isTold = first !== undefined && !Number.isNaN(first.share) && !Number.isNaN(group.share);
  const difference = isTold ? differenceInterval(group, first) : null;
  return { id: group.id, group: shareIn(group), others, difference };

  function othersOf(): BeforeAfter['others'] {
    const { series, firstMs } = group as FleetGroup;
    if (series === null)
      return [
        together(
          'others',
          groups.filter((one) => one !== group),
        ),
      ];
    if (Number.isNaN(firstMs)) return [];
    const inOrder = groups.filter((one) => one.series === series && !Number.isNaN(one.firstMs)).sort(byFirst);
    const earlier = inOrder.slice(0, inOrder.indexOf(group as FleetGroup));
    const previous = earlier.at(-1);
    if (previous === undefined) return [];
    return [
      { kind: 'previous', id: previous.id, share: shareIn(previous) },
      ...(earlier.length > 1 ? [together('earlier', earlier)] : []),
    ];
  }
}

export function totalOf(rows: Uint32Array<ArrayBuffer>, { states }: Marks): FleetAnswer['total'] {
  let [judged, hits, infos] = [0, 0, 0];
  for (const row of rows) {
    const state = states[row];
    if (state !== RunState.notJudged) judged++;
    if (state === RunState.hit) hits++;
    if (state === RunState.info) infos++;
  }
  return { ...countedShare(judged, hits), infos };
}

export function undatedOf(rows: Uint32Array<ArrayBuffer>, times: Marks['times']): number {
  let undated = 0;
  for (const row of rows) if (Number.isNaN(times[row])) undated++;
  return undated;
}

/** Rows by the value of a column. */
function rowsByValue(
  rows: Uint32Array<ArrayBuffer>,
  { codes, values }: CodedColumn,
): readonly (readonly [value: string, rows: number])[] {
  const counts = new Uint32Array(values.length);
  for (const row of rows) counts[codes[row]]!++;
  return values.map((value, code) => [value, counts[code]]);
}

export function severitiesOf(
  rows: Uint32Array<ArrayBuffer>,
  columnOf: ColumnsByName,
): FleetAnswer['severities'] {
  return Object.fromEntries(rowsByValue(rows, columnOf('severity') as CodedColumn));
}

export function findingsOf(rows: Uint32Array<ArrayBuffer>, columnOf: ColumnsByName): FleetAnswer['findings'] {
  const tracesById = (name: 'findings' | 'alarms'): ReadonlyMap<string, number> => {
    const traces = new Map<string, number>();
    for (const [value, n] of rowsByValue(rows, columnOf(name) as CodedColumn))
      if (n > 0) for (const id of ids(value)) traces.set(id, (traces.get(id) ?? 0) + n);
    return traces;
  };
  const alarms = tracesById('alarms');
  return [...tracesById('findings')]
    .map(([id, n]) => ({
      id,
      traces: isInfoOnly(id) ? n : (alarms.get(id) ?? 0),
      isAlarm: !isInfoOnly(id),
    }))
    .sort((a, b) => Number(b.isAlarm) - Number(a.isAlarm) || b.traces - a.traces);
}
