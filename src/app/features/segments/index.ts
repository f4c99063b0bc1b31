/** A trace of several files: what shows that they are one connection, where each begins, and the way back. */
import { painted } from '../../controls/after-paint';
import type { Feature } from '../../workbench/slots';

export const segments: Feature = {
  id: 'segments',
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
  start: (app) => {
    const loaded = painted().then(() => import('./carry-over'));
    const started = loaded.then(({ carryOver }) => {
      app.files.carryOver = (closed, opened) => carryOver(app, closed, opened);
    });
    // Without it files are joined all the same, with the view of a trace that is opened.
    void app.activity.whileBusy(started).catch(() => undefined);
  },
};
