/** What the window would have been: from a spiral's start NewReno grows as the finding says, on the same ACKs. */
import { describe, expect, test } from 'vitest';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { counterfactual } from '../../../../../src/engine/sender/congestion/index.ts';
import { loadTrace } from '../../../../support/load.ts';
import { corpusPath, heldDuring, rawMetric, rawRecords } from '../../../../support/raw-trace.ts';

const FILES = [
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'rate5-late0-cubic-buggy-s11.server.sqlog.gz',
  'upload-cubic-buggy-s04.client.sqlog.gz',
  'rate2-both-cubic-buggy-s12.server.sqlog.gz',
  'c2-off.server.sqlog.gz',
];

describe.each(FILES)('from the start of the spiral of %s', (file) => {
  const { state } = loadTrace(corpusPath(file)).pipeline;
  const finding = deathSpiral.finish(new DetectInput(state)).find(({ severity }) => severity !== 'info');
  const { startUs, endUs, evidence } = finding!;
  const found = counterfactual(state, 'newreno', startUs);

  test('NewReno begins at the logged window', () => {
    const logged = heldDuring(
      rawMetric(rawRecords(corpusPath(file)), 'congestion_window'),
      startUs / 1000,
      startUs / 1000,
    );
    expect(found.setUs).toBe(startUs);
    expect(logged).toContain(found.run.window.valueAt(startUs));
  });

  test('and grows by what the finding says is due on the same ACKs', () => {
    const duePackets = evidence.find(({ id }) => id === 'f')?.value ?? Number.NaN;
    const said = found.run.window.valueAt(startUs) + duePackets * state.datagramBytes;
    expect(said).toBeGreaterThan(40_000);
    const reached = found.run.window.valueAt(endUs - 1);
    expect(Math.abs(reached - said) / said).toBeLessThan(0.02);
  });

  test('the log diverges from it within a few round trips, and not before', () => {
    expect(found.firstDivergenceUs).toBeGreaterThan(startUs);
    expect(found.firstDivergenceUs).toBeLessThan(startUs + (endUs - startUs) / 10);
  });
});

describe('the controller of the trace itself', () => {
  const { state } = loadTrace(corpusPath(FILES[0]!)).pipeline;

  test('never diverges from the log, wherever its free run begins inside the spiral', () => {
    const { setUs, firstDivergenceUs } = counterfactual(state, 'cubic-shift-from-last-send', 5_000_000.5);
    expect(setUs).toBe(2_036_480);
    expect(firstDivergenceUs).toBeNaN();
  });

  test('was not set before the first packet', () => {
    expect(counterfactual(state, 'newreno', -1).setUs).toBeNaN();
  });
});
