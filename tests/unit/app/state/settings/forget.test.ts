/** Forgetting what the page has put into the browser's storage, and nothing that others have. */
import { afterEach, expect, test, vi } from 'vitest';
import { forgetChoices } from '../../../../../src/app/state/settings/forget.ts';

afterEach(() => vi.unstubAllGlobals());

test('all that this page has ever put there goes, and nothing else', () => {
  const items: { [key: string]: string } = { other: '1', 'qlogscope.choices': '{}', 'qlogscope.old': '2' };
  const removeItem = (key: string): void => {
    delete items[key];
  };
  vi.stubGlobal('localStorage', Object.defineProperty(items, 'removeItem', { value: removeItem }));
  forgetChoices();
  expect(Object.keys(items)).toEqual(['other']);
});

test('without storage there is nothing to do', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(() => forgetChoices()).not.toThrow();
});
