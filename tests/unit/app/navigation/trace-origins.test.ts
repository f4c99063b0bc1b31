/** What a link calls an open trace: an example by id, a file by its fingerprint, a pasted text not at all. */
import { describe, expect, test } from 'vitest';
import {
  answers,
  furtherFiles,
  sameRef,
  sharesFile,
  TraceOrigins,
} from '../../../../src/app/navigation/trace-origins.ts';
import { runSource } from '../../../../src/app/state/lab/run-source.ts';
import type { TraceFile } from '../../../../src/app/state/traces/trace-file.ts';
import type { NamedRun, SourceSpec } from '../../../../src/engine/input/bytes/source.ts';
import type { Fingerprint } from '../../../../src/sharing/link/fingerprint.ts';
import { MAX_SEGMENTS, type TraceRef } from '../../../../src/sharing/link/state.ts';

const origins = new TraceOrigins({
  idOf: (source) => (source.kind === 'example' && source.name === 'reno.gz' ? 'reno' : null),
  sourceOf: () => null,
});

function trace(source: SourceSpec): TraceFile {
  return { source } as TraceFile;
}

test('an example is known at once', () => {
  const url = 'http://127.0.0.1/examples/reno.gz';
  expect(origins.refOf(trace({ kind: 'example', url, name: 'reno.gz' }))).toEqual({
    kind: 'example',
    id: 'reno',
  });
  expect(origins.refOf(trace({ kind: 'example', url, name: 'other.gz' }))).toBeNull();
});

test('a trace of another host is named by its URL', () => {
  const url = 'https://logs.example/run/a.qlog?id=3';
  expect(origins.refOf(trace({ kind: 'url', url, name: 'a.qlog' }))).toEqual({ kind: 'src', url });
});

test('a run of the lab is known at once, by what it is made of', () => {
  const run: NamedRun = {
    scenario: 'incident',
    variant: 'defect',
    seed: 7,
    end: 'sender',
    fields: ['rtt:20'],
  };
  expect(origins.refOf(trace(runSource(run)))).toEqual({ kind: 'run', ...run });
  expect(runSource(run).name).toBe('incident-defect-s7.sender.sqlog');
  expect(runSource({ ...run, variant: 'cubic:shift-clamped:<', end: 'receiver' }).name).toBe(
    'incident-cubic-shift-clamped---s7.receiver.sqlog',
  );
});

test('a pasted text has no name', async () => {
  const pasted = trace({ kind: 'text', text: 'x', name: 'pasted text' });
  expect(origins.refOf(pasted)).toBeNull();
  expect(await origins.find(pasted)).toBeNull();
});

test('a file is read once, and known from then on', async () => {
  const opened = trace({ kind: 'file', file: new File(['abc'], 'a.qlog') });
  expect(origins.refOf(opened)).toBeUndefined();
  const asked = origins.find(opened);
  expect(origins.find(opened)).toBe(asked);
  const ref = await asked;
  expect(ref).toMatchObject({ kind: 'file', fingerprint: { name: 'a.qlog', sizeBytes: 3 } });
  expect(origins.refOf(opened)).toBe(ref);
});

test.each([
  [MAX_SEGMENTS + 1, true],
  [MAX_SEGMENTS + 2, false],
])('a trace of %i files has a name that a link can hold: %s', async (count, isNamed) => {
  const files = Array.from({ length: count }, (_, i) => new File([`${i}`], `${i}.qlog`));
  const names = files.map(({ name }) => name);
  const ref = await origins.find(trace({ kind: 'segments', files, names, evidence: 'group id' }));
  expect(ref !== null).toBe(isNamed);
});

describe('two names mean the same trace', () => {
  const file = (name: string, hash: string): TraceRef => ({
    kind: 'file',
    fingerprint: { name, sizeBytes: 3, hash },
  });
  const run = (changes: Partial<NamedRun> = {}): TraceRef => ({
    ...{ kind: 'run', scenario: 'incident', variant: 'defect', seed: 7, end: 'sender', fields: [] },
    ...changes,
  });
  const refs: readonly TraceRef[] = [
    { kind: 'example', id: 'a' },
    { kind: 'example', id: 'b' },
    { kind: 'src', url: 'https://a.example/a' },
    { kind: 'src', url: 'https://a.example/b' },
    file('a', 'AAAAAAAAAAAAAAAA'),
    file('a', 'BBBBBBBBBBBBBBBB'),
    run(),
    run({ seed: 8 }),
    run({ end: 'receiver' }),
    run({ fields: ['rtt:20'] }),
  ];

  test('only where they are of one kind and name one thing', () => {
    for (const a of refs) for (const b of refs) expect(sameRef(a, b)).toBe(a === b);
  });

  test('whatever a file is called', () => {
    expect(sameRef(file('a', 'AAAAAAAAAAAAAAAA'), file('b', 'AAAAAAAAAAAAAAAA'))).toBe(true);
  });
});

describe('a trace of several files', () => {
  const file = (...hashes: readonly string[]): TraceRef => {
    const [fingerprint, ...segments] = hashes.map((hash) => ({ name: hash, sizeBytes: 3, hash }));
    const first = { kind: 'file', fingerprint: fingerprint as Fingerprint } as const;
    return segments.length === 0 ? first : { ...first, segments };
  };

  test.each([
    [file('a', 'b'), file('a', 'b'), 0],
    [file('a', 'b'), file('a', 'b', 'c'), 1],
    [file('a'), file('a', 'b', 'c'), 2],
    [file('a', 'b', 'c'), file('a', 'b'), null],
    [file('b', 'c'), file('a', 'b', 'c'), null],
    [file('a', 'c'), file('a', 'b', 'c'), null],
    [{ kind: 'example', id: 'a' } as const, file('a', 'b'), null],
    [{ kind: 'example', id: 'a' } as const, { kind: 'example', id: 'a' } as const, 0],
  ])('begins with the files of a reference: %#', (ref, own, further) => {
    expect(furtherFiles(ref, own)).toBe(further);
  });

  test('is not what a link means that names one of its further files by itself', () => {
    const own = file('a', 'b');
    const [first, second, other] = [file('a'), file('b'), file('x')];
    expect(answers(own, first, [first, other])).toBe(true);
    expect(answers(own, first, [first, second])).toBe(false);
    expect(answers(own, own, [own, second])).toBe(true);
    expect(answers(own, other, [other])).toBe(false);
  });

  test('shares files with another, or not', () => {
    expect(sharesFile(file('a', 'b'), file('c', 'b'))).toBe(true);
    expect(sharesFile(file('a', 'b'), file('c', 'd'))).toBe(false);
    expect(sharesFile(file('a'), { kind: 'example', id: 'a' })).toBe(false);
  });
});
