/** The table of stacks: its names are those that logs are recognised by, and docs/recording.md is written from it. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOGGED_FIELDS, type LoggedField } from '../../../../../src/engine/input/recording/fields.ts';
import { canHelp, remediesOf, stackNamed } from '../../../../../src/engine/input/recording/remedies.ts';
import type { Stack } from '../../../../../src/engine/input/recording/stack.ts';
import { STACKS } from '../../../../../src/engine/input/recording/stacks.ts';
import { recogniseImplementation } from '../../../../../src/qlog-schema/implementations.ts';
import { recordingPage } from '../../../../support/recording-page.ts';

/** Logs of these name the QUIC library below them, or are no qlog. */
const NOT_IN_LOGS = ['curl', 'Chromium'];
const stack = (name: string): Stack => stackNamed(name) as Stack;

describe('the table', () => {
  test('names each stack once, as its logs are recognised', () => {
    const names = STACKS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const recognised = names.filter((name) => recogniseImplementation({ title: name }, null)?.name === name);
    expect(names.filter((name) => !recognised.includes(name))).toEqual(NOT_IN_LOGS);
  });

  test('says how each is switched on, or why there is nothing to read', () => {
    for (const { name, recorders, note } of STACKS) {
      expect(recorders.length > 0 || note !== undefined, name).toBe(true);
      for (const { where, code } of recorders)
        expect(
          [where, code].every((text) => text !== ''),
          name,
        ).toBe(true);
    }
  });

  test('tells nothing of a stack that is not in it', () => {
    expect(stackNamed('quant')).toBeNull();
    expect(stackNamed(null)).toBeNull();
  });
});

describe('what helps', () => {
  test('is a setting, where a level leaves the field out', () => {
    const [remedy] = remediesOf(stack('quiche'), ['congestion states']);
    expect(remedy).toMatchObject({ field: 'congestion states', kind: 'setting' });
    expect(remedy?.words).toContain('QlogLevel::Base');
  });

  test('is to look at the log, where the stack logs the field in every one', () => {
    const [remedy] = remediesOf(stack('quiche'), ['congestion window']);
    expect(remedy).toMatchObject({ kind: 'switch-on' });
    expect(remedy?.words).toContain('quiche');
  });

  test('is nothing where the stack never logs the field, or has no value for it', () => {
    const of = (name: string, ...fields: LoggedField[]) => canHelp(remediesOf(stack(name), fields));
    expect(of('quinn', 'ACK ranges', 'pacing rate')).toBe(false);
    expect(of('quinn', 'ACK ranges', 'congestion window')).toBe(true);
    expect(of('picoquic', 'congestion states')).toBe(true);
  });
});

test('docs/recording.md is what the table gives: npm run recording:page', () => {
  const page = readFileSync(new URL('../../../../../docs/recording.md', import.meta.url), 'utf8');
  expect(page).toBe(recordingPage());
  for (const { name, recorders } of STACKS)
    for (const text of [name, ...recorders.map(({ code }) => code)]) expect(page).toContain(text);
  for (const field of Object.keys(LOGGED_FIELDS)) expect(page).toContain(`| ${field} |`);
});
