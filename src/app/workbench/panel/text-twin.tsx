/** The text twin of a chart: one sentence and a table of the visible range in twelve parts. */
import type { ReactNode } from 'react';
import { columnsOf } from '../../../drawing/panels/build/answer-values';
import type { PanelContext, PanelDefinition, TwinTable } from '../../../drawing/panels/panel';
import type { ColumnWindow } from '../../../engine/base/columns/series';
import { instant } from '../../../engine/base/text/figures';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';
import { contextOf } from '../paint/paint-panel';
import { bytesWords } from '../plot/clock';

const PARTS = 12;

/**
 * Divides a range of a window into twelve parts at column borders, so that nothing is counted twice.
 * @returns the thirteen borders, µs.
 */
export function partBorders(window: ColumnWindow, fromUs: number, toUs: number): readonly number[] {
  const [first, last] = columnsOf(window, fromUs, toUs);
  return Array.from(
    { length: PARTS + 1 },
    (_, part) => window.fromUs + Math.round(first + ((last - first) * part) / PARTS) * window.columnUs,
  );
}

/** The table: one row per part of the visible range, or per row of a panel that has some. @param place on the axis in words, given the length of the range. */
export function twinTable(
  definition: PanelDefinition,
  context: PanelContext,
  place: (value: number, within: number) => string = instant,
): TwinTable {
  if (definition.rows !== undefined) return definition.rows.table(context);
  const { fromUs, toUs } = context.viewport;
  const borders = partBorders(context.answer.window, fromUs, toUs);
  const head = ['from', ...definition.legend(context).map(({ label }) => label)];
  const rows = borders
    .slice(1)
    .map((end, part) => [
      place(Math.max(fromUs, borders[part] as number), toUs - fromUs),
      ...definition.cells(context, borders[part] as number, end),
    ]);
  return { head, rows };
}

interface TextTwinProps {
  readonly trace: OpenTrace;
  readonly definition: PanelDefinition;
  /** Name of the trace, where there are several; else empty. */
  readonly heading: string;
}

/** Rendered only while open: a closed table costs nothing during a pan. */
export function TextTwin({ trace, definition, heading }: TextTwinProps): ReactNode {
  const app = useApp();
  useStore(trace.answer);
  useStore(trace.view);
  useStore(app.choices);
  const context = contextOf(app, trace);
  if (context === null) return null;
  return (
    <TwinView
      sentence={`${heading === '' ? '' : `${heading}: `}${definition.sentence(context)}`}
      table={twinTable(definition, context, trace.file.axis === 'bytes' ? bytesWords : instant)}
    />
  );
}

interface TwinViewProps {
  readonly sentence: string;
  readonly table: TwinTable;
}

export function TwinView({ sentence, table: { head, rows } }: TwinViewProps): ReactNode {
  return (
    <div className="twin" data-testid="twin">
      <p>{sentence}</p>
      <table className="figures">
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([from, ...cells]) => (
            <tr key={from}>
              <th scope="row">{from}</th>
              {cells.map((cell, i) => (
                <td key={head[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
