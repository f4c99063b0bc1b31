/** The page's menu: every command of the registry, and which panels are shown. */
import type { ReactNode } from 'react';
import { resetPanels } from '../../drawing/view/choices';
import { Button } from '../controls/button';
import { MenuDetails } from '../controls/menu-details';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { AppState } from '../state/app-state';
import { isOffered } from '../workbench/slots';
import { COMMANDS } from './commands';
import { PanelChoicesPart } from './parts';

/** Those of the answer, as high as at first. */
function reset(app: AppState): void {
  app.choices.update(resetPanels);
  app.files.shownTrace?.set.showPanels(null);
}

export function PageMenu(): ReactNode {
  const app = useApp();
  useStore(app.files.list);
  useStore(app.screens.shown);
  return (
    <MenuDetails className="page-menu" label="Menu" name="Menu">
      <h3>Panels</h3>
      <PanelChoicesPart />
      <Button className={null} onClick={() => reset(app)}>
        Reset panels
      </Button>
      <h3>Commands</h3>
      {COMMANDS.filter((command) => isOffered(app, command)).map((command) => (
        <Button key={command.id} className={null} onClick={() => command.run(app)}>
          {command.title}
        </Button>
      ))}
    </MenuDetails>
  );
}
