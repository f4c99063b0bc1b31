/** Connects the event list to an open trace: its requests, and when it follows, grows, ends and starts over. */
import type { FeatureState } from '../../state/feature-states';
import type { OpenTrace } from '../traces/open-trace';
import { EventList } from './event-list';

/** The event list of a trace. It follows the visible range, the selection and the pin on the panels. */
export const eventList: FeatureState<OpenTrace, EventList> = {
  create(trace) {
    const list = new EventList({
      events: (request, options) => trace.ask('events', request, options),
      record: (request, options) => {
        const deciding = trace.stretches.get()?.records.find(({ row }) => row === request.row);
        return trace.ask('record', deciding ? { ...request, shows: deciding.shows } : request, options);
      },
      showTime: (timeUs) => trace.showTime(timeUs),
      onActivity: () => trace.changed(),
    });
    trace.busyWhile(() => list.pending);
    const grow = (): void => {
      const snapshot = trace.snapshot.get();
      // The file is read again.
      if (snapshot === null) list.startOver();
      else list.grow(snapshot.revision);
    };
    const follow = (): void => {
      const { range, selection, pinnedUs } = trace.view.get();
      list.follow({ visible: range, marked: selection, pinnedUs });
    };
    trace.snapshot.subscribe(grow);
    trace.view.subscribe(follow);
    trace.onEnd((reason) => list.end(reason));
    follow();
    grow();
    return list;
  },
};
