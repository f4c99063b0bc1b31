/**
 * The death spiral's verdict on real traces whose scale, events or beginning were changed: a spiral stays one wherever
 * the events that show it are left, a healthy trace raises no alarm, and what cannot be judged is not.
 * Factors and dropped events are drawn. The gate makes each change to some of the spirals and one to each at least; the
 * deep tier makes all changes to all.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../src/app/state/traces/examples.ts';
import type { Finding, Verdicts } from '../../src/engine/findings/finding/finding';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../src/engine/findings/verdicts/runner.ts';
import { eachOf } from '../support/each-of.ts';
import { isAlarm, type Label } from '../support/judge.ts';
import { loadBytes } from '../support/load.ts';
import {
  dropped,
  encoded,
  type QlogRecord,
  recordsOf,
  scaleBytes,
  scaleTime,
  seeded,
} from '../support/reshape.ts';
import { DEEP, SEED, someOf } from '../support/tier.ts';

const folder = new URL('../corpus/', import.meta.url);
const labels = (JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as Label[]).filter(
  (label) => label.is_sender,
);
const spirals = labels.filter((label) => label.expect_alarm);
// The longest traces say no more than the others, and take most of the time.
const healthy = labels.filter((label) => !label.expect_alarm && label.events < 20_000);
const examples = new Set(EXAMPLES.map((example) => example.file));

function recordsFor({ file }: Label): readonly QlogRecord[] {
  return recordsOf(
    new URL((examples.has(file) ? '../../public/examples/' : 'traces/') + file, folder).pathname,
  );
}

function judged(records: readonly QlogRecord[]): Verdicts {
  return runDetectors(new DetectInput(loadBytes(encoded(records)).pipeline.state));
}

function alarmsOf(records: readonly QlogRecord[]): readonly Finding[] {
  return judged(records).findings.filter(isAlarm);
}

function figureOf(finding: Finding, id: string): number {
  return finding.evidence.find((row) => row.id === id)?.value ?? Number.NaN;
}

/** Round trips of a spiral, with those in stops of a host. */
function roundTripsOf({ verdict }: Finding): number {
  return Number(/ about ([\d,]+) round trips/.exec(verdict)?.[1]?.replaceAll(',', ''));
}

/** Some of its time is in stops of a host. */
function hasStops({ evidence }: Finding): boolean {
  return evidence.some(({ id, name }) => id === 'length' && name.includes('stops of a host'));
}

/** A seed for each trace. */
function seedOf({ file }: Label): number {
  return [...file].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, SEED);
}

/** A factor between the limits, spread evenly over their orders of magnitude. */
function factorOf(label: Label, from: number, to: number): number {
  return from * (to / from) ** seeded(seedOf(label))();
}

/** The table of congestion.md §5. */
function severityDue(lengthUs: number, roundTrips: number): Finding['severity'] {
  if (lengthUs >= 2e6 && roundTrips >= 10) return 'critical';
  if (lengthUs >= 0.1e6 && roundTrips >= 100) return 'critical';
  return lengthUs >= 0.5e6 && roundTrips >= 10 ? 'warning' : 'info';
}

/** What every alarm on a spiral must say, whatever was done to its trace. */
function expectSame(alarm: Finding | undefined, plain: Finding): void {
  expect(alarm).toMatchObject({ variant: plain.variant, cause: plain.cause });
  expect(alarm?.evidence.filter((row) => row.needed && !row.holds)).toEqual([]);
}

const isState = ({ name = '' }: QlogRecord): boolean => name.endsWith('congestion_state_updated');
const isMetrics = ({ name = '' }: QlogRecord): boolean => name.endsWith('metrics_updated');

/** One event in a hundred goes; those at the spiral's start and end, which set its window, stay. */
function withoutSome(label: Label, records: readonly QlogRecord[]): readonly QlogRecord[] {
  const random = seeded(seedOf(label) + 1);
  const { start_ms = Number.NaN, end_ms = Number.NaN } = label.spiral ?? {};
  const frames = ({ time = 0 }: QlogRecord): boolean =>
    Math.abs(time - start_ms) < 0.2 || Math.abs(time - end_ms) < 0.2;
  return dropped(records, (record) => random() < 0.01 && !frames(record));
}

