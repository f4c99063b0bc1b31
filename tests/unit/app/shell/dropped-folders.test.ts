/** Folders that are dropped: walked through to their files, with bounds and errors told. */
import { describe, expect, test } from 'vitest';
import { type Dropped, isFile, takeDropped } from '../../../../src/app/shell/dropped-files.ts';
import {
  MAX_DROPPED_ENTRIES,
  MAX_DROPPED_FILES,
  walkDropped,
} from '../../../../src/app/shell/dropped-folders.ts';
import { FileHandles } from '../../../../src/app/state/traces/file-handles.ts';

/** Entries per part, as Chromium gives them. */
const PART = 100;

function fileEntry(path: string, broken = false): FileSystemEntry {
  return {
    isFile: true,
    isDirectory: false,
    fullPath: path,
    file: (resolve: (file: File) => void, reject: (error: unknown) => void) =>
      broken ? reject(new DOMException('gone')) : resolve(new File(['x'], path.split('/').at(-1) ?? '')),
  } as unknown as FileSystemEntry;
}

function folder(path: string, entries: readonly FileSystemEntry[], broken = false): FileSystemDirectoryEntry {
  return {
    isFile: false,
    isDirectory: true,
    fullPath: path,
    createReader: () => {
      let given = 0;
      return {
        readEntries: (
          resolve: (part: readonly FileSystemEntry[]) => void,
          reject: (error: unknown) => void,
        ) => {
          if (broken) return reject(new DOMException('not allowed'));
          const part = entries.slice(given, given + PART);
          given += part.length;
          return resolve(part);
        },
      };
    },
  } as unknown as FileSystemDirectoryEntry;
}

const many = (number: number): FileSystemEntry[] =>
  Array.from({ length: number }, (_, i) => fileEntry(`/logs/${String(number - i).padStart(6, '0')}.qlog`));

const namesOf = async (...dropped: Dropped[]): Promise<readonly string[]> =>
  (await walkDropped(dropped)).files.map(({ name }) => name);

describe('a walk', () => {
  test('finds the files of all folders within, by path, and names them by it', async () => {
    const logs = folder('/logs', [
      fileEntry('/logs/z.qlog'),
      folder('/logs/run', [fileEntry('/logs/run/b.qlog'), fileEntry('/logs/run/a.qlog')]),
      fileEntry('/logs/a.qlog'),
    ]);
    const { files, notice } = await walkDropped([logs, new File(['x'], 'beside.qlog')]);
    expect(files.map(({ name }) => name)).toEqual([
      'beside.qlog',
      'logs/a.qlog',
      'logs/run/a.qlog',
      'logs/run/b.qlog',
      'logs/z.qlog',
    ]);
    expect(files[2]?.file.name).toBe('a.qlog');
    expect(notice).toBeNull();
  });

  test('reads a folder until it gives nothing more', async () => {
    const names = await namesOf(folder('/logs', many(150)));
    expect(names).toHaveLength(150);
    expect(names[0]).toBe('logs/000001.qlog');
  });

  test('opens a bounded number, the first by path, and says how many there are', async () => {
    const { files, notice } = await walkDropped([folder('/logs', many(MAX_DROPPED_FILES + 34))]);
    expect(files).toHaveLength(MAX_DROPPED_FILES);
    expect(files.at(-1)?.name).toBe('logs/002000.qlog');
    expect(notice).toMatchObject({ kind: 'folder-in-part' });
    expect(notice?.text).toContain('hold 2,034 files');
    expect(notice?.text).toContain('The first 2,000 by path are read');
  });

  test('looks at a bounded number of entries, and says so', async () => {
    const { files, notice } = await walkDropped([folder('/logs', many(MAX_DROPPED_ENTRIES + 500))]);
    expect(files).toHaveLength(MAX_DROPPED_FILES);
    expect(notice?.text).toContain('at least 10,000 files');
    expect(notice?.text).toContain('only 10,000 of their entries were looked at');
  });

  test('says which folder is empty, alone and beside others', async () => {
    const empty = folder('/empty', [folder('/empty/within', [])]);
    const alone = await walkDropped([empty]);
    expect(alone.files).toEqual([]);
    expect(alone.notice).toMatchObject({ kind: 'empty-folder', text: 'This folder holds no file: empty.' });
    const { files, notice } = await walkDropped([empty, folder('/full', [fileEntry('/full/a.qlog')])]);
    expect(files).toHaveLength(1);
    expect(notice).toMatchObject({ kind: 'folder-in-part', text: 'This folder holds no file: empty.' });
  });

  test('goes on after what cannot be read, and names it', async () => {
    const { files, notice } = await walkDropped([
      folder('/logs', [
        fileEntry('/logs/gone.qlog', true),
        folder('/logs/closed', [], true),
        fileEntry('/logs/there.qlog'),
      ]),
    ]);
    expect(files.map(({ name }) => name)).toEqual(['logs/there.qlog']);
    expect(notice?.text).toContain('2 entries could not be read');
    expect(notice?.places).toEqual(['logs/closed', 'logs/gone.qlog']);
  });

  test('descends ten thousand folders without a stack', async () => {
    let deepest: FileSystemEntry = fileEntry('/d/f.qlog');
    for (let i = 0; i < MAX_DROPPED_ENTRIES - 1; i++) deepest = folder('/d', [deepest]);
    expect(await namesOf(deepest as FileSystemDirectoryEntry)).toEqual(['d/f.qlog']);
  });
});

test('a drop gives its folders as entries, its files as files, and no text', () => {
  const file = new File(['x'], 'a.qlog');
  const logs = folder('/logs', []);
  const item = (kind: string, entry: FileSystemEntry | null, own: File | null): unknown => ({
    kind,
    webkitGetAsEntry: () => entry,
    getAsFile: () => own,
  });
  const items = [
    item('string', null, null),
    item('file', fileEntry('/a.qlog'), file),
    item('file', logs, file),
    item('file', null, file),
    item('file', null, null),
  ];
  const taken = takeDropped({ items } as unknown as DataTransfer, new FileHandles());
  expect(taken).toEqual([file, logs, file]);
  expect(taken.map(isFile)).toEqual([true, false, true]);
  expect(takeDropped(null, new FileHandles())).toEqual([]);
});
