/** Checkboxes of the shown panels, in the page's menu. */
import type { ReactNode } from 'react';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { OpenSet } from '../state/traces/open-trace';
import { shownPanels, showPanel } from '../state/traces/shown-panels';

export function PanelChoices(): ReactNode {
  const app = useApp();
  useStore(app.files.list);
  const set = app.files.shownTrace?.set;
  return set === undefined ? <p className="none">Of a trace that is open.</p> : <Ticks set={set} />;
}

function Ticks({ set }: { readonly set: OpenSet }): ReactNode {
  const app = useApp();
  useStore(app.choices);
  useStore(set.view);
  useStore(set.lead.view);
  useStore(set.lead.snapshot);
  const { shown, others } = shownPanels(app, set);
  return [...shown, ...others].map(({ id, title }) => (
    <label key={id}>
      <input
        type="checkbox"
        checked={shown.some((panel) => panel.id === id)}
        onChange={({ target }) => showPanel(app, set, id, target.checked)}
      />
      {title}
    </label>
  ));
}
