/**
 * The filter of the event list: a field that takes effect while it is typed, buttons for the most common filters,
 * help on the language, and the error of a filter with its position. The language is in `src/engine/service/filter`.
 */
import type { ReactNode, RefObject } from 'react';
import { lossWords } from '../../../drawing/panels/words';
import type { TraceSummary } from '../../../engine/reading/contract/snapshot';
import { FILTER_HELP } from '../../../engine/service/filter/help';
import { Button } from '../../controls/button';
import { FilterField, FilterFoot, useFilterBox } from '../../controls/filter-box';
import { useStore } from '../../controls/use-store';
import type { EventListState } from '../../state/events/event-list';
import { eventList } from '../../state/events/trace-events';
import type { OpenTrace } from '../../state/traces/open-trace';

/**
 * Event names as in the qlog drafts: with and without the category, `metrics_updated` with `recovery_`. quiche
 * logs no lost packets, it counts them in its metrics.
 */
export const QUICK: readonly (readonly [string, string])[] = [
  ['Lost', 'name = packet_lost|packets_lost or cf_lost_packets.delta > 0'],
  ['Metrics', 'name ~ metrics_updated'],
  ['States', 'name ~ congestion_state_updated'],
  ['Sent', 'name = packet_sent'],
  ['Received', 'name = packet_received'],
];

/** A narrow window shows no list beside an open record. */
function leave(field: HTMLElement): void {
  field.blur();
  field.closest('.drawer')?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
}

interface EventFilterProps {
  readonly trace: OpenTrace;
  readonly input: RefObject<HTMLInputElement | null>;
}

export function EventFilter({ trace, input }: EventFilterProps): ReactNode {
  const events = trace.feature(eventList);
  const { filter, filterError } = useStore(events.state);
  const box = useFilterBox(filter, events, input);
  return (
    <div className="events-filter">
      <FilterField
        box={box}
        name="events"
        label="Filter events"
        placeholder="Filter: name = packet_lost, #42, text …"
        isInvalid={filterError !== null}
        // The filter stays: to the list that it makes.
        onLeave={(key, field) => key === 'Escape' && leave(field)}
      />
      {QUICK.map(([label, quick]) => (
        <Button
          key={quick}
          className="button quick"
          title={quick}
          aria-pressed={filter === quick}
          onClick={() => box.apply(filter === quick ? '' : quick)}
        >
          {label}
        </Button>
      ))}
      <FilterFoot
        box={box}
        filter={filter}
        name="events"
        error={filterError}
        meanwhile="All events are listed meanwhile."
        help={FILTER_HELP}
      />
    </div>
  );
}

type Losses = Pick<TraceSummary, 'lossMethod' | 'packetsLost'>;

/** Hint where a finished filter matched nothing: an unknown name is no error, since a file may hold any. */
export function nothingFound(state: EventListState, losses: Losses): string | null {
  const { filter, filterError, readError, done, matches, total, scope } = state;
  if (!done || matches > 0 || total === 0 || filter === '' || filterError !== null || readError !== null) {
    return null;
  }
  const where = scope === 'all' ? '' : ` in the ${scope === 'visible' ? 'visible range' : 'selection'}`;
  if (/packets?_lost/.test(filter) && losses.packetsLost > 0 && losses.lossMethod !== 'logged') {
    return `No event${where} matches: the losses of this log are ${lossWords(losses.lossMethod)}, not logged as events.`;
  }
  return (
    `No event${where} matches. Write a field as in the file, with the same case; ` +
    'a name must be complete, or use ~ to match a part of it (name ~ lost). ' +
    'The names in this file are listed under Trace quality.'
  );
}
