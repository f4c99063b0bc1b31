/** What a recording shows: shares of runs with each finding, what held the sender, completion; against an earlier one where one is named. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plural } from '../../../../engine/base/text/figures';
import { isWorseInLast, LEAST_RUNS } from '../../../../engine/service/compare/groups';
import { shareInterval } from '../../../../engine/service/compare/intervals';
import { documentOf, groupsSaid, recordOf } from '../../../../sharing/table/groups-text';
import type { Program } from '../../command';
import { documentText } from '../../document-text';
import { Exit } from '../../exit';
import type { Io } from '../../io';
import { countedGroups, readGroups, warnOfFew } from '../../reading/read-groups';
import type { End } from './logs';
import type { Manifest } from './manifest';
import type { RecordedRun } from './one-run';
import type { RecordSetting } from './record-setting';
import type { Recorded } from './recording';

/** Records of `check --json`, the baseline of another check. */
const FINDINGS = 'findings.ndjson';

/** The end that sent the data, as the path saw it. */
function senderOf(runs: readonly RecordedRun[]): End {
  const bytes = ({ path: { down, up } }: RecordedRun): number => down.deliveredBytes - up.deliveredBytes;
  return runs.reduce((all, run) => all + bytes(run), 0) >= 0 ? 'server' : 'client';
}

/** @returns the exit status. @throws OutputFailed */
export async function verdictOf(
  setting: RecordSetting,
  { runs, late, givenUp, ended }: Recorded,
  { manifest, io, program }: { readonly manifest: Manifest; readonly io: Io; readonly program: Program },
): Promise<number> {
  const sender = senderOf(runs);
  const logs = runs.flatMap((run) => run.logs[sender]);
  const without = runs.filter((run) => run.logs[sender].length === 0).length;
  if (without > 0)
    io.warn(
      `the ${sender} sent the data, and wrote no log in ${without} of ${plural(runs.length, 'run')}: of these nothing is judged`,
    );
  if (logs.length === 0) return Exit.unreadable;
  const checked = await check(logs, setting, io, program);
  const here = { name: basename(setting.out), pattern: join(setting.out, `*.${sender}*.*`) };
  const before =
    setting.baseline === null
      ? []
      : [{ name: 'baseline', pattern: join(setting.baseline, `*.${sender}*.*`) }];
  const read = await readGroups([...before, here], io);
  if (read === null) return Exit.usage;
  const counted = countedGroups(read.groups, read.failures);
  const said = groupsSaid(read.groups, counted);
  const completed = runs.filter((run) => run.completed).length;
  const words = countWords({ completed, runs: runs.length, late, givenUp });
  const text = `${words}\n\n${documentText(documentOf(said))}`;
  if (setting.report !== null && setting.report.path === null)
    for (const line of text.trimEnd().split('\n')) io.warn(line);
  else await io.stdout.write(text);
  if (setting.baseline !== null) warnOfFew(counted, io);
  await manifest.add({
    kind: 'verdict',
    runs: runs.length,
    late,
    givenUp,
    ended,
    sender,
    completed,
    completedShare: runs.length < LEAST_RUNS ? null : shareInterval(completed, runs.length),
    answer: recordOf(said),
  });
  if (ended !== null || without > 0 || !read.isComplete || checked === Exit.unreadable)
    return Exit.unreadable;
  if (setting.baseline === null) return checked;
  return said.shares.some(isWorseInLast) ? Exit.found : Exit.clean;
}

interface Counts {
  readonly completed: number;
  readonly runs: number;
  readonly late: number;
  readonly givenUp: number;
}

function countWords({ completed, runs, late, givenUp }: Counts): string {
  const { low, high } = shareInterval(completed, runs);
  const percent = (share: number): string => String(Math.round(share * 100));
  const share = runs < LEAST_RUNS ? '' : ` (${percent(low)} to ${percent(high)} %)`;
  const again =
    late === 0 ? '' : ` ${plural(late, 'run')} of a late host ${late === 1 ? 'does' : 'do'} not count.`;
  const missing =
    givenUp === 0
      ? ''
      : ` ${plural(givenUp, 'run')} ${givenUp === 1 ? 'is' : 'are'} missing: late as often as recorded.`;
  return `${plural(runs, 'run')}, of which ${completed} completed${share}.${again}${missing}`;
}

/** `check` of all logs, by this program. @returns its exit status. */
async function check(
  logs: readonly string[],
  { out, failOn, report }: RecordSetting,
  { stdout, warn }: Io,
  { bundle }: Program,
): Promise<number> {
  const findings = ['--format', 'json', '--output', join(out, FINDINGS)];
  const asked = report === null ? [] : ['--format', report.format, '--output', report.path ?? '-'];
  const args = [
    fileURLToPath(bundle),
    'check',
    '--separate',
    '--fail-on',
    failOn,
    ...findings,
    ...asked,
    '--',
    ...logs,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const lines = (async () => {
    let text = '';
    for await (const piece of child.stderr) text += piece;
    for (const line of text.split('\n').filter(Boolean)) warn(line.replace(/^qlogscope: /, ''));
  })();
  child.stdout.setEncoding('utf8');
  // Without a report it says where the findings are.
  for await (const text of child.stdout) await stdout.write(text);
  await lines;
  const [status] = await closed;
  return status ?? Exit.unreadable;
}
