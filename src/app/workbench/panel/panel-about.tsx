/** The (i) of a panel: what it shows, what good and bad look like, and its axes. */
import type { ReactNode } from 'react';
import type { PanelDefinition } from '../../../drawing/panels/panel';
import { MenuDetails } from '../../controls/menu-details';
import type { OpenSet } from '../../state/traces/open-trace';
import { isByBytes } from '../plot/clock';

interface PanelAboutProps {
  readonly set: OpenSet;
  readonly definition: PanelDefinition;
}

export function PanelAbout({ set, definition }: PanelAboutProps): ReactNode {
  const { id, title, about } = definition;
  return (
    <MenuDetails
      className="panel-about"
      label={<span className="about-mark">i</span>}
      name={`What ${title} shows`}
      tabIndex={-1}
    >
      <div data-testid="about" data-of={id}>
        <p>{about.shows}</p>
        <dl>
          <dt>Good</dt>
          <dd>{about.good}</dd>
          <dt>Bad</dt>
          <dd>{about.bad}</dd>
          <dt>Axes</dt>
          <dd>
            Across: {isByBytes(set) ? 'bytes delivered' : 'time'}. Up: {about.axis}.
          </dd>
        </dl>
      </div>
    </MenuDetails>
  );
}
