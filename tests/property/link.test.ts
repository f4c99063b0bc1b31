/** Links made of anything: a view goes through one unchanged, and no text makes the reading fail. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostQuestions, hostWords } from '../../src/app/navigation/request-words.ts';
import { pendingTrace } from '../../src/app/state/traces/pending-traces.ts';
import { isConfirmed, readGiven } from '../../src/app/state/traces/remote-trace.ts';
import { type Choices, DEFAULT_CHOICES, orderedPanels } from '../../src/drawing/view/choices.ts';
import { type PanelChoice, setOfOne, viewOfTrace } from '../../src/drawing/view/set-view.ts';
import { clampRange, type TimeRange, type View } from '../../src/drawing/view/view.ts';
import { plainLine } from '../../src/engine/base/text/plain.ts';
import { isStateName } from '../../src/engine/service/redaction/state-names.ts';
import { applyLayout, applySet } from '../../src/sharing/link/apply-link.ts';
import { droppedWords } from '../../src/sharing/link/dropped-words.ts';
import { formatLink } from '../../src/sharing/link/format.ts';
import { linkOf } from '../../src/sharing/link/link-of.ts';
import { parseLink } from '../../src/sharing/link/parse.ts';
import { fileNameOf, readUrl } from '../../src/sharing/link/remote-url.ts';
import {
  isTraceRef,
  LINK_VERSION,
  MAX_FRAGMENT,
  MAX_URL,
  type TraceRef,
} from '../../src/sharing/link/state.ts';
import { draws } from '../support/tier.ts';
import frozen from '../unit/sharing/link/frozen-links.json' with { type: 'json' };

const PANELS = ['congestion', 'states', 'limits', 'loss', 'rtt', 'sequence'];
const ENTRIES = ['cwnd', 'in flight', 'Slow Start', 'états', 'a,b', '50%', 'x:y@z', '(?)'];
const MODELS = ['newreno', 'cubic-none', 'cubic-2008'];
const FINDINGS = ['death-spiral.1', 'death-spiral.flat-2', 'idle-inflation.after, pause', 'log-quality.1'];

const extents = fc.record({
  fromUs: fc.integer({ min: 0, max: 1e7 }),
  length: fc.integer({ min: 100, max: 1e12 }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });

const NOTHING_MARKED = { chosen: null, dismissed: [], model: null, packet: null };

/** A page as it can be: ranges inside the extent in whole µs, ids that exist. */
const pages = extents.chain(({ fromUs, length }) => {
  const extent: TimeRange = { fromUs, toUs: fromUs + length };
  const time = share.map((at) => fromUs + Math.round(at * length));
  const range = fc
    .tuple(time, time)
    .map(([a, b]): TimeRange => ({ fromUs: Math.min(a, b), toUs: Math.max(a, b) }))
    .filter((r) => r.toUs > r.fromUs);
  const shown = range.filter((r) => r.toUs - r.fromUs >= 100).map((r) => clampRange(r, extent));
  const view: fc.Arbitrary<View> = fc.record({
    range: fc.option(shown),
    selection: fc.option(range),
    chosen: fc.option(fc.constantFrom(...FINDINGS)),
    dismissed: fc.subarray(FINDINGS),
    pinnedUs: fc.option(time),
    model: fc.option(fc.record({ id: fc.constantFrom(...MODELS), freeFromUs: fc.option(time) })),
    packet: fc.option(
      fc.record({
        space: fc.constantFrom('Initial', 'Handshake', '1-RTT'),
        packetNumber: fc.nat({ max: 1e15 - 1 }),
      }),
    ),
  });
  const series = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...PANELS), fc.constantFrom(...ENTRIES)), { maxLength: 6 })
    // A state that is called anything stays out of links: apply-link.test.ts.
    .map((pairs) => pairs.filter(([panel, entry]) => panel !== 'states' || isStateName(entry)))
    .map((pairs) => [...new Set(pairs.map((pair) => pair.join('/')))]);
  const choices: fc.Arbitrary<Choices> = fc.record({
    theme: fc.constantFrom('auto', 'dark'),
    order: fc.shuffledSubarray(PANELS),
    pins: fc.shuffledSubarray(PANELS, { maxLength: PANELS.length - 1 }),
    hiddenPanels: fc.constant([]),
    hiddenSeries: series,
    // In a link of a set only.
    differences: fc.constant(DEFAULT_CHOICES.differences),
    heights: fc.dictionary(fc.constantFrom(...PANELS), fc.integer({ min: 60, max: 900 }), {
      noNullPrototype: true,
    }),
    clock: fc.constantFrom('trace' as const, 'utc' as const),
    eventsOpen: fc.boolean(),
    drawerTab: fc.constantFrom('events', 'findings'),
    hosts: fc.subarray(['https://logs.example', 'http://127.0.0.1:8000']),
    publicUrl: fc.constantFrom(null, 'https://qlogscope.dev/'),
    keepCopies: fc.boolean(),
  });
  const sidePanels: fc.Arbitrary<PanelChoice | null> = fc.option(
    fc.oneof(
      fc.record({
        kind: fc.constant('only' as const),
        ids: fc.shuffledSubarray(PANELS, { minLength: 1 }),
      }),
      fc.record({ kind: fc.constant('all-but' as const), ids: fc.shuffledSubarray(PANELS) }),
    ),
  );
  return fc.record({ extent: fc.constant(extent), view, choices, sidePanels });
});

