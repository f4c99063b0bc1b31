/** What a link asks for in words: which files, and per host what would be fetched, what failed, and what is counted only. */
import { createElement } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fleetFragment } from '../../../../src/app/features/fleet/fleet-screen-links.ts';
import { LinkRequestLine } from '../../../../src/app/navigation/link-request-line.tsx';
import { pageLinks } from '../../../../src/app/navigation/page-link.ts';
import {
  fileRequestWords,
  hostQuestions,
  hostWords,
  MAX_NAMED,
} from '../../../../src/app/navigation/request-words.ts';
import { AppState } from '../../../../src/app/state/app-state.ts';
import { FIRST_QUERY, type OpenFleet } from '../../../../src/app/state/fleet/fleet.ts';
import type { LinkRequest, PendingTrace } from '../../../../src/app/state/traces/pending-traces.ts';
import { type FleetQuery, GROUPINGS } from '../../../../src/sharing/fleet-rows/contract.ts';
import { FLEET_ORDERS } from '../../../../src/sharing/fleet-rows/shown-columns.ts';
import { parseLink } from '../../../../src/sharing/link/parse.ts';
import { EMPTY_LINK } from '../../../../src/sharing/link/state.ts';
import { type Markup, markupOf } from '../../../support/markup.ts';

const file = (name: string, known: Partial<PendingTrace> = {}): PendingTrace => ({
  ref: { kind: 'file', fingerprint: { name, sizeBytes: 3, hash: 'x' } },
  state: 'asked',
  ...known,
});
const remote = (url: string, known: Partial<PendingTrace> = {}): PendingTrace => ({
  ref: { kind: 'src', url },
  state: 'asked',
  ...known,
});
const request = (...pending: readonly PendingTrace[]): LinkRequest => ({
  link: EMPTY_LINK,
  pending,
  other: null,
});
const at = (name: string): string => `https://logs.example/run/${name}`;

describe('files that a link is about', () => {
  test('are named together, but for those of which a copy is looked for', () => {
    expect(fileRequestWords(request(file('a.qlog')))).toMatch(
      /^This link is about .*a\.qlog.*: open that file\.$/,
    );
    const two = fileRequestWords(request(file('a.qlog'), remote(at('x')), file('b.qlog')));
    expect(two).toMatch(/a\.qlog.* and .*b\.qlog.*: open those files\.$/);
    const looking = file('a.qlog', { state: 'looking-for-copy' });
    expect(fileRequestWords(request(looking))).toBeNull();
    expect(fileRequestWords(request(looking, file('b.qlog')))).not.toContain('a.qlog');
    expect(fileRequestWords(request(remote(at('x'))))).toBeNull();
  });

  test('of a recent trace are asked for in its own words', () => {
    expect(
      fileRequestWords({ ...request(file('a.qlog')), recent: { asked: 'Open a.qlog again.' } as never }),
    ).toBe('Open a.qlog again.');
  });
});

describe('hosts that a link is about', () => {
  test('have a question each, in the order of the link, with their ports', () => {
    const asked = hostQuestions(
      request(
        remote(at('a')),
        remote('https://other.example:8443/b'),
        file('f'),
        remote(at('c')),
        remote('http://logs.example/d'),
      ),
    );
    expect(asked.map(({ host, refs }) => `${host} ${refs.length}`)).toEqual([
      ...['logs.example 2', 'other.example:8443 1', 'logs.example 1'],
    ]);
    expect(new Set(asked.map(({ origin }) => origin)).size).toBe(3);
  });

  test('failed where all of theirs did, and are of a listing where all of theirs are', () => {
    const failed = { state: 'failed' } as const;
    const [both] = hostQuestions(request(remote(at('a'), failed), remote(at('b'), failed)));
    const [one] = hostQuestions(request(remote(at('a'), failed), remote(at('b'))));
    const [other] = hostQuestions(request(remote(at('a')), remote(at('b'), failed)));
    expect([both?.failed, one?.failed, other?.failed]).toEqual([true, false, false]);
    const [listed] = hostQuestions(
      request(remote(at('a'), { isListed: true }), remote(at('b'), { isListed: true })),
    );
    const [mixed] = hostQuestions(request(remote(at('a'), { isListed: true }), remote(at('b'))));
    expect([listed?.isListed, mixed?.isListed]).toEqual([true, false]);
  });

  test('are asked for files by their names, three at most', () => {
    const words = (count: number, state: PendingTrace['state'] = 'asked') => {
      const all = Array.from({ length: count }, (_, i) => remote(at(`f${i}.qlog`), { state }));
      const [question] = hostQuestions(request(...all));
      if (question === undefined) throw new Error('no question');
      return hostWords(question);
    };
    expect(`${words(MAX_NAMED).before}${words(MAX_NAMED).after}`).toContain(
      'f0.qlog and f1.qlog and f2.qlog',
    );
    expect(words(MAX_NAMED).before + words(MAX_NAMED).after).not.toContain('more file');
    const many = words(MAX_NAMED + 2);
    expect(many.before + many.after).toContain('f2.qlog and 2 more files');
    expect(many.before + many.after).not.toContain('f3.qlog');
    expect(words(1, 'failed').before).toBe('f0.qlog could not be read from ');
    expect(words(1, 'failed').button).toBe('Try logs.example again');
  });
});

