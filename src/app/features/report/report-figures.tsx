/** Which panels a report has in its evidence; page one has a figure of its own. */
import type { ReactNode } from 'react';
import type { PanelDefinition } from '../../../drawing/panels/panel';
import type { Choices } from '../../../drawing/view/choices';
import { drawnPanels } from '../../../sharing/report/figures/panel-figures';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { OpenSet } from '../../state/traces/open-trace';
import { reportDraft } from './report-draft';

/** Those that one of the traces has; read again with the snapshot of the lead. */
function panelsOf(choices: Choices, { members }: OpenSet): readonly PanelDefinition[] {
  const panels = members.flatMap(({ trace }) => {
    const snapshot = trace.snapshot.get();
    return snapshot === null ? [] : drawnPanels(choices, snapshot);
  });
  return [...new Set(panels)];
}

export function ReportFigures({ set }: { readonly set: OpenSet }): ReactNode {
  const app = useApp();
  const choices = useStore(app.choices);
  const store = set.lead.feature(reportDraft);
  const { panels } = useStore(store);
  const toggled = (id: string): readonly string[] =>
    panels.includes(id) ? panels.filter((other) => other !== id) : [...panels, id];
  return (
    <fieldset className="tick-boxes" data-testid="report-figures">
      <legend>Figures of the evidence, besides that of page one</legend>
      {panelsOf(choices, set).map(({ id, title }) => (
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
