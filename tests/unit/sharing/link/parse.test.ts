/** Links as text: the frozen ones of every version, damaged ones, foreign ones, and those of a newer version. */
import { describe, expect, test } from 'vitest';
import { plainLine } from '../../../../src/engine/base/text/plain.ts';
import { formatLink } from '../../../../src/sharing/link/format.ts';
import { type ParsedLink, parseLink } from '../../../../src/sharing/link/parse.ts';
import {
  EMPTY_LINK,
  EMPTY_VIEW,
  LEAST_VERSION,
  LINK_VERSION,
  type LinkState,
  MAX_FRAGMENT,
  NO_MARKS,
  SET_OF_ONE,
} from '../../../../src/sharing/link/state.ts';
import { eachOf } from '../../../support/each-of.ts';
import frozen from './frozen-links.json' with { type: 'json' };

/** A state from the parts in which it differs from an empty one. */
function stateOf(parts: object): LinkState {
  const { view = {}, set = SET_OF_ONE, layout = {}, table = {}, ...rest } = parts as Partial<LinkState>;
  return {
    ...EMPTY_LINK,
    ...rest,
    table: { ...EMPTY_LINK.table, ...table },
    view: { ...EMPTY_LINK.view, ...view },
    set: {
      ...EMPTY_LINK.set,
      ...set,
      others: (set.others ?? []).map((lane) => ({ ...NO_MARKS, ...lane })),
    },
    layout: { ...EMPTY_LINK.layout, ...layout },
  };
}

describe('every frozen link still opens, and means what it meant', () => {
  test.each(frozen)('version $version: $about', ({ link, state }) => {
    const { state: read, dropped, isLink } = parseLink(`#${link}`);
    expect(dropped).toEqual([]);
    expect(isLink).toBe(true);
    expect(read).toEqual(stateOf(state));
  });

  test.each(
    eachOf(
      frozen.filter(({ version, about }) => version >= LEAST_VERSION && !about.includes('means nothing')),
      20,
    ),
  )('one that is still written is written again as it stands: $about', ({ link }) => {
    expect(formatLink(parseLink(link).state)).toBe(link);
  });

  test('there is one of every version', () => {
    const versions = new Set(frozen.map(({ version }) => version));
    expect([...versions].sort((a, b) => a - b)).toEqual(
      Array.from({ length: LINK_VERSION }, (_, i) => i + 1),
    );
  });
});

const why = ({ dropped }: ParsedLink): string =>
  dropped.map((part) => `${part.part}: ${part.why}`).join('\n');

