/** `npm run test:shared`: no shared trace shows two findings that exclude one another. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../src/engine/findings/verdicts/runner.ts';
import { contradictions } from '../support/exclusions.ts';
import { loadTrace } from '../support/load.ts';

const FOLDERS = ['quiche', 'quiche-more', 'other', 'paths', 'runs', 'wire'];

describe.each(FOLDERS)('%s', (name) => {
  const folder = new URL(`../../../shared/traces/${name}/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => /\.s?qlog\.gz$/.test(file));

  test('the shared traces are on this machine', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  test.each(files)('%s', (file) => {
    const { state } = loadTrace(new URL(file, folder).pathname).pipeline;
    const { findings } = runDetectors(new DetectInput(state));
    expect(contradictions({ findings, state })).toEqual([]);
  });
});
