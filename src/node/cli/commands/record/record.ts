/** `qlogscope record`: runs of two programs over the path of a scenario, and what they show. */
import { stat } from 'node:fs/promises';
import type { Program } from '../../command';
import { Exit } from '../../exit';
import type { Io } from '../../io';
import { Manifest } from './manifest';
import type { RecordSetting } from './record-setting';
import { recordRuns } from './recording';
import { RecordingFailed } from './started-program';

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** @returns the exit status. @throws OutputFailed */
export async function record(setting: RecordSetting, io: Io, program: Program): Promise<number> {
  const { baseline } = setting;
  if (baseline !== null && (await stat(baseline).catch(() => null))?.isDirectory() !== true) {
    io.warn(`--baseline ${baseline}: there is no such folder`);
    return Exit.unreadable;
  }
  try {
    const manifest = await Manifest.begin(setting, program);
    const recorded = await interruptible((signal) => recordRuns(setting, manifest, signal, io));
    if (recorded.ended !== null) io.warn(recorded.ended);
    if (recorded.runs.length === 0) {
      io.warn('no run counts: nothing is judged');
      return Exit.unreadable;
    }
    const { verdictOf } = await import('./verdict');
    return await verdictOf(setting, recorded, { manifest, io, program });
  } catch (error) {
    if (!(error instanceof RecordingFailed)) throw error;
    io.warn(error.message);
    return Exit.unreadable;
  }
}

/** Work that an interrupt ends in order. */
async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const end = (): void => over.abort();
  for (const name of INTERRUPTS) process.on(name, end);
  try {
    return await work(over.signal);
  } finally {
    for (const name of INTERRUPTS) process.off(name, end);
  }
}
