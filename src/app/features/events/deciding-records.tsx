/** The records that decide what is chosen: where it began first, where it is as usual, and where it was last. */
import type { ReactNode } from 'react';
import { instant } from '../../../engine/base/text/figures';
import type { DecidingRecord } from '../../../engine/reading/contract/stretches';
import { Button } from '../../controls/button';
import { useSelected, useStore } from '../../controls/use-store';
import { eventList } from '../../state/events/trace-events';
import type { OpenTrace } from '../../state/traces/open-trace';

function titleOf({ timeUs, name, packetNumber }: DecidingRecord): string {
  const packet = packetNumber === null ? '' : ` #${packetNumber}`;
  return `${instant(timeUs)} ${name}${packet}: open this record (J: the next one)`;
}

export function DecidingRecords({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const events = trace.feature(eventList);
  const { record } = useStore(events.state);
  const chosen = useSelected(trace.view, (view) => view.chosen);
  const stretches = useStore(trace.stretches);
  if (stretches === null || stretches.key !== chosen || stretches.records.length === 0) return null;
  return (
    <span className="deciding-records" data-testid="deciding-records">
      Decided by{' '}
      {stretches.records.map((one) => (
        <Button
          key={one.row}
          className="button quick"
          aria-pressed={record?.event.row === one.row}
          title={titleOf(one)}
          onClick={() => events.showRow(one.row)}
        >
          {one.place}
        </Button>
      ))}
    </span>
  );
}
