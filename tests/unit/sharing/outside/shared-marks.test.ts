/** What leaves of outside marks: bounded, and no field that nobody named; nothing without the user's tick. */
import { expect, test } from 'vitest';
import { DEFAULT_CHOICES } from '../../../../src/drawing/view/choices.ts';
import { INITIAL_VIEW } from '../../../../src/drawing/view/view.ts';
import { formatLink } from '../../../../src/sharing/link/format.ts';
import { linkOf, type PageState } from '../../../../src/sharing/link/link-of.ts';
import { parseLink } from '../../../../src/sharing/link/parse.ts';
import type { OutsideMark } from '../../../../src/sharing/outside/outside-mark.ts';
import { outsideText, readOutside } from '../../../../src/sharing/outside/outside-text.ts';
import { MAX_SHARED, sharedMarks } from '../../../../src/sharing/outside/shared-marks.ts';
import { toHtml } from '../../../../src/sharing/report/document/html.ts';
import { postMortem } from '../../../../src/sharing/report/post-mortem.ts';
import { inputOf, SPIRAL_PATH, traceInput } from '../../../support/report-input.ts';

const events = (count: number): readonly OutsideMark[] =>
  Array.from({ length: count }, (_, i) => ({ timeUs: i, name: `deploy ${i}`, value: null }));
const samples = (name: string, values: readonly number[]): readonly OutsideMark[] =>
  values.map((value, timeUs) => ({ timeUs, name, value }));

test('so many events, and of so many metrics the extremes of each part', () => {
  const values = Array.from({ length: 1000 }, (_, i) => (i === 500 ? 99 : i % 7));
  const all = [...events(300), ...['a', 'b', 'c', 'd'].flatMap((name) => samples(name, values))];
  const shared = sharedMarks(all);
  expect(shared.filter(({ value }) => value === null)).toHaveLength(MAX_SHARED.events);
  const of = (name: string) => shared.filter((mark) => mark.name === name);
  expect(of('a').length).toBeLessThanOrEqual(2 * MAX_SHARED.parts);
  expect(of('a')).toContainEqual({ timeUs: 500, name: 'a', value: 99 });
  expect(of('c')).toHaveLength(of('a').length);
  expect(of('d')).toEqual([]);
});

test('samples that change nothing stay, and so does each field that nobody named', () => {
  const steal = samples('steal', [1, 1, 1, 5, 5]);
  const secret = { ...events(1)[0], host: 'db.internal' } as OutsideMark;
  expect(sharedMarks([secret, ...steal])).toEqual([
    { timeUs: 0, name: 'deploy 0', value: null },
    { timeUs: 0, name: 'steal', value: 1 },
    { timeUs: 3, name: 'steal', value: 5 },
  ]);
});

test('a link has them where they are given, and brings them back', () => {
  const page: PageState = {
    ...{ traces: [{ kind: 'example', id: 'reno' }], shown: 0, view: INITIAL_VIEW, connection: null },
    ...{ choices: DEFAULT_CHOICES, panels: [] },
  };
  const outside = [...events(2), ...samples('steal, all', [1, 5])];
  expect(formatLink(linkOf(page))).not.toContain('out=');
  const link = formatLink(linkOf({ ...page, outside: outsideText(outside) }));
  expect(link).toContain('&out=0:deploy%200,0.000001:deploy%201,0:steal%2C%20all:1,0.000001::5');
  const { state, dropped } = parseLink(link);
  expect(dropped).toEqual([]);
  expect(new Set(readOutside(state.view.outside))).toEqual(new Set(outside));
});

test('those of any version are read', () => {
  expect(readOutside('2.04:deploy%20api%3A%207%2C%20b,-3:steal:0.4,4::-1e-7')).toEqual([
    { timeUs: -3e6, name: 'steal', value: 0.4 },
    { timeUs: 2.04e6, name: 'deploy api: 7, b', value: null },
    { timeUs: 4e6, name: 'steal', value: -1e-7 },
  ]);
});

test.each(['1', '1:', '1::5', 'x:deploy', '1:a:b', '1:a:1e999', `1:${'a'.repeat(81)}`, '1:%zz', '1:a,', ''])(
  'text of somebody that is none: %s',
  (text) => expect(readOutside(text)).toBe(null),
);

test('names in a link are cleaned', () =>
  expect(readOutside('1:%E2%80%AEevil')).toEqual([{ timeUs: 1e6, name: '\\u202eevil', value: null }]));

test('the timeline of a report has events and changes of metrics, where they are given', async () => {
  const input = await traceInput(SPIRAL_PATH);
  expect(toHtml(postMortem(inputOf(input)))).not.toContain('Outside:');
  const outside = [{ timeUs: 2e6, name: 'deploy <b>', value: null }, ...samples('steal', [0.1, 18.23456])];
  const html = toHtml(postMortem(inputOf({ ...input, outside })));
  expect(html).toContain('Outside: deploy &lt;b&gt;.');
  expect(html).toContain('Outside: steal is 18.23.');
  expect(html).not.toContain('Outside: steal is 0.1.');
});
