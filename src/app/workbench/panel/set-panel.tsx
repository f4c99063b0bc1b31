/**
 * A panel that is of a set and not of one of its traces: drawn once, in the context of the lead, whatever is overlaid or shown
 * alone. Its definition comes from a feature; the frame has what a panel's has, but for a menu, because the choices of the
 * page and the exports know the panels of traces only.
 */
import { type ReactNode, useMemo, useState } from 'react';
import type { PanelDefinition } from '../../../drawing/panels/panel';
import { useApp } from '../../controls/use-app';
import { useSelected, useStore } from '../../controls/use-store';
import type { OpenSet } from '../../state/traces/open-trace';
import { Plot } from '../plot/plot';
import type { PlotLayout } from '../plot/plot-layout';
import { PanelAbout } from './panel-about';
import { PanelLegend } from './panel-legend';
import { usePanelParts } from './panel-parts';
import { ResizeHandle } from './resize-handle';
import { TextTwin } from './text-twin';
import { TwinToggle } from './twin-toggle';
import { usePanelPicture } from './use-panel-picture';
import { keepFocus, walkTools } from './walk-tools';

interface SetPanelProps {
  readonly set: OpenSet;
  readonly definition: PanelDefinition;
}

export function SetPanel({ set, definition }: SetPanelProps): ReactNode {
  const app = useApp();
  const { id, title } = definition;
  const { lead } = set;
  const parts = usePanelParts();
  const lanes = useSelected(set.view, (view) => view.lanes);
  const [asText, setAsText] = useState(false);
  const height = useStore(app.choices).heights[id] ?? definition.height;
  const layout = useMemo<readonly PlotLayout[]>(
    () => [{ keys: [lead.key], kind: 'set', height }],
    [lead, height],
  );
  const { entries } = usePanelPicture(set, definition, parts, layout, null);
  return (
    <section
      className="panel"
      data-testid="set-panel"
      data-panel={id}
      ref={parts.section}
      aria-label={title}
      onKeyDown={walkTools}
    >
      <div className="panel-title" role="toolbar" aria-label={title} onMouseDown={keepFocus}>
        <h2>{title}</h2>
        <div className="panel-tools">
          <PanelAbout set={set} definition={definition} />
          <TwinToggle title={title} isShown={asText} onToggle={() => setAsText(!asText)} />
        </div>
        <PanelLegend panel={id} entries={entries} lanes={lanes.slice(0, 1)} isOverlaid={false} />
      </div>
      <Plot
        set={set}
        title={title}
        height={height}
        kind="set"
        label=""
        isAlone={false}
        onElements={(elements) => {
          parts.plots.current[0] = elements;
        }}
      />
      <ResizeHandle panel={id} title={title} height={height} />
      <p className="panel-note" ref={parts.note} data-testid="panel-note" hidden />
      {asText && <TextTwin trace={lead} definition={definition} heading="" />}
    </section>
  );
}
