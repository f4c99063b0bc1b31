/** Boundary: the lead under both rules, which proves the cause of a spiral. */
import { describe, expect, test } from 'vitest';
import { boundary } from '../../../../src/drawing/panels/boundary.ts';
import { type OpenedTrace, openTrace, paintOn, pointsOf } from '../../../support/panel-context.ts';
import { corpusPath } from '../../../support/raw-trace.ts';

const spiral = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
const reno = await openTrace(corpusPath('rate-reno-s12.server.sqlog.gz'));
const BUGGY = 'boundary-lead';
const FIXED = 'boundary-lead-fixed';
const inside = { fromUs: 2_100_000, toUs: 9_900_000, width: 1000 };

const leadsOf = (trace: OpenedTrace, fromUs: number, toUs: number) =>
  boundary.cells(trace.context(), fromUs, toUs);

describe('on the incident', () => {
  test('the lead is above zero throughout under the defective rule, and never under the fixed one', () => {
    const [buggy, fixed] = leadsOf(spiral, inside.fromUs, inside.toUs);
    expect(buggy).toMatch(/^\+[\d.]+ (ms|µs) to \+[\d.]+ ms$/);
    expect(fixed).toMatch(/^−[\d.]+ s to −[\d.]+ (ms|s)$/);
  });

  test('zero is on the axis and marked, the lines are on different sides of it', () => {
    const { surface, painted, axisText } = paintOn(boundary, spiral.context(inside));
    const zero = 100 - (0.6 / 1.6) * 100;
    const line = surface.lines.find(({ points }) => points[1] === points[3] && points.length === 4);
    expect(line?.points[1]).toBeCloseTo(zero, 6);
    const heights = (color: string) => pointsOf(surface, color).map(([, y]) => y);
    expect(Math.max(...heights(BUGGY))).toBeLessThan(zero + 0.01);
    expect(Math.min(...heights(FIXED))).toBeGreaterThan(zero - 0.01);
    expect(painted.max).toBeGreaterThan(2000);
    expect([axisText(0), axisText(14_000), axisText(-2000)]).toEqual(['0 µs', '+14 ms', '−2 ms']);
  });

  test('values, sentence and a hidden line', () => {
    const values = boundary.values(spiral.context(), 5_000_000);
    expect(values.get(BUGGY)).toMatch(/^\+/);
    expect(values.get(FIXED)).toMatch(/^−/);
    expect(boundary.sentence(spiral.context(inside))).toMatch(
      /^Lead over the sends in view .*\+.*from the last send, −.*from the last activity\.$/,
    );
    const hidden = spiral.context({ ...inside, hidden: [`boundary/${BUGGY}`] });
    expect(pointsOf(paintOn(boundary, hidden).surface, BUGGY)).toEqual([]);
  });
});

test('its lines are named by how idle time is counted, and judge neither', () => {
  const labels = boundary.legend(spiral.context()).map(({ label }) => label);
  expect(labels).toEqual(['idle time from last send', 'idle time from last activity']);
});

test('there is none where both ways of counting say the same of every send, and the panel says so', async () => {
  const healthy = await openTrace(corpusPath('sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz'));
  expect(healthy.snapshot.catalogue.filter(({ id }) => id.startsWith('boundary'))).toEqual([]);
  expect(boundary.missing(healthy.snapshot)).toMatch(
    /^idle time counted from the last send and from the last/,
  );
  expect(boundary.missing(spiral.snapshot)).toBeNull();
});

test('a lock keeps the top of the axis', () => {
  expect(paintOn(boundary, spiral.context(), 50_000).axisMax).toBe(50_000);
});

test('the controller is named', () => {
  expect(spiral.snapshot.models).toMatchObject({ best: ['cubic-shift-from-last-send'], fits: true });
  expect(reno.snapshot.models?.best).toEqual(['newreno']);
});
