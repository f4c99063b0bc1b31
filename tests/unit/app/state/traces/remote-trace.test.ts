/** What a pasted or typed text means as an address, and which hosts nobody is asked about. */
import { expect, test } from 'vitest';
import { isConfirmed, readGiven, remoteSource } from '../../../../../src/app/state/traces/remote-trace.ts';
import { hostOfTrace } from '../../../../../src/app/state/traces/trace-host.ts';
import type { SourceSpec } from '../../../../../src/engine/input/bytes/source.ts';

const PAGE = 'https://qlogscope.example/app/?testing=1#v=1&example=reno';
const REF = { kind: 'src', url: 'https://logs.example/a.qlog' } as const;

test('a text with one address is a trace, other texts are not touched', () => {
  expect(readGiven(' https://logs.example/a.qlog\n', PAGE)).toEqual({ kind: 'trace', ref: REF });
  expect(readGiven('{"qlog_version":"0.4"}', PAGE)).toEqual({ kind: 'text' });
});

test('an address that is not fetched is refused in words, cut to a readable length', () => {
  const given = readGiven(`http://logs.example/${'a'.repeat(500)}`, PAGE);
  if (given.kind !== 'refused') throw new Error(given.kind);
  expect(given.words).toMatch(
    /^http:\/\/logs\.example\/a+… was not opened: only https is supported, or http from localhost or 127\.0\.0\.1\. Nothing was fetched\.$/,
  );
  expect(given.words.length).toBeLessThan(200);
});

test('a link to this page is followed, not fetched', () => {
  expect(readGiven('https://qlogscope.example/app/#v=1&example=reno&t=1-2', PAGE)).toEqual({
    kind: 'link',
    fragment: '#v=1&example=reno&t=1-2',
  });
  for (const address of [
    'https://qlogscope.example/app/a.qlog#v=1',
    'https://qlogscope.example/app/#top',
    'https://qlogscope.example:8443/app/#v=1',
  ])
    expect(readGiven(address, PAGE).kind).toBe('trace');
});

test('only the page’s own host and those that were agreed to are fetched from without asking', () => {
  expect(isConfirmed(REF, [], 'https://qlogscope.example')).toBe(false);
  expect(isConfirmed(REF, ['https://logs.example'], 'https://qlogscope.example')).toBe(true);
  expect(isConfirmed(REF, ['https://logs.example:8443', 'http://logs.example'], 'null')).toBe(false);
  expect(isConfirmed(REF, [], 'https://logs.example')).toBe(true);
});

test('a trace says from which host it comes', () => {
  const source = remoteSource(REF);
  expect(source).toEqual({ kind: 'url', url: REF.url, name: 'a.qlog' });
  expect(hostOfTrace({ source })).toBe('logs.example');
  const pasted: SourceSpec = { kind: 'text', text: 'x', name: 'pasted text' };
  expect(hostOfTrace({ source: pasted })).toBeNull();
});
