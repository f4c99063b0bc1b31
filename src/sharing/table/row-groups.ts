/**
 * Rows of a table of traces as groups of runs: by their names, what logged them, or by hand. A run is the trace of a sender
 * that was read; receivers see neither window nor losses, and are left out unless they are wanted.
 */
import { matchesGlob } from '../../engine/base/text/glob';
import { distinctRuns } from '../../engine/service/compare/counting';
import type { TraceRow } from '../figures/rows';
import { implementationCell, runIdOf, withoutEnding } from './row-words';
import { seedlessNames } from './seedless-names';

export const GROUPINGS = ['name', 'implementation', 'version', 'folder', 'pattern', 'hand'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface KeyedRow {
  readonly key: string;
  readonly row: TraceRow;
}

/** Rows that the user put together. */
export interface HandGroup {
  readonly name: string;
  readonly keys: ReadonlySet<string>;
  /** Of names of further rows; null for none. */
  readonly pattern: string | null;
}

export interface GroupingWish {
  readonly by: Grouping;
  /** One per line; a row belongs to the first that it matches. */
  readonly patterns: string;
  readonly hand: readonly HandGroup[];
  /** Names that the user gave, by those that the groups would have. */
  readonly names: ReadonlyMap<string, string>;
  readonly withReceivers: boolean;
}

/**
 * Where the name of a group is from: the user gave it, for others to see; it is what a log says of its implementation; or it
 * was made of names of files, as patterns are, and leaves with these only.
 */
export type NameOrigin = 'user' | 'log' | 'files';

export interface RowGroup<Row> {
  /** The name before the user changed it: unique. */
  readonly id: string;
  readonly name: string;
  readonly nameFrom: NameOrigin;
  /** Of the names of its rows; null for a group without one. */
  readonly pattern: string | null;
  /** Identical runs once. */
  readonly rows: readonly Row[];
  /** Runs that are identical with one of these. */
  readonly copies: number;
}

export interface GroupedRows<Row> {
  /** By name; by hand, and of patterns, in their order. */
  readonly groups: readonly RowGroup<Row>[];
  readonly receivers: number;
  /** Rows of files that could not be read. */
  readonly failures: number;
  /** Runs that are in no group. */
  readonly others: number;
}

const NAMES = new Intl.Collator('en', { numeric: true });

const baseOf = (name: string): string => withoutEnding(name.slice(name.lastIndexOf('/') + 1));

export function patternsOf(text: string): readonly string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

/** A pattern is held against the path, and against the name of the file with and without its ending. */
function matches(pattern: string, { name }: TraceRow): boolean {
  const file = name.slice(name.lastIndexOf('/') + 1);
  return [name, file, withoutEnding(file)].some((one) => matchesGlob(pattern, one));
}

/** The group of each row, in the order of the rows; null for none. */
function idsOf(rows: readonly KeyedRow[], { by, patterns, hand }: GroupingWish): readonly (string | null)[] {
  switch (by) {
    case 'name':
      return seedlessNames(rows.map(({ row }) => baseOf(row.name)));
    case 'implementation':
      return rows.map(({ row }) => row.implementation ?? 'not known');
    case 'version':
      return rows.map(({ row }) => (row.implementation === null ? 'not known' : implementationCell(row)));
    case 'folder':
      return rows.map(({ row }) => row.name.slice(0, Math.max(0, row.name.lastIndexOf('/'))) || 'no folder');
    case 'pattern': {
      const all = patternsOf(patterns);
      return rows.map(({ row }) => all.find((pattern) => matches(pattern, row)) ?? null);
    }
    case 'hand':
      return rows.map(({ key, row }) => {
        const own = hand.find(({ keys }) => keys.has(key));
        const group = own ?? hand.find(({ pattern }) => pattern !== null && matches(pattern, row));
        return group?.name ?? null;
      });
  }
}

const FROM: { readonly [by in Grouping]: NameOrigin } = {
  name: 'files',
  implementation: 'log',
  version: 'log',
  folder: 'files',
  pattern: 'files',
  hand: 'user',
};

/** What the user gave, unless it is blank, or what the group would be called without. */
function nameOf(id: string, { by, names }: GroupingWish): Pick<RowGroup<never>, 'name' | 'nameFrom'> {
  const given = names.get(id)?.trim() ?? '';
  return given === '' || given === id ? { name: id, nameFrom: FROM[by] } : { name: given, nameFrom: 'user' };
}

function patternOf(id: string, { by, hand }: GroupingWish): string | null {
  if (by === 'pattern') return id;
  return by === 'hand' ? (hand.find(({ name }) => name === id)?.pattern ?? null) : null;
}

/** Groups without a run are left out. */
export function groupRows<Row extends KeyedRow>(rows: readonly Row[], wish: GroupingWish): GroupedRows<Row> {
  const read = rows.filter(({ row }) => row.failure === null);
  const runs = read.filter(({ row }) => wish.withReceivers || row.side !== 'receiver');
  const byId = new Map<string, Row[]>();
  let others = 0;
  for (const [i, id] of idsOf(runs, wish).entries()) {
    const run = runs[i];
    if (id === null) others++;
    else if (byId.has(id)) byId.get(id)?.push(run);
    else byId.set(id, [run]);
  }
  const order = { pattern: patternsOf(wish.patterns), hand: wish.hand.map(({ name }) => name) };
  const given = wish.by === 'pattern' || wish.by === 'hand' ? order[wish.by] : null;
  const ids = given?.filter((id) => byId.has(id)) ?? [...byId.keys()].sort(NAMES.compare);
  return {
    groups: ids.map((id) => {
      const { runs: distinct, copies } = distinctRuns(byId.get(id) ?? [], ({ row }) => runIdOf(row));
      return { id, ...nameOf(id, wish), pattern: patternOf(id, wish), rows: distinct, copies };
    }),
    receivers: read.length - runs.length,
    failures: rows.length - read.length,
    others,
  };
}
