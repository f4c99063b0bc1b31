/** Below the panels: how many are not shown, in a line that opens to a tick for each panel. */
import type { ReactNode } from 'react';
import type { PanelDefinition } from '../../drawing/panels/panel';
import { missingOf } from '../../drawing/panels/registry';
import { resetPanels } from '../../drawing/view/choices';
import { plural } from '../../engine/base/text/figures';
import { Button } from '../controls/button';
import { useApp } from '../controls/use-app';
import type { OpenSet } from '../state/traces/open-trace';
import { showPanel } from '../state/traces/shown-panels';
import { goToPanel } from '../workbench/go-to-panel';

interface PanelChoicesProps {
  readonly set: OpenSet;
  readonly shown: readonly PanelDefinition[];
  readonly others: readonly PanelDefinition[];
}

/** Those that have something to draw, then those that do not, which say why. */
export function PanelChoices({ set, shown, others }: PanelChoicesProps): ReactNode {
  const app = useApp();
  const snapshots = set.members.flatMap(({ trace }) => trace.snapshot.get() ?? []);
  const reasonOf = (panel: PanelDefinition): string | null => {
    const reasons = snapshots.map((of) => missingOf(panel, of));
    return reasons.includes(null) ? null : (reasons[0] ?? null);
  };
  const drawable = others.filter((panel) => reasonOf(panel) === null);
  const empty = others.filter((panel) => !drawable.includes(panel));
  const tick = (panel: PanelDefinition): ReactNode => {
    const { id, title, about } = panel;
    const isShown = shown.includes(panel);
    return (
      <label key={id} data-other={isShown ? undefined : id} title={reasonOf(panel) ?? about.shows}>
        <input
          type="checkbox"
          checked={isShown}
          onChange={() => (isShown ? showPanel(app, set, id, false) : goToPanel(app, id))}
        />
        {title}
      </label>
    );
  };
  /** Those of the answer, as high as at first. */
  const reset = (): void => {
    app.choices.update(resetPanels);
    set.showPanels(null);
  };
  return (
    <details className="panel-choices" data-testid="other-panels">
      <summary title={drawable.map(({ title }) => title).join(', ')}>
        {plural(drawable.length, 'more panel')} <kbd>X</kbd>
      </summary>
      <p>{[...shown, ...drawable].map(tick)}</p>
      {empty.length > 0 && <p className="none">Nothing to draw: {empty.map(tick)}</p>}
      <Button className="link" onClick={reset}>
        Reset panels
      </Button>
    </details>
  );
}
