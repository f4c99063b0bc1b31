/** Of many files those that a link waits for, by their bytes; and what is said of where all went. */
import { describe, expect, test, vi } from 'vitest';
import { filesAskedFor, placedWords } from '../../../../../src/app/state/table/asked-files.ts';
import {
  askFor,
  type LinkRequest,
  pendingWithCopy,
} from '../../../../../src/app/state/traces/pending-traces.ts';
import { fingerprintOf } from '../../../../../src/sharing/link/fingerprint.ts';
import { EMPTY_LINK, type FileRef } from '../../../../../src/sharing/link/state.ts';

const named = (name: string, content: string) => ({ name: `logs/${name}`, file: new File([content], name) });

async function refOf(...files: readonly ReturnType<typeof named>[]): Promise<FileRef> {
  const [first, ...segments] = await Promise.all(files.map(async ({ file }) => (await fingerprintOf(file))!));
  return { kind: 'file', fingerprint: first!, segments };
}

function waitingFor(...refs: readonly FileRef[]): LinkRequest {
  const link = { ...EMPTY_LINK, traces: refs };
  return askFor({ link, pending: refs.map(pendingWithCopy), other: null });
}

const [A, B, C] = [named('a.qlog', 'one'), named('b.qlog', 'two'), named('c.qlog', 'three')];

describe('files that are asked for', () => {
  test('they are found by their content, whatever their names, in the order of the link', async () => {
    const request = waitingFor(await refOf(B), await refOf(A));
    const renamed = named('other.qlog', 'one');
    expect(await filesAskedFor(request, [C, renamed, B])).toEqual([B, renamed]);
  });

  test('of a trace in several files all are found, and of equal files one', async () => {
    const request = waitingFor(await refOf(A, C));
    expect(await filesAskedFor(request, [A, named('again.qlog', 'one'), B, C])).toEqual([A, C]);
  });

  test('none where nothing is asked for, or a copy is looked for', async () => {
    const request = waitingFor(await refOf(A));
    expect(await filesAskedFor(null, [A])).toEqual([]);
    expect(await filesAskedFor({ ...request, pending: [] }, [A])).toEqual([]);
    const looking = { ...request, pending: request.pending.map(({ ref }) => pendingWithCopy(ref)) };
    expect(await filesAskedFor(looking, [A])).toEqual([]);
  });

  test('only files of the right length are read; without fingerprints the name tells', async () => {
    const request = waitingFor(await refOf(A));
    const slice = vi.spyOn(C.file, 'slice');
    await filesAskedFor(request, [C]);
    expect(slice).not.toHaveBeenCalled();
    vi.stubGlobal('crypto', {});
    expect(await filesAskedFor(request, [B, A])).toEqual([A]);
    vi.unstubAllGlobals();
  });
});

test('where the files went is counted', () => {
  expect(placedWords(0, 60).text).toBe(
    'None of the 60 files is one that is asked for: all are in the table of traces.',
  );
  expect(placedWords(1, 60).text).toBe(
    '1 of the 60 files is the one asked for, and is open; the other 59 are in the table of traces (Shift + T).',
  );
  expect(placedWords(2, 6).text).toBe(
    '2 of the 6 files are those asked for, and are open; the other 4 are in the table of traces (Shift + T).',
  );
});
