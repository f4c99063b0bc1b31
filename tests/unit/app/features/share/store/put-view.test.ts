/** What is put into the store with a view, and that nothing is sent where no link could open it. */
import { expect, test } from 'vitest';
import type { StoreClient } from '../../../../../../src/app/backend/store-client.ts';
import { putView, type ReadyView } from '../../../../../../src/app/features/share/store/put-view.ts';
import type { AppState } from '../../../../../../src/app/state/app-state.ts';
import type { OpenSet, OpenTrace } from '../../../../../../src/app/state/traces/open-trace.ts';
import { DEFAULT_CHOICES } from '../../../../../../src/drawing/view/choices.ts';
import { setOfOne } from '../../../../../../src/drawing/view/set-view.ts';
import { INITIAL_VIEW } from '../../../../../../src/drawing/view/view.ts';
import { SHARE_NOTHING } from '../../../../../../src/engine/reading/contract/share-options.ts';
import type { Note } from '../../../../../../src/sharing/notes/note.ts';
import { readView } from '../../../../../../src/sharing/store/stored-view.ts';

const app = { choices: { get: () => DEFAULT_CHOICES } } as unknown as AppState;

/** A trace that is ready to be put there, with notes of so many characters. */
function readyView(notes: number, characters: string): ReadyView {
  const list = Array.from({ length: notes }, (_, i): Note => {
    return { id: `n${i + 1}`, text: characters.repeat(4000), anchor: { kind: 'time', timeUs: i } };
  });
  const trace = {
    ...{ file: {}, connection: 3, view: { get: () => INITIAL_VIEW }, snapshot: { get: () => null } },
    feature: () => ({ current: { get: () => ({ book: { notes: list } }) } }),
  } as unknown as OpenTrace;
  const set = {
    ...{ members: [{ trace }], view: { get: () => setOfOne('') }, axis: { get: () => 'time' } },
  } as unknown as OpenSet;
  const content = new Blob(['bytes']);
  const traces = [{ trace, content, fileName: 'kumquat.sqlog', ending: 'gz', figures: null }];
  const table = new Blob(['table']);
  return { form: 'export', set, traces, table, options: SHARE_NOTHING, notes: true, bytes: content.size };
}

async function put(ready: ReadyView): Promise<ReadonlyMap<string, string>> {
  const sent = new Map<string, string>();
  const client = {
    checkSize: () => undefined,
    put: async (name: string, content: Blob) => void sent.set(name, await content.text()),
  } as unknown as StoreClient;
  const steps = { signal: new AbortController().signal, onStep: () => undefined };
  await putView(app, client, ready, steps).catch((error: unknown) => {
    expect(sent.size).toBe(0);
    throw error;
  });
  return sent;
}

test('the trace first, the table beneath it, then its view: by its object, with notes of its one connection, without a name', async () => {
  const sent = await put(readyView(2, 'a'));
  const [[object = ''] = [], [table] = [], [name, text] = ['', '']] = [...sent];
  expect(object).toMatch(/^[0-9a-f]{64}\.gz$/);
  expect(table).toMatch(/^[0-9a-f]{64}\.table$/);
  expect(name).toMatch(/^[0-9a-f]{64}\.json$/);
  const view = readView(text ?? '');
  expect(view).toMatchObject({
    link: `v=13&stored=${object}&panels=answer&table=${table}`,
    traces: [{ object, name: null }],
  });
  if (typeof view === 'string') throw new Error(view);
  expect(view.traces[0]?.notes.map(([connection, notes]) => [connection, notes.length])).toEqual([[0, 2]]);
});

test('nothing is sent where the view is larger than a link opens', async () => {
  await expect(put(readyView(200, 'ü'))).rejects.toThrow(/a link opens 1\.0 MB at most. Untick the notes/);
});
