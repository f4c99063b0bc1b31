/** The findings of a trace: the headline, the cards beside the panels, and the commands to the next and previous one. */
import type { OpenTrace } from '../../state/traces/open-trace';
import { type Feature, onTrace } from '../../workbench/slots';

/** Shows the finding that many steps on, around the ends of the list; those that are dismissed are passed over. */
function stepFinding(trace: OpenTrace, step: 1 | -1): void {
  const { dismissed, chosen } = trace.view.get();
  const keys = (trace.snapshot.get()?.findings ?? [])
    .map(({ key }) => key)
    .filter((key) => !dismissed.includes(key));
  if (keys.length === 0) return;
  const index = chosen === null ? -1 : keys.indexOf(chosen);
  const next = index < 0 ? 0 : (index + step + keys.length) % keys.length;
  trace.choose(keys[next] ?? '');
}

export const findings: Feature = {
  id: 'findings',
  commands: [
    onTrace('next-holder', 'What held it: the next one', 'Range', 'KeyH', async (trace) =>
      (await import('./next-holder')).nextHolder(trace),
    ),
    onTrace('next-finding', 'Next finding', 'Range', 'KeyN', (trace) => stepFinding(trace, 1)),
    onTrace('previous-finding', 'Previous finding', 'Range', 'Shift+KeyN', (trace) => stepFinding(trace, -1)),
  ],
  columns: async () => [(await import('./worst-column')).worstColumn],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
