/** The (i) of a panel: what it shows, what good and bad look like, and its axes. */
import type { ReactNode } from 'react';
import type { PanelDefinition } from '../../drawing/panels/panel';
import { MenuDetails } from '../controls/menu-details';

export function PanelAbout({ definition }: { readonly definition: PanelDefinition }): ReactNode {
  const { id, title, about } = definition;
  return (
    <MenuDetails
      className="panel-about"
      label={<span className="about-mark">i</span>}
      name={`What ${title} shows`}
    >
      <div data-testid="about" data-of={id}>
        <p>{about.shows}</p>
        <dl>
          <dt>Good</dt>
          <dd>{about.good}</dd>
          <dt>Bad</dt>
          <dd>{about.bad}</dd>
          <dt>Axes</dt>
          <dd>Across: time. Up: {about.axis}.</dd>
        </dl>
      </div>
    </MenuDetails>
  );
}
