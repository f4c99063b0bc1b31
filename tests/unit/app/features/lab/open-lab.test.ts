/** The lab on the screen: opened anew, shown again, set by a link and run once; closed, what was there before is shown. */
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fleet as fleetFeature } from '../../../../../src/app/features/fleet/index.ts';
import { lab as labFeature } from '../../../../../src/app/features/lab/index.ts';
import { LabScreen } from '../../../../../src/app/features/lab/lab-screen.tsx';
import { closeLab, showLab } from '../../../../../src/app/features/lab/open-lab.ts';
import { triage } from '../../../../../src/app/features/triage/index.ts';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import type { OpenFleet } from '../../../../../src/app/state/fleet/fleet.ts';
import { fleetStore } from '../../../../../src/app/state/fleet/fleet-store.ts';
import { labStore } from '../../../../../src/app/state/lab/lab-store.ts';
import type { LinkLab } from '../../../../../src/sharing/link/state.ts';
import { letGo, StubLabWorker, settle } from '../../../../support/lab-worker.ts';
import { type Markup, markupOf } from '../../../../support/markup.ts';

let app: AppState;
beforeEach(() => {
  StubLabWorker.reset();
  vi.stubGlobal('Worker', StubLabWorker);
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  app = new AppState([triage, fleetFeature, labFeature]);
});
afterEach(() => vi.unstubAllGlobals());

const link = (known: Partial<LinkLab> = {}): LinkLab => ({
  ...{ scenario: 'other', texts: { rtt: '20' }, seeds: 2 },
  ...known,
});
const runsAsked = (): number => StubLabWorker.asked.filter(({ kind }) => kind === 'runs').length;
const screen = (): Markup => markupOf(createElement(LabScreen), app);

describe('what a link asks for', () => {
  test('is set, and run once the fields are checked', async () => {
    showLab(app, link());
    expect([app.screens.shown.get()?.id, runsAsked()]).toEqual(['lab', 0]);
    await settle();
    expect(runsAsked()).toBeGreaterThan(0);
    await letGo();
    expect(app.feature(labStore).get()?.state.get().runs).toMatchObject({
      done: 4,
      checked: { values: { rtt: 20 } },
    });
    const asked = runsAsked();
    app.feature(labStore).get()?.setField('rtt', '30');
    await settle();
    expect(runsAsked()).toBe(asked);
  });

  test('is shown again, and not run again, where it is there already: a step back in the history', async () => {
    showLab(app, link());
    await settle();
    await letGo();
    const lab = app.feature(labStore).get();
    const asked = runsAsked();
    for (const same of [link(), null]) {
      app.screens.choose('table');
      showLab(app, same);
      expect([app.feature(labStore).get() === lab, app.screens.shown.get()?.id]).toEqual([true, 'lab']);
    }
    await settle();
    expect(runsAsked()).toBe(asked);
  });

  test.each([
    ['scenario', link({ scenario: 'incident' })],
    ['value', link({ texts: { rtt: '21' } })],
    ['set of fields', link({ texts: {} })],
    ['number of runs', link({ seeds: 3 })],
    ['number of runs, the scenario’s own', link({ seeds: null })],
  ])('with another %s is a lab of its own', async (_, other) => {
    showLab(app, link());
    await settle();
    const lab = app.feature(labStore).get();
    showLab(app, other);
    expect(app.feature(labStore).get()).not.toBe(lab);
    await settle();
    expect(app.feature(labStore).get()?.link).toEqual(other);
  });

  test('the list of experiments, runs nothing', async () => {
    showLab(app, link({ scenario: 'experiments', texts: {}, seeds: null }));
    await settle();
    expect(app.feature(labStore).get()?.page.get()).toBe('experiments');
    expect(runsAsked()).toBe(0);
  });

  test('is not run where a field of it is no value; and what there is not is told', async () => {
    showLab(app, link({ texts: { rtt: 'x', nope: '1' } }));
    await settle();
    expect(runsAsked()).toBe(0);
    const markup = screen();
    expect(markup.one('data-testid', 'lab-lost').words).toBe(
      'The link sets nope, which this scenario has not; the rest of it is used.',
    );
    expect(markup.one('data-field', 'rtt').attribute('aria-invalid')).toBe('true');
    expect(markup.words).toContain('more than 0');
    expect(markup.one('data-testid', 'lab-run').html).toContain('disabled=""');
    showLab(app, link({ scenario: 'nothing-such', texts: {} }));
    await settle();
    expect(screen().one('data-testid', 'lab-problem').words).toBe(
      'There is no scenario and no experiment nothing-such.',
    );
  });

  test('is asked about where its runs cost much, and not run before that is agreed to', async () => {
    showLab(app, link({ texts: { rtt: '99' } }));
    await settle();
    expect(runsAsked()).toBe(0);
    expect(screen().words).toContain('These 4 runs take up to about 100 seconds');
  });
});

