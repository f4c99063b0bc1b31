/** The page's menu: every command of the registry, and which panels are shown. */
import type { ReactNode } from 'react';
import { resetPanels } from '../../drawing/view/choices';
import { MenuDetails } from '../controls/menu-details';
import { useStore } from '../controls/use-store';
import { choices } from '../state/choices';
import { traceList } from '../state/trace-list';
import { COMMANDS } from './commands';
import { PanelChoicesPart } from './parts';

export function PageMenu(): ReactNode {
  const { shown } = useStore(traceList);
  return (
    <MenuDetails className="page-menu" label="Menu" name="Menu">
      <h3>Panels</h3>
      <PanelChoicesPart />
      <button type="button" onClick={() => choices.update(resetPanels)}>
        Panels as they were
      </button>
      <h3>Commands</h3>
      {COMMANDS.filter((command) => shown !== null || !command.needsTrace).map((command) => (
        <button key={command.id} type="button" onClick={() => command.run()}>
          {command.title}
        </button>
      ))}
    </MenuDetails>
  );
}
