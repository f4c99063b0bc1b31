/**
 * `npm run test:shared`: rebuilt recovery where no state is logged. It is offered for no sender with BBR, which it does not
 * bind, and for loss-based ones wherever the log shows that they are.
 */
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { summarise } from '../../src/engine/reading/facts/summary.ts';
import { mainConnection } from '../../src/engine/reading/stages/connection-list.ts';
import { openStored } from '../support/export.ts';
import { readTrace } from '../support/load.ts';

/** Loss-based, but they log neither ssthresh nor a window that a model follows or whose reductions it predicts, or no ACK (quinn). */
const NOT_TOLD = /pico-ecn-ce|quinn/;

const FILES = ['paths', 'other'].flatMap((name) => {
  const folder = new URL(`../../../shared/traces/${name}/`, import.meta.url).pathname;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((file) => /server\.s?qlog\.gz$/.test(file)).map((file) => folder + file);
});

describe('rebuilt recovery', () => {
  test('is looked at on the shared traces', () => {
    expect(FILES.length).toBeGreaterThan(50);
  });

  test.each(FILES)('of %s', async (path) => {
    const file = await openStored(readTrace(path));
    const main = file[mainConnection(file, [])];
    if (main === undefined) throw new Error('no connection');
    const { state } = main.connection;
    if (state.states.length > 0 || state.recovery.spans.length === 0) return;
    const { models } = new DetectInput(state);
    const { recoveryPeriods } = summarise(main, 'none', true, {
      models,
      lossKinds: null,
      path: [],
      account: null,
    });
    const isKnown = !/bbr/.test(path) && !NOT_TOLD.test(path);
    expect(recoveryPeriods).toBe(isKnown ? state.recovery.spans.length : 0);
  });
});
