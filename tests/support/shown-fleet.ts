/** What the worker of a fleet answers, by hand: rows of the screen, groups, and an answer about nothing. */
import type {
  CountedShare,
  FleetAnswer,
  FleetGroup,
  FleetQuery,
  ShownRow,
} from '../../src/sharing/fleet-rows/contract.ts';
import { countedShare as counted } from '../../src/sharing/fleet-rows/counts.ts';
import { cellsOf } from '../../src/sharing/fleet-rows/shown-columns.ts';

/** Of a trace that was judged and has nothing: nothing else is known but what is given. */
export function shownRow(known: Partial<ShownRow> = {}): ShownRow {
  return {
    ...{ row: 0, file: 'a.sqlog', connection: 0, severity: 'none', worst: null, findings: 0, copyOf: null },
    ...{ failure: null, marks: [], startMs: null, endMs: null, cells: cellsOf(() => null) },
    ...known,
  };
}

export const countedShare = (hits: number, judged: number): CountedShare => counted(judged, hits);

export const FLEET_QUERY: FleetQuery = {
  ...{ filter: '', finding: null, by: 'version', picked: null },
  order: { key: 'worst', reversed: false },
};

export function fleetGroup(id: string, known: Partial<FleetGroup> = {}): FleetGroup {
  const { hits = 0, judged = 10 } = known;
  return {
    ...{ id, traces: judged, ...countedShare(hits, judged), costMs: 0, medianCostMs: Number.NaN },
    ...{ firstMs: Number.NaN, lastMs: Number.NaN, firstHitMs: Number.NaN },
    ...{ series: null, filter: `host = ${id}` },
    ...known,
  };
}

export function fleetAnswer(known: Partial<FleetAnswer> = {}): FleetAnswer {
  return {
    ...{ filterError: null, problems: [], rows: 10, shown: 10, copies: 0, severities: {}, findings: [] },
    ...{
      total: { ...countedShare(0, 10), infos: 0 },
      groups: [],
      furtherGroups: 0,
      builds: { changes: [], comparisons: 0, tooFew: [] },
      undated: 0,
      timeline: null,
      cost: null,
      beforeAfter: null,
    },
    ...known,
  };
}
