/** What a link asks for, in words, and which of the files that are opened it is about. */
import { expect, test } from 'vitest';
import { EMPTY_LINK, type TraceRef } from '../../../src/link/state.ts';
import {
  type LinkRequest,
  otherWords,
  renamedWords,
  requestWords,
  wantedAs,
} from '../../../src/session/link-request.ts';

function fileRef(name: string, sizeBytes = 1_300_000, hash = 'A'.repeat(16)): TraceRef {
  return { kind: 'file', fingerprint: { name, sizeBytes, hash } };
}

function request(...missing: readonly TraceRef[]): LinkRequest {
  return { link: { ...EMPTY_LINK, traces: missing, shown: missing.length - 1 }, missing, other: null };
}

const A = fileRef('server.sqlog');
const B = fileRef('client.sqlog', 2_000_000);
const URL_REF: TraceRef = { kind: 'src', url: 'https://logs.example/a.qlog' };

test('the files are asked for by name and size', () => {
  expect(requestWords(request(A))).toBe('This link is about server.sqlog (1.3 MB): open that file.');
  expect(requestWords(request(A, B))).toBe(
    'This link is about server.sqlog (1.3 MB) and client.sqlog (2.0 MB): open those files.',
  );
});

test('a trace at a URL is not fetched, and it is said what to do', () => {
  expect(requestWords(request(URL_REF))).toBe(
    'This link is about https://logs.example/a.qlog, and nothing is fetched from there: save it and open the file.',
  );
});

test('a file is known again under any name', () => {
  expect(wantedAs(request(A, B), fileRef('other.sqlog', 2_000_000))).toBe(B);
  expect(wantedAs(request(A), fileRef('server.sqlog', 1_300_001))).toBeNull();
  expect(wantedAs(request(A), fileRef('server.sqlog', 1_300_000, 'B'.repeat(16)))).toBeNull();
  expect(wantedAs(request(A), null)).toBeNull();
});

test('one under another name is said to be', () => {
  expect(renamedWords(A, A)).toBeNull();
  expect(renamedWords(A, fileRef('x.qlog'))).toContain('x.qlog is the file that the link is about');
});

test('another one is held against the file that the link shows', () => {
  expect(otherWords(request(B, A), 'x.qlog', fileRef('x.qlog', 5))).toBe(
    'x.qlog is not the file that the link is about: it has 5 B, server.sqlog has 1,300,000 B.',
  );
});

test('what cannot be compared is said not to be', () => {
  const words = 'Whether pasted text is what the link is about cannot be checked.';
  expect(otherWords(request(A), 'pasted text', null)).toBe(words);
  expect(otherWords(request(URL_REF), 'pasted text', A)).toBe(words);
});
