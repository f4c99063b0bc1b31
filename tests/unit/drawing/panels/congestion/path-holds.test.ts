/** The line of what the path holds, where that is proved and where it is at least. */
import { expect, test } from 'vitest';
import { congestion } from '../../../../../src/drawing/panels/congestion/congestion.ts';
import { openTrace, paintOn } from '../../../../support/panel-context.ts';

const trace = await openTrace(
  new URL('../../../../corpus/paths/drop-20to5_noq-cubic_server.sqlog.gz', import.meta.url).pathname,
);
const whole = trace.context({ width: 900 });
const { path = [], ...summary } = whole.snapshot.summary;
/** The same trace with proofs of its path. */
const proved = (proofs: readonly ('proved' | 'atLeast')[]) => ({
  ...whole,
  snapshot: {
    ...whole.snapshot,
    summary: { ...summary, path: path.map((one, i) => ({ ...one, proof: proofs[i] ?? 'proved' })) },
  },
});
const hollow = (context: typeof whole): readonly (readonly number[])[] =>
  paintOn(congestion, context)
    .surface.lines.filter(({ stroke }) => stroke.color === 'paper')
    .map(({ points }) => points);

test('is its rate times its smallest RTT, in each of its intervals', () => {
  expect(path.length).toBeGreaterThan(1);
  for (const { fromUs, toUs, rate, rttMinUs } of path) {
    const { timesUs, values } = trace.points('bdp');
    const value = values[Array.from(timesUs).findLastIndex((us) => us <= fromUs)];
    expect(value, `${fromUs} to ${toUs} µs`).toBeCloseTo(rate * rttMinUs, 6);
  }
});

test('is hollow where the path may hold more, and says so', () => {
  expect(hollow(proved([]))).toEqual([]);
  const context = proved(['atLeast']);
  const [first] = hollow(context);
  const [from, , to] = first!;
  const endX =
    ((path[0]!.toUs - whole.viewport.fromUs) / (whole.viewport.toUs - whole.viewport.fromUs)) * 900;
  expect(from).toBe(0);
  expect(to).toBeCloseTo(endX, 6);
  const at = (timeUs: number): string | undefined => congestion.values(context, timeUs).get('bdp');
  expect(at(path[0]!.fromUs + 5000)).toMatch(/^at least [\d.]+ kB$/);
  expect(at(path[1]!.fromUs + 5000)).toMatch(/^[\d.]+ kB$/);
  expect(congestion.sentence(context)).toMatch(/path holds \(BDP\) at least /);
  expect(congestion.sentence(proved([]))).toMatch(/path holds \(BDP\) [\d,]+ B/);
});
