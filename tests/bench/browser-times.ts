/**
 * A reporter of Playwright: CPU time of each browser test, of everything that the run has started, beside its wall time. Only with one
 * worker is it that test's own. `npx playwright test --workers=1 --reporter=./tests/bench/browser-times.ts`; a line per test goes to
 * `TEST_TIMES`.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Ticks per second of /proc; the kernel's USER_HZ. */
const MS_PER_TICK = 10;

/** CPU time of this process and all that it has started, with those that have ended, ms. */
function cpuMs(): number {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
      parents.set(pid, fields[1] as number);
      ticks.set(
        pid,
        fields.slice(11, 15).reduce((sum, value) => sum + value, 0),
      );
    } catch {
      // It has ended meanwhile.
    }
  }
  let sum = 0;
  for (const [pid, value] of ticks) {
    let at: number | undefined = pid;
    while (at !== undefined && at !== process.pid) at = parents.get(at);
    if (at === process.pid) sum += value;
  }
  return sum * MS_PER_TICK;
}

export default class BrowserTimes implements Reporter {
  #before = cpuMs();

  onTestEnd({ location, title }: TestCase, { duration }: TestResult): void {
    const now = cpuMs();
    const line = { file: location.file, title, cpuMs: now - this.#before, wallMs: duration };
    appendFileSync(process.env.TEST_TIMES as string, `${JSON.stringify(line)}\n`);
    this.#before = now;
  }
}
