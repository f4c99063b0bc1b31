/**
 * `manifest.ndjson` of a recording: first what was asked for, then a line per run that was finished, as it is finished, then the verdict. It also says that a folder
 * is taken: no two recordings share one.
 */
import { appendFile, mkdir, open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import type { Program } from '../../command';
import { writing } from '../../output';
import type { RecordedRun } from './one-run';
import type { RecordSetting } from './record-setting';
import { RecordingFailed } from './started-program';

const SCHEMA = 1;
export const MANIFEST = 'manifest.ndjson';

export class Manifest {
  readonly #path: string;

  private constructor(folder: string) {
    this.#path = join(folder, MANIFEST);
  }

  /** @throws RecordingFailed where the folder has one. @throws OutputFailed */
  static async begin(setting: RecordSetting, { version }: Program): Promise<Manifest> {
    const { out, scenario, values, variant, seed, runs, timeoutMs, lateMs, ipv6, server, client } = setting;
    const manifest = new Manifest(out);
    await writing(out, () => mkdir(out, { recursive: true }));
    try {
      await (await open(manifest.#path, 'wx')).close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        throw new RecordingFailed(
          `${out} holds a recording, or one is being made there: --out takes a folder of its own`,
        );
      await writing(manifest.#path, () => Promise.reject(error));
    }
    await manifest.add({
      schema: SCHEMA,
      kind: 'recording',
      qlogscope: version,
      startedAt: new Date().toISOString(),
      host: { platform: process.platform, cores: availableParallelism() },
      path: { scenario, variant, values },
      seed,
      runs,
      timeoutMs,
      lateMs,
      ipv6,
      server,
      client,
    });
    return manifest;
  }

  /** @param why it does not count, null where it does. @throws OutputFailed */
  async addRun(
    run: RecordedRun,
    of: { readonly run: number; readonly seed: number; readonly attempt: number },
    why: string | null,
  ): Promise<void> {
    const names = (paths: readonly string[]): readonly string[] => paths.map((path) => basename(path));
    const { client, completed, durationMs, logs, path, unread, lateness } = run;
    const ms = (us: number): number => Math.round(us) / 1000;
    await this.add({
      kind: 'run',
      ...of,
      counted: why === null,
      why,
      completed,
      durationMs: Math.round(durationMs),
      client,
      logs: { server: names(logs.server), client: names(logs.client) },
      truth: basename(run.truth),
      path,
      unread,
      lateness: lateness && {
        p50Ms: ms(lateness.p50Us),
        p99Ms: ms(lateness.p99Us),
        maxMs: ms(lateness.maxUs),
        lateShare: lateness.lateShare,
      },
    });
  }

  /** @throws OutputFailed */
  add(line: object): Promise<void> {
    return writing(this.#path, () => appendFile(this.#path, `${JSON.stringify(line)}\n`));
  }
}
