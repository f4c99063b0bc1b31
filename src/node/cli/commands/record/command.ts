/** `qlogscope record`: its call and its help. The scenarios are loaded where they are named. */
import { command } from '../../command';
import { RECORD_OPTIONS } from './record-options';

export const RECORD = command({
  name: 'record',
  operands: '-- SERVER … -- CLIENT …',
  summary: 'runs of your own stack over the path of a scenario, without root, and their verdict',
  takesOperands: true,
  options: RECORD_OPTIONS,
  help,
  parse: async (values, operands) => (await import('./record-setting')).recordSetting(values, operands),
  run: async (setting, io, program) => (await import('./record')).record(setting, io, program),
});

async function help(): Promise<string> {
  const { SCENARIOS } = await import('../../../../engine/simulator/runs/scenarios');
  return `qlogscope record [options] -- SERVER … -- CLIENT …

Starts a server and then a client, once per run, with a relay between them that plays the path of a scenario on this machine, without
root. Collects their logs, ends what it started, and judges the logs of the side that sent the data: the share of runs with each finding with its 95 %
interval, what held the sender, how long runs took. docs/recording.md has calls for several stacks.

In the words of both commands, and only there, these are filled in; QLOGDIR is the folder, too, in the environment of each:
  {port}    where the server has to listen, on 127.0.0.1
  {relay}   the port that the client has to ask, on 127.0.0.1
  {qlog}    a folder of its own, for the logs

  --scenario ID      whose path is played: ${SCENARIOS.map(({ id }) => id).join(', ')};
                     incident where it is left out
  --variant ID       where its variants have paths of their own: whose
  --set FIELD=VALUE  changes a field of the path, as simulate does; may be given several times
  --seed N           of the first run; each further one has the next, and of one seed the same is lost. 1 where it is left out
  --runs N           20 where it is left out
  --again N          runs that were late are recorded again, up to so many; as many as there are runs where it is left out
  --late MS          how late a datagram may be; 2 where it is left out
  --timeout S        a client that takes longer is ended, and its run did not complete; the time of the scenario where it is left out
  --ipv6             on ::1
  --out DIR          folder for the logs, the truth of the path and manifest.ndjson; recorded where it is left out
  --baseline DIR     the folder of an earlier recording: exit status 1 where a critical finding is surely more frequent than there
  --json, --format text|json|junit|sarif|markdown|github, --output FILE, --fail-on critical|warning|info
                     a report of every log, as of check

A datagram is late that the relay sent on more than --late after it was due, the time included in which it may have waited to be read. A run
of which more than 1 % are late (more than 2 ms at the 99th percentile), as on a busy machine, is recorded again, and not counted.

Exit status: 0 nothing at or above --fail-on, or with a baseline nothing critical that is surely more frequent; 1 found; 2 not all could be
recorded, read or written (what was finished is judged all the same); 64 wrong call.
`;
}
