/** Holds what a labelled trace gave, and what the detectors said of it, against its label. */
import { expect } from 'vitest';
import type { Finding, Verdicts } from '../../src/engine/findings/finding/finding';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../src/engine/findings/verdicts/runner.ts';
import type { TracePipeline } from '../../src/engine/reading/stages/pipeline.ts';

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
    /** How it ended; null or left out where the rig could not tell. */
    readonly exit?: string | null;
    readonly lead_at_start_ms?: number | null;
    readonly predicted_exit_ms?: number | null;
  } | null;
}

/** The label's words for the variants of a spiral, and ours. */
const VARIANTS: { readonly [word: string]: string } = {
  oscillating: 'oscillating',
  'locked in recovery': 'locked',
  'state not logged (level core)': 'states-not-logged',
};

/** The label's words for how a spiral ended, and ours. A null one is not judged. */
const EXITS: { readonly [word: string]: string } = {
  'lead used up': 'lead-used-up',
  'in-flight did not drain (stall, PTO probe or split ack)': 'not-drained',
};

/** The rig rounds its times to a tenth of a ms. */
const LABEL_STEP_MS = 0.1;

/** An alarm as congestion.md §5 defines it. */
export function isAlarm(finding: Finding): boolean {
  return finding.id === 'death-spiral' && finding.severity !== 'info';
}

/** Variant and exit of the label in our words; undefined where it says nothing. */
function dueVariant({ spiral }: Label): string | undefined {
  return VARIANTS[spiral?.variant ?? ''];
}

function dueExit({ spiral }: Label): string | undefined {
  const word = spiral?.exit ?? null;
  if (word === null) return undefined;
  expect(EXITS, 'a word for the exit that has none of ours').toHaveProperty([word]);
  return EXITS[word];
}

/**
 * Checks figures and verdict of one trace.
 * @param verdicts what the detectors said of its main connection; they are run where nothing is given.
 * @returns its alarms.
 */
export function judge(
  label: Label,
  { pipeline, problems }: { readonly pipeline: TracePipeline; readonly problems: readonly unknown[] },
  verdicts: Verdicts = runDetectors(new DetectInput(pipeline.state)),
): readonly Finding[] {
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

  const { findings, notFound, notJudged } = verdicts;
  const alarms = findings.filter(isAlarm);
  expect(alarms.length, 'alarms').toBe(label.expect_alarm ? 1 : 0);
  // One of the three is always said: an alarm, what came closest, or what is lacking.
  const said = [...notFound, ...notJudged].filter(({ id }) => id === 'death-spiral');
  expect(said.length, 'why not').toBe(label.expect_alarm ? 0 : 1);
  const [alarm] = alarms;
  if (alarm !== undefined) holdAgainst(label, alarm);
  return alarms;
}

function holdAgainst(label: Label, alarm: Finding): void {
  const { spiral } = label;
  if (!spiral) return;
  const toleranceMs = Math.max(100, 2 * label.link.rtt_ms);
  expect(Math.abs(alarm.startUs / 1000 - spiral.start_ms), 'start').toBeLessThanOrEqual(toleranceMs);
  expect(Math.abs(alarm.endUs / 1000 - spiral.end_ms), 'end').toBeLessThanOrEqual(toleranceMs);
  expect(alarm.evidence.find((row) => row.id === 'a')?.value, 'flat window').toBe(spiral.cwnd);
  expect(alarm.variant, 'variant').toBe(dueVariant(label));
  expect(alarm.evidence.filter((row) => row.needed).every((row) => row.holds)).toBe(true);
  // The rig's buggy builds all carry the same rule.
  expect(alarm.cause, 'cause').toBe('shift-from-last-send');
  const exit = dueExit(label);
  if (exit !== undefined) expect(alarm.exit, 'exit').toBe(exit);
  const leadMs = spiral.lead_at_start_ms ?? null;
  const ours = (alarm.evidence.find((row) => row.id === 'h-lead')?.value ?? Number.NaN) / 1000;
  if (leadMs !== null) expect(Math.abs(ours - leadMs), 'lead at the start').toBeLessThan(LABEL_STEP_MS);
}