/** As a name is kept: characters that are not seen are escapes by then. */
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map(plainLine);
const hash = fc
  .uint8Array({ minLength: 12, maxLength: 12 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));
const refs: fc.Arbitrary<TraceRef> = fc.oneof(
  fc.record({ kind: fc.constant('example' as const), id: fc.stringMatching(/^[a-z0-9-]{1,20}$/) }),
  fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }).map((url) => ({
    kind: 'src' as const,
    url: new URL(url).href,
  })),
  fc.record({
    kind: fc.constant('run' as const),
    scenario: fc.stringMatching(/^[a-z][a-z0-9-]{0,39}$/),
    variant: fc.stringMatching(/^[\w.:<-]{1,60}$/),
    seed: fc.nat({ max: 2 ** 31 }),
    end: fc.constantFrom('sender' as const, 'receiver' as const),
    fields: fc
      .dictionary(fc.stringMatching(/^[a-z]{1,20}$/), fc.stringMatching(/^[\w.-]{1,30}$/), { maxKeys: 20 })
      .map((fields) => Object.entries(fields).map((pair) => pair.join(':')))
      .map((fields) => fields.sort()),
  }),
  fc.record({
    kind: fc.constant('file' as const),
    fingerprint: fc.record({ name, sizeBytes: fc.nat({ max: 2 ** 31 - 1 }), hash }),
  }),
);

