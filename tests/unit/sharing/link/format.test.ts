/** Links are short and readable, hold no defaults, and never more than can be read. */
import { parse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { formatLink } from '../../../../src/sharing/link/format.ts';
import { parseLink } from '../../../../src/sharing/link/parse.ts';
import {
  EMPTY_LINK,
  EMPTY_VIEW,
  type LinkState,
  MAX_DIGEST,
  MAX_FILTER,
  MAX_FRAGMENT,
  MAX_GROUPED,
  MAX_ROWS,
  MAX_VALUE,
  type TraceRef,
} from '../../../../src/sharing/link/state.ts';
import { escapeText, seconds } from '../../../../src/sharing/link/text.ts';
import { Seconds } from '../../../../src/sharing/link/values.ts';

describe('times in seconds have the digits that they need', () => {
  test.each([
    [0, '0'],
    [1, '0.000001'],
    [2_040_000, '2.04'],
    [9_990_001, '9.990001'],
    [12_000_000, '12'],
    [-1_500_000, '-1.5'],
    [1e15, '1000000000'],
    [-0, '0'],
  ])('%d µs is %s', (us, text) => {
    expect(seconds(us)).toBe(text);
    expect(parse(Seconds, text)).toBe(us === 0 ? 0 : us);
  });
});

test('a text is escaped no more than a link needs', () => {
  expect(escapeText('https://logs.example:8443/a/b.qlog?x=1;y=2')).toBe(
    'https://logs.example:8443/a/b.qlog?x=1;y=2',
  );
  expect(escapeText('a&b#c,d 100% (e) "f" \ud800')).toBe(
    'a%26b%23c%2Cd%20100%25%20%28e%29%20%22f%22%20%EF%BF%BD',
  );
  expect(escapeText('a:b@c', ':')).toBe('a%3Ab@c');
});

test('defaults are not written', () => {
  expect(formatLink(EMPTY_LINK)).toBe('v=2');
});

const url = (length: number): TraceRef => ({ kind: 'src', url: `https://a.example/${'x'.repeat(length)}` });
const view = { ...EMPTY_VIEW, pinnedUs: 5 };

test('a URL too long to be read is left out, with the view where it is the one that is shown', () => {
  const traces: readonly TraceRef[] = [url(3000), { kind: 'example', id: 'reno' }];
  expect(formatLink({ ...EMPTY_LINK, traces, shown: 1, view })).toBe('v=2&example=reno&at=0.000005');
  expect(formatLink({ ...EMPTY_LINK, traces, shown: 0, view })).toBe('v=2&example=reno');
});

test('the largest state gives a link that is still read', () => {
  const ids = Array.from({ length: 300 }, (_, i) => `${i}${'字'.repeat(90)}`);
  const hash = 'A'.repeat(16);
  const outside = 'o'.repeat(MAX_VALUE);
  const file: TraceRef = { kind: 'file', fingerprint: { name: '字'.repeat(255), sizeBytes: 1e14, hash } };
  const state: LinkState = {
    traces: Array.from({ length: 30 }, () => file),
    shown: 19,
    view: { ...view, outside, dismissed: ids, finding: ids[0]!, model: { id: ids[1]!, freeFromUs: 1e15 } },
    set: {
      lead: { offsetUs: 1e15, style: 7 },
      others: Array.from({ length: 7 }, () => ({
        ...{ trace: 19, connection: 999_999, offsetUs: -1e15, style: 7 },
        ...{ dismissed: ids, finding: ids[0]!, model: { id: ids[1]!, freeFromUs: 1e15 } },
        packet: { space: 'Handshake', packetNumber: 1e15 - 1 },
        outside,
      })),
      isStacked: true,
      byBytes: { range: { fromBytes: 1e14 - 1, toBytes: 1e14 } },
      axes: ids.map((panel) => ({ panel, max: 1.234567890123456e-7 })),
      scale: 'whole',
    },
    layout: {
      order: ids,
      hiddenPanels: ids,
      hiddenSeries: ids,
      heights: ids.map((panel) => ({ panel, px: 9999 })),
      differences: ids,
    },
    digest: 'A'.repeat(MAX_DIGEST),
    table: {
      stored: `${'a'.repeat(64)}.table`,
      ...{ rows: 'A'.repeat(MAX_ROWS), order: { key: 'a'.repeat(20), reversed: true } },
      filter: '%'.repeat(MAX_FILTER),
      picked: ids.map((_, row) => ({ row, ofFile: row })),
      groups: { names: Array(6).fill('\u{1F41B}'.repeat(50)), ofRows: Array(MAX_GROUPED).fill(5) },
      patterns: Array(6).fill('\u{1F41B}'.repeat(50)),
      runs: 'A'.repeat(MAX_ROWS),
      fleet: { by: ids[0]!, finding: ids[1]!, picked: ids[2]! },
    },
    lab: {
      scenario: 'a'.repeat(40),
      texts: Object.fromEntries(
        Array.from({ length: 200 }, (_, i) => [`a${'b'.repeat(i % 19)}`, '9'.repeat(30)]),
      ),
      seeds: 1000,
    },
  };
  const link = formatLink(state);
  expect(link.length).toBeLessThan(MAX_FRAGMENT);
  expect(link).toMatch(/^[!-~]+$/);
  const { state: read, dropped } = parseLink(link);
  expect(dropped).toEqual([]);
  expect(read.traces).toHaveLength(20);
  expect(read.shown).toBe(19);
  expect(read.set.others).toHaveLength(7);
  expect(read.set.others[6]?.dismissed.length).toBeGreaterThan(5);
  expect(read.digest).toHaveLength(MAX_DIGEST);
  expect(read.table.groups).toEqual(state.table.groups);
  expect(read.table.runs).toBe(state.table.runs);
  expect(read.set.others[6]?.outside).toBe(outside);
  expect(read.view.dismissed.length).toBeGreaterThan(5);
  expect(read.view.dismissed).toEqual(ids.slice(0, read.view.dismissed.length));
});
