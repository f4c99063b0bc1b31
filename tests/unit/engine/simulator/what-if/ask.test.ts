/** Answers as the page gets them: sentences, controllers that are offered, and a run that is a trace. */
import { describe, expect, test } from 'vitest';
import { loadBytes, loadTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { inputsOf } from '../../../../support/read-log.ts';
import { whatIfsOf } from '../../../../support/what-if.ts';

function whatIfs(file: string) {
  const [input] = inputsOf(loadTrace(corpusPath(file)));
  if (input === undefined) throw new Error(`${file} holds no connection`);
  return { input, asked: whatIfsOf(input) };
}

describe('a trace that a run comes near', () => {
  const { input, asked } = whatIfs('rate2-both-cubic-buggy-s09.server.sqlog.gz');
  const { refusal, check, assumptions, controllers, run } = asked.answer(null);

  test('is checked under its own controller first', () => {
    expect(refusal).toBeNull();
    expect(run).toBeNull();
    expect(check?.own.id).toBe('cubic-shift-from-last-send');
    expect(Math.abs(check?.error ?? 1)).toBeLessThanOrEqual(0.1);
    expect(check?.words).toMatch(
      /^Run again under CUBIC, .*, the trace’s own, from \d\.\d+ s on, it delivers .* by \d\.\d+ s\.$/,
    );
  });

  test('says what a run takes from it: path, rate, losses, hosts, application, and what is not in it', () => {
    expect(assumptions.map((sentence) => sentence.split(/[: ]/)[0])).toEqual([
      'Path',
      'Rate',
      'Losses',
      'Hosts',
      'Application',
      'Not',
    ]);
    expect(assumptions[0]).toContain('packets are delivered each 1.00 ms');
  });

  test('offers all controllers but its own', () => {
    expect(controllers).toHaveLength(9);
    expect(controllers.map(({ id }) => id)).not.toContain('cubic-shift-from-last-send');
  });

  test('with the fix there is no spiral, and the data is there seconds sooner', () => {
    const made = asked.answer('cubic-shift-from-last-activity').run;
    if (made === null) throw new Error('no run');
    expect(made.words).toMatch(
      /^Under CUBIC, idle rule shift-from-last-activity the .* are there \d\.\d\d s sooner\./,
    );
    expect(made.runBytes).toBeGreaterThan(2 * made.traceBytes);
    const [again] = inputsOf(loadBytes(new TextEncoder().encode(made.trace)));
    if (again === undefined) throw new Error('the run is no trace');
    expect(again.state.side).toBe('sender');
    // On the clock of the trace, and up to its end.
    expect(again.state.series.sentTotal.timesUs.at(0)).toBeGreaterThanOrEqual(check?.fromUs ?? Number.NaN);
    expect(again.state.lastUs).toBeLessThanOrEqual(input.state.lastUs + 1000);
    expect(again.state.series.congestionWindow.max).toBeGreaterThan(27_000);
  });

  test('gives the same run each time', () => {
    expect(asked.answer('newreno').run?.trace).toBe(asked.answer('newreno').run?.trace);
  });
});

test('a trace that no run comes near is refused with the figures, and offers nothing', () => {
  const { asked } = whatIfs('rate-024-cubic-s20.server.sqlog.gz');
  const { refusal, controllers, run, assumptions } = asked.answer('newreno');
  expect(refusal).toMatch(
    /^A run does not come near this trace, .* times the bytes of the trace.* 10\.0 % would be near\.$/,
  );
  expect([controllers, run]).toEqual([[], null]);
  expect(assumptions.length).toBeGreaterThan(4);
});

test.each([
  ['bbr2-loss2s-s03.server.sqlog.gz', /an estimate of the path \(BBR, Copa\)\.$/],
  ['rate-cubic-buggy-s03.client.sqlog.gz', /a receiver/],
])('no run is made of %s, and the sentence says why', (file, words) => {
  const { refusal, check, controllers } = whatIfs(file).asked.answer(null);
  expect(refusal).toMatch(words);
  expect([check, controllers]).toEqual([null, []]);
});
