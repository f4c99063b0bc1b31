/** The fields of a fleet in the filter language of the event list and of the table of traces, over columns. */

import { isInfoOnly, RunState, stateOf } from '../../engine/service/compare/counting';
import type { FieldTable } from '../../engine/service/filter';
import type { FilterHelpRow } from '../../engine/service/filter/help';
import { countField, timeField } from '../figures/view';
import type { TraceColumn } from './column';
import {
  type CodedColumn,
  containsText,
  type LoadedColumn,
  type NumberColumn,
  type TextColumn,
} from './columns';
import {
  type CombinedColumn,
  combined,
  combinedField,
  type Field,
  type FieldSource,
  ids,
  orNull,
} from './field-kinds';
import { TRACE_COLUMNS } from './trace-columns';

/** The columns that are there; one that is not yet read is asked for by its name. */
export type ColumnsByName = (name: string) => LoadedColumn | null;

/** Implementation and version, each alone and both. */
const IMPLEMENTATION: FieldSource = {
  columns: ['implementation', 'version'],
  field([implementation, version]) {
    const pairs = pairOf(implementation as CodedColumn, version as CodedColumn);
    return {
      codeOf: (row) => pairs.codes[row],
      textsOf: pairs.values.map(([name, number]) =>
        name === '' ? [] : number === '' ? [name] : [`${name} ${number}`, name],
      ),
    };
  },
};

/** Ids of findings by what they count as. */
function foundAs(state: RunState): FieldSource {
  return {
    columns: ['findings', 'alarms', 'not_judged'],
    field: (columns) =>
      combinedField(columns as readonly CodedColumn[], ([findings = '', alarms = '', notJudged = '']) =>
        ids(findings).filter(
          (id) =>
            stateOf(isInfoOnly(id), ids(alarms).includes(id), true, ids(notJudged).includes(id)) === state,
        ),
      ),
  };
}

/** A column that names implementations, and one of their versions, as one: a version without a name is none. */
export function pairOf(names: CodedColumn, versions: CodedColumn): CombinedColumn {
  const codes = versions.codes.map((code, row) => (names.codes[row] === 0 ? 0 : code));
  return combined([names, { ...versions, codes }]);
}

/** Of several columns, or of a part of one. */
const MADE: { readonly [field: string]: FieldSource } = {
  impl: IMPLEMENTATION,
  finding: foundAs(RunState.hit),
  info: foundAs(RunState.info),
  lasts: {
    columns: ['worst_start_ms', 'worst_end_ms'],
    field([start, end]) {
      const [from, to] = [(start as NumberColumn).values, (end as NumberColumn).values];
      return timeField((row) => orNull((to[row] - from[row]) * 1000));
    },
  },
  connection: {
    columns: ['connection'],
    field: ([only]) => countField((row) => orNull((only as NumberColumn).values[row] + 1)),
  },
};

const SOURCES: { readonly [field: string]: FieldSource } = {
  ...Object.fromEntries(
    TRACE_COLUMNS.flatMap(({ name, filter = {} }: TraceColumn) =>
      Object.entries(filter).map(([field, kind]) => [field, kind(name)]),
    ),
  ),
  ...MADE,
};

/** What a text without a field is searched in, beside the file. */
const SEARCHED = ['implementation', 'version', 'findings', 'controller', 'host'] as const;

/** Columns of which a filter may need values: those of its fields, and what a text is searched in. */
export const SEARCHED_COLUMNS: readonly string[] = ['file', ...SEARCHED];

/**
 * @param columnOf columns that are read; null for one that is not.
 * @param onMissing called with the columns that a field needs and that are not read: what compiles then decides nothing.
 */
