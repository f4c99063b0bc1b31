/** The fields of a fleet in the filter language of the event list and of the table of traces, over columns. */
import {
  type CodedField,
  type FieldTable,
  PERCENT_UNITS,
  RATE_UNITS_BYTES,
  type RowField,
  SIZE_UNITS_BYTES,
  TIME_UNITS_US,
} from '../../engine/service/filter';
import type { FilterHelpRow } from '../../engine/service/filter/help';
import { dateMs } from '../figures/view';
import {
  type CodedColumn,
  containsText,
  type LoadedColumn,
  lowerTextAt,
  type NumberColumn,
  type TextColumn,
} from './columns';

/** A row is its number. */
type Field = RowField<number>;

/** The columns that are there; one that is not yet read is asked for by its name. */
export type ColumnsByName = (name: string) => LoadedColumn | null;

/** What a field is made from. */
interface FieldSource {
  readonly columns: readonly string[];
  readonly field: (columns: readonly LoadedColumn[]) => Field;
}

function coded(
  column: string,
  textsOf: (value: string) => readonly string[] = (value) => [value],
): FieldSource {
  return { columns: [column], field: ([only]) => codedField(only as CodedColumn, textsOf) };
}

function codedField(
  { codes, values }: CodedColumn,
  textsOf: (value: string) => readonly string[],
): CodedField<number> {
  return {
    codeOf: (row) => codes[row],
    textsOf: values.map((value, code) => (code === 0 ? [] : textsOf(value))),
  };
}

const ids = (value: string): readonly string[] => value.split(' ').filter((id) => id !== '');

function text(column: string): FieldSource {
  return {
    columns: [column],
    field: ([only]) => ({
      texts: (row) => {
        const found = lowerTextAt(only as TextColumn, row);
        return found === '' ? [] : [found];
      },
    }),
  };
}

/** @param factor from the column's unit to that of the field. */
function number(
  column: string,
  factor: number,
  how: Pick<NumberField, 'units' | 'unitless' | 'example'>,
): FieldSource {
  return {
    columns: [column],
    field: ([only]) => {
      const { values } = only as NumberColumn;
      return { ...how, of: (row) => orNull(values[row] * factor) };
    },
  };
}

type NumberField = Extract<Field, { readonly units: unknown }>;

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : Math.round(value * 1e5) / 1e5);
const time = (column: string): FieldSource =>
  number(column, 1000, { units: TIME_UNITS_US, unitless: 1e6, example: '2.5s, 300ms or 40us' });
const bytes = (column: string): FieldSource =>
  number(column, 1, { units: SIZE_UNITS_BYTES, unitless: 1, example: '1200, 1200B or 1.2MB' });
const share = (column: string): FieldSource =>
  number(column, 100, { units: PERCENT_UNITS, unitless: 1, example: '2% or 2.5' });
const count = (column: string): FieldSource => number(column, 1, { units: {}, unitless: 1, example: '42' });

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

/** A column that names implementations, and one of their versions, as one: a version without a name is none. */
export function pairOf(
  names: CodedColumn,
  versions: CodedColumn,
): { readonly codes: Uint32Array<ArrayBuffer>; readonly values: readonly (readonly [string, string])[] } {
  const codes = new Uint32Array(names.codes.length);
  const values: (readonly [string, string])[] = [['', '']];
  const codeOf = new Map<number, number>([[0, 0]]);
  const width = versions.values.length;
  for (let row = 0; row < codes.length; row++) {
    const name = names.codes[row];
    const key = name === 0 ? 0 : name * width + versions.codes[row];
    let code = codeOf.get(key);
    if (code === undefined) {
      code = values.push([names.values[name] ?? '', versions.values[key % width] ?? '']) - 1;
      codeOf.set(key, code);
    }
    codes[row] = code;
  }
  return { codes, values };
}

