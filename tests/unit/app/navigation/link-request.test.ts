/** What a link asks for, in words, and which of the files that are opened it is about. */
import { expect, test } from 'vitest';
import { upgradeWords } from '../../../../src/app/navigation/digest-messages.ts';
import { otherWords, renamedWords, wantedAs } from '../../../../src/app/navigation/link-request.ts';
import { fileRequestWords, hostQuestions, hostWords } from '../../../../src/app/navigation/request-words.ts';
import {
  askFor,
  type LinkRequest,
  pendingTrace,
  pendingWithCopy,
} from '../../../../src/app/state/traces/pending-traces.ts';
import { EMPTY_LINK, type FileRef, type TraceRef } from '../../../../src/sharing/link/state.ts';

function fileRef(name: string, sizeBytes = 1_300_000, hash = 'A'.repeat(16)): FileRef {
  return { kind: 'file', fingerprint: { name, sizeBytes, hash } };
}

function request(...missing: readonly TraceRef[]): LinkRequest {
  return {
    link: { ...EMPTY_LINK, traces: missing, shown: missing.length - 1 },
    pending: missing.map(pendingTrace),
    other: null,
  };
}

const A = fileRef('server.sqlog');
const B = fileRef('client.sqlog', 2_000_000);
const URL_REF: TraceRef = { kind: 'src', url: 'https://logs.example/a.qlog' };

test('the files are asked for by name and size', () => {
  expect(fileRequestWords(request(A))).toBe('This link is about server.sqlog (1.3 MB): open that file.');
  expect(fileRequestWords(request(A, B))).toBe(
    'This link is about server.sqlog (1.3 MB) and client.sqlog (2.0 MB): open those files.',
  );
});

test('a file of which a copy is looked for is asked for only when there is none', () => {
  const pending = [A, B, URL_REF].map(pendingWithCopy);
  const looking = { ...request(A, B, URL_REF), pending };
  expect(fileRequestWords(looking)).toBeNull();
  expect(hostQuestions(looking)).toHaveLength(1);
  expect(fileRequestWords(askFor(looking, ({ ref }) => ref === B))).toContain(
    'about client.sqlog (2.0 MB): open that file.',
  );
  expect(askFor(looking).pending).toEqual([A, B, URL_REF].map(pendingTrace));
});

test('a host is asked about by its name, and no file is', () => {
  expect(fileRequestWords(request(URL_REF))).toBeNull();
  expect(hostQuestions(request(URL_REF)).map(hostWords)).toEqual([
    {
      before: 'This link is about a.qlog on ',
      after: ', a host that you have not agreed to on this device.',
      button: 'Fetch from logs.example',
    },
  ]);
});

test('each host is one question, also if its files are not adjacent', () => {
  const at = (url: string): TraceRef => ({ kind: 'src', url });
  const asked = request(
    at('https://logs.example/a.qlog'),
    A,
    at('http://localhost:8000/x/'),
    at('https://logs.example/b.qlog?c'),
    at('https://logs.example:8443/c.qlog'),
    at('https://xn--bcher-kva.example/'),
  );
  expect(
    hostQuestions(asked).map(({ origin, host, refs }) => [origin, host, refs.map(({ url }) => url)]),
  ).toEqual([
    [
      'https://logs.example',
      'logs.example',
      ['https://logs.example/a.qlog', 'https://logs.example/b.qlog?c'],
    ],
    ['http://localhost:8000', 'localhost:8000', ['http://localhost:8000/x/']],
    ['https://logs.example:8443', 'logs.example:8443', ['https://logs.example:8443/c.qlog']],
    ['https://xn--bcher-kva.example', 'xn--bcher-kva.example', ['https://xn--bcher-kva.example/']],
  ]);
  expect(hostWords(hostQuestions(asked)[0]!).before).toContain('a.qlog and b.qlog on ');
});

test('many files of a host are counted', () => {
  const many = Array.from(
    { length: 6 },
    (_, i): TraceRef => ({ kind: 'src', url: `https://a.example/${i}` }),
  );
  expect(hostWords(hostQuestions(request(...many))[0]!).before).toBe(
    'This link is about 0 and 1 and 2 and 3 more files on ',
  );
});

