/**
 * `npm run test:shared`: what the path carries and its smallest RTT, held against the links of `t3/` and `paths/` as their manifests
 * name them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type PathInterval,
  pathCourse,
  pathIntervals,
} from '../../src/engine/sender/transport/path/path-course.ts';
import { loadTrace } from '../support/load.ts';

interface Entry {
  readonly file: string;
  readonly role: string;
  /** Options of the link emulator. */
  readonly link: string;
}

const NEAR = 0.1;
const numberIn = (link: string, option: RegExp): number => Number(option.exec(link)?.[1] ?? Number.NaN);

/** What the link carries at a time, Mbit/s: one of these; none where its rate is not fixed. */
function ratesAt(link: string, ms: number): readonly number[] {
  const steps = [...link.matchAll(/--rate-at (\d+):(\S+)/g)].filter(([, fromMs]) => Number(fromMs) <= ms);
  const stepped = Number(steps.at(-1)?.[2] ?? Number.NaN);
  const first = numberIn(link, /--rate-mbit (\S+)/) || numberIn(link, /--tbf ([^:]+):/);
  const moved = numberIn(link, /--rate2-mbit (\S+)/);
  return [stepped || first, moved].filter((rate) => !Number.isNaN(rate));
}

const TRACES = ['t3', 'paths'].flatMap((folder) => {
  const manifest = new URL(`../../../shared/traces/${folder}/manifest.json`, import.meta.url);
  if (!existsSync(manifest)) return [];
  return (JSON.parse(readFileSync(manifest, 'utf8')) as readonly Entry[])
    .filter(({ role }) => role === 'sender')
    .map((entry) => ({ ...entry, path: new URL(entry.file, manifest).pathname }));
});

const courses = new Map<string, readonly PathInterval[]>();
const intervalsOf = (path: string): readonly PathInterval[] => {
  const made = courses.get(path);
  if (made !== undefined) return made;
  const { state } = loadTrace(path).pipeline;
  const course = pathCourse(state);
  const intervals = course === null ? [] : pathIntervals(state, course);
  courses.set(path, intervals);
  return intervals;
};

test('the shared traces are on this machine', () => {
  expect(TRACES.length).toBeGreaterThan(150);
});

test('of the rates that are proved 19 of 20 are those of the link, and most links have one', () => {
  const wrong: string[] = [];
  let [proved, traces] = [0, 0];
  for (const { file, link, path } of TRACES.filter((entry) => !entry.link.includes('--lte'))) {
    const some = intervalsOf(path).filter(({ proof }) => proof === 'proved');
    if (some.length > 0) traces++;
    for (const { fromUs, toUs, rate } of some) {
      proved++;
      const isRight = ratesAt(link, (fromUs + toUs) / 2000).some(
        (mbit) => Math.abs((rate * 8) / mbit - 1) <= NEAR,
      );
      if (!isRight) wrong.push(`${file} ${(rate * 8).toFixed(2)}`);
    }
  }
  expect(traces).toBeGreaterThan(90);
  expect(wrong.length / proved, wrong.join(', ')).toBeLessThanOrEqual(0.05);
});

test('no path became longer or shorter by its RTTs where the link did not', () => {
  const moved = TRACES.filter(({ link }) => !/--rtt-at|--rtt2/.test(link)).filter(({ path }) =>
    intervalsOf(path).some(({ by }) => by === 'rtt'),
  );
  expect(moved.map(({ file }) => file)).toEqual([]);
});