describe('a known part of the wrong form is left out with a word, the others hold', () => {
  test.each([
    't=2.04',
    't=9-2',
    't=2-2',
    't=a-b',
    't=1e3-2e3',
    't=0.1234567-2',
    't=99999999999-999999999999',
    't=',
    't=Infinity-NaN',
    'mark=1-',
    'at=',
    'at=--1',
    'f=',
    'f=%E0%A4%A',
    `f=${'x'.repeat(101)}`,
    'away=a,,b',
    `away=${'a,'.repeat(200)}a`,
    `away=${'a'.repeat(10_001)}`,
    'm=',
    'm=newreno@',
    'm=newreno@x',
    'm=newreno@1@2',
    'c=0',
    'c=-1',
    'c=1.5',
    'c=99999999',
    'order=%',
    'h=congestion',
    'h=congestion:0',
    'h=congestion:99999',
    'h=congestion:1:2',
    'h=:100',
    'example=',
    'example=../secrets',
    'example=%00',
    'src=',
    'src=/logs/a.qlog',
    'src=javascript:alert(1)',
    'src=data:text/plain,x',
    'src=file:///etc/passwd',
    'src=http://logs.example/a.qlog',
    'src=http://127.0.0.1.evil.example/a.qlog',
    'src=http://[::1]:8000/a.qlog',
    'src=http://127.0.0.2/a.qlog',
    'src=https://me:secret@logs.example/a.qlog',
    `src=https://logs.example/${'a'.repeat(2000)}`,
    'file=server.sqlog',
    'file=1.short.server.sqlog',
    'file=-1.AAAAAAAAAAAAAAAA.server.sqlog',
    'file=1.AAAAAAAAAAAAAAAA.',
    `file=1.AAAAAAAAAAAAAAAA.${'n'.repeat(256)}`,
  ])('%s', (part) => {
    const parsed = parseLink(`v=1&${part}&hide=states`);
    expect(parsed.state).toEqual(stateOf({ layout: { hiddenPanels: ['states'] } }));
    expect(parsed.dropped).toHaveLength(1);
    expect(part.startsWith(parsed.dropped[0]!.part.replace(/…$/, ''))).toBe(true);
    expect(parsed.dropped[0]!.part.length).toBeLessThan(65);
    expect(parsed.dropped[0]!.why).toMatch(/^it |^only /);
  });

  test.each(['x=time', 'x=bytes:', 'x=bytes:5-5', 'x=bytes:-1-5', 'x=bytes:1-9999999999999999'])(
    '%s',
    (part) => {
      expect(why(parseLink(`v=4&${part}`))).toContain('it should be bytes');
      expect(parseLink(`v=4&${part}`).state.set.byBytes).toBeNull();
    },
  );

  test.each([
    'groups=',
    'groups=AAB',
    'groups=AAB,ill',
    'groups=---,ill',
    'groups=aab,ill,well',
    'groups=AAG,a,b,c,d,e,f',
    'groups=AAB,ill,',
    'groups=AAB,ill,%E2%80',
    'groups=A,a,b,c,d,e,f,g',
    `groups=AAB,ill,${'x'.repeat(101)}`,
  ])('%s', (part) => {
    const parsed = parseLink(`v=10&${part}&rows=AXYZ`);
    expect(why(parsed)).toContain('it should be a letter per row');
    expect(part.startsWith(parsed.dropped[0]!.part.replace(/…$/, ''))).toBe(true);
    expect(parsed.state.table).toEqual({ ...EMPTY_LINK.table, rows: 'AXYZ' });
  });

  test('names of groups are cleaned, and groups without rows are left out', () => {
    const names = parseLink('v=10&groups=AB,a%0Ab%00,%E2%80%AEevil&rows=AXYZ').state.table.groups?.names;
    expect(names).toEqual([plainLine('a\nb\0'), plainLine('\u202eevil')]);
    expect(names?.join('')).not.toMatch(/[\n\0\u202e]/);
    const cut = parseLink('v=10&groups=AAB,ill,well');
    expect(cut.state.table.groups).toBeNull();
    expect(why(cut)).toBe('groups=…: the link holds no rows that could be grouped');
  });

  test('a part that is there twice is taken once', () => {
    const parsed = parseLink('v=1&f=a&f=b');
    expect(parsed.state.view.finding).toBe('a');
    expect(why(parsed)).toBe('f=b: it is there twice');
  });

  test('more traces than a link holds are left out', () => {
    const parsed = parseLink(`v=1${'&example=reno'.repeat(25)}&t=1-2`);
    expect(parsed.state.traces).toHaveLength(20);
    expect(parsed.dropped).toHaveLength(5);
    expect(parsed.state.view.range).not.toBeNull();
  });
});