interface Spiral {
  readonly label: Label;
  readonly records: readonly QlogRecord[];
  /** The alarm on the trace as it is. */
  readonly plain: Finding;
  readonly lengthUs: number;
}

/** What is done to a spiral's trace, and what must be said then. */
const CHANGES: { readonly [sentence: string]: (spiral: Spiral) => void } = {
  'stays one when time runs 0.1 to 20 times as fast; whether it is an alarm, and how severe, follows the table'({
    label,
    records,
    plain,
    lengthUs,
  }) {
    const factor = factorOf(label, 0.1, 20);
    const spirals = judged(scaleTime(records, factor)).findings.filter(({ id }) => id === plain.id);
    const [alarm, ...more] = spirals.filter(isAlarm);
    expect(more).toEqual([]);
    // By the table one that is too short is no alarm, but the longest of the traps.
    const spiral = alarm ?? (spirals[0] as Finding);
    const scaledUs = spiral.endUs - spiral.startUs;
    expect(Math.abs(scaledUs / (lengthUs * factor) - 1)).toBeLessThan(0.001);
    expect(Math.abs(roundTripsOf(spiral) - roundTripsOf(plain))).toBeLessThanOrEqual(3);
    // A stop of a host is one by timers, which are of ms on every path.
    const going = figureOf(spiral, 'length');
    if (hasStops(spiral)) expect(going).toBeLessThanOrEqual(roundTripsOf(spiral));
    else expect(going).toBe(roundTripsOf(spiral));
    expect(spiral.severity).toBe(severityDue(scaledUs, going));
    if (alarm === undefined) {
      expect(spiral.variant).toBe(plain.variant);
      expect(spiral.evidence.flatMap(({ id, needed, holds }) => (needed && !holds ? [id] : []))).toEqual([
        'length',
      ]);
      return;
    }
    expectSame(alarm, plain);
    // Whole µs are too coarse for a lead that falls by a few of them per cycle: then the end is not known.
    if (factor >= 1) expect(alarm.exit).toBe(plain.exit);
    else expect([plain.exit, 'unknown']).toContain(alarm.exit);
  },

  'stays one when every size is 0.3 to 10 times as large'({ label, records, plain }) {
    const [alarm, ...more] = alarmsOf(scaleBytes(records, factorOf(label, 0.3, 10)));
    expect(more).toEqual([]);
    expectSame(alarm, plain);
    expect(alarm).toMatchObject({ severity: plain.severity, startUs: plain.startUs, endUs: plain.endUs });
    expect(alarm?.exit).toBe(plain.exit);
  },

  'stays one when one event in a hundred is missing'({ label, records, plain, lengthUs }) {
    const [alarm, ...more] = alarmsOf(withoutSome(label, records));
    expect(more).toEqual([]);
    // The cause is told only where the sends and ACKs that are left still prove it.
    expect([plain.cause, null]).toContain(alarm?.cause);
    expectSame(alarm, { ...plain, cause: alarm?.cause ?? null });
    const outsideUs =
      Math.abs((alarm?.startUs ?? 0) - plain.startUs) + Math.abs((alarm?.endUs ?? 0) - plain.endUs);
    expect(outsideUs).toBeLessThan(0.1 * lengthUs);
  },

  'stays one without states, and without logged bytes in flight'({ records, plain }) {
    const [stateless] = alarmsOf(dropped(records, isState));
    expect(stateless).toMatchObject({
      variant: 'states-not-logged',
      severity: plain.severity,
      cause: plain.cause,
      exit: plain.exit,
    });
    const bare = records.map((record) => {
      if (!isMetrics(record)) return record;
      const { bytes_in_flight: _, ...data } = record.data;
      return { ...record, data };
    });
    const [rebuilt] = alarmsOf(bare);
    expectSame(rebuilt, plain);
    expect(rebuilt?.severity).toBe(plain.severity);
  },

  'is not judged without metrics, or where the beginning with its window is cut off'({ records, plain }) {
    const without = judged(dropped(records, isMetrics));
    expect(without.findings.filter(isAlarm)).toEqual([]);
    expect(without.notJudged[0]?.reason).toBe('no congestion window and no smoothed RTT is logged');

    const middleMs = (plain.startUs + plain.endUs) / 2000;
    const { findings, notJudged, notFound } = judged(dropped(records, ({ time = 0 }) => time < middleMs));
    expect(findings.filter(isAlarm)).toEqual([]);
    const said = [...notJudged, ...notFound].find(({ id }) => id === 'death-spiral')?.reason;
    expect(said).toMatch(/^no congestion window is logged$|The window is not known before/);
  },

  'stays one where the cut leaves the record of its window'({ records, plain, lengthUs }) {
    const beforeMs = plain.startUs / 1000;
    const windowAt = records.findLastIndex(
      ({ time = 0, data }) => time <= beforeMs + 0.001 && data?.congestion_window !== undefined,
    );
    const [alarm, ...more] = alarmsOf(dropped(records, (_, i) => i < windowAt));
    expect(more).toEqual([]);
    expect(alarm).toMatchObject({ severity: plain.severity, endUs: plain.endUs });
    expect(Math.abs((alarm?.startUs ?? 0) - plain.startUs)).toBeLessThan(0.05 * lengthUs);
  },
};

