/** Which panels are shown, as the page's menu lists them. */
import type { ReactNode } from 'react';
import { PANELS } from '../../drawing/panels/registry';
import { togglePanel } from '../../drawing/view/choices';
import { useStore } from '../controls/use-store';
import { choices } from '../state/choices';

export function PanelChoices(): ReactNode {
  const { hiddenPanels } = useStore(choices);
  return PANELS.map(({ id, title }) => (
    <label key={id}>
      <input
        type="checkbox"
        checked={!hiddenPanels.includes(id)}
        onChange={() => choices.update((current) => togglePanel(current, id))}
      />
      {title}
    </label>
  ));
}
