/** Outside marks: files with times of day, of deploys, alarms or metrics, are a lane on the time axis. All of it loads with the first text. */
import type { Feature } from '../../workbench/slots';

/** Where it cannot be fetched no file is taken for one of marks. */
const loadPart = () => import('./trace-slots');
const part = () => loadPart().catch(() => null);

export const outside: Feature = {
  id: 'outside-marks',
  openers: (app) => [
    {
      claims: {
        // Alone they become no tabs in between.
        together: (files) =>
          files.every(({ name }) => /\.([ct]sv|txt|jsonl?|ndjson|prom|om)$/i.test(name)) &&
          part().then((marks) => marks?.areMarks(files) ?? false),
        // Neither RS of a JSON text sequence nor gzip.
        head: (head) => (head[0] ?? 0) > 0x20 && part().then((marks) => marks?.holdsMarks(head) ?? false),
      },
      open: async (files) => (await part())?.placeFiles(app, files),
    },
  ],
  traceSlots: async () => (await loadPart()).traceSlots,
};