const SENTENCES = Object.keys(CHANGES);

/** In the gate one change in three for a short trace, one in four for a long one; each change for other traces. */
function changesDue({ events }: Label, i: number): readonly string[] {
  const every = DEEP ? 1 : events < 10_000 ? 3 : 4;
  return SENTENCES.filter((_, k) => ((i >> 1) + k) % every === 0);
}

const CHANGED = eachOf(spirals, 20).map((label, i) => ({ ...label, label, sentences: changesDue(label, i) }));

test('each change is made to several spirals, and each spiral is changed', () => {
  const due = someOf(CHANGED, 2).map(({ sentences }) => sentences);
  expect(due.every((sentences) => sentences.length > 0)).toBe(true);
  for (const sentence of SENTENCES)
    expect(due.filter((sentences) => sentences.includes(sentence)).length).toBeGreaterThanOrEqual(2);
});

describe.each(someOf(CHANGED, 2))('the spiral of $file', ({ label, sentences }) => {
  let spiral: Spiral;
  beforeAll(() => {
    const records = recordsFor(label);
    const [plain] = alarmsOf(records) as [Finding];
    spiral = { label, records, plain, lengthUs: plain.endUs - plain.startUs };
  });

  test.each(sentences)('%s', (sentence) => CHANGES[sentence]?.(spiral));
});

/** What is done to a healthy trace. */
const HARMLESS: {
  readonly [what: string]: (records: readonly QlogRecord[], label: Label) => readonly QlogRecord[];
} = {
  time: (records, label) => scaleTime(records, factorOf(label, 0.1, 20)),
  bytes: (records, label) => scaleBytes(records, factorOf(label, 0.3, 10)),
  events: (records, label) => withoutSome(label, records),
  start: (records) => dropped(records, (_, i) => i < records.length / 10),
  states: (records) => dropped(records, isState),
  metrics: (records) => dropped(records, isMetrics),
};

test.each(eachOf(healthy, 5).map((label, i) => ({ file: label.file, label, i })))(
  '$file raises no alarm on any scale, with events missing, or with its beginning cut off',
  ({ label, i }) => {
    const records = recordsFor(label);
    // In the gate a third of the changes to each trace, each change to several.
    for (const [k, [what, change]] of Object.entries(HARMLESS).entries())
      if (DEEP || (i + k) % 3 === 0) expect(alarmsOf(change(records, label)), what).toEqual([]);
  },
);
