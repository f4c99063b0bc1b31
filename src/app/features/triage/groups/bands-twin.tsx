/** The bands as sentences and tables, for those who cannot see the plots. */
import { type ReactNode, useState } from 'react';
import { bandSentence, bandText } from '../../../../drawing/panels/groups/group-plots';
import { laneLetter } from '../../../../drawing/surface/lane-styles';
import { instant } from '../../../../engine/base/text/figures';
import type { GroupBandsModel } from '../../../../sharing/table/group-bands';
import { TwinView } from '../../../workbench/panel/text-twin';

/** Rows of a table. */
const PARTS = 12;

interface BandsTwinProps {
  readonly model: GroupBandsModel;
  /** Of the groups. */
  readonly names: readonly string[];
}

export function BandsTwin({ model: { plots, fromUs, toUs }, names }: BandsTwinProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const lengthUs = toUs - fromUs;
  const times = Array.from({ length: PARTS }, (_, i) => fromUs + ((i + 0.5) * lengthUs) / PARTS);
  return (
    <details
      className="bands-twin"
      data-testid="bands-twin"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>The same as tables</summary>
      {isOpen &&
        plots.map(({ plot, bands }) => (
          <section key={plot.quantity}>
            <h4>{plot.title}</h4>
            <TwinView
              sentence={bandSentence(plot, bands, names)}
              table={{
                head: ['at', ...names.map((name, place) => `${laneLetter(place)} ${name}`)],
                rows: times.map((us) => [
                  instant(us, lengthUs),
                  ...bands.map((band) => bandText(plot, band, us)),
                ]),
              }}
            />
          </section>
        ))}
    </details>
  );
}