interface CaseRow {
  due: number;
  raised: number;
  missed: number;
  false: number;
  /** Alarms whose variant, or exit, is the label's, of those whose label says one. */
  variant: string;
  exit: string;
}

/** Alarms due and raised per case, and each alarm beside its label, as tables for the test's output. */
export class Confusion {
  readonly #cases = new Map<string, { readonly label: Label; readonly alarms: readonly Finding[] }[]>();

  add(label: Label, alarms: readonly Finding[]): void {
    const rows = this.#cases.get(label.case) ?? [];
    rows.push({ label, alarms });
    this.#cases.set(label.case, rows);
  }

  /** Errors of start and end over all alarms, in RTTs of the link; NaN without any. */
  medianErrorRtts(): { readonly start: number; readonly end: number } {
    const errors = [...this.#alarms()].map(({ label, alarm }) => errorRtts(label, alarm));
    return { start: median(errors.map(({ start }) => start)), end: median(errors.map(({ end }) => end)) };
  }

  print(title: string): void {
    console.log(title);
    const cases = [...this.#cases].sort(([a], [b]) => a.localeCompare(b));
    console.table(Object.fromEntries(cases.map(([name, rows]) => [name, caseRow(rows)])));
    console.table(
      Object.fromEntries(
        [...this.#alarms()].map(({ label, alarm }) => {
          const { start, end } = errorRtts(label, alarm);
          const said = { variant: alarm.variant, exit: alarm.exit, 'label: exit': dueExit(label) ?? '–' };
          const errors = { 'start, RTT': start.toFixed(2), 'end, RTT': end.toFixed(2) };
          return [label.file, { ...said, cause: alarm.cause, confidence: alarm.confidence, ...errors }];
        }),
      ),
    );
    const { start, end } = this.medianErrorRtts();
    console.log(`median error: start ${start.toFixed(3)} RTT, end ${end.toFixed(3)} RTT`);
  }

  *#alarms(): Generator<{ readonly label: Label; readonly alarm: Finding }> {
    for (const { label, alarms } of [...this.#cases.values()].flat()) {
      for (const alarm of alarms) yield { label, alarm };
    }
  }
}

function caseRow(rows: readonly { readonly label: Label; readonly alarms: readonly Finding[] }[]): CaseRow {
  const row: CaseRow = { due: 0, raised: 0, missed: 0, false: 0, variant: '', exit: '' };
  const variants = { due: 0, right: 0 };
  const exits = { due: 0, right: 0 };
  for (const { label, alarms } of rows) {
    const [alarm] = alarms;
    if (label.expect_alarm) row.due++;
    if (alarm !== undefined) row.raised++;
    if (label.expect_alarm && alarm === undefined) row.missed++;
    if (!label.expect_alarm && alarm !== undefined) row.false++;
    if (alarm === undefined) continue;
    tally(variants, dueVariant(label), alarm.variant);
    tally(exits, dueExit(label), alarm.exit);
  }
  return { ...row, variant: `${variants.right}/${variants.due}`, exit: `${exits.right}/${exits.due}` };
}

function tally(counts: { due: number; right: number }, due: string | undefined, said: string | null): void {
  if (due === undefined) return;
  counts.due++;
  if (said === due) counts.right++;
}

function errorRtts(
  { link, spiral }: Label,
  alarm: Finding,
): { readonly start: number; readonly end: number } {
  const error = (us: number, ms: number | undefined): number =>
    Math.abs(us / 1000 - (ms ?? Number.NaN)) / link.rtt_ms;
  return { start: error(alarm.startUs, spiral?.start_ms), end: error(alarm.endUs, spiral?.end_ms) };
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.ceil(values.length / 2) - 1] ?? Number.NaN;
}