const SOURCES: { readonly [field: string]: FieldSource } = {
  finding: coded('findings', ids),
  alarm: coded('alarms', ids),
  worst: coded('worst'),
  severity: coded('severity'),
  name: text('file'),
  host: coded('host'),
  day: coded('day'),
  impl: IMPLEMENTATION,
  version: coded('version'),
  role: coded('role'),
  side: coded('side'),
  controller: coded('controller', (value) => [value, ...value.split('|')]),
  rule: coded('idle_rule'),
  fit: share('idle_rule_fit'),
  defect: coded('defect_standing'),
  since: time('worst_start_ms'),
  lasts: {
    columns: ['worst_start_ms', 'worst_end_ms'],
    field([start, end]) {
      const [from, to] = [(start as NumberColumn).values, (end as NumberColumn).values];
      return {
        ...{ units: TIME_UNITS_US, unitless: 1e6, example: '2.5s, 300ms or 40us' },
        of: (row) => orNull((to[row] - from[row]) * 1000),
      };
    },
  },
  cost: time('cost_ms'),
  ill: share('ill_share'),
  goodput: number('goodput', 1, { units: RATE_UNITS_BYTES, unitless: 1, example: '1.5Mbit/s or 200kB/s' }),
  bytes: bytes('sent_bytes'),
  duration: time('duration_ms'),
  lost: count('packets_lost'),
  loss: share('loss_share'),
  rtt: time('smoothed_rtt_ms'),
  minrtt: time('min_rtt_ms'),
  recorded: {
    columns: ['recorded'],
    field: ([only]) => ({
      ...{ units: {}, unitless: 1, example: '2026-03-31 or 2026-03-31T14:02', read: dateMs },
      of: (row) => orNull((only as NumberColumn).values[row]),
    }),
  },
  origin: coded('marks', ids),
  quality: coded('quality', ids),
  connection: {
    columns: ['connection'],
    field: ([only]) => ({
      ...{ units: {}, unitless: 1, example: '42' },
      of: (row) => orNull((only as NumberColumn).values[row] + 1),
    }),
  },
  hash: text('hash'),
  copy: text('copy_of'),
  failure: text('failure'),
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
    const found = columns.map(columnOf);
    if (!found.includes(null)) return found as readonly LoadedColumn[];
    onMissing(columns);
    return null;
  };
  const fields: { [field: string]: Field } = {};
  for (const [name, { columns, field }] of Object.entries(SOURCES))
    Object.defineProperty(fields, name, {
      enumerable: true,
      get: (): Field => {
        const found = find(columns);
        return found === null ? UNREAD : field(found);
      },
    });
  return {
    ...{ exampleField: 'finding', exampleNumber: 'lost', fields },
    searched: {
      by(wanted) {
        const found = find(SEARCHED_COLUMNS);
        if (found === null) return () => false;
        const [file, ...others] = found as readonly [TextColumn, ...CodedColumn[]];
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
  { example: 'finding = death-spiral', meaning: 'traces with the finding, by the id of its rule' },
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
  { example: 'day = 2026-03-31', meaning: 'the day, UTC; recorded > 2026-03-31T14:02: the time' },
  { example: 'cost > 1s', meaning: 'what the worst alarm cost, in time' },
  { example: 'ill > 20%', meaning: 'share of the time that critical findings and warnings cover' },
  { example: 'since < 3s and lasts > 1s', meaning: 'when the worst alarm begins, and how long it lasts' },
  { example: 'goodput < 1.5Mbit/s', meaning: 'bit/s, kbit/s, Mbit/s, or B/s, kB/s, MB/s' },
  { example: 'loss > 2% or lost > 100', meaning: 'share of the packets lost, and their number' },
  { example: 'rtt > 50ms', meaning: 'median smoothed RTT; minrtt: the smallest' },
  { example: 'bytes > 1MB duration > 5s', meaning: 'bytes sent; length of the log' },
  { example: 'quality != good', meaning: 'warnings about the log, as missing-records' },
  { example: 'has origin', meaning: 'no plain recording; origin = simulated|what-if|range' },
  { example: 'has failure', meaning: 'could not be read; has copy: the bytes of another file' },
  { example: 'not (spiral or host = edge-7)', meaning: 'and, or, not, brackets, as in the event list' },
];