describe('the screen', () => {
  test('can run as soon as all fields are values, and says how far the runs are', async () => {
    showLab(app, null);
    expect(screen().one('data-testid', 'lab-run').html).toContain('disabled=""');
    await settle();
    const lab = app.feature(labStore).get();
    expect(screen().one('data-testid', 'lab-run').html).not.toContain('disabled');
    expect(screen().one('data-testid', 'lab-seeds').attribute('value')).toBe('3');
    lab?.setSeeds('0');
    expect(screen().one('data-testid', 'lab-run').html).toContain('disabled=""');
    expect(screen().words).toContain('a number from 1 to 1,000');
    lab?.setSeeds('2');
    void lab?.run();
    expect(screen().one('data-testid', 'lab-progress').words).toBe('0 of 4 runs');
    expect(screen().all('data-testid', 'lab-cancel')).toHaveLength(1);
    await letGo();
    expect(screen().one('data-testid', 'lab').attribute('data-done')).toBe('4');
    expect(screen().all('data-testid', 'lab-cancel')).toHaveLength(0);
  });

  test('of experiments tells how far each is, and what its fields and its link say', async () => {
    showLab(app, null);
    const lab = app.feature(labStore).get();
    lab?.show('experiments');
    await settle();
    const entries = (): readonly string[] =>
      screen()
        .named('li')
        .map(({ words }) => words);
    const card = (id: string): Markup => screen().one('data-experiment', id);
    expect(entries().slice(0, 2)).toEqual(['one not run yet', 'two not run yet']);
    expect(card('one').words).toContain('Run (4 runs)');
    lab?.experiments.runAll();
    expect(entries().slice(0, 2)).toEqual(['one runs', 'two waits']);
    expect(screen().one('data-testid', 'experiments-progress').words).toBe(
      'one: 0 of 4 runs; 1 more experiment waits',
    );
    expect(['one', 'two', 'formula'].map((id) => card(id).attribute('data-state'))).toEqual([
      ...['running', 'waiting', 'done'],
    ]);
    expect(card('two').words).toContain('waits for the runs before it');
    await letGo();
    expect(card('one').one('data-testid', 'experiment-what').words).toBe(
      'With the fields as they are at first: 2 variants, 2 runs of each.',
    );
    lab?.experiments.setSeeds('one', '3');
    expect(card('one').words).toContain('Its fields were changed since: run it again.');
    lab?.experiments.setSeeds('one', '2');
    expect(card('one').words).not.toContain('changed since');
    lab?.experiments.setField('one', 'rtt', '20');
    await settle();
    expect(card('one').words).toContain('Its fields were changed since: run it again.');
    lab?.experiments.setSeeds('one', '0');
    expect(card('one').words).toContain('a number from 1 to 100');
    expect(card('one').one('data-testid', 'experiment-run').html).toContain('disabled=""');
  });
});

describe('closed', () => {
  test('it ends its workers, and the fleet is shown where there is one, else the open screen', async () => {
    showLab(app, null);
    await settle();
    closeLab(app);
    expect([app.feature(labStore).get(), app.screens.shown.get()?.id, app.status.get().state]).toEqual([
      null,
      undefined,
      'empty',
    ]);
    showLab(app, null);
    app.feature(fleetStore).set({} as OpenFleet);
    closeLab(app);
    expect(app.screens.shown.get()?.id).toBe('fleet');
  });
});
