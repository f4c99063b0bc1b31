/** What the features register: ids of their own, and content that can be fetched. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FEATURES } from '../../../../src/app/shell/features.ts';
import { AppState } from '../../../../src/app/state/app-state.ts';
import { createStore } from '../../../../src/app/state/store.ts';
import type { OpenTrace } from '../../../../src/app/state/traces/open-trace.ts';
import { HEAD_BYTES, Openers } from '../../../../src/app/state/traces/openers.ts';
import { FILE_MAGIC } from '../../../../src/sharing/digest/magic.ts';
import { TABLE_HEAD_BYTES } from '../../../../src/sharing/table/table-head.ts';

const isUnique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

describe('features', () => {
  test('have ids of their own, and so have their dialogs and parts', () => {
    expect(isUnique(FEATURES.map(({ id }) => id))).toBe(true);
    expect(isUnique(FEATURES.flatMap(({ dialogs = [] }) => dialogs.map(({ id }) => id)))).toBe(true);
    expect(isUnique(FEATURES.flatMap(({ page = [] }) => page.map(({ part }) => part)))).toBe(true);
  });

  test('have a command for each of their dialogs', () => {
    for (const { id, dialogs = [], commands = [] } of FEATURES)
      expect(commands.length, id).toBeGreaterThanOrEqual(dialogs.length);
  });
});

describe('a file is opened', () => {
  beforeEach(() => vi.stubGlobal('requestAnimationFrame', () => 0));
  afterEach(() => vi.unstubAllGlobals());
  /** Nothing is opened: openers are asked only. */
  const claimedBy = (head: BlobPart): Promise<string | null> => {
    const asked = FEATURES.map(async ({ id, openers }) => {
      const found = await new Openers(openers?.(new AppState()) ?? []).ofHead(new File([head], 'any.qlog'));
      return found === null ? [] : id;
    });
    return Promise.all(asked).then((ids) => ids.flat().join() || null);
  };

  test.each([
    ['links', Uint8Array.from([0x93, 0x51, 0x4c, 0x47, 0x53, 0x0d, 0x0a, 0x1a, 1])],
    ['fleet', 'PAR1 and so on'],
    ['triage', '{ "qlogscope-table": 1, "traces": ['],
    ['triage', '{"schema":1,"file":"a.sqlog"'],
    ['triage', '[\n {"schema": 1, "file": "a"'],
    ['triage', '\uFEFF{"schema":7,"file":"a"'],
    ['outside-marks', 'time,name\n2026-11-21T06:36:02Z,deploy\n'],
    ['outside-marks', '# TYPE steal gauge\nsteal 0.4 1795242962\n'],
    ['outside-marks', '{"time":"2026-11-21T06:36:02Z","name":"deploy"}'],
    [null, '{"time":12.5,"name":"transport:packet_sent","data":{}}'],
    [null, 'x{"schema":7,"file":"a"'],
    [null, '{"qlog_version":"0.3"}'],
    [null, ''],
  ])('by %s alone, by its first bytes: %j', async (id, head) => {
    expect(await claimedBy(head)).toBe(id);
  });

  test('by its first bytes, of which enough are looked at', () => {
    expect(HEAD_BYTES).toBeGreaterThanOrEqual(Math.max(TABLE_HEAD_BYTES, FILE_MAGIC.length));
  });
});

test('Esc clears a measurement before anything else, and says whether there was one', async () => {
  const measure = FEATURES.find(({ id }) => id === 'measure');
  const current = createStore<object | null>({});
  const trace = { feature: () => current, set: { members: [] as object[] } };
  trace.set.members.push({ trace });
  const shown = trace as unknown as OpenTrace;
  expect([measure?.clear?.(shown), measure?.clear?.(shown)]).toEqual([true, false]);
});