describe('the shown trace', () => {
  test('is counted as the traces were written, also where one before it cannot be read', () => {
    const { state } = parseLink('v=1&example=a&src=ftp://x/y&example=b&show=3&t=1-2');
    expect(state.traces).toEqual([
      { kind: 'example', id: 'a' },
      { kind: 'example', id: 'b' },
    ]);
    expect(state.shown).toBe(1);
    expect(state.view.range).toEqual({ fromUs: 1e6, toUs: 2e6 });
  });

  test('takes its view with it where it cannot be read: no other trace is shown by it', () => {
    const parsed = parseLink('v=1&example=a&src=ftp://x/y&show=2&t=1-2&hide=rtt');
    expect(parsed.state).toEqual(
      stateOf({ traces: [{ kind: 'example', id: 'a' }], layout: { hiddenPanels: ['rtt'] } }),
    );
    expect(why(parsed)).toContain('the view: the trace that it belongs to is not named');
  });

  test.each(['v=1&show=2', 'v=1&example=a&show=2&at=1'])('that is none of them is named: %s', (link) => {
    const parsed = parseLink(link);
    expect(parsed.state.shown).toBe(0);
    expect(parsed.state.view).toEqual(EMPTY_VIEW);
    expect(why(parsed)).toContain('show=2: the link names no such trace');
  });

  test('of no trace at all: neither the one shown nor the others of a set are there', () => {
    const parsed = parseLink('v=2&show=2&t=1-2&set=2@-2~3,1~1');
    expect(why(parsed)).toContain('show=2: the link names no such trace');
    expect(parsed.state).toMatchObject({ shown: 0, set: SET_OF_ONE });
    expect(parseLink(formatLink(parsed.state))).toMatchObject({ state: parsed.state, dropped: [] });
  });
});

describe('what is no link of ours', () => {
  test.each(['', '#', '#top', 'foo=bar', '__proto__=1&constructor=2&toString', '%', '=&=&=', '\u0000'])(
    '%j',
    (fragment) => {
      expect(parseLink(fragment)).toEqual({ state: EMPTY_LINK, dropped: [], isLink: false });
    },
  );

  test('unknown parts are passed over in silence', () => {
    const { state, dropped } = parseLink('v=1&note=hello&f=a&__proto__=x&hasOwnProperty=y');
    expect(state).toEqual(stateOf({ view: { finding: 'a' } }));
    expect(dropped).toEqual([]);
  });

  test.each(['lab=incident&foo=3', 'foo=3&v=7&lab=incident&', 'lab=incident&fields=rtt:20&foo=3&seeds=2'])(
    'of a link to the lab, %s, they are named: each was to set something',
    (fragment) => {
      const parsed = parseLink(fragment);
      expect(parsed.state.lab?.scenario).toBe('incident');
      expect(why(parsed)).toBe(
        'foo=3: a link to the lab has no such part; a field of a scenario is set by fields=foo:3',
      );
    },
  );

  test('a text longer than a link is not looked into', () => {
    const parsed = parseLink(`v=1&f=a&x=${'y'.repeat(MAX_FRAGMENT)}`);
    expect(parsed.state).toEqual(EMPTY_LINK);
    expect(why(parsed)).toBe('the whole link: it is longer than 440,000 characters');
  });
});

test.each(['sort=Name', 'pick=0', 'pick=1.2.3', 'rows=a.b', 'diff=,', 'find=%zz'])(
  'of a table or a set, %s is left out with a word',
  (part) => {
    const parsed = parseLink(`v=4&${part}&hide=states`);
    expect(parsed.state).toEqual(stateOf({ layout: { hiddenPanels: ['states'] } }));
    expect(why(parsed)).toContain(`${part}: it should be`);
  },
);

describe('versions', () => {
  test('of a newer one, what is understood is read, and it is said', () => {
    const parsed = parseLink('v=14&t=2-3&density=4');
    expect(parsed.state.view.range).toEqual({ fromUs: 2e6, toUs: 3e6 });
    expect(why(parsed)).toMatch(
      /^v=14: it was made by a newer qlogscope \(links of version 14, .* up to 13\)/,
    );
  });

  test.each(['v=x', 'v=', 'v=-1', 'v=1.5', 'v=0'])('%s is none, and what is known is read', (version) => {
    const parsed = parseLink(`${version}&t=2-3`);
    expect(parsed.state.view.range).not.toBeNull();
    expect(why(parsed)).toMatch(/version of a link$/);
  });

  test('without one a link is read as of version 1', () => {
    expect(parseLink('t=2-3')).toEqual({ ...parseLink('v=1&t=2-3') });
  });

  test('one that never was is named, and the rest is read', () => {
    const { state, dropped } = parseLink('v=0&t=2.04-9.99');
    expect(state).toEqual(parseLink('t=2.04-9.99').state);
    expect(dropped).toEqual([{ part: 'v=0', why: 'there is no such version of a link' }]);
  });
});
