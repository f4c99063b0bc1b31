/** The parameters of a link that hold a table of traces: its rows, and what is seen of it. */
import * as v from 'valibot';
import { type Part, part } from './part';
import {
  type LinkFleet,
  type LinkState,
  type LinkTable,
  MAX_FILTER,
  MAX_GROUPED,
  MAX_GROUPS,
  MAX_ID,
  MAX_ROWS,
  MAX_VALUE,
} from './state';
import { isTableName } from './stored-name';
import { escapeText, joinItems } from './text';
import { Base64url, GROUP_LETTERS, Groups, Id, items, Patterns, Pick, SortOrder, Text } from './values';

function withTable(state: LinkState, change: Partial<LinkTable>): LinkState {
  return { ...state, table: { ...state.table, ...change } };
}

const PARTS: readonly Part[] = [
  part(
    'sort',
    'the name of a column, with - in front where it is reversed',
    ({ table: { order } }) => order && `${order.reversed ? '-' : ''}${order.key}`,
    SortOrder,
    (state, order) => withTable(state, { order }),
  ),
  part(
    'find',
    'a filter of the table',
    ({ table: { filter } }) => {
      const text = escapeText(filter);
      return text.length <= MAX_VALUE ? text : null;
    },
    v.pipe(Text, v.maxLength(MAX_FILTER)),
    (state, filter) => withTable(state, { filter }),
  ),
  part(
    'pick',
    'numbers of rows separated by commas',
    ({ table: { picked } }) =>
      joinItems(picked.map(({ row, ofFile }) => `${row + 1}${ofFile === null ? '' : `.${ofFile + 1}`}`)),
    items(Pick),
    (state, picked) =>
      withTable(state, {
        picked: picked.map(({ row, ofFile }) => ({
          row: row - 1,
          ofFile: ofFile === null ? null : ofFile - 1,
        })),
      }),
  ),
];

/** Before the rows: of a link that was cut, the rows that are left are grouped. */
const GROUPS_PART: Part = {
  ...part(
    'groups',
    `a letter per row, - for none, and the names of 1 to ${MAX_GROUPS} groups of at most ${MAX_ID} characters, separated by commas`,
    ({ table: { groups } }) => {
      if (groups === null) return null;
      const letters = groups.ofRows.map((group) => (group === null ? '-' : GROUP_LETTERS[group])).join('');
      const text = [letters, ...groups.names.map((name) => escapeText(name))].join(',');
      return groups.ofRows.length <= MAX_GROUPED && text.length <= MAX_VALUE ? text : null;
    },
    Groups,
    (state, groups) => withTable(state, { groups }),
  ),
  since: 10,
};

const PATTERNS_PART: Part = {
  ...part(
    'patterns',
    `patterns of names of 1 to ${MAX_GROUPS} groups, of at most ${MAX_ID} characters, separated by commas; empty for none`,
    ({ table: { patterns } }) => {
      const text = patterns.map((pattern) => escapeText(pattern)).join(',');
      return patterns.every((pattern) => pattern === '') || text.length > MAX_VALUE ? null : text;
    },
    Patterns,
    (state, patterns) => withTable(state, { patterns }),
  ),
  since: 13,
};

const ROWS_PART: Part = {
  ...part(
    'rows',
    'rows of a table, as this page writes them',
    ({ table: { rows } }) => (rows !== null && rows.length <= MAX_ROWS ? rows : null),
    Base64url,
    (state, rows) => withTable(state, { rows }),
  ),
  since: 4,
  maxLength: MAX_ROWS,
};

const STORED_PART: Part = {
  ...part(
    'table',
    'the name of a table in the store of the page',
    ({ table: { stored } }) => stored,
    v.pipe(Text, v.check(isTableName)),
    (state, stored) => withTable(state, { stored }),
  ),
  since: 13,
};

/** After the rows: of a link that was cut, these are left. */
const RUNS_PART: Part = {
  ...part(
    'runs',
    'what runs of groups gave, as this page writes it',
    ({ table: { runs } }) => (runs !== null && runs.length <= MAX_ROWS ? runs : null),
    Base64url,
    (state, runs) => withTable(state, { runs }),
  ),
  since: 12,
  maxLength: MAX_ROWS,
};

const NOTHING_SEEN: LinkFleet = { by: null, finding: null, picked: null };

/** An id of a fleet, longer than those that a link holds left out. */
function fleetPart(name: string, form: string, key: keyof LinkFleet): Part {
  return part(
    name,
    form,
    ({ table: { fleet } }) => {
      const id = fleet?.[key] ?? '';
      return id.length > MAX_ID ? null : escapeText(id);
    },
    Id,
    (state, id) => withTable(state, { fleet: { ...(state.table.fleet ?? NOTHING_SEEN), [key]: id } }),
  );
}

const FLEET_PARTS: readonly Part[] = [
  fleetPart('group', 'what the rows of a fleet are grouped by', 'by'),
  fleetPart('share', 'the id of a finding', 'finding'),
  fleetPart('against', 'the name of a group', 'picked'),
];

export const TABLE_PARTS: readonly Part[] = [
  STORED_PART,
  ...PARTS.map((one): Part => ({ ...one, since: 4 })),
  GROUPS_PART,
  PATTERNS_PART,
  ROWS_PART,
  RUNS_PART,
  ...FLEET_PARTS.map((one): Part => ({ ...one, since: 6 })),
];
