/** The root of the page's state: what it says of the page, what features keep in it, and its one open dialog. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BackendListener } from '../../../../src/app/backend/backend.ts';
import { AppState } from '../../../../src/app/state/app-state.ts';
import type { FeatureState } from '../../../../src/app/state/feature-states.ts';
import { createStore, type Store } from '../../../../src/app/state/store.ts';
import type { OpenFile } from '../../../../src/app/state/traces/open-file.ts';
import type { Snapshot } from '../../../../src/engine/reading/contract/snapshot.ts';

let app: AppState;
let frames: (() => void)[];
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  app = new AppState();
});

/** A file whose backend is the test. */
function open(): { readonly file: OpenFile; readonly say: (phase: Snapshot['phase']) => void } {
  let listener: BackendListener | undefined;
  const file = app.files.openDigest('a', { ref: null, encoded: null, place: null }, (heard) => {
    listener = heard;
    return {
      request: () => new Promise(() => undefined),
      isPreparing: () => false,
      wake: () => undefined,
      restart: () => undefined,
      stop: () => undefined,
    };
  });
  const say = (phase: Snapshot['phase']): void => {
    const extent = { fromUs: 0, toUs: 0 };
    const snapshot = { phase, connection: 0, revision: 1, extent, findings: [], remarks: [] };
    listener?.onSnapshot(snapshot as unknown as Snapshot, 0);
  };
  return { file, say };
}

describe('the status of the page', () => {
  test('is empty and idle without a trace, and follows the one that is shown', () => {
    expect(app.status.get()).toEqual({ state: 'empty', idle: true });
    const { file, say } = open();
    expect(app.status.get()).toEqual({ state: 'loading', idle: false });
    say('ready');
    expect(app.status.get()).toEqual({ state: 'ready', idle: true });
    app.files.close(file);
    expect(app.status.get()).toEqual({ state: 'empty', idle: true });
  });

  test('is not idle while a task is under way, whether that ends well or not', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const task = app.activity.whileBusy(new Promise((_, reject) => (fail = reject)));
    expect(app.status.get().idle).toBe(false);
    fail(new Error('no'));
    await expect(task).rejects.toThrow('no');
    expect(app.status.get().idle).toBe(true);
  });

  test('is not idle before what was drawn is drawn', () => {
    app.scheduler.invalidate(() => undefined);
    expect(app.status.get().idle).toBe(false);
    for (const draw of frames) draw();
    expect(app.status.get().idle).toBe(true);
  });
});

test('a feature’s state is made when it is first asked for, one per owner', () => {
  let made = 0;
  const key: FeatureState<unknown, Store<number>> = { create: () => createStore(++made) };
  const { file } = open();
  expect(made).toBe(0);
  expect(app.feature(key).get()).toBe(1);
  expect(file.feature(key).get()).toBe(2);
  expect(file.current.feature(key).get()).toBe(3);
  expect(app.feature(key)).toBe(app.feature(key));
  expect(new AppState().feature(key).get()).toBe(4);
});

test('a dialog takes the place of another, and is closed by what opened it', () => {
  app.toggleDialog('share');
  app.toggleDialog('report');
  expect(app.dialog.get()).toBe('report');
  app.toggleDialog('report');
  expect(app.dialog.get()).toBeNull();
});
