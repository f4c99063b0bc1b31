/** After a digest nothing runs: what it holds is answered, what it does not is said. */
import { beforeEach, describe, expect, test } from 'vitest';
import { BackendEnded } from '../../../../src/app/backend/backend.ts';
import { DigestBackend } from '../../../../src/app/backend/digest-backend.ts';
import { missingOf, PANELS } from '../../../../src/drawing/panels/registry.ts';
import { duration } from '../../../../src/engine/base/text/figures.ts';
import { RequestFailed } from '../../../../src/engine/reading/contract/request-failed.ts';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import type {
  Snapshot,
  WindowAnswer,
  WindowRequest,
} from '../../../../src/engine/reading/contract/snapshot.ts';
import type { Digest } from '../../../../src/sharing/digest/digest.ts';
import { decodeDigest, fromBase64url } from '../../../../src/sharing/digest/pack.ts';
import { paintOn } from '../../../support/panel-context.ts';
import frozen from '../../sharing/digest/frozen-digests.json' with { type: 'json' };

let said: Snapshot[];
let backend: DigestBackend;
let digest: Digest;

beforeEach(async () => {
  const read = decodeDigest(fromBase64url(frozen[0]?.digest ?? '') as Uint8Array);
  if ('reason' in read) throw new Error(read.reason);
  digest = read.digest;
  said = [];
  backend = new DigestBackend(digest, 1900, {
    onSnapshot: (snapshot) => said.push(snapshot),
    onCrash: () => undefined,
    onSilence: () => undefined,
  });
  expect(said).toEqual([]);
  await Promise.resolve();
});

const asked = (change: Partial<WindowRequest> = {}): Promise<WindowAnswer> =>
  backend.request('window', {
    connection: 0,
    window: { fromUs: 0, columnUs: 8192, columns: 1300 },
    visible: digest.visible,
    series: ['cwnd', 'bytes-in-flight', 'latest-rtt'],
    parts: ['sequence', 'limits', 'ptos'],
    model: null,
    ...change,
  });

