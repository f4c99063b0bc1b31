/** Which connection comes first in the chooser, and which of several files is shown. */
import { describe, expect, test } from 'vitest';
import { createStore } from '../../../../../src/app/state/store.ts';
import type { ConnectionGroup } from '../../../../../src/app/state/traces/connection-groups.ts';
import type { OpenFile } from '../../../../../src/app/state/traces/open-file.ts';
import { bestFile, rankedGroups } from '../../../../../src/app/state/traces/ranking.ts';
import type { ConnectionSummary } from '../../../../../src/engine/reading/contract/quality.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';

interface FileFacts {
  readonly phase?: Snapshot['phase'];
  readonly worst?: ConnectionSummary['worst'];
  readonly side?: ConnectionSummary['side'];
  readonly sentBytes?: number;
  readonly crashed?: boolean;
}

/** What the ranking reads of an open file. */
function file({
  phase = 'ready',
  worst = null,
  side = 'sender',
  sentBytes = 0,
  crashed = false,
}: FileFacts): OpenFile {
  const snapshot = {
    phase,
    findings: worst === null ? [] : [{ severity: worst }],
    summary: { side, sentBytes },
  } as unknown as Snapshot;
  return {
    current: { snapshot: createStore<Snapshot | null>(snapshot) },
    state: crashed ? 'failed' : phase,
  } as unknown as OpenFile;
}

describe('of files opened together the best is', () => {
  const failed = file({ phase: 'failed', worst: 'critical', sentBytes: 9e9 });
  const crashed = file({ crashed: true, worst: 'critical' });

  test.each<[string, readonly FileFacts[], number]>([
    ['the worst finding, whoever sent more', [{ worst: 'warning', sentBytes: 9 }, { worst: 'critical' }], 1],
    [
      'a finding before none',
      [{ sentBytes: 9 }, { worst: 'info', side: 'receiver' }, { worst: 'info', side: 'unknown' }],
      1,
    ],
    ['a sender before a receiver', [{ side: 'receiver', sentBytes: 9 }, { sentBytes: 1 }], 1],
    ['then whoever sent most', [{ sentBytes: 1 }, { sentBytes: 3 }, { sentBytes: 2 }], 1],
    ['the first of equals', [{ sentBytes: 2 }, { sentBytes: 2 }], 0],
  ])('%s', (_words, facts, due) => {
    const files = facts.map(file);
    expect(bestFile([failed, ...files, crashed])).toBe(files[due]);
  });

  test('none where none could be read', () => {
    expect(bestFile([failed, crashed])).toBeNull();
    expect(bestFile([])).toBeNull();
  });
});

describe('groups are ranked', () => {
  const group = (
    id: string,
    ...facts: readonly (readonly [ConnectionSummary['worst'], number])[]
  ): ConnectionGroup => ({
    id,
    entries: facts.map(([worst, sentBytes], index) => ({
      file: file({}),
      summary: { index, worst, sentBytes } as unknown as ConnectionSummary,
      current: false,
    })),
  });

  test('by their best entry, by finding and then by bytes sent, and stay together', () => {
    const groups = [
      group('quiet', [null, 500]),
      group('pair', [null, 10], ['warning', 20]),
      group('busy', [null, 900]),
      group('spiral', ['info', 7], ['critical', 1]),
    ];
    const ranked = rankedGroups(groups);
    expect(ranked.map(({ id }) => id)).toEqual(['spiral', 'pair', 'busy', 'quiet']);
    expect(ranked[0]?.entries.map(({ summary: { index } }) => index)).toEqual([1, 0]);
    // What is grouped is someone else's: it stays as it was.
    expect(groups[3]?.entries.map(({ summary: { index } }) => index)).toEqual([0, 1]);
  });
});
