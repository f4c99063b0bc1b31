/** Switches the time axis between the trace's own clock and UTC; only where the log has a time of day. */
import type { ReactNode } from 'react';
import { nextClock } from '../../../drawing/view/choices';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { OpenSet } from '../../state/traces/open-trace';
import { axisOriginMs } from './clock';

export function ClockButton({ set }: { readonly set: OpenSet }): ReactNode {
  const app = useApp();
  const { clock } = useStore(app.choices);
  useStore(set.lead.snapshot);
  if (axisOriginMs(set) === null) return null;
  const isUtc = clock === 'utc';
  return (
    <Button
      className="button clock"
      data-testid="clock"
      data-clock={clock}
      aria-pressed={isUtc}
      title={
        isUtc ? 'Times of day in UTC; show the time since the trace began' : 'Show the time of day in UTC'
      }
      onClick={() => app.choices.update(nextClock)}
    >
      UTC
    </Button>
  );
}
