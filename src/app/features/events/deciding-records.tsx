/** The records that decide what is chosen, each by the place at which it stands. */
import type { ReactNode } from 'react';
import { instant } from '../../../engine/base/text/figures';
import type { DecidingRecord } from '../../../engine/reading/contract/stretches';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useSelected, useStore } from '../../controls/use-store';
import { onlyRecord, openDeciding } from '../../state/events/events-open';
import { eventList } from '../../state/events/trace-events';
import type { OpenTrace } from '../../state/traces/open-trace';

function titleOf({ timeUs, name, packetNumber }: DecidingRecord): string {
  const packet = packetNumber === null ? '' : ` #${packetNumber}`;
  return `${instant(timeUs)} ${name}${packet}: open this record (J: the next one)`;
}

export function DecidingRecords({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const app = useApp();
  const { record } = useStore(trace.feature(eventList).state);
  const chosen = useSelected(trace.view, (view) => view.chosen);
  const stretches = useStore(trace.stretches);
  if (stretches === null || stretches.key !== chosen || trace.digest !== null) return null;
  if (stretches.records.length === 0)
    return (
      <span className="deciding-records" data-testid="deciding-records">
        No record decides it
      </span>
    );
  return (
    <span className="deciding-records" data-testid="deciding-records">
      Decided by{' '}
      {stretches.records.map((one) => (
        <Button
          key={one.row}
          className="button quick"
          aria-pressed={record?.event.row === one.row}
          title={titleOf(one)}
          onClick={() => openDeciding(app, trace, stretches, one)}
        >
          {one.place}
        </Button>
      ))}
    </span>
  );
}

/** In the line of an open record, after the field that decides. */
export function DecidingWords({
  trace,
  row,
}: {
  readonly trace: OpenTrace;
  readonly row: number;
}): ReactNode {
  const isOnly = useStore(trace.feature(onlyRecord)) === row;
  const why = useStore(trace.stretches)?.records.find((one) => one.row === row)?.why ?? '';
  return (
    <span className="deciding-words" data-testid="event-decides" role="status">
      {[why, ...(isOnly ? ['the only record that decides it'] : [])]
        .filter((words) => words !== '')
        .join('; ')}
    </span>
  );
}
