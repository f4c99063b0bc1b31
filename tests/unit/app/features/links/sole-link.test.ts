import { describe, expect, test } from 'vitest';
import { soleLink } from '../../../../../src/app/features/links/sole-link.ts';

const FILE = 'file=94767.ka2TOBWYmShlkmHK.a.sqlog';
const OTHER = 'file=1234.aaaaTOBWYmShlkmH.secret.sqlog';

describe('a link to one trace', () => {
  test('names the shown one only, with its view', () => {
    const link = `v=1&src=https://internal.example/x.qlog&${FILE}&${OTHER}&show=2&t=1-2&f=death-spiral.1`;
    expect(soleLink(link, true)).toEqual({
      fragment: `v=1&${FILE}&t=1-2&f=death-spiral.1`,
      isRemote: false,
    });
  });

  test('leaves out the name of a file, not what it is known by', () => {
    const fragment = soleLink(`v=1&${FILE}&t=1-2`, false)?.fragment;
    expect(fragment).toContain('file=94767.ka2TOBWYmShlkmHK');
    expect(fragment).not.toContain('a.sqlog');
  });

  test('tells of one on a host, and leaves the data of a digest out', () => {
    expect(soleLink('v=1&src=https://internal.example/x.qlog&t=1-2&d=AQAA', true)).toEqual({
      fragment: 'v=1&src=https://internal.example/x.qlog&t=1-2',
      isRemote: true,
    });
  });

  test('is none where no trace is named', () => {
    expect(soleLink('v=1&t=1-2', true)).toBeNull();
    expect(soleLink('', true)).toBeNull();
  });
});
