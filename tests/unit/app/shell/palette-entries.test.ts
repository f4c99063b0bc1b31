/** What the palette finds for a query, in which order, and what an entry does. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../../../src/app/shell/commands.ts';
import { type PaletteEntry, paletteEntries } from '../../../../src/app/shell/palette-entries.ts';
import { AppState } from '../../../../src/app/state/app-state.ts';
import { isOffered } from '../../../../src/app/workbench/slots.ts';
import type { Snapshot } from '../../../../src/engine/reading/contract/snapshot.ts';
import { HandTrace } from '../../../support/hand-trace.ts';

const finding = (key: string, title: string) => ({
  ...{ key, title, severity: 'critical', startUs: 4e6, endUs: 5e6 },
});
/** A trace whose window can be drawn. */
const WITH_WINDOW = {
  catalogue: [{ id: 'cwnd', label: 'Window' }],
  findings: [finding('stall', 'Stalled by congestion')],
} as unknown as Partial<Snapshot>;

let app: AppState;
let hand: HandTrace;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  app = new AppState();
  hand = new HandTrace(app, 'wide-congestion.sqlog');
  hand.say(WITH_WINDOW);
});
afterEach(() => vi.unstubAllGlobals());

const kindsOf = (query: string): readonly string[] => [
  ...new Set(paletteEntries(app, query).map(({ kind }) => kind)),
];
const find = (query: string, id: string): PaletteEntry =>
  paletteEntries(app, query).find((entry) => entry.id === id) ?? expect.fail(`${id} is not found`);

test('without a query it lists the commands that are offered here, and nothing else', () => {
  const offered = COMMANDS.filter((command) => isOffered(app, command)).map(({ id }) => `command-${id}`);
  expect(paletteEntries(app, '  ').map(({ id }) => id)).toEqual(offered);
  const empty = new AppState();
  expect(paletteEntries(empty, '').length).toBeLessThan(offered.length);
});

test('every typed word is in the title or the kind, in any order and case', () => {
  const [entry] = paletteEntries(app, 'CRITICAL  stalled finding');
  expect(entry).toMatchObject({ id: 'finding-stall', kind: 'Finding' });
  expect(entry?.title).toBe('Stalled by congestion, critical, 4.00 s to 5.00 s (1.00 s)');
  expect(paletteEntries(app, 'stalled nowhere')).toEqual([]);
});

test('what a panel saves stands after everything else that is found', () => {
  const kinds = paletteEntries(app, 'congestion').map(({ kind }) => kind === 'Export');
  expect(kinds).toContain(true);
  expect(kinds).toEqual(kinds.toSorted((a, b) => Number(a) - Number(b)));
  expect(kindsOf('congestion')).toEqual(['Finding', 'Panel', 'Trace', 'Export']);
});

test('a panel that is not shown is found, and says so; it saves nothing', () => {
  expect(find('congestion', 'panel-congestion').title).toBe('Congestion');
  hand.trace.set.showPanels({ kind: 'all-but', ids: ['congestion'] });
  expect(find('congestion', 'panel-congestion').title).toBe('Congestion: show it');
  expect(kindsOf('congestion')).not.toContain('Export');
  find('congestion', 'panel-congestion').run();
  expect(hand.trace.set.view.get().panels).toEqual({ kind: 'all-but', ids: [] });
});

test('a panel that has nothing to draw of the trace is not found', () => {
  hand.say({ catalogue: [] });
  expect(kindsOf('congestion')).not.toContain('Panel');
});

describe('a time that is typed', () => {
  test.each([
    ['4.5 s', 4.5e6],
    ['0 s', 0],
    ['10 s', 10e6],
  ])('within the trace comes first, and is gone to: %s', (query, timeUs) => {
    const [first] = paletteEntries(app, query);
    expect(first?.kind).toBe('Time');
    first?.run();
    expect(hand.trace.view.get().pinnedUs).toBe(timeUs);
  });

  test('outside the trace is not offered', () => {
    hand.say({ extent: { fromUs: 1e6, toUs: 10e6 } });
    for (const query of ['0.9 s', '10.1 s']) expect(kindsOf(query)).not.toContain('Time');
  });
});

test('an entry shows its finding, its trace, or runs its command', () => {
  find('stalled', 'finding-stall').run();
  expect(hand.trace.view.get().chosen).toBe('stall');
  new HandTrace(app, 'other');
  find('wide', `trace-${hand.file.id}`).run();
  expect(app.files.shownFile).toBe(hand.file);
  const [command] = paletteEntries(app, 'keyboard');
  command?.run();
  expect(app.dialog.get()).not.toBeNull();
});

test('no more than eighty are listed', () => {
  hand.say({
    findings: Array.from({ length: 200 }, (_, i) => finding(`${i}`, 'Stalled')),
  } as unknown as Partial<Snapshot>);
  expect(paletteEntries(app, 'stalled')).toHaveLength(80);
});
