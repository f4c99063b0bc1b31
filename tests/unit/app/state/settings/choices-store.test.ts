/** Choices kept on the device: what is stored may be damaged, foreign or newer, and falls back part by part. */
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  formatChoices,
  openChoices,
  parseChoices,
} from '../../../../../src/app/state/settings/choices-store.ts';
import {
  type Choices,
  DEFAULT_CHOICES,
  nextTheme,
  toggleSeries,
} from '../../../../../src/drawing/view/choices.ts';

const CHOSEN: Choices = {
  theme: 'dark',
  order: ['rtt', 'loss'],
  pins: ['pto'],
  hiddenPanels: ['states'],
  hiddenSeries: ['congestion/ssthresh'],
  differences: ['rtt'],
  heights: { congestion: 400 },
  clock: 'utc',
  eventsOpen: true,
  drawerTab: 'findings',
  hosts: ['https://logs.example', 'http://127.0.0.1:8000'],
  publicUrl: 'https://qlogscope.dev/',
  keepCopies: true,
};

/** Stored text with some parts replaced. */
function stored(parts: object): string {
  return JSON.stringify({ ...JSON.parse(formatChoices(CHOSEN)), ...parts });
}

test('what was written is read again', () => {
  expect(parseChoices(formatChoices(CHOSEN))).toEqual(CHOSEN);
});

describe('text that holds no choices gives the defaults', () => {
  const texts = [null, '', '{', 'null', '17', '"dark"', '[]', '{}', '{"theme":"dark"}', '\u0000'];
  test.each(texts)('%j', (text) => {
    expect(parseChoices(text)).toEqual(DEFAULT_CHOICES);
  });

  test('so does text of a newer version, which may mean something else by the same words', () => {
    expect(parseChoices(stored({ version: 2 }))).toEqual(DEFAULT_CHOICES);
    expect(parseChoices(stored({ version: '1' }))).toEqual(DEFAULT_CHOICES);
  });
});

describe('one damaged part falls back, the others stay', () => {
  const cases: readonly (readonly [string, object, Partial<Choices>])[] = [
    ['a theme that does not exist', { theme: 'sepia' }, { theme: 'auto' }],
    ['a theme that is no word', { theme: 3 }, { theme: 'auto' }],
    ['an order that is no list', { order: 'rtt' }, { order: [] }],
    ['an order with other things in it', { order: ['rtt', 7, null, 'loss'] }, { order: ['rtt', 'loss'] }],
    ['hidden panels left out', { hiddenPanels: undefined }, { hiddenPanels: [] }],
    ['hidden series as an object', { hiddenSeries: { a: 1 } }, { hiddenSeries: [] }],
    ['heights as a list', { heights: [100] }, { heights: {} }],
    ['an open event list that is no yes or no', { eventsOpen: 'yes' }, { eventsOpen: false }],
    ['a tab of the drawer that is no text', { drawerTab: 7 }, { drawerTab: '' }],
    ['copies that are kept neither yes nor no', { keepCopies: 1 }, { keepCopies: false }],
    ['no word on copies, as before there were any', { keepCopies: undefined }, { keepCopies: false }],
    ['a public address that is no text', { publicUrl: 7 }, { publicUrl: null }],
    ['a public address that is far too long', { publicUrl: 'x'.repeat(501) }, { publicUrl: null }],
    ['hosts that are no list', { hosts: 'https://logs.example' }, { hosts: [] }],
    [
      'hosts that may not be fetched from, or are no plain origins',
      {
        hosts: [
          ...['https://logs.example', 'http://logs.example', 'https://logs.example/a', 'javascript:alert(1)'],
          ...['https://me@logs.example', 'https://LOGS.example', 'null', '', 7, null, 'https://logs.example'],
          `https://${'a'.repeat(300)}.example`,
        ],
      },
      { hosts: ['https://logs.example'] },
    ],
    ['heights as null', { heights: null }, { heights: {} }],
    [
      'heights outside the limits or no numbers',
      { heights: { congestion: 400, loss: 5, rtt: 1e9, states: '90', received: null } },
      { heights: { congestion: 400 } },
    ],
  ];
  test.each(cases)('%s', (_, damage, fallback) => {
    expect(parseChoices(stored(damage))).toEqual({ ...CHOSEN, ...fallback });
  });

  test('a part that this version does not know is left out', () => {
    expect(parseChoices(stored({ pasted: true }))).toEqual(CHOSEN);
  });

  test('endless lists are cut', () => {
    const order = Array.from({ length: 5000 }, (_, i) => `p${i}`);
    expect(parseChoices(stored({ order })).order.length).toBeLessThanOrEqual(100);
  });
});

