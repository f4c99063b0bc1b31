/** The menu of a panel: its value axis, place and difference, and what leaves the page of it. */
import type { ReactNode } from 'react';
import { isOverlaid } from '../../../drawing/panels/lanes/panel-lanes';
import type { PanelDefinition } from '../../../drawing/panels/panel';
import { toggleDifference } from '../../../drawing/view/choices';
import { Button } from '../../controls/button';
import { focusAfter } from '../../controls/focus-after';
import { MenuDetails } from '../../controls/menu-details';
import { useApp } from '../../controls/use-app';
import { useSelected, useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import type { OpenSet } from '../../state/traces/open-trace';
import { isPinned, movePanel, pinPanel, showPanel } from '../../state/traces/shown-panels';
import { ExportEntries } from '../export/export-entries';
import { isByBytes } from '../plot/clock';
import { RequestEntries } from './request-entries';

/** Hides a panel; moves the focus to the menu of the panel at its place, or of the last one. */
function hidePanel(app: AppState, set: OpenSet, id: string): void {
  const menus = (): HTMLElement[] => [
    ...document.querySelectorAll<HTMLElement>('[data-panel] .panel-menu > summary'),
  ];
  const at = menus().findIndex((menu) => menu.closest(`[data-panel="${CSS.escape(id)}"]`) !== null);
  showPanel(app, set, id, false);
  focusAfter(() => menus().at(Math.min(at, menus().length - 1)));
}

interface PanelMenuProps {
  readonly set: OpenSet;
  readonly definition: PanelDefinition;
  /** Ids of the drawn panels, this one included. */
  readonly neighbours: readonly string[];
  /** CSS pixels. */
  readonly height: number;
  /** Top of the value axis as drawn last. */
  readonly drawnMax: () => number;
}

export function PanelMenu({ set, definition, neighbours, height, drawnMax }: PanelMenuProps): ReactNode {
  const app = useApp();
  const { id, title, rows } = definition;
  const { lead } = set;
  const lockedMax = useSelected(set.view, ({ axes }) => axes[id] ?? null);
  const isPinnedHere = useSelected(app.choices, () => isPinned(app, id));
  const move = (by: -1 | 1): void => movePanel(app, set, id, by, neighbours);
  return (
    <MenuDetails className="panel-menu" label="⋯" name={`${title}: panel menu`}>
      {rows === undefined && (
        <Button className={null} onClick={() => set.lockAxis(id, lockedMax === null ? drawnMax() : null)}>
          {lockedMax === null ? 'Lock the value axis' : 'Unlock the value axis'}
        </Button>
      )}
      <Button className={null} onClick={() => move(-1)}>
        Move up
      </Button>
      <Button className={null} onClick={() => move(1)}>
        Move down
      </Button>
      <DifferenceEntry set={set} definition={definition} />
      <Button className={null} onClick={() => hidePanel(app, set, id)}>
        Hide
      </Button>
      <Button className={null} aria-pressed={isPinnedHere} onClick={() => pinPanel(app, id)}>
        {isPinnedHere ? 'Unpin: show it where the answer does' : 'Pin: always show it'}
      </Button>
      {!isByBytes(set) && (
        <ExportEntries trace={lead} definition={definition} height={height} lockedMax={lockedMax} />
      )}
      {rows?.of === 'httpRows' && lead.digest === null && <RequestEntries set={set} />}
    </MenuDetails>
  );
}

/** Of traces that are drawn over one another. */
function DifferenceEntry({ set, definition }: Pick<PanelMenuProps, 'set' | 'definition'>): ReactNode {
  const app = useApp();
  const arrangement = useSelected(set.view, (view) => view.arrangement);
  const isShown = useStore(app.choices).differences.includes(definition.id);
  const isOffered =
    set.members.length > 1 && isOverlaid(definition, arrangement) && definition.amounts?.line !== undefined;
  if (!isOffered) return null;
  return (
    <Button
      className={null}
      aria-pressed={isShown}
      onClick={() => app.choices.update((c) => toggleDifference(c, definition.id))}
    >
      {isShown ? 'Hide the difference' : 'Show the difference'}
    </Button>
  );
}
