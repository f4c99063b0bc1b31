/** What a filter asks for leaves the page only where the options let it out. */
import { expect, test } from 'vitest';
import { SHARE_NOTHING, type ShareOptions } from '../../../../src/engine/reading/contract/share-options.ts';
import { shareFilter } from '../../../../src/sharing/table/share-filter.ts';
import { SHARE_ALL } from '../../../support/redacted.ts';

const with_ = (...options: readonly (keyof ShareOptions)[]): ShareOptions => ({
  ...SHARE_NOTHING,
  ...Object.fromEntries(options.map((option) => [option, true])),
});

test.each([
  ['finding = death-spiral and impl ~ "quiche 0.30"', SHARE_NOTHING],
  ['rule = shift-from-last-send or ill > 20 %', SHARE_NOTHING],
  ['name = *secret*', with_('fileName')],
  ['secret', SHARE_ALL],
  ['recorded > 2026-03-31', with_('wallClock')],
  ['not has failure', with_('reasonPhrases')],
] as const)('%s', (filter, options) => {
  expect(shareFilter(filter, options)).toBe(filter);
  expect(shareFilter(`${filter} and name = b`, with_('wallClock', 'reasonPhrases'))).toBe('');
});

test.each([
  ['secret', with_('fileName')],
  ['finding = death-spiral secret', SHARE_NOTHING],
  ['NAME = secret', SHARE_NOTHING],
  ['has failure', with_('fileName')],
  ['recorded > 2026-03-31', SHARE_NOTHING],
  ['finding = (', SHARE_ALL],
  ['', SHARE_NOTHING],
] as const)('%s is left out', (filter, options) => expect(shareFilter(filter, options)).toBe(''));
