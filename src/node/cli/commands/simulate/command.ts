/** `qlogscope simulate`: its call and its help. The scenarios are loaded where they are named. */
import { command } from '../../command';
import { SIMULATE_OPTIONS } from './simulate-options';

export const SIMULATE = command({
  name: 'simulate',
  operands: '',
  summary: 'runs of the incident and of other scenarios, and traces of them',
  takesOperands: true,
  options: SIMULATE_OPTIONS,
  help,
  parse: async (values, operands) => (await import('./simulate-setting')).simulateSetting(values, operands),
  run: async (setting, io) => (await import('./simulate-runs')).simulateRuns(setting, io),
});

async function help(): Promise<string> {
  const { scenarioLines } = await import('./simulate-setting');
  return `qlogscope simulate [options]

Runs a scenario: QUIC senders and receivers over a path, packet by packet, once per seed and variant. Tells the share of runs
that were late or whose window was held by the recovery boundary (a spiral), with its 95 % interval (Wilson), and how long they took. The
same seed gives the same run everywhere: in the lab of the page too.

  --scenario ID     incident where it is left out
  --variant ID,…    the variants to run; all of the scenario where it is left out
  --controller C    in their place one controller: newreno, cubic, cubic-linux, cubic-printed,
                    standard-tcp, hstcp, bic
  --idle-rule RULE  of cubic: shift-from-last-send (the defect), shift-from-last-activity (the fix), threshold:0.5 …
  --seeds N         runs of each variant, with the seeds 1 to N; or A-B
  --seed N          one run
  --set FIELD=VALUE   changes a field; may be given several times
  --out DIR         write the traces of every run there, of the sender and of the receiver (qlog 0.4, JSON-SEQ)
  --json            one JSON object per run and line, then one per variant
  --jobs N          runs at a time; as many as there are cores where it is left out

Scenarios:
${scenarioLines()}

Exit status: 0 done, 2 a trace or the answer could not be written, 64 wrong call.
`;
}
