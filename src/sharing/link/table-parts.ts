/** The parameters of a link that hold a table of traces: its rows, and what is seen of it. */
import * as v from 'valibot';
import { type Part, part } from './part';
import { type LinkState, type LinkTable, MAX_FILTER, MAX_ROWS, MAX_VALUE } from './state';
import { escapeText, joinItems } from './text';
import { Base64url, items, Pick, SortOrder, Text } from './values';

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
  {
    ...part(
      'rows',
      'rows of a table, as this page writes them',
      ({ table: { rows } }) => (rows !== null && rows.length <= MAX_ROWS ? rows : null),
      Base64url,
      (state, rows) => withTable(state, { rows }),
    ),
    maxLength: MAX_ROWS,
  },
];

export const TABLE_PARTS: readonly Part[] = PARTS.map((one) => ({ ...one, since: 4 }));
