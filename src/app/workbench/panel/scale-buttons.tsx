/** Two buttons in the title line of the Congestion panel: its axis fitted to the finding, or to all; logarithmic. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useSelected } from '../../controls/use-store';
import type { OpenSet } from '../../state/traces/open-trace';

export function ScaleButtons({ set }: { readonly set: OpenSet }): ReactNode {
  const scale = useSelected(set.view, (view) => view.scale);
  return (
    <>
      <Button
        className="title-button scale-buttons"
        data-testid="scale-fitted"
        tabIndex={-1}
        aria-pressed={scale === 'fitted'}
        title={
          scale === 'fitted'
            ? 'The axis is fitted to the finding; peaks outside may be clipped. Show everything'
            : 'Fit the axis to the finding'
        }
        onClick={() => set.scaleBy(scale === 'fitted' ? 'whole' : 'fitted')}
      >
        fit
      </Button>
      <Button
        className="title-button"
        data-testid="scale-log"
        tabIndex={-1}
        aria-pressed={scale === 'log'}
        title={scale === 'log' ? 'Linear axis' : 'Logarithmic axis'}
        onClick={() => set.scaleBy(scale === 'log' ? 'fitted' : 'log')}
      >
        log
      </Button>
    </>
  );
}
