/** Rows of a table of traces, made of the figures: read here, of a record of `check --json`, saved, shared, in a link. */
import type * as v from 'valibot';
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import type { FileSurvey } from '../../engine/reading/contract/survey';
import { type Codec, record } from '../digest/codec';
import { type Figure, inArchive } from './figure';
import { FIGURES } from './figures';
import type { RowProblem } from './row';
import { type View, viewOfRow } from './view';

type FigureId = keyof typeof FIGURES;

/**
 * A row of a table of traces, as a record with its own version: what it shows of one trace, whether the trace was read here or is named by
 * a record of `check --json`. What is not known is null, or empty.
 */
export type TraceRow = {
  readonly [id in FigureId]: (typeof FIGURES)[id] extends Figure<infer T> ? T : never;
};

const ENTRIES = Object.entries(FIGURES) as readonly (readonly [FigureId, Figure<unknown>])[];

function rowOf(value: (figure: Figure<unknown>, id: FigureId) => unknown): TraceRow {
  return Object.fromEntries(ENTRIES.map(([id, entry]) => [id, value(entry, id)])) as TraceRow;
}

/** A file, or an entry of an archive, of which nothing could be read. */
export function failedRow(name: string, failure: RowProblem): TraceRow {
  return { ...rowOf(({ kind }) => kind.unknown), name, failure, held: null };
}

/** Rows of a file that was read: one per trace, and one per failure. @param name of the file. */
export function surveyRows(
  name: string,
  { traces, hash, connectionCount: connections, failures }: FileSurvey,
): readonly TraceRow[] {
  const file = { name, connections, hash };
  return [
    ...traces.map((trace) => rowOf(({ value }) => value(trace, file))),
    ...failures.map(({ kind, text: why, entry }) => failedRow(inArchive(name, entry), { kind, text: why })),
  ];
}

/** What is taken of a record of `check --json`, beside its version, file, number and errors. */
export const RECORD_FIELDS: v.ObjectEntries = Object.assign(
  {},
  ...ENTRIES.map(([, { recorded }]) => recorded?.fields ?? {}),
);

/** @param fields as `RECORD_FIELDS` says. @param trace number of the connection. */
export function recordRow(file: string, trace: number, fields: object): TraceRow {
  const row = rowOf(({ kind, recorded }) => (recorded === undefined ? kind.unknown : recorded.value(fields)));
  return { ...row, name: file, connection: trace, connections: trace + 1 };
}

/** Of a row in a saved table. */
export const SAVED_FIELDS: v.ObjectEntries = Object.fromEntries(
  ENTRIES.map(([id, { kind }]) => [id, kind.saved]),
);

/** New values, by the options of everything that is shared. @param name that it has then. */
export function sharedFigures(row: TraceRow, name: string, options: ShareOptions): TraceRow {
  return { ...rowOf(({ kind, share = kind.share }, id) => share(row[id], options)), name };
}

/** Version of the rows in a link: it grows with each figure that is added. */
export const ROW_VERSION = Math.max(...ENTRIES.map(([, { since = 1 }]) => since));

/** The first to be left out where a link is full. */
const LARGE: readonly FigureId[] = ['window', 'lostParts'];

/**
 * A row of a table as bytes, for a link: times are whole µs, figures whole, shares in thousandths; `packed-rows.ts` stacks the rows and
 * bounds them. @param isWhole with what takes most room. @param version of the rows.
 */
export function rowForm(isWhole: boolean, version: number): Codec<TraceRow> {
  const forms = ENTRIES.map(([id, { kind, since = 1 }]) => {
    const isIn = since <= version && (isWhole || !LARGE.includes(id));
    return [id, isIn ? kind.link : { write: () => undefined, read: () => kind.unknown }];
  });
  return record(Object.fromEntries(forms));
}

/** What is shown of the figures, each by itself. */
export const FIGURE_VIEWS: { readonly [id: string]: View<TraceRow> } = Object.fromEntries(
  ENTRIES.flatMap(([id, { view }]) =>
    view === undefined ? [] : [[id, viewOfRow<TraceRow, unknown>(view, (row) => row[id])]],
  ),
);
