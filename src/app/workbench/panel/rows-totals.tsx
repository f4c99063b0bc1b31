/** Beneath the title of a panel with rows: what is said of all of them, in lines of fixed height. */
import type { ReactNode } from 'react';
import type { PanelDefinition } from '../../../drawing/panels/panel';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';
import { contextOf } from '../paint/paint-panel';

interface RowsTotalsProps {
  readonly trace: OpenTrace;
  readonly definition: PanelDefinition;
}

export function RowsTotals({ trace, definition }: RowsTotalsProps): ReactNode {
  const app = useApp();
  useStore(trace.answer);
  const context = contextOf(app, trace);
  const lines = (context && definition.rows?.totals?.(context)) ?? [];
  const folded = (context && definition.rows?.folded?.(context)) ?? null;
  return (
    <div className="rows-totals" data-testid="rows-totals">
      {lines.map((line) => (
        <p key={line} title={line}>
          {line}
        </p>
      ))}
      {folded !== null && (
        <details className="rows-folded" data-testid="rows-folded">
          <summary tabIndex={-1}>{folded.line}</summary>
          {folded.lines.map((line) => (
            <p key={line} title={line}>
              {line}
            </p>
          ))}
        </details>
      )}
    </div>
  );
}
