/** Checkboxes of the shown panels, in the page's menu. */
import type { ReactNode } from 'react';
import { PANELS } from '../../drawing/panels/registry';
import { togglePanel } from '../../drawing/view/choices';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';

export function PanelChoices(): ReactNode {
  const app = useApp();
  const { hiddenPanels } = useStore(app.choices);
  return PANELS.map(({ id, title }) => (
    <label key={id}>
      <input
        type="checkbox"
        checked={!hiddenPanels.includes(id)}
        onChange={() => app.choices.update((current) => togglePanel(current, id))}
      />
      {title}
    </label>
  ));
}