test('a host that was asked and gave nothing is asked again, or the file is', () => {
  const [question] = hostQuestions({
    ...request(URL_REF),
    pending: [{ ref: URL_REF, state: 'failed' }],
  });
  expect(question?.failed).toBe(true);
  expect(hostWords(question!)).toEqual({
    before: 'a.qlog could not be read from ',
    after:
      '. Try again, or download the file yourself and open it here: the view of the link can be applied to it.',
    button: 'Try logs.example again',
  });
});

test('a file is known again under any name', () => {
  expect(wantedAs(request(A, B), fileRef('other.sqlog', 2_000_000))).toBe(B);
  expect(wantedAs(request(A), fileRef('server.sqlog', 1_300_001))).toBeNull();
  expect(wantedAs(request(A), fileRef('server.sqlog', 1_300_000, 'B'.repeat(16)))).toBeNull();
  expect(wantedAs(request(A), null)).toBeNull();
});

test('a renamed one is reported as renamed', () => {
  expect(renamedWords(A, A)).toBeNull();
  expect(renamedWords(A, fileRef('x.qlog'))).toContain('x.qlog is the file that the link is about');
});

test('another one is compared with the file that the link shows', () => {
  expect(otherWords(request(B, A), 'x.qlog', fileRef('x.qlog', 5))).toBe(
    'x.qlog is not the file that the link is about: it has 5 B, server.sqlog has 1,300,000 B.',
  );
});

test('one that cannot be compared is reported', () => {
  const words = 'Whether pasted text is what the link is about cannot be checked.';
  expect(otherWords(request(A), 'pasted text', null)).toBe(words);
  expect(otherWords(request(URL_REF), 'pasted text', A)).toBe(words);
});

const [PART_0, PART_1, PART_2] = [0, 1, 2].map((part) =>
  fileRef(`rot.${part}.qlog`, 1000 + part, `${part}`.repeat(16)),
) as [FileRef, FileRef, FileRef];
const THREE: FileRef = { ...PART_0, segments: [PART_1.fingerprint, PART_2.fingerprint] };

test('a trace of several files is compared file by file, and never with itself', () => {
  const other = (ref: FileRef): string => otherWords(request(THREE), ref.fingerprint.name, ref);
  expect(other(fileRef('rot.1.qlog', 5, 'x'.repeat(16)))).toBe(
    'rot.1.qlog is not the file that the link is about: it has 5 B, rot.1.qlog has 1,001 B.',
  );
  expect(other(fileRef('x.qlog', 5))).toBe('x.qlog is not one of the 3 files that the link is about.');
  expect(other({ ...fileRef('x.qlog', 5), segments: [fileRef('y.qlog', 6).fingerprint] })).toBe(
    'None of the 2 files from x.qlog on is one of the 3 files that the link is about.',
  );
  expect(otherWords(request(A), 'rot.0.qlog', THREE)).toBe(
    'None of the 3 files from rot.0.qlog on is the file that the link is about.',
  );
});

test('a trace that begins with the files of a link is the one, which is said with what was renamed', () => {
  const fourth = fileRef('rot.3.qlog', 1003, '3'.repeat(16)).fingerprint;
  const grown = { ...THREE, segments: [...(THREE.segments ?? []), fourth] };
  expect(wantedAs(request(THREE), grown)).toBe(THREE);
  expect(wantedAs(request(grown), THREE)).toBeNull();
  expect(renamedWords(THREE, grown)).toBe('The trace has 1 file more than the one that the link is about.');
  const renamed = { ...grown, segments: [PART_1.fingerprint, { ...PART_2.fingerprint, name: 'z' }, fourth] };
  expect(renamedWords(THREE, renamed)).toBe(
    '1 file of the trace is renamed: the name of z was rot.2.qlog. The trace has 1 file more than the one that the link is about.',
  );
  expect(renamedWords(THREE, THREE)).toBeNull();
});

test('a digest of several files stays open beside files that it is not about, which is said of those only', () => {
  expect(upgradeWords(THREE, PART_1, false)).toBeNull();
  expect(upgradeWords(THREE, { ...PART_1, segments: [PART_2.fingerprint] }, false)).toBeNull();
  expect(upgradeWords(THREE, A, true)).toBeNull();
  expect(upgradeWords(THREE, A, false)?.text).toBe(
    'server.sqlog is not one of the 3 files that the link is about. The digest stays open.',
  );
});
