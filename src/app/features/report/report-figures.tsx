/** Which panels a report has in its appendix; page one has the figures of its worst finding. */
import type { ReactNode } from 'react';
import type { Snapshot } from '../../../engine/contract/snapshot';
import { drawnPanels } from '../../../sharing/report/panel-figures';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/open-trace';
import { reportDraft } from './report-draft';

interface ReportFiguresProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
}

export function ReportFigures({ trace, snapshot }: ReportFiguresProps): ReactNode {
  const app = useApp();
  const choices = useStore(app.choices);
  const store = trace.feature(reportDraft);
  const { panels } = useStore(store);
  const toggled = (id: string): readonly string[] =>
    panels.includes(id) ? panels.filter((other) => other !== id) : [...panels, id];
  return (
    <fieldset className="tick-boxes" data-testid="report-figures">
      <legend>Figures in the appendix, besides those of page one</legend>
      {drawnPanels(choices, snapshot).map(({ id, title }) => (
        <label key={id}>
          <input
            type="checkbox"
            data-figure={id}
            checked={panels.includes(id)}
            onChange={() => store.update((draft) => ({ ...draft, panels: toggled(id) }))}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
