/** `--config`: the host's configuration, for `serve` and `headers`. */
import { type HostFile, NO_HOST_FILE, readHostFile } from '../server/host-file';
import type { Io } from './io';
import { systemReason } from './system-reason';

/** Null where it cannot be used, which is said. */
export async function hostFile(path: string | null, { warn }: Pick<Io, 'warn'>): Promise<HostFile | null> {
  if (path === null) return NO_HOST_FILE;
  try {
    return await readHostFile(path);
  } catch (error) {
    warn(`${path}: ${systemReason(error)}`);
    return null;
  }
}
