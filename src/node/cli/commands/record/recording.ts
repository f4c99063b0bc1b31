/** The runs of a recording, one after the other: those that were late are made again, and what was finished is never lost. */
import { duration, plural } from '../../../../engine/base/text/figures';
import { variantOf } from '../../../../engine/simulator/runs/scenario-run';
import type { PathSettings } from '../../../relay/played-path';
import type { Io } from '../../io';
import { OutputFailed } from '../../output';
import { systemReason } from '../../system-reason';
import { setAside } from './logs';
import type { Manifest } from './manifest';
import { type RecordedRun, recordRun } from './one-run';
import { findsDaemons } from './processes';
import type { RecordSetting } from './record-setting';
import { endWords, RecordingFailed } from './started-program';

export interface Recorded {
  /** Runs that count. */
  readonly runs: readonly RecordedRun[];
  /** Runs that were late, and were made again or given up. */
  readonly late: number;
  /** Runs that are missing, since they were late as often as they were made. */
  readonly givenUp: number;
  /** Why it ended before all runs were made, in words; null where it did not. */
  readonly ended: string | null;
}

/** Never throws for what a run may meet: why it ended is part of the answer. */
export async function recordRuns(
  setting: RecordSetting,
  manifest: Manifest,
  signal: AbortSignal,
  { warn }: Io,
): Promise<Recorded> {
  if (!findsDaemons())
    warn('on this system programs that leave their process group are not found: see that none does');
  const runs: RecordedRun[] = [];
  let [late, givenUp] = [0, 0];
  try {
    for (let run = 1; run <= setting.runs; run++) {
      for (let attempt = 1; ; attempt++) {
        const seed = setting.seed + run - 1;
        const place = { folder: setting.out, name: String(run).padStart(String(setting.runs).length, '0') };
        const recorded = await recordRun(pathOf(setting, seed), place, setting, signal);
        const why = signal.aborted
          ? 'interrupted'
          : recorded.isLate
            ? 'late'
            : whyUnusable(recorded, setting);
        const moved = why === null ? recorded : await setAside(setting.out, recorded, attempt);
        await manifest.addRun(moved, { run, seed, attempt }, why);
        warn(`run ${run} of ${setting.runs}: ${runWords(recorded, why)}`);
        if (recorded.left.length > 0)
          warn(
            `run ${run}: ${plural(recorded.left.length, 'process', 'processes')} could not be ended: ${recorded.left.join(', ')}`,
          );
        if (recorded.portHeld !== null)
          warn(
            `run ${run}: somebody listens on port ${recorded.portHeld} after all that was found was ended`,
          );
        if (why === null) {
          runs.push(recorded);
          break;
        }
        if (why !== 'late') throw new RecordingFailed(`the recording ends with run ${run}: ${why}`);
        late++;
        if (late > setting.again) {
          givenUp++;
          break;
        }
      }
    }
  } catch (error) {
    return { runs, late, givenUp, ended: reasonOf(error) };
  }
  return { runs, late, givenUp, ended: null };
}

function pathOf({ scenario, values, variant }: RecordSetting, seed: number): PathSettings {
  return variantOf({ scenario, values, variant }).variant.settings(seed);
}

/** @throws the error itself where it is none that a run may meet. */
function reasonOf(error: unknown): string {
  if (error instanceof RecordingFailed || error instanceof OutputFailed) return error.message;
  if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
  return systemReason(error);
}

/** Null where a log is there. */
function whyUnusable({ logs }: RecordedRun, { out }: RecordSetting): string | null {
  if (logs.server.length + logs.client.length > 0) return null;
  return `neither program wrote a log into the folder that {qlog} and QLOGDIR name, in ${out}`;
}

function runWords(
  { completed, client, lateness, unread, path, durationMs }: RecordedRun,
  why: string | null,
): string {
  const how = completed
    ? 'completed'
    : client === null
      ? why === 'interrupted'
        ? 'ended'
        : 'did not complete in time'
      : `did not complete (the client ended with ${endWords(client)})`;
  const lost = [path.down, path.up].map(({ lost: by }) => by.random + by.policed + by.limited + by.queue);
  const late = lateness === null ? 'nothing was sent on' : `${duration(lateness.p99Us)} late at p99`;
  const beside = unread === null || unread === 0 ? '' : `, ${plural(unread, 'datagram')} never read`;
  return `${how} after ${duration(durationMs * 1000)}; ${plural(path.down.taken, 'datagram')} down (${lost[0]} lost), ${path.up.taken} up (${lost[1]} lost), ${late}${beside}${why === null ? '' : '; not counted'}${why === 'late' ? ': late' : ''}`;
}
