/** The finding that pictures show: the chosen one, else the worst alarm. */
import { expect, test } from 'vitest';
import { chosenFinding } from '../../../../src/drawing/view/chosen-finding.ts';
import type { Finding } from '../../../../src/engine/findings/finding/finding';

type Shown = Pick<Finding, 'key' | 'severity'>;
const FINDINGS: readonly Shown[] = [
  { key: 'death-spiral.1', severity: 'critical' },
  { key: 'bufferbloat.1', severity: 'warning' },
  { key: 'host-stall.1', severity: 'info' },
];
const chosen = (key: string | null, dismissed: readonly string[] = [], findings = [...FINDINGS]) =>
  chosenFinding({ chosen: key, dismissed }, { findings, remarks: REMARKS })?.key ?? null;
const REMARKS: readonly Shown[] = [{ key: 'log-quality.1', severity: 'info' }];

test('the chosen one, of any severity, also where it is dismissed', () => {
  expect(chosen('host-stall.1')).toBe('host-stall.1');
  expect(chosen('bufferbloat.1', ['bufferbloat.1'])).toBe('bufferbloat.1');
});

test('a part of the account, or a stream, that is chosen is shown in its place', () => {
  expect(['held.window.cutRandom', 'held.application', 'stream.4'].map((key) => chosen(key))).toEqual([
    null,
    null,
    null,
  ]);
});

test('none chosen: the worst alarm that is not dismissed', () => {
  expect(chosen(null)).toBe('death-spiral.1');
  expect(chosen(null, ['death-spiral.1'])).toBe('bufferbloat.1');
  expect(chosen('of-another-trace.1')).toBe('death-spiral.1');
});

test('an info finding or a remark is shown only where it is chosen', () => {
  expect(chosen(null, ['death-spiral.1', 'bufferbloat.1'])).toBeNull();
  expect(chosen(null, [], [])).toBeNull();
  expect(chosen('log-quality.1')).toBe('log-quality.1');
});
