/**
 * How many records of other stacks are recognised instead of parsed, and how many rows a plan makes: at least as many
 * as are today. Below that a trace would be read as correctly, and several times slower. quiche's, in all containers,
 * are in `tests/unit/engine/answers/fast-path.test.ts`.
 */
import { expect, test } from 'vitest';
import { fastRead } from '../support/fast-path.ts';
import { readTrace } from '../support/load.ts';

test.each([
  ['ngtcp2-0.12.1_reno-loss5MB_server.sqlog.gz', 0.99, 0.98],
  ['quinn-0.11.12_cubic-loss5MB_server.sqlog.gz', 0.99, 0.81],
  ['noq-1.4.0_cubic-loss5MB_server.qlog.gz', 0.99, 0.41],
  ['picoquic-d199d45b_cubic-loss5MB_server.qlog.gz', 0.67, 0.32],
])('%s: %f of its records are recognised, %f planned, or more', (file, leastRecognised, leastPlanned) => {
  const bytes = readTrace(new URL(`other/${file}`, import.meta.url).pathname);
  const { pipeline, recognised, planned } = fastRead(bytes);
  expect(recognised / pipeline.events).toBeGreaterThanOrEqual(leastRecognised);
  expect(planned.length / pipeline.events).toBeGreaterThanOrEqual(leastPlanned);
});
