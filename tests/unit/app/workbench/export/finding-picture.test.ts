/** Which finding is copied as a picture, over which range, and what is told where the browser refuses; the clipboard is a stub. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { copiedWords } from '../../../../../src/app/controls/copied-words.ts';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import {
  copyFinding,
  copyShown,
  pictureRange,
} from '../../../../../src/app/workbench/export/finding-picture.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import type { Snapshot, WindowRequest } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { spiral } from '../../../../support/cli-report.ts';
import { HandTrace } from '../../../../support/hand-trace.ts';
import type { OpenedTrace } from '../../../../support/panel-context.ts';
import { realOpened } from '../../../../support/real-opened.ts';

let opened: OpenedTrace;
beforeAll(async () => {
  opened = await realOpened();
});

/** Sentences on the clipboard. */
let written: string[];
let app: AppState;
let hand: HandTrace;
beforeEach(() => {
  written = [];
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly parts: { readonly [type: string]: Promise<Blob> };
      constructor(parts: { readonly [type: string]: Promise<Blob> }) {
        this.parts = parts;
        // There is no canvas here.
        parts['image/png']?.catch(() => undefined);
      }
    },
  );
  vi.stubGlobal('navigator', {
    clipboard: {
      write: async ([item]: readonly { readonly parts: { readonly [type: string]: Promise<Blob> } }[]) => {
        written.push((await (await item?.parts['text/plain'])?.text()) ?? '');
      },
    },
  });
  app = new AppState();
  hand = new HandTrace(app, 'secret.sqlog');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const finding = (key: string, known: Partial<Finding> = {}): Finding => {
  const { extent } = opened.snapshot;
  const at = (share: number): number => extent.fromUs + share * (extent.toUs - extent.fromUs);
  const found = { ...spiral(), key, title: `Title of ${key}`, panels: ['congestion'] };
  return { ...found, startUs: at(0.4), endUs: at(0.5), ...known };
};

function say(findings: readonly Finding[], known: Partial<Snapshot> = {}): void {
  hand.say({ ...opened.snapshot, findings, ...known });
}

/** Lets it ask, and answers as the worker would. */
async function answer(): Promise<WindowRequest> {
  for (let step = 0; step < 10; step++) await null;
  const request = hand.bodies('window').at(-1) as WindowRequest;
  await hand.answer('window', opened.context({ ...request.visible, width: 32 }).answer);
  return request;
}

const shown = (): string | null => app.feature(copiedWords).get();
const told = (): string => app.files.list.get().notice?.text ?? '';

describe('the range of a picture', () => {
  const extent = { fromUs: 0, toUs: 100e6 };

  test('is the finding with a margin, and all of the trace from a fifth of it on', () => {
    const short = pictureRange({ ...spiral(), startUs: 45e6, endUs: 55e6 }, extent);
    expect(short.fromUs).toBeLessThan(45e6);
    expect(short.fromUs).toBeGreaterThan(0);
    expect(short.toUs).toBeLessThan(100e6);
    expect(pictureRange({ ...spiral(), startUs: 40e6, endUs: 59e6 }, extent).toUs).toBeGreaterThan(59e6);
    expect(pictureRange({ ...spiral(), startUs: 40e6, endUs: 60e6 }, extent)).toEqual(extent);
  });

  test('of what has no duration is a moment around it', () => {
    const { fromUs, toUs } = pictureRange({ ...spiral(), startUs: 40e6, endUs: 40e6 }, extent);
    expect([fromUs < 40e6, toUs > 40e6, toUs - fromUs <= 1000]).toEqual([true, true, true]);
  });
});

describe('what is copied', () => {
  test('is the chosen finding, else the worst that is not dismissed', async () => {
    say([finding('a'), finding('b'), finding('c')]);
    const copied = async (): Promise<string | null> => {
      const done = copyShown(app, hand.trace);
      await answer();
      await done;
      return shown();
    };
    expect(await copied()).toBe('Picture and sentence copied: Title of a');
    hand.trace.dismiss('a', true);
    expect(await copied()).toBe('Picture and sentence copied: Title of b');
    hand.trace.choose('c');
    expect(await copied()).toBe('Picture and sentence copied: Title of c');
    // One that is dismissed is none that is chosen.
    hand.trace.dismiss('c', true);
    expect(await copied()).toBe('Picture and sentence copied: Title of b');
  });

  test('is asked for over its range, in series that the trace has; the view stays, and the file has no name', async () => {
    say([finding('a')]);
    const before = hand.trace.view.get();
    const done = copyFinding(app, hand.trace, finding('a'));
    const request = await answer();
    await done;
    expect(request.visible).toEqual(pictureRange(finding('a'), opened.snapshot.extent));
    const ids = opened.snapshot.catalogue.map(({ id }) => id);
    expect(request.series.length).toBeGreaterThan(0);
    for (const id of request.series) expect(ids).toContain(id);
    expect(hand.trace.view.get()).toBe(before);
    expect(written[0]).toMatch(/^Title of a \(critical\), .* to .*\. cwnd stayed at 2,700 bytes/);
    expect(written[0]).not.toContain('secret');
    hand.trace.includesName.set(true);
    const named = copyFinding(app, hand.trace, finding('a'));
    await answer();
    await named;
    expect(written[1]).toMatch(/^secret\.sqlog: Title of a/);
  });

  test('is drawn on the first of its panels that has data, else on that of the window', async () => {
    const series = async (panels: readonly string[]): Promise<readonly string[]> => {
      say([finding('a', { panels })]);
      const done = copyFinding(app, hand.trace, finding('a'));
      const request = await answer();
      await done;
      return request.series;
    };
    const [rtt, window] = [await series(['rtt']), await series(['congestion'])];
    expect(rtt).not.toEqual(window);
    expect(await series(['no-such-panel', 'rtt', 'congestion'])).toEqual(rtt);
    expect(await series([])).toEqual(window);
  });

  test('is told for a while, and not longer than what is copied after it', async () => {
    say([finding('a'), finding('b')]);
    const copy = async (key: string): Promise<void> => {
      const done = copyFinding(app, hand.trace, finding(key));
      await answer();
      await done;
    };
    await copy('a');
    vi.advanceTimersByTime(3999);
    await copy('b');
    vi.advanceTimersByTime(1);
    expect(shown()).toContain('Title of b');
    vi.advanceTimersByTime(3999);
    expect(shown()).toBeNull();
  });
});

describe('nothing is copied', () => {
  test('of a finding that the trace has no longer, nor where it was closed meanwhile', async () => {
    say([finding('a')]);
    await copyFinding(app, hand.trace, finding('gone'));
    expect(told()).toBe('Nothing was copied: the trace has no picture of Title of gone.');
    expect(hand.bodies('window')).toEqual([]);
    expect([shown(), written]).toEqual([null, []]);
  });

  test('of a trace whose panels have no data', async () => {
    say([finding('a', { panels: [] })], {
      catalogue: [],
      summary: { ...opened.snapshot.summary, states: [] },
    });
    await copyFinding(app, hand.trace, finding('a'));
    expect(told()).toContain('Nothing was copied');
  });

  test('where the worker cannot answer', async () => {
    say([finding('a')]);
    const done = copyFinding(app, hand.trace, finding('a'));
    for (let step = 0; step < 10; step++) await null;
    await hand.fail('window', 'it is out of memory');
    await done;
    expect(told()).toContain('Nothing was copied');
    expect(app.status.get().idle).toBe(true);
  });
});
