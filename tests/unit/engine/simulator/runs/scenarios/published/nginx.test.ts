/** NGINX's downloads as runs: which variants there are, what their links and ends have, and that one goes as it should. */
import { describe, expect, test } from 'vitest';
import type { RunSettings } from '../../../../../../../src/engine/simulator/runs/run.ts';
import { initialValues, type Values } from '../../../../../../../src/engine/simulator/runs/scenario.ts';
import { runRow, variantOf } from '../../../../../../../src/engine/simulator/runs/scenario-run.ts';
import { NGINX } from '../../../../../../../src/engine/simulator/runs/scenarios/published/nginx.ts';
import { refOf } from '../../../../../../support/lab-runs.ts';

const idsOf = (changes: Values = {}): readonly string[] =>
  NGINX.variants({ ...initialValues(NGINX), ...changes }).map(({ id }) => id);
const settingsOf = (variant: string, changes: Values = {}): RunSettings =>
  variantOf(refOf('nginx', variant, changes)).variant.settings(1);

describe('variants', () => {
  test('are three downloads, two readings, two versions, and each threshold', () => {
    expect(idsOf()).toHaveLength(12);
    expect(new Set(idsOf({ threshold: 'both' })).size).toBe(24);
    expect(idsOf({ download: '200', threshold: 'adaptive' })).toEqual([
      '200-newreno-rate-adaptive',
      '200-cubic-rate-adaptive',
      '200-newreno-line-adaptive',
      '200-cubic-line-adaptive',
    ]);
  });

  test('have titles of their own', () => {
    const titles = NGINX.variants({ ...initialValues(NGINX), threshold: 'both' }).map(({ title }) => title);
    expect(new Set(titles).size).toBe(24);
  });
});

describe('a link', () => {
  test.each([
    ['40', 20, 150, 750_000],
    ['100', 50, 720, 9_000_000],
    ['200', 100, 60, 1_500_000],
  ])('with a rate at %s ms has the article’s BDP', (row, delayMs, rateMbit, bdp) => {
    const { down, up } = settingsOf(`${row}-cubic-rate-3`, { buffer: 0.5 });
    expect(down).toEqual({ delayMs, rateMbit, bufferBytes: bdp / 2 });
    expect(up).toEqual({ delayMs });
  });

  test.each([
    ['40', 'short', 500],
    ['100', 'middle', 6000],
    ['200', 'long', 1000],
  ])('without one at %s ms has a limit of both directions', (row, field, packetLimit) => {
    const { down, up } = settingsOf(`${row}-newreno-line-3`);
    expect([down, up]).toEqual([down, down]);
    expect(down).toEqual({ delayMs: Number(row) / 2, packetLimit });
    expect(settingsOf(`${row}-newreno-line-3`, { [field]: 77 }).up.packetLimit).toBe(77);
  });
});

test('the sender has the version’s controller, the threshold and what the fields say', () => {
  const [flow] = settingsOf('40-newreno-line-adaptive', {
    threshold: 'both',
    paces: 'on',
    hystart: 'on',
    every: 4,
    gap: 9,
  }).flows;
  expect(flow?.controller).toEqual({ name: 'newreno', hystart: true });
  expect(flow?.writes).toEqual([{ atMs: 0, bytes: 500e6 }]);
  expect(flow?.server).toMatchObject({
    paces: true,
    datagramBytes: 1472,
    recovery: { adaptsThreshold: true },
  });
  expect([flow?.client.ackEvery, flow?.server.host.gapUs]).toEqual([4, 9]);
  const [fixed] = settingsOf('40-cubic-rate-3').flows;
  expect(fixed?.controller).toEqual({ name: 'cubic', hystart: false });
  expect(fixed?.server.recovery.adaptsThreshold).toBe(false);
});

test('over the delay line of 1,000 packets NewReno takes 24 s at 200 ms, in slow start and its avoidance', () => {
  const row = runRow(refOf('nginx', '200-newreno-line-3'));
  expect(row.completedMs / 1000).toBeGreaterThan(23);
  expect(row.completedMs / 1000).toBeLessThan(25);
  expect([row.isLate, row.spuriousPackets, row.samples.length]).toEqual([false, 0, 1]);
  expect([...new Set(row.samples[0]?.regions)]).toEqual([0, 1]);
});
