/** Traces in the query of an address, as other viewers are linked to. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import { namedTraces, redactFragment } from '../../../../src/sharing/link/named-traces.ts';
import { parseLink } from '../../../../src/sharing/link/parse.ts';
import { movedQuery } from '../../../../src/sharing/link/query.ts';

describe('a query that names traces', () => {
  it.each([
    ['?file=https://a.example/x.qlog', '', '', 'v=2&src=https://a.example/x.qlog'],
    ['?src=https://a.example/x.qlog', '#', '', 'v=2&src=https://a.example/x.qlog'],
    [
      '?file=https%3A%2F%2Fa.example%2Fx.qlog%3Fkey%3D1%26b&file=https://b.example/y',
      '',
      '',
      'v=2&src=https://a.example/x.qlog?key=1%26b&src=https://b.example/y',
    ],
    ['?testing=1&file=https://a.example/x', '', '?testing=1', 'v=2&src=https://a.example/x'],
    ['?file=https://a.example/x&a=%20&b', '', '?a=%20&b', 'v=2&src=https://a.example/x'],
    ['?file=https://a.example/x', '#v=1&t=1-2', '', 'v=1&t=1-2&src=https://a.example/x'],
  ])('%s%s is moved after #', (search, hash, left, fragment) => {
    expect(movedQuery(search, hash)).toEqual({ search: left, fragment });
  });

  it('gives the addresses that stand in it, in their order', () => {
    const moved = movedQuery('?file=https%3A%2F%2Fa.example%2F1%3Fk%3Dv%26w&src=https://b.example/2', '');
    expect(parseLink(moved?.fragment ?? '').state.traces).toEqual([
      { kind: 'src', url: 'https://a.example/1?k=v&w' },
      { kind: 'src', url: 'https://b.example/2' },
    ]);
  });

  it('with what is no address is named as a part that is left out', () => {
    const moved = movedQuery('?file=x.qlog&src=javascript:alert(1)', '');
    const { state, dropped } = parseLink(moved?.fragment ?? '');
    expect(state.traces).toEqual([]);
    expect(dropped.map(({ part }) => part)).toEqual(['src=x.qlog', 'src=javascript:alert%281%29']);
  });

  it.each(['', '?', '?testing=1', '?files=https://a.example/', '?file=', '?file'])(
    'and one that names none stays: %s',
    (search) => expect(movedQuery(search, '#v=1')).toBeNull(),
  );
});

describe('a link to this page that is pasted with its trace in the query', () => {
  let readGiven: typeof import('../../../../src/app/state/traces/remote-trace.ts')['readGiven'];
  beforeAll(async () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    ({ readGiven } = await import('../../../../src/app/state/traces/remote-trace.ts'));
  });

  it('is followed as one with it after #', () => {
    const page = 'https://view.example/app/';
    expect(readGiven(`${page}?file=https://a.example/x`, page)).toEqual({
      kind: 'link',
      fragment: 'v=2&src=https://a.example/x',
    });
  });
});

describe('a fragment without names of files', () => {
  const written =
    'v=1&file=5.AAAAAAAAAAAAAAAA.server.sqlog&file=6.BBBBBBBBBBBBBBBB&t=1-2&x=file=7.CCCCCCCCCCCCCCCC.d';

  it('keeps size and hash, and every other part as it was written', () => {
    expect(redactFragment(written, SHARE_NOTHING)).toBe(
      'v=1&file=5.AAAAAAAAAAAAAAAA&file=6.BBBBBBBBBBBBBBBB&t=1-2&x=file=7.CCCCCCCCCCCCCCCC.d',
    );
    expect(redactFragment(written, { ...SHARE_NOTHING, fileName: true })).toBe(written);
  });

  it('holds nothing of what stands for a file and cannot be read, and no name after an escape', () => {
    const odd = 'v=1&file=server.sqlog&file=%35.AAAAAAAAAAAAAAAA.server.sqlog&t=1-2';
    expect(redactFragment(odd, SHARE_NOTHING)).toBe('v=1&file=5.AAAAAAAAAAAAAAAA&t=1-2');
    expect(redactFragment(odd, { ...SHARE_NOTHING, fileName: true })).toBe(odd);
  });

  it('leaves the name of no file of a trace of several', () => {
    const several = 'v=2&file=5.AAAAAAAAAAAAAAAA.a&segment=6.AAAAAAAAAAAAAAAA.b&t=1-2';
    expect(redactFragment(several, SHARE_NOTHING)).toBe(
      'v=2&file=5.AAAAAAAAAAAAAAAA&segment=6.AAAAAAAAAAAAAAAA&t=1-2',
    );
    expect(namedTraces(several)).toBe(1);
  });

  it('says how many traces it names', () => {
    expect(namedTraces(written)).toBe(2);
    expect(namedTraces('v=2&src=https://a.example/x&example=reno&t=1-2')).toBe(2);
    expect([namedTraces('v=1&t=1-2'), namedTraces('')]).toEqual([0, 0]);
  });
});