test('any JSON at all gives choices of the right shape', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, ours) => {
      const choices = parseChoices(JSON.stringify(ours ? { version: 1, ...(value as object) } : value));
      expect(Object.keys(choices).sort()).toEqual(Object.keys(DEFAULT_CHOICES).sort());
      expect(parseChoices(formatChoices(choices))).toEqual(choices);
    }),
  );
});

describe('the store', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('writes each change down, and the next page begins with it', () => {
    const items = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
    });
    openChoices().update(nextTheme);
    expect(openChoices().get()).toEqual({ ...DEFAULT_CHOICES, theme: 'light' });
    expect(items.size).toBe(1);
  });

  test('shows what a link lends, and keeps of it only what is changed then', () => {
    const items = new Map([['qlogscope.choices', formatChoices(CHOSEN)]]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
    });
    const choices = openChoices();
    const lent: Choices = { ...CHOSEN, order: ['pto'], hiddenPanels: ['rtt'], heights: {} };
    choices.lend(lent);
    expect(choices.get()).toEqual(lent);
    expect(openChoices().get()).toEqual(CHOSEN);
    choices.update((current) => toggleSeries(nextTheme(current), 'loss/a'));
    expect(choices.get()).toEqual({
      ...lent,
      theme: 'contrast',
      hiddenSeries: [...lent.hiddenSeries, 'loss/a'],
    });
    expect(openChoices().get()).toEqual({
      ...CHOSEN,
      theme: 'contrast',
      hiddenSeries: [...lent.hiddenSeries, 'loss/a'],
    });
  });

  test('what another page has stored or forgotten since stays as it is', () => {
    const items = new Map([['qlogscope.choices', formatChoices(CHOSEN)]]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
    });
    const [here, there] = [openChoices(), openChoices()];
    there.update((current) => ({ ...current, hosts: [] }));
    here.update(nextTheme);
    expect(openChoices().get()).toEqual({ ...CHOSEN, hosts: [], theme: 'contrast' });
    items.clear();
    here.update((current) => toggleSeries(current, 'loss/a'));
    expect(openChoices().get()).toEqual({
      ...DEFAULT_CHOICES,
      hiddenSeries: [...CHOSEN.hiddenSeries, 'loss/a'],
    });
  });

  test('a host that is agreed to or forgotten in another tab, and copies kept there, are so here too, at once', () => {
    const items = new Map([['qlogscope.choices', formatChoices(CHOSEN)]]);
    let hear = (_: { key: string | null; newValue: string | null }): void => undefined;
    vi.stubGlobal('addEventListener', (_: 'storage', listener: typeof hear) => {
      hear = listener;
    });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
    });
    const choices = openChoices();
    hear({ key: 'other', newValue: null });
    expect(choices.get()).toEqual(CHOSEN);
    const other = formatChoices({ ...DEFAULT_CHOICES, hosts: ['https://other.example'] });
    hear({ key: 'qlogscope.choices', newValue: other });
    expect(choices.get()).toEqual({
      ...CHOSEN,
      ...{ hosts: ['https://other.example'], publicUrl: null, keepCopies: false },
    });
    hear({ key: 'qlogscope.choices', newValue: formatChoices({ ...DEFAULT_CHOICES, keepCopies: true }) });
    expect(choices.get()).toEqual({ ...CHOSEN, hosts: [], publicUrl: null });
    hear({ key: null, newValue: null });
    expect(choices.get()).toEqual({ ...CHOSEN, hosts: [], publicUrl: null, keepCopies: false });
    expect(items.get('qlogscope.choices')).toBe(formatChoices(CHOSEN));
  });

  test('works without storage, and where storage is full', () => {
    const refuse = () => {
      throw new DOMException('refused', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    const choices = openChoices();
    choices.update(nextTheme);
    expect(choices.get().theme).toBe('light');
  });
});