export function fleetFields(
  columnOf: ColumnsByName,
  onMissing: (columns: readonly string[]) => void,
): FieldTable<number> {
  const find = (columns: readonly string[]): readonly LoadedColumn[] | null => {
    const loaded = columns.map(columnOf);
    if (!loaded.includes(null)) return loaded as readonly LoadedColumn[];
    onMissing(columns);
    return null;
  };
  const fields: { [field: string]: Field } = {};
  for (const [name, { columns, field }] of Object.entries(SOURCES))
    Object.defineProperty(fields, name, {
      enumerable: true,
      get: (): Field => {
        const column = find(columns);
        return column === null ? UNREAD : field(column);
      },
    });
  return {
    exampleField: 'finding',
    exampleNumber: 'lost',
    fields,
    searched: {
      by(wanted) {
        const searched = find(SEARCHED_COLUMNS);
        if (searched === null) return () => false;
        const [file, ...others] = searched as readonly [TextColumn, ...CodedColumn[]];
        const tests = others.map(({ codes, values }) => {
          const holds = Uint8Array.from(values, (value) => (value.toLowerCase().includes(wanted) ? 1 : 0));
          return (row: number): boolean => holds[codes[row]] === 1;
        });
        const isNamed = containsText(file, wanted);
        return (row) => {
          for (const test of tests) if (test(row)) return true;
          return isNamed(row);
        };
      },
    },
  };
}

/** In place of a field whose columns are not read; the filter is compiled again once they are. */
const UNREAD: Field = { texts: () => [] };

/** The fields by examples; a test compiles each. */
export const FLEET_FILTER_HELP: readonly FilterHelpRow[] = [
  { example: 'spiral', meaning: 'the text in file, finding, implementation or controller' },
  {
    example: 'finding = death-spiral',
    meaning:
      'traces that count as having the finding, by the id of its rule; info = death-spiral: those that do not, as it is no alarm there',
  },
  { example: 'notjudged = death-spiral', meaning: 'its log cannot tell: it counts nowhere' },
  { example: 'alarm = death-spiral', meaning: 'traces in which it is critical or a warning' },
  { example: 'worst = death-spiral', meaning: 'traces whose worst alarm it is' },
  {
    example: 'severity = critical|warning',
    meaning: 'the worst alarm: critical, warning, none; unjudged, failed',
  },
  { example: 'impl ~ "quiche 0.30"', meaning: 'implementation and version contain the text; also version' },
  { example: 'rule = shift-from-last-send', meaning: 'the idle rule that the window follows, spiral or not' },
  { example: 'fit > 95%', meaning: 'how well the model with this rule follows the window' },
  { example: 'defect = affected|fixed', meaning: 'a known defect is shown; has defect' },
  { example: 'controller = newreno', meaning: 'a model that the window follows' },
  { example: 'host = edge-*', meaning: 'the first folder of the file; name = the whole path' },
  {
    example: 'day = 2026-03-31',
    meaning: 'the day, UTC; recorded > 2026-03-31T14:02: the time; dated = file: it is that of the file',
  },
  { example: 'cost > 1s', meaning: 'time lost by the worst alarm' },
  { example: 'held = window', meaning: 'what held the sender; heldcause = cutRandom or "random loss": why' },
  { example: 'heldshare > 50%', meaning: 'for which share of the transfer it held' },
  { example: 'timelost > 2s', meaning: 'time in which the path stood idle; lostshare: of the transfer' },
  { example: 'ill > 20%', meaning: 'share of the time that critical findings and warnings cover' },
  { example: 'since < 3s and lasts > 1s', meaning: 'when the worst alarm begins, and how long it lasts' },
  { example: 'goodput < 1.5Mbit/s', meaning: 'bit/s, kbit/s, Mbit/s, or B/s, kB/s, MB/s' },
  { example: 'loss > 2% or lost > 100', meaning: 'share of the packets lost, and their number' },
  { example: 'rtt > 50ms', meaning: 'median smoothed RTT; minrtt: the smallest' },
  { example: 'bytes > 1MB duration > 5s', meaning: 'bytes sent; length of the log' },
  { example: 'remark = log-quality', meaning: 'what is said of the log or the model and is no finding' },
  { example: 'quality != good', meaning: 'warnings about the log, as missing-records' },
  { example: 'has origin', meaning: 'no plain recording; origin = simulated|what-if|range' },
  { example: 'has failure', meaning: 'could not be read; has copy: the bytes of another file' },
  { example: 'not (spiral or host = edge-7)', meaning: 'and, or, not, brackets, as in the event list' },
];
