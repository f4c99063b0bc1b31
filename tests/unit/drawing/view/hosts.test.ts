/** Hosts that are not asked about again: what may be one, how many are kept, and what leaves them alone. */
import { is } from 'valibot';
import { describe, expect, test } from 'vitest';
import { MAX_HOSTS, withHost } from '../../../../src/drawing/view/choices';
import { DEFAULT_CHOICES, resetPanels, togglePin } from '../../../../src/drawing/view/choices.ts';
import { mayBeFetched, Origin } from '../../../../src/drawing/view/origin';

describe('an address may be fetched', () => {
  test.each([
    ['https://logs.example/a', true],
    ['https://[2001:db8::1]:8443/a', true],
    ['http://localhost:8000/a', true],
    ['http://127.0.0.1/a', true],
    ['http://127.1/a', true],
    ['http://logs.example/a', false],
    ['http://localhost.evil.example/a', false],
    ['http://[::1]/a', false],
    ['ftp://localhost/a', false],
    ['blob:https://logs.example/1', false],
  ])('%s: %s', (url, may) => {
    expect(mayBeFetched(new URL(url))).toBe(may);
  });
});

test('an origin is taken only as a browser writes it', () => {
  expect(is(Origin, 'https://logs.example:8443')).toBe(true);
  for (const text of [
    'https://logs.example/',
    'https://logs.example:443',
    'https://b\u00fccher.example',
    7,
    null,
  ])
    expect(is(Origin, text)).toBe(false);
});

test('a host is kept once, and the oldest are dropped', () => {
  const one = withHost(DEFAULT_CHOICES, 'https://a.example');
  expect(withHost(one, 'https://a.example')).toBe(one);
  let choices = one;
  for (let i = 0; i < MAX_HOSTS; i++) choices = withHost(choices, `https://${i}.example`);
  expect(choices.hosts).toHaveLength(MAX_HOSTS);
  expect(choices.hosts).not.toContain('https://a.example');
  expect(choices.hosts.at(-1)).toBe(`https://${MAX_HOSTS - 1}.example`);
});

test('resetting panels does not change theme, hosts and whether copies are kept', () => {
  const own = { theme: 'dark', keepCopies: true } as const;
  const chosen = { ...withHost(DEFAULT_CHOICES, 'https://a.example'), ...own };
  expect(resetPanels(togglePin(chosen, ['rtt'], 'rtt'))).toEqual(chosen);
});
