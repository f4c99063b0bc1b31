/**
 * The copied corpus: real quiche traces of three releases and every kind of the recording, with their labels.
 * An alarm must stand exactly where one is due, at the right time; the figures must be the trace's.
 */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../src/app/examples.ts';
import { Confusion, judge, type Label } from '../support/judge.ts';

const here = new URL('./', import.meta.url);
const labels = JSON.parse(readFileSync(new URL('manifest.json', here), 'utf8')) as readonly Label[];
const examples = new Set(EXAMPLES.map((example) => example.file));

/** The three examples are not stored twice. */
function pathOf(file: string): string {
  const folder = examples.has(file) ? '../../public/examples/' : 'traces/';
  return new URL(folder + file, here).pathname;
}

describe('labelled quiche traces', () => {
  const confusion = new Confusion();
  afterAll(() => confusion.print('death-spiral alarms per case'));

  test.each(labels)('$case $file: an alarm stands exactly where one is due', (label) => {
    const alarms = judge(label, pathOf(label.file));
    confusion.add(label, alarms);
  });

  test('intervals are right to less than a round trip, as a median', () => {
    const { start, end } = confusion.medianErrorRtts();
    expect(start).toBeLessThan(1);
    expect(end).toBeLessThan(1);
  });

  test('the corpus holds every kind and release that was recorded', () => {
    const kinds = ['a', 'a0', 'b', 'c', 'd', 'e', 'f', 'g', 'i', 'j', 'k', 'l', 'm', 'old', 'old26'];
    expect([...new Set(labels.map((label) => label.case))].sort()).toEqual(kinds);
    expect([...new Set(labels.map((label) => label.version))].sort()).toEqual(['0.24.9', '0.26.0', '0.30.0']);
  });
});

test('the incident reads as its post-mortem tells it', () => {
  const label = labels.find(({ file }) => file === 'rate2-both-cubic-buggy-s09.server.sqlog.gz') as Label;
  const [alarm] = judge(label, pathOf(label.file));
  expect(alarm?.severity).toBe('critical');
  expect(alarm?.verdict).toMatch(
    /cwnd stayed at 2,700 bytes \(2 packets\) for 7\.95 s, about 55\d round trips/,
  );
  expect(alarm?.verdict).toMatch(
    /without a loss; 987 state transitions, recovery entered every 14\.0 ms ≈ 0\.98 RTT; the trace ends in it\.$/,
  );
  expect(alarm?.cost?.words).toMatch(/NewReno reaches a window of 63,\d{3} B \(open loop\)/);
});
