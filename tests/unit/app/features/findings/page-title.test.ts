/** The title of the browser's tab names the finding and the trace. */
import { expect, test } from 'vitest';
import { pageTitle } from '../../../../../src/app/features/findings/page-title.tsx';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { spiral } from '../../../../support/cli-report.ts';

const finding = (key: string, severity: Finding['severity'], title: string): Finding => ({
  ...spiral(severity),
  key,
  title,
});
const findings = [
  finding('death-spiral.1', 'critical', 'Death spiral'),
  finding('pto-storm.1', 'warning', 'PTO storm'),
  finding('bufferbloat.1', 'info', 'Standing queue'),
];
const ready = { phase: 'ready', findings } as const;
const none = { chosen: null, dismissed: [] };

test('names the worst finding that is not dismissed, and the one that is chosen', () => {
  expect(pageTitle('a.sqlog', ready, none)).toBe('● Death spiral · a.sqlog – qlogscope');
  expect(pageTitle('a.sqlog', ready, { ...none, dismissed: ['death-spiral.1'] })).toBe(
    '▲ PTO storm · a.sqlog – qlogscope',
  );
  expect(pageTitle('a.sqlog', ready, { ...none, chosen: 'bufferbloat.1' })).toContain('Standing queue');
});

test('a trace without warnings is its name; one that is read, or could not be, says so', () => {
  expect(pageTitle('a.sqlog', { phase: 'ready', findings: findings.slice(2) }, none)).toBe(
    'a.sqlog – qlogscope',
  );
  expect(pageTitle('a.sqlog', { phase: 'reading', findings: [] }, none)).toBe('… a.sqlog – qlogscope');
  expect(pageTitle('a.sqlog', { phase: 'failed', findings: [] }, none)).toBe('✕ a.sqlog – qlogscope');
});
