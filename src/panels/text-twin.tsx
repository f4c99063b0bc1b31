/** The text twin of a chart: one sentence and a table of the visible range in twelve parts. */
import type { ReactNode } from 'react';
import { choices } from '../session/choices';
import type { OpenTrace } from '../session/open-trace';
import { instant } from '../text/figures';
import { contextOf } from './paint-panel';
import type { PanelContext, PanelDefinition, TwinTable } from './panel';
import { columnsOf } from './readings';
import { useStore } from './use-store';

const PARTS = 12;

/** Rows of the table: a part of the visible range each, cut at columns, so that nothing counts twice. */
export function twinTable(definition: PanelDefinition, context: PanelContext): TwinTable {
  const { fromUs, toUs } = context.viewport;
  const { window } = context.answer;
  const [first, last] = columnsOf(window, fromUs, toUs);
  const border = (part: number): number =>
    window.fromUs + Math.round(first + ((last - first) * part) / PARTS) * window.columnUs;
  const head = ['from', ...definition.legend(context).map(({ label }) => label)];
  const rows = Array.from({ length: PARTS }, (_, part) => [
    instant(Math.max(fromUs, border(part)), toUs - fromUs),
    ...definition.cells(context, border(part), border(part + 1)),
  ]);
  return { head, rows };
}

interface TextTwinProps {
  readonly trace: OpenTrace;
  readonly definition: PanelDefinition;
}

/** Rendered while it is open only: a closed table costs nothing during a pan. */
export function TextTwin({ trace, definition }: TextTwinProps): ReactNode {
  useStore(trace.answer);
  useStore(trace.view);
  useStore(choices);
  const context = contextOf(trace);
  if (context === null) return null;
  const { head, rows } = twinTable(definition, context);
  return (
    <div className="twin" data-testid="twin">
      <p>{definition.sentence(context)}</p>
      <table>
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
