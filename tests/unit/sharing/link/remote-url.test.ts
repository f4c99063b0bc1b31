/** Addresses of traces: which are taken, why others are not, and what host and file are called. */
import { describe, expect, test } from 'vitest';
import {
  fileNameOf,
  hostOf,
  originOf,
  readUrl,
  soleAddress,
} from '../../../../src/sharing/link/remote-url.ts';

describe('an address that is not taken says why', () => {
  test.each([
    ['/logs/a.qlog', 'it is not a complete URL of a file'],
    ['http://logs.example/a.qlog', 'only https is supported, or http from localhost or 127.0.0.1'],
    ['http://localhost.evil.example/', 'only https is supported, or http from localhost or 127.0.0.1'],
    ['blob:https://logs.example/1', 'only https is supported, or http from localhost or 127.0.0.1'],
    ['https://me:secret@logs.example/', 'it contains a user name or a password'],
    [`https://logs.example/${'ü'.repeat(400)}`, 'it is longer than 2,000 characters'],
  ])('%s', (text, why) => {
    expect(readUrl(text)).toBe(why);
  });
});

test('an address is taken as a browser writes it', () => {
  expect(readUrl('HTTPS://LOGS.example:443/a/../b c.qlog')).toEqual({
    kind: 'src',
    url: 'https://logs.example/b%20c.qlog',
  });
});

test('a host that looks like another shows itself, and so does its port', () => {
  const ref = readUrl('https://\u0430pple.example:8443/a');
  if (typeof ref === 'string') throw new Error(ref);
  expect(hostOf(ref.url)).toBe('xn--pple-43d.example:8443');
  expect(originOf(ref.url)).toBe('https://xn--pple-43d.example:8443');
});

describe('a file is called by the last part of its path', () => {
  test.each([
    ['https://logs.example/run/server.sqlog.gz?x=/no.qlog#y', 'server.sqlog.gz'],
    ['https://logs.example/run/', 'run'],
    ['https://logs.example/', 'logs.example'],
    ['https://logs.example/caf%C3%A9%20(1).qlog', 'café (1).qlog'],
    ['https://logs.example/%E2%80%AEgolq.exe', '\\u202egolq.exe'],
    ['https://logs.example/%zz', '%zz'],
    ['https://logs.example/%20', 'logs.example'],
    [`https://logs.example/${'a'.repeat(300)}`, 'a'.repeat(100)],
  ])('%s', (url, name) => {
    expect(fileNameOf(url)).toBe(name);
  });
});

test('a text is an address only where it is nothing else', () => {
  expect(soleAddress(' \n https://logs.example/a.qlog\n')).toBe('https://logs.example/a.qlog');
  for (const text of [
    '',
    'see https://logs.example/',
    'https://a.example https://b.example',
    '{"a":1}',
    'https://',
  ])
    expect(soleAddress(text)).toBeNull();
});
