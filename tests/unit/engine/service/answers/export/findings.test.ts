/** A finding exported with a margin is found again in the export, the same variant at the same place; sound traces stay sound. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../../../src/engine/findings/finding/finding';
import { DetectInput } from '../../../../../../src/engine/findings/rule/rule-input.ts';
import type { FileConnection } from '../../../../../../src/engine/reading/stages/connection-list.ts';
import { exportText, openStored, wholeRange } from '../../../../../support/export.ts';
import { runDetectors } from '../../../../../support/held-detectors.ts';
import { readTrace } from '../../../../../support/load.ts';
import { corpusPath } from '../../../../../support/raw-trace.ts';
import { DEEP, someOf } from '../../../../../support/tier.ts';

const SPIRALS = [
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'rtt100-l4s-cubic-buggy-s01.server.sqlog.gz',
  'rate-cubic-buggy-s12.server.sqlog.gz',
  'mtu1500-l-cubic-buggy-s08.server.sqlog.gz',
  'idle2s-after-spiral-fixoff.server.sqlog.gz',
  'spiral-corelevel-s12.server.sqlog.gz',
  'spiral-baselevel-closed-s03.server.sqlog.gz',
  'spiral-gran0-s17.server.sqlog.gz',
  'rate-024-cubic-s15.server.sqlog.gz',
];

const SOUND = [
  'rate-reno-s12.server.sqlog.gz',
  'rate-cubic-fixed-s17.server.sqlog.gz',
  'bottleneck-10mbit-bbr2.server.sqlog.gz',
  'applimited-chunks-cubic.server.sqlog.gz',
];

function findingsOf([first]: readonly FileConnection[]): readonly Finding[] {
  return runDetectors(new DetectInput((first as FileConnection).connection.state)).findings;
}

const spiralsOf = (file: readonly FileConnection[]): readonly Finding[] =>
  findingsOf(file).filter(({ id }) => id === 'death-spiral');

/** Each trace is read once, and what stands on it is found once. */
const opened = new Map<string, Promise<{ file: readonly FileConnection[]; due: readonly Finding[] }>>();

function withSpirals(name: string) {
  const known = opened.get(name);
  if (known !== undefined) return known;
  const reading = openStored(readTrace(corpusPath(name))).then((file) => ({ file, due: spiralsOf(file) }));
  opened.set(name, reading);
  return reading;
}

describe('a death spiral', () => {
  it.each(someOf(SPIRALS, 3))('is found again in its export: %s', async (name) => {
    const { file, due } = await withSpirals(name);
    for (const spiral of due) {
      const marginUs = 0.08 * (spiral.endUs - spiral.startUs);
      const range = {
        fromUs: Math.floor(spiral.startUs - marginUs),
        toUs: Math.ceil(spiral.endUs + marginUs),
      };
      const again = spiralsOf(await openStored((await exportText(file, range)).bytes));
      const toleranceUs = 0.02 * (spiral.endUs - spiral.startUs);
      expect(again.map(({ variant, severity }) => [variant, severity])).toContainEqual([
        spiral.variant,
        spiral.severity,
      ]);
      expect(Math.abs((again[0] as Finding).startUs - spiral.startUs)).toBeLessThan(toleranceUs);
    }
  });

  it('stands on some of these traces', async () => {
    const some = someOf(SPIRALS, 3);
    const files = await Promise.all(some.map(withSpirals));
    expect(files.filter(({ due }) => due.length > 0).length).toBeGreaterThan(some.length * 0.6);
  });
});

describe('a sound trace', () => {
  it.each(someOf(SOUND, 4))(
    'has no alarm in an export from its middle that it does not have itself: %s',
    async (name) => {
      const file = await openStored(readTrace(corpusPath(name)));
      const due = new Set(findingsOf(file).map(({ id }) => id));
      const { fromUs, toUs } = wholeRange(file[0] as FileConnection);
      for (const share of DEEP ? [0.2, 0.5] : [0.5]) {
        const range = { fromUs: Math.floor(fromUs + (toUs - fromUs) * share), toUs };
        const again = findingsOf(await openStored((await exportText(file, range)).bytes));
        const alarms = again.filter(({ severity }) => severity === 'critical').map(({ id }) => id);
        expect(alarms.filter((id) => !due.has(id))).toEqual([]);
      }
    },
  );
});
