/** What leaves of the groups: their shares to the clipboard, or to a file where it refuses; their bands as a picture; no file names. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  copyGroups,
  saveBands,
  saveReport,
} from '../../../../../../src/app/features/triage/groups/copy-groups.ts';
import type { TableGroups } from '../../../../../../src/app/state/table/table-groups.ts';
import type { RunSamples } from '../../../../../../src/engine/reading/contract/samples.ts';
import { SHARE_NOTHING } from '../../../../../../src/engine/reading/contract/share-options.ts';
import { bandsModel } from '../../../../../../src/sharing/table/group-bands.ts';
import { groupsSaid, sharedGroups } from '../../../../../../src/sharing/table/groups-text.ts';
import type { GroupOfRows } from '../../../../../../src/sharing/table/run-groups.ts';
import { madeFinding, madeRow } from '../../../../../support/table-rows.ts';

const SECRET = 'customer-trace';

const run = (): RunSamples => ({
  ...{ connection: 0, outcome: 'finished', completedUs: 1e6, endUs: 1e6 },
  samples: {
    ...{ fromUs: 0, stepUs: 1e4 },
    series: [{ quantity: 'cwnd', values: new Float64Array(100).fill(5) }],
  },
  landmarks: { startUs: 0, handshakeUs: 2e4, firstDataUs: 3e4, firstLossUs: 1e5, lastLossUs: 2e5 },
});
const group = (name: string, runs: number): GroupOfRows => ({
  ...{ name, nameFrom: 'files', copies: 0 },
  rows: Array.from({ length: 6 }, (_, i) =>
    madeRow(`${name}-${i}`, { findings: [madeFinding('stall', 'warning', 0, 1)] }),
  ),
  runs: Array.from({ length: runs }, run),
});
const groupsOf = (runs: number, isNamed = false): TableGroups => {
  const options = { ...SHARE_NOTHING, fileName: isNamed, groupNames: isNamed };
  const shown = [group(SECRET, runs), group('other', runs)];
  const sharedShown = sharedGroups(shown, options);
  const sharedSaid = groupsSaid(sharedShown);
  const bands = bandsModel(shown, null);
  return { shown, bands, options, sharedShown, sharedSaid } as unknown as TableGroups;
};

let copied: string[];
let saved: { readonly name: string; readonly content: Blob }[];
let isRefused: boolean;
beforeEach(() => {
  [copied, saved, isRefused] = [[], [], false];
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: async (text: string) => {
        if (isRefused) throw new Error('no');
        copied.push(text);
      },
    },
  });
  let content = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob;
    return '';
  });
  vi.stubGlobal('document', {
    createElement: () => {
      const link = { href: '', download: '', click: () => saved.push({ name: link.download, content }) };
      return link;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each(['tsv', 'markdown', 'json'] as const)(
  'shares are copied as %s; names only with their option',
  async (format) => {
    await copyGroups(groupsOf(0), format);
    await copyGroups(groupsOf(0, true), format);
    expect(copied.map((text) => text.includes(SECRET))).toEqual([false, true]);
    expect(saved).toEqual([]);
  },
);

test.each([
  ['tsv', 'tsv'],
  ['markdown', 'md'],
  ['json', 'json'],
] as const)('shares as %s are saved with its ending where the clipboard refuses', async (format, ending) => {
  isRefused = true;
  await copyGroups(groupsOf(0), format);
  expect(saved.map(({ name }) => name)).toEqual([
    expect.stringMatching(new RegExp(`-group-shares\\.${ending}$`)),
  ]);
});

test('bands are saved as a picture with the sentence that says how runs were moved, and no file name', async () => {
  saveBands(groupsOf(6), 'svg');
  saveBands(groupsOf(6, true), 'svg');
  const [text = '', named = ''] = await Promise.all(saved.map(({ content }) => content.text()));
  expect(saved[0]?.name).toMatch(/-group-bands\.svg$/);
  expect(/^<\?xml/.test(text)).toBe(true);
  expect(/Every run is moved so that the last loss is at 0\.200 s/.test(text)).toBe(true);
  expect([text, named].map((one) => one.includes(SECRET))).toEqual([false, true]);
});

test('without a band nothing is saved', () => {
  saveBands(groupsOf(0), 'svg');
  saveBands(groupsOf(0), 'png');
  expect(saved).toEqual([]);
});

test('a report is saved as one page with pictures, and names only with their option', async () => {
  saveReport(groupsOf(6));
  saveReport(groupsOf(6, true));
  const [text = '', named = ''] = await Promise.all(saved.map(({ content }) => content.text()));
  expect(saved[0]?.name).toMatch(/-groups\.html$/);
  expect(text.match(/<figure /g)).toHaveLength(2);
  expect([text, named].map((one) => one.includes(SECRET))).toEqual([false, true]);
});