describe('a digest in place of a trace', () => {
  test('its snapshot is ready and says what it is', () => {
    expect(said[0]).toMatchObject({ phase: 'ready', quality: null, connection: 0 });
    expect(said[0]?.digest?.held).toEqual(['congestion', 'states', 'oscillation', 'loss']);
    expect(backend.isPreparing()).toBe(false);
  });

  test('it draws what it holds; what it lacks is left out of the answer', async () => {
    const answer = await asked();
    expect(answer.series.map(({ id }) => id)).toEqual(['cwnd', 'bytes-in-flight']);
    expect(answer.states.names).toContain('recovery');
    expect(answer.parts.sequence).toBeNull();
    expect(answer.parts.limits).toBeNull();
    expect(answer.losses.reduce((sum, lost) => sum + lost, 0)).toBe(66);
  });

  test('the spacing of recoveries is given only for the range that it was made for', async () => {
    expect((await asked()).spacing?.total).toBeGreaterThan(400);
    expect((await asked({ visible: { fromUs: 3e6, toUs: 4e6 } })).spacing).toBeNull();
  });

  test('so is its RTT; elsewhere that of the whole trace is given', async () => {
    const { visible } = digest;
    const columnUs = digest.blocks[0]?.window.columnUs ?? Number.NaN;
    const rttOver = async (fromUs: number, toUs: number) =>
      (await asked({ visible: { fromUs: visible.fromUs + fromUs, toUs: visible.toUs + toUs } })).rttUs;
    expect(digest.rttUs).not.toBe(digest.summary.smoothedRttUs);
    expect(await rttOver(0, 0)).toBe(digest.rttUs);
    expect(await rttOver(columnUs, -columnUs)).toBe(digest.rttUs);
    expect(await rttOver(2 * columnUs, 0)).toBe(digest.summary.smoothedRttUs);
    expect(await rttOver(0, -2 * columnUs)).toBe(digest.summary.smoothedRttUs);
  });

  test('the model that was drawn is there, another one is not', async () => {
    expect((await asked({ model: digest.model })).parts.model?.name).toBe('CUBIC, no idle rule');
    expect((await asked({ model: { id: 'newreno', freeFromUs: null } })).parts.model).toBeNull();
  });

  test('zoomed in beyond its columns every panel draws the wide ones hatched, and says how wide they are', async () => {
    const visible = { fromUs: 5_000_000, toUs: 5_020_000 };
    const window = { fromUs: 4_980_000, columnUs: 16, columns: 3750 };
    const answer = await asked({ visible, window, parts: ['rates'] });
    expect(answer.window).toEqual(window);
    const widest = digest.blocks[0]?.window.columnUs ?? Number.NaN;
    expect(answer.coarseUs).toBe(widest);
    const snapshot = said[0] as Snapshot;
    const context = { answer, snapshot, viewport: { ...visible, width: 1200 }, hidden: new Set<string>() };
    const drawn = PANELS.filter((panel) => missingOf(panel, snapshot) === null);
    expect(drawn.map(({ id }) => id)).toEqual(['congestion', 'states', 'oscillation', 'loss']);
    const words = `Hatched: the digest holds columns of ${duration(widest)} here`;
    for (const panel of drawn) {
      const { surface } = paintOn(panel, context);
      expect(panel.sentence(context)).toContain(words);
      expect(panel.figure?.(context)).toContain(`columns of ${duration(widest)}`);
      if (panel.id === 'congestion') {
        const areas = surface.rects.filter(({ fill }) => fill.color === 'bytes-in-flight');
        expect(areas.map(({ fill }) => fill.pattern)).toContain('diagonal');
      }
    }
    // No moment within a column is known, only its extremes.
    const values = drawn[0]?.values(context, 5_010_000);
    const [fromUs] = [Math.floor(5_010_000 / widest) * widest];
    expect(values?.get('cwnd')).toBe(drawn[0]?.cells(context, fromUs, fromUs + widest)[0]);
  });

  test('where it holds nothing every panel says so', async () => {
    const visible = { fromUs: -5_000_000, toUs: -4_000_000 };
    const window = { fromUs: -5_242_880, columnUs: 8192, columns: 200 };
    const answer = await asked({ visible, window });
    expect(answer.window.columns).toBe(1);
    const snapshot = said[0] as Snapshot;
    const context = { answer, snapshot, viewport: { ...visible, width: 1200 }, hidden: new Set<string>() };
    for (const panel of PANELS.filter((panel) => missingOf(panel, snapshot) === null)) {
      expect(panel.sentence(context)).toContain('holds nothing here');
      expect(panel.values(context, -4_500_000).size).toBe(0);
      expect(new Set(panel.cells(context, visible.fromUs, visible.toUs))).toEqual(new Set(['–']));
    }
  });

  test('panels that it does not hold are not reported as missing in the trace', () => {
    const snapshot = said[0] as Snapshot;
    const rtt = PANELS.find(({ id }) => id === 'rtt')!;
    expect(rtt.missing(snapshot)).toContain('metrics_updated');
    expect(missingOf(rtt, snapshot)).toContain('not in this digest');
  });

  test('everything else is refused with a sentence', async () => {
    const range = { connection: 0, fromUs: 1, toUs: 2 };
    const refused = [
      backend.request('events', {
        connection: 0,
        filter: '',
        scope: null,
        first: 0,
        count: 50,
        anchorUs: null,
      }),
      backend.request('record', { connection: 0, row: 3 }),
      backend.request('measure', range),
      backend.request('rows', { ...range, series: ['cwnd'] }),
      backend.request('export', { ...range, options: SHARE_NOTHING, fileName: '' }),
    ];
    for (const answer of refused) {
      await expect(answer).rejects.toThrow(RequestFailed);
      await expect(answer).rejects.toThrow('A digest holds no events');
    }
  });

  test('its one connection may be chosen', async () => {
    expect(await backend.request('watch', { connection: 0 })).toBeNull();
    expect(said).toEqual([said[0], said[0]]);
  });

  test('a newer request aborts the one that it supersedes', async () => {
    const older = backend.request('measure', { connection: 0, fromUs: 1, toUs: 2 }, { supersedes: 'm' });
    const newer = backend.request('measure', { connection: 0, fromUs: 1, toUs: 3 }, { supersedes: 'm' });
    await expect(older).rejects.toThrow('aborted');
    await expect(newer).rejects.toThrow(RequestFailed);
  });

  test('once it is stopped it answers nothing more', async () => {
    const before = asked();
    backend.stop();
    await expect(before).rejects.toThrow(BackendEnded);
    await expect(asked()).rejects.toThrow(BackendEnded);
  });
});
