/** Runs one labelled trace through the pipeline and the detectors, and holds the result against its label. */
import { expect } from 'vitest';
import type { Finding } from '../../src/detect/detector.ts';
import { DetectInput } from '../../src/detect/input.ts';
import { runDetectors } from '../../src/detect/runner.ts';
import { loadTrace } from './load.ts';

/** An entry of a manifest, as the recording rig wrote it; times in ms on the sender's clock. */
export interface Label {
  readonly file: string;
  readonly case: string;
  readonly version: string;
  readonly is_sender: boolean;
  readonly link: { readonly rtt_ms: number };
  readonly expect_alarm: boolean;
  readonly events: number;
  readonly cwnd_min: number;
  readonly cwnd_max: number;
  readonly lost_packets_reported: number;
  readonly spiral?: {
    readonly start_ms: number;
    readonly end_ms: number;
    readonly cwnd: number;
    readonly transitions: number;
    readonly variant: string;
  } | null;
}

/** The label's words for the variants of a spiral, and ours. */
const VARIANTS: { readonly [word: string]: string } = {
  oscillating: 'oscillating',
  'locked in recovery': 'locked',
  'state not logged (level core)': 'states-not-logged',
};

/** An alarm as congestion.md §5 defines it. */
export function isAlarm(finding: Finding): boolean {
  return finding.id === 'death-spiral' && finding.severity !== 'info';
}

/** Checks figures and verdict of one trace. @returns its alarms. */
export function judge(label: Label, path: string): readonly Finding[] {
  const { pipeline, problems } = loadTrace(path);
  const { state } = pipeline;
  const { congestionWindow } = state.series;
  expect(problems, 'nothing is skipped').toEqual([]);
  expect(pipeline.events, 'events').toBe(label.events);
  expect([congestionWindow.min, congestionWindow.max], 'cwnd').toEqual([label.cwnd_min, label.cwnd_max]);
  expect(state.side, 'side').toBe(label.is_sender ? 'sender' : 'receiver');
  // 0.24 logs no losses: the rig's own count is 0 there, ours is inferred.
  if (label.version.startsWith('0.24')) expect(state.losses.method).toBe('in-flight-drop');
  else
    expect(state.losses.summary, 'losses').toEqual({
      method: 'counted',
      packets: label.lost_packets_reported,
    });

  const alarms = runDetectors(new DetectInput(state)).findings.filter(isAlarm);
  expect(alarms.length, 'alarms').toBe(label.expect_alarm ? 1 : 0);
  const [alarm] = alarms;
  const spiral = label.spiral;
  if (alarm !== undefined && spiral) {
    const toleranceMs = Math.max(100, 2 * label.link.rtt_ms);
    expect(Math.abs(alarm.startUs / 1000 - spiral.start_ms), 'start').toBeLessThanOrEqual(toleranceMs);
    expect(Math.abs(alarm.endUs / 1000 - spiral.end_ms), 'end').toBeLessThanOrEqual(toleranceMs);
    expect(alarm.evidence.find((row) => row.id === 'a')?.value, 'flat window').toBe(spiral.cwnd);
    expect(alarm.variant, 'variant').toBe(VARIANTS[spiral.variant]);
    expect(alarm.evidence.filter((row) => row.needed).every((row) => row.holds)).toBe(true);
  }
  return alarms;
}

/** Alarms due and raised per case, as a table for the test's output. */
export class Confusion {
  readonly #rows = new Map<string, { due: number; raised: number; missed: number; false: number }>();

  add(label: Label, alarms: number): void {
    const row = this.#rows.get(label.case) ?? { due: 0, raised: 0, missed: 0, false: 0 };
    if (label.expect_alarm) row.due++;
    if (alarms > 0) row.raised++;
    if (label.expect_alarm && alarms === 0) row.missed++;
    if (!label.expect_alarm && alarms > 0) row.false++;
    this.#rows.set(label.case, row);
  }

  print(title: string): void {
    console.log(title);
    console.table(Object.fromEntries([...this.#rows].sort(([a], [b]) => a.localeCompare(b))));
  }
}