test('a view goes into a link and comes out as it was, to the µs', () => {
  fc.assert(
    fc.property(pages, fc.array(refs, { minLength: 1, maxLength: 5 }), fc.nat(), (page, traces, at) => {
      const shown = at % traces.length;
      const connection = at % 3 === 0 ? null : at % 1000;
      const set = { view: { ...setOfOne(''), panels: page.sidePanels }, others: [], byBytes: null };
      const state = linkOf({ ...page, set, traces, shown, connection, panels: PANELS });
      const fragment = formatLink(state);
      expect(fragment).toMatch(/^[!-~]+$/);
      const { state: read, dropped } = parseLink(fragment);
      expect(dropped).toEqual([]);
      expect(read).toEqual(state);
      expect(read.view.connection).toBe(connection);
      const { value, dropped: stale } = applySet(read, {
        key: '',
        extent: page.extent,
        keys: FINDINGS,
        models: MODELS,
        hasPackets: true,
      });
      expect(stale).toEqual([]);
      expect(viewOfTrace(value.view, 0, value.marks[0] ?? NOTHING_MARKED)).toEqual(page.view);
      const { theme, clock, eventsOpen, drawerTab, hosts, publicUrl, keepCopies } = page.choices;
      const own = { theme, clock, eventsOpen, drawerTab, hosts, publicUrl, keepCopies };
      const other: Choices = { ...DEFAULT_CHOICES, ...own };
      const layout = applyLayout(read.layout, other, PANELS);
      expect(layout.dropped).toEqual([]);
      expect(orderedPanels(layout.value, PANELS)).toEqual(orderedPanels(page.choices, PANELS));
      const pins = page.sidePanels === null ? page.choices.pins : [];
      expect({ ...layout.value, order: [] }).toEqual({ ...page.choices, pins, order: [] });
      expect(value.view.panels).toEqual(page.sidePanels);
    }),
    { numRuns: draws(1000) },
  );
});