describe('the line', () => {
  let app: AppState;
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    app = new AppState();
    const own = app.feature.bind(app);
    app.feature = ((key: never) => (key === pageLinks ? {} : own(key))) as typeof app.feature;
    vi.unstubAllGlobals();
  });
  const line = (asked: LinkRequest | null): Markup => {
    app.linkRequest.set(asked);
    return markupOf(createElement(LinkRequestLine), app);
  };
  const buttons = (of: Markup): readonly string[] => of.named('button').map(({ words }) => words);

  test('is there while something is asked of the user', () => {
    expect(line(null).html).toBe('');
    expect(line(request(file('a', { state: 'looking-for-copy' }))).html).toBe('');
    expect(buttons(line(request(file('a.qlog'))))).toEqual([
      ...['Choose the file', 'Dismiss the link', 'Keep copies of local files…'],
    ]);
    // A host can be asked, or the file be chosen, once it failed.
    expect(buttons(line(request(remote(at('a'))))).length).toBe(2);
    expect(buttons(line(request(remote(at('a'), { state: 'failed' }))))).toEqual([
      ...['Try logs.example again', 'Choose the file', 'Dismiss the link'],
    ]);
  });

  test('shows every address of a link, cut where it is long, as text; of a listing the first', () => {
    const evil = `https://logs.example/<img>${'x'.repeat(300)}`;
    const shown = line(request(...Array.from({ length: 5 }, (_, i) => remote(`${evil}${i}`))));
    const [addresses] = shown.all('class', 'link-addresses');
    expect(addresses?.words.match(/…/g)).toHaveLength(5);
    expect(shown.named('img')).toEqual([]);
    const listed = line(
      request(...Array.from({ length: 5 }, (_, i) => remote(at(`${i}`), { isListed: true }))),
    );
    expect(listed.all('class', 'link-addresses')[0]?.words.split(' ')).toHaveLength(3);
    expect(buttons(listed).at(-1)).toBe('Not now');
  });

  test('of another file offers to show the view in it', () => {
    const other = { file: { name: 'b.qlog' }, words: 'Another file.' } as never;
    const of = line({ ...request(file('a.qlog')), other });
    expect(of.words).toContain('Different file: Another file.');
    expect(of.one('data-testid', 'link-anyway').words).toBe('Show the link’s view in b.qlog');
    expect(of.one('data-testid', 'link-request').attribute('data-state')).toBe('different');
  });
});

describe('the link to a fleet', () => {
  const fleet = (url: string | null, query: Partial<FleetQuery> = {}): OpenFleet =>
    ({ url, state: { get: () => ({ query: { ...FIRST_QUERY, ...query } }) } }) as unknown as OpenFleet;
  const url = 'https://logs.example/march.parquet';

  test('of local files is none, and of what a fleet begins with its address alone', () => {
    expect(fleetFragment(fleet(null))).toBe('');
    const { state } = parseLink(fleetFragment(fleet(url)));
    expect(state.traces).toEqual([{ kind: 'src', url }]);
    expect(state.table).toMatchObject({ order: null, fleet: null, filter: '' });
  });

  test('reads back as it was written, with every order and grouping', () => {
    for (const key of FLEET_ORDERS)
      for (const reversed of [false, true]) {
        const { order } = parseLink(fleetFragment(fleet(url, { order: { key, reversed } }))).state.table;
        expect(order).toEqual(key === 'worst' && !reversed ? null : { key, reversed });
      }
    for (const by of GROUPINGS) {
      const query = { by, finding: 'death-spiral', picked: 'a b|c', filter: 'host = "x y"' };
      const { table } = parseLink(fleetFragment(fleet(url, query))).state;
      expect(table.filter).toBe(query.filter);
      expect(table.fleet?.by ?? 'version').toBe(by);
      expect(table.fleet).toMatchObject({ finding: 'death-spiral', picked: 'a b|c' });
    }
  });
});
