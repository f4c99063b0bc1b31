/**
 * Ends programs and all that they started, and nothing else: processes of their groups and, on Linux, those that left the group
 * (daemons), by a marker in the environment that they inherited (proc(5)).
 */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Of the environment of what is started; its value is one run's. */
export const MARKER = 'QLOGSCOPE_RECORD';
const POLL_MS = 20;
/** How long each signal has. */
const GRACE_MS = 2000;

/** Whether what left its group can be found. */
export const findsDaemons = (platform: NodeJS.Platform = process.platform): boolean => platform === 'linux';

/** @param groups ids of process groups. @returns ids of processes that run. */
export async function running(groups: readonly number[], marker: string | null): Promise<readonly number[]> {
  if (!findsDaemons()) return groups.flatMap((group) => (isAlive(-group) ? [-group] : []));
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const own = await Promise.all(ids.map((id) => isOurs(id, groups, marker)));
  return ids.filter((_, i) => own[i]).map(Number);
}

async function isOurs(id: string, groups: readonly number[], marker: string | null): Promise<boolean> {
  const read = (name: string): Promise<string> => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '');
  const stat = await read('stat');
  // The name of the program, in parentheses, may hold anything.
  const [state = 'X', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return false;
  return (
    groups.includes(Number(group)) || (await read('environ')).split('\0').includes(`${MARKER}=${marker}`)
  );
}

function isAlive(id: number): boolean {
  return signal(id, 0);
}

/** False where there is no such process. */
function signal(id: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, name);
  } catch {
    return false;
  }
}

/** Asks them to end, and then does not ask. @param marker null for the groups alone. @returns ids of those that run on all the same. */
export async function endProcesses(
  groups: readonly number[],
  marker: string | null,
  graceMs = GRACE_MS,
): Promise<readonly number[]> {
  for (const name of ['SIGTERM', 'SIGKILL'] as const) {
    const asked = new Set<number>();
    for (const untilMs = performance.now() + graceMs; performance.now() < untilMs; await delay(POLL_MS)) {
      const ids = await running(groups, marker);
      if (ids.length === 0) return [];
      for (const id of ids) if (!asked.has(id)) signal(id, name);
      for (const id of ids) asked.add(id);
    }
  }
  return running(groups, marker);
}
