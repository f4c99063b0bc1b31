/** A kept file that is asked for: the words, whether it is gone, changed, another one, or the same under another name. */
import { expect, test } from 'vitest';
import { recentRequest } from '../../../../../src/app/features/recents/reopen.ts';
import { otherWords, renamedWords } from '../../../../../src/app/navigation/link-request.ts';
import { fileRequestWords } from '../../../../../src/app/navigation/request-words.ts';
import type { RecentTrace } from '../../../../../src/app/state/device/recent-trace.ts';
import { FileNotes } from '../../../../../src/app/state/notes/file-notes.ts';
import type { OpenFile } from '../../../../../src/app/state/traces/open-file.ts';
import {
  type LinkRequest,
  pendingTrace,
  type RecentRequest,
} from '../../../../../src/app/state/traces/pending-traces.ts';
import type { Fingerprint } from '../../../../../src/sharing/link/fingerprint.ts';
import { EMPTY_LINK, type TraceRef } from '../../../../../src/sharing/link/state.ts';

const print = (name: string, sizeBytes = 1_300_000, hash = 'A'.repeat(16)): Fingerprint => ({
  name,
  sizeBytes,
  hash,
});
const WAS = print('server.sqlog');
const ref = (fingerprint: Fingerprint): TraceRef => ({ kind: 'file', fingerprint });
const KEPT = {
  notes: new Map([[0, [{ id: 'n1', text: 'kept', anchor: { kind: 'time', timeUs: 1 } }]]]),
} as unknown as RecentTrace;

function asked(why: string | null): LinkRequest & { readonly recent: RecentRequest } {
  const missing = [ref(WAS)];
  return {
    link: { ...EMPTY_LINK, traces: missing },
    pending: missing.map(pendingTrace),
    other: null,
    recent: recentRequest(KEPT, { kind: 'file', fingerprint: WAS }, why),
  };
}

test('it is asked for by name and size, with the reason where there is one', () => {
  expect(fileRequestWords(asked(null))).toBe(
    'qlogscope keeps no copy of server.sqlog (1.3 MB): choose that file again.',
  );
  expect(fileRequestWords(asked('It is gone.'))).toMatch(/^It is gone\. qlogscope keeps no copy/);
});

test('one of the same name has changed, any other is another one', () => {
  const other = (is: Fingerprint): string => otherWords(asked(null), is.name, ref(is));
  expect(other(print('server.sqlog', 5))).toContain(
    'server.sqlog has changed since it was last open here: its size was 1,300,000 B and is now 5 B.',
  );
  expect(other(print('server.sqlog', 1_300_000, 'B'.repeat(16)))).toContain('same size, different content');
  expect(other(print('x.qlog', 5))).toBe(
    'x.qlog is not the file that was open here: it has 5 B, server.sqlog has 1,300,000 B.',
  );
});

test('the right file under another name is reported as renamed', () => {
  const { recent } = asked(null);
  expect(renamedWords(ref(WAS), ref(print('x.qlog')), recent)).toContain(
    'is the file that was open here, renamed',
  );
  expect(renamedWords(ref(WAS), ref(WAS), recent)).toBeNull();
});

test('its notes come into another file beside those that are there', () => {
  const notes = new FileNotes();
  notes.of(0).load([{ id: 'n1', text: 'here', anchor: { kind: 'time', timeUs: 2 } }]);
  asked(null).recent.takeNotes({ feature: () => notes } as unknown as OpenFile);
  expect(
    notes
      .of(0)
      .current.get()
      .book.notes.map(({ text }) => text),
  ).toEqual(['kept', 'here']);
});
