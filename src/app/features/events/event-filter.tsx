/**
 * The filter of the event list: a field that takes effect while it is typed, buttons for the most common filters,
 * help on the language, and the error of a filter with its position. The language is in `src/engine/filter`.
 */
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { lossWords } from '../../../drawing/panels/words';
import type { TraceSummary } from '../../../engine/contract/snapshot';
import { FILTER_HELP } from '../../../engine/filter/help';
import { FilterHelp, FilterProblem } from '../../controls/filter-words';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/open-trace';
import type { EventListState } from './event-list';
import { eventList } from './trace-events';

/** A filter takes effect when nothing was typed for this long. */
const DEBOUNCE_MS = 200;

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
  field.closest('.events-body')?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
}

interface EventFilterProps {
  readonly trace: OpenTrace;
  readonly input: RefObject<HTMLInputElement | null>;
}

export function EventFilter({ trace, input }: EventFilterProps): ReactNode {
  const events = trace.feature(eventList);
  const { filter, filterError } = useStore(events.state);
  const [text, setText] = useState(filter);
  const [helps, setHelps] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => events.setFilter(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [events, text]);
  const apply = (next: string): void => {
    setText(next);
    events.setFilter(next);
  };
  return (
    <div className="events-filter">
      <div className="events-tools">
        <input
          className="field"
          ref={input}
          type="text"
          data-testid="events-filter"
          aria-label="Filter events"
          aria-invalid={filterError !== null}
          aria-describedby={filterError === null ? undefined : 'events-filter-error'}
          placeholder="Filter: name = packet_lost, #42, text …"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            apply(text);
            // The filter stays: to the list that it makes.
            if (event.key === 'Escape') leave(event.currentTarget);
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        <button
          type="button"
          className="button"
          data-testid="events-help"
          aria-expanded={helps}
          aria-label="Filter help"
          onClick={() => setHelps(!helps)}
        >
          ?
        </button>
        {QUICK.map(([label, quick]) => (
          <button
            key={quick}
            type="button"
            className="button quick"
            title={quick}
            aria-pressed={filter === quick}
            onClick={() => apply(filter === quick ? '' : quick)}
          >
            {label}
          </button>
        ))}
      </div>
      {filterError !== null && (
        <FilterProblem
          id="events-filter-error"
          testId="events-filter-error"
          filter={filter}
          error={filterError}
          meanwhile="All events are listed meanwhile."
        />
      )}
      {helps && <FilterHelp rows={FILTER_HELP} onExample={apply} />}
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
