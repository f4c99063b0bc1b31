/**
 * `npm run test:shared`: the death spiral on the shared traces that carry a label of it beside those of quiche.test.ts,
 * and on every trace of a path or a wire, where there is none.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deathSpiral } from '../../src/engine/findings/death-spiral/rule.ts';
import type { Finding } from '../../src/engine/findings/finding/finding';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../support/held-detectors.ts';
import { isAlarm } from '../support/judge.ts';
import { loadTrace } from '../support/load.ts';

interface Label {
  readonly file: string;
  readonly spiral?: {
    readonly start_ms: number;
    readonly end_ms: number;
    readonly cwnd: number;
    readonly exit?: string | null;
  } | null;
}

/** Shorter ones are no alarm (congestion.md §5). */
const LEAST_MS = 500;
const TOLERANCE_MS = 30;
/** Labelled from the end of the loss phase on: until here nothing was in flight. */
const STARTS_LATER_MS: { readonly [file: string]: number } = { 'buggy-s130.server.sqlog.gz': 2839.9 };

function folderOf(name: string): URL {
  return new URL(`../../../shared/traces/${name}/`, import.meta.url);
}

function labelsOf(name: string): readonly Label[] {
  const manifest = new URL('manifest.json', folderOf(name));
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as readonly Label[]) : [];
}

function alarmsOf(name: string, file: string): readonly Finding[] {
  const { pipeline } = loadTrace(new URL(file, folderOf(name)).pathname);
  return pipeline.connections.flatMap(({ state }) =>
    runDetectors(new DetectInput(state), [deathSpiral]).findings.filter(isAlarm),
  );
}

describe.each(['quiche-more', 'runs'])('%s', (name) => {
  const labels = labelsOf(name);

  test('the shared traces are on this machine', () => {
    expect(labels.length).toBeGreaterThan(0);
  });

  test.each(labels)('$file: an alarm stands exactly where the label has a spiral', ({ file, spiral }) => {
    const due = spiral && spiral.end_ms - spiral.start_ms >= LEAST_MS ? [spiral] : [];
    const alarms = alarmsOf(name, file);
    expect(alarms.length).toBe(due.length);
    for (const [i, { start_ms, end_ms, cwnd, exit }] of due.entries()) {
      const alarm = alarms[i] as Finding;
      expect(Math.abs(alarm.startUs / 1000 - (STARTS_LATER_MS[file] ?? start_ms)), 'start').toBeLessThan(
        TOLERANCE_MS,
      );
      expect(Math.abs(alarm.endUs / 1000 - end_ms), 'end').toBeLessThan(TOLERANCE_MS);
      expect(alarm.evidence.find(({ id }) => id === 'a')?.value).toBe(cwnd);
      expect(alarm.variant).not.toBeNull();
      if (exit) expect(alarm.exit).toBe(exit === 'lead used up' ? 'lead-used-up' : 'not-drained');
    }
  });
});

describe.each(['paths', 'wire'])('%s', (name) => {
  const folder = folderOf(name);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /qlog\.gz$/.test(file)) : [];

  test('the shared traces are on this machine', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  test.each(files)('%s has no death spiral', (file) => {
    expect(alarmsOf(name, file)).toEqual([]);
  });
});
