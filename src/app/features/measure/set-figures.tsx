/** The figures of several traces over the same part of the set's axis: a row per figure, a column per trace. */
import { type ReactNode, useEffect, useReducer } from 'react';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import { measureTool } from './measure-tool';
import { type MeasureRow, measureRows, partWords } from './measure-words';

/** Which part of the measured range the trace has, see `partWords`. */
export function partOfTrace(trace: OpenTrace): string | null {
  const { range = trace.extent } = trace.feature(measureTool).current.get() ?? {};
  return partWords(range, trace.extent);
}

/** Of a trace; null while they are counted, where it has no part of the range, or where a digest cannot count them. */
export function figuresOf(trace: OpenTrace) {
  const figures = trace.feature(measureTool).current.get()?.figures ?? null;
  const snapshot = trace.snapshot.get();
  const part = partOfTrace(trace);
  const isCounted = figures !== null && snapshot !== null && snapshot.digest === undefined && part !== null;
  return isCounted ? { figures, snapshot, part } : null;
}

function rowsOf(trace: OpenTrace): readonly MeasureRow[] {
  const counted = figuresOf(trace);
  if (counted === null) return [];
  const { figures, snapshot, part } = counted;
  const rows = measureRows(figures, snapshot.summary);
  return part === ''
    ? rows
    : rows.map((row) => (row.id === 'length' ? { ...row, value: `${row.value}, ${part}` } : row));
}

function whyNone(trace: OpenTrace): string {
  if (trace.snapshot.get()?.digest !== undefined) return 'digest';
  return partOfTrace(trace) === null ? 'not in its log' : '…';
}

export function SetFigures({ set }: { readonly set: OpenSet }): ReactNode {
  const traces = set.members.map(({ trace }) => trace);
  useMeasured(traces);
  const columns = traces.map(rowsOf);
  // A receiver has rows that a sender has not.
  const names = new Map(columns.flatMap((rows) => rows.map(({ id, name }) => [id, name] as const)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keys
    <section className="measure-columns" tabIndex={0} aria-label="Measured figures">
      <table className="measure-set">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Figure</span>
            </th>
            {traces.map((trace, place) => (
              <th key={trace.key} scope="col" title={trace.name}>
                {laneLetter(place)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...names].map(([id, name]) => (
            <tr key={id} data-figure={id}>
              <th scope="row">{name}</th>
              {traces.map((trace, place) => {
                const rows = columns[place] ?? [];
                const row = rows.find((one) => one.id === id);
                return (
                  <td key={trace.key} title={row?.note}>
                    {row?.value ?? (rows.length === 0 ? whyNone(trace) : '–')}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Renders again when the measurement of one of them has changed. */
function useMeasured(traces: readonly OpenTrace[]): void {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  const keys = traces.map(({ key }) => key).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the traces by their keys
  useEffect(() => {
    const ends = traces.map((trace) => trace.feature(measureTool).current.subscribe(renderAgain));
    return () => {
      for (const end of ends) end();
    };
  }, [keys]);
}
