/**
 * The traces of other stacks: each opens, and gives the figures that were checked once against the file and the
 * recording's own notes, and are kept since. After a wanted change: `npm run test:corpus -- -u`, then read the diff.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DetectInput } from '../../src/detect/input.ts';
import { runDetectors } from '../../src/detect/runner.ts';
import { dialectTable, type OtherLabel } from '../support/dialect-table.ts';
import { goldenOf } from '../support/golden.ts';
import { isAlarm } from '../support/judge.ts';
import { loadTrace } from '../support/load.ts';

const folder = new URL('./other/', import.meta.url);
const labels = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as readonly OtherLabel[];
const pathOf = (file: string): string => new URL(file, folder).pathname;

test.each(labels)('$implementation $version, $file: the golden figures', async ({ file }) => {
  const golden = goldenOf(loadTrace(pathOf(file)));
  const text = `${JSON.stringify(golden, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(`./other/golden/${file.replace(/\.gz$/, '')}.json`);
});

test.each(labels)('$implementation $version, $file: as the recording noted it', (label) => {
  const { pipeline } = loadTrace(pathOf(label.file));
  const { state } = pipeline;
  const { happened } = label;
  expect(state.side, 'side').toBe(label.side);
  expect(state.role, 'role').toBe(label.role);
  expect(pipeline.events, 'events').toBe(happened.events);
  expect(state.ledger.sentPackets + state.ledger.outOfOrder, 'packets sent').toBeGreaterThan(0);
  if (happened.packetsLostLogged > 0) {
    expect(state.losses.summary).toEqual({ method: 'logged', packets: happened.packetsLostLogged });
  }
  expect(
    runDetectors(new DetectInput(state)).findings.filter(isAlarm),
    'no spiral was recorded here',
  ).toEqual([]);
});

test('the table in the README is what the corpus gives', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(dialectTable());
});