const pieces = fc.oneof(
  fc.constantFrom(
    ...[
      'v',
      'example',
      'src',
      'file',
      'show',
      'c',
      't',
      'mark',
      'at',
      'f',
      'away',
      'm',
      'order',
      'hide',
      'off',
      'h',
      'set',
      'f2',
      'm8',
      'away3',
      'stack',
      'diff',
      'rows',
      'sort',
      'find',
      'pick',
      'y',
      '~',
      'run',
      'run=incident/defect/7/sender/rtt:20',
    ],
    ...['=', '&', '#', ',', ':', '@', '-', '.', '%', '%zz', '%00', '%F0%9F', '1', '2.04', '-1', '1e9', 'NaN'],
    ...[
      '__proto__',
      'constructor',
      '<img src=x onerror=alert(1)>',
      'javascript:',
      'https://a.b/c',
      '\u202e',
      '\ud800',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const links = frozen.map(({ link }) => link);

/** https, or http on this machine with or without a port, and nobody's password. */
function expectFetchable(text: string): void {
  expect(text).toMatch(/^(https:\/\/[^/@?#]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?)\//);
  const url = new URL(text);
  expect(url.href).toBe(text);
  expect([url.username, url.password]).toEqual(['', '']);
}

/** A link with pieces put in, taken out and doubled. */
const mutated = fc
  .tuple(
    fc.constantFrom(...links, ''),
    fc.array(
      fc.record({
        at: share,
        cut: fc.nat({ max: 12 }),
        piece: pieces,
        times: fc.constantFrom(1, 1, 1, 2, 40),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(([link, changes]) =>
    changes.reduce((text, { at, cut, piece, times }) => {
      const from = Math.floor(at * (text.length + 1));
      return text.slice(0, from) + piece.repeat(times) + text.slice(from + cut);
    }, link),
  );

const FACTS = {
  ...{ key: 'a', extent: { fromUs: 0, toUs: 1e7 } },
  ...{ keys: FINDINGS, models: MODELS, hasPackets: true },
};

test('mutated links: no exception, a clear word, and nothing but what a link may hold', () => {
  let said = 0;
  fc.assert(
    fc.property(mutated, (link) => {
      const { state, dropped } = parseLink(link);
      const again = formatLink(state);
      const version = Number(/^v=(\d+)(&|$)/.exec(again)?.[1]);
      expect(version >= 2 && version <= LINK_VERSION, again).toBe(true);
      expect(again.length).toBeLessThan(MAX_FRAGMENT);
      expect(parseLink(again)).toEqual({ state, dropped: [], isLink: true });
      for (const ref of state.traces) {
        if (ref.kind === 'src') expectFetchable(ref.url);
      }
      const { value } = applySet(state, FACTS);
      const { range, selection } = value.view;
      for (const { fromUs, toUs } of [range, selection].filter((r) => r !== null)) {
        expect(fromUs >= 0 && fromUs < toUs && toUs <= 1e7).toBe(true);
      }
      const layout = applyLayout(state.layout, DEFAULT_CHOICES, PANELS).value;
      expect([...layout.order, ...layout.hiddenPanels].every((id) => PANELS.includes(id))).toBe(true);
      const words = droppedWords(dropped);
      if (words !== null) {
        said++;
        expect(words.text.length).toBeLessThan(800);
        expect(words.text).not.toMatch(/\p{Cc}/u);
      }
    }),
    { numRuns: draws(10_000) },
  );
  expect(said).toBeGreaterThan(draws(10_000) / 10);
});

const schemes = [
  'https:',
  'http:',
  'HTTPS:',
  'javascript:',
  'data:text/html,',
  'file:',
  'blob:https:',
  'ftp:',
  'ws:',
];
const hosts = [
  ...[
    'logs.example',
    'localhost',
    '127.0.0.1',
    '127.1',
    '[::1]',
    '0x7f000001',
    'localhost.evil.example',
    'b\u00fccher.example',
  ],
  ...[
    '127.0.0.1.evil.example',
    'evil.example\\@localhost',
    'localhost@evil.example',
    'me:pw@localhost',
    '\u0430pple.example',
    '',
  ],
];
/** Addresses with the usual ways to make one host look like another, and pieces put anywhere. */
const addresses = fc
  .tuple(
    fc.oneof(
      { weight: 2, arbitrary: fc.constant('https:') },
      { arbitrary: fc.constantFrom(...schemes), weight: 1 },
    ),
    fc.constantFrom('//', '//', '//', '/', '', '\\\\', '///'),
    fc.constantFrom(...hosts),
    fc.constantFrom('', '', ':443', ':8000', ':99999', ':x'),
    fc.constantFrom('/', '/a.qlog', '/%2e%2e/%00', '/%E2%80%AEgolq.exe', '/a b', '?x=1', '#f', '/\u202ea'),
    fc.array(fc.record({ at: share, cut: fc.nat({ max: 3 }), piece: pieces }), { maxLength: 2 }),
  )
  .map(([scheme, slashes, host, port, path, changes]) =>
    changes.reduce(
      (text, { at, cut, piece }) => {
        const from = Math.floor(at * (text.length + 1));
        return text.slice(0, from) + piece + text.slice(from + cut);
      },
      scheme + slashes + host + port + path,
    ),
  );

test('mutated addresses: only https or http on this machine, never without a question, and said in clear words', () => {
  let taken = 0;
  fc.assert(
    fc.property(addresses, (address) => {
      const { state, dropped } = parseLink(
        `v=1&src=${encodeURIComponent(address.replace(/\p{Surrogate}/gu, ''))}&t=1-2`,
      );
      const given = readGiven(address, 'https://qlogscope.example/app/');
      const [ref] = state.traces;
      if (ref?.kind !== 'src') {
        expect(dropped.map(({ why }) => why).join()).toMatch(/^(it |only )/);
        expect(given.kind).not.toBe('trace');
        return;
      }
      taken++;
      expectFetchable(ref.url);
      expect(ref.url.length).toBeLessThanOrEqual(MAX_URL);
      expect(readUrl(ref.url)).toEqual(ref);
      expect(isConfirmed(ref, [], 'https://qlogscope.example')).toBe(false);
      const questions = hostQuestions({
        link: state,
        pending: state.traces.filter(isTraceRef).map(pendingTrace),
        other: null,
      });
      expect(questions.map(({ host }) => host)).toEqual([new URL(ref.url).host]);
      const { before, after, button } = hostWords(questions[0]!);
      const text = before + after;
      expect(button).toMatch(/^Fetch from [!-~]+$/);
      expect(text).toContain(fileNameOf(ref.url));
      expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
    { numRuns: draws(10_000) },
  );
  expect(taken).toBeGreaterThan(draws(10_000) / 10);
});
