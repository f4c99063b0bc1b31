/** Behind a digest nothing runs: what it holds is answered, what it does not is said. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DigestConnection } from '../../../../src/app/backend/digest-connection.ts';
import { missingOf, PANELS } from '../../../../src/drawing/panels/catalogue.ts';
import type { EventsAnswer, RecordAnswer } from '../../../../src/engine/contract/events.ts';
import type { CutAnswer } from '../../../../src/engine/contract/export.ts';
import type { Answer, Query, Snapshot } from '../../../../src/engine/contract/messages.ts';
import type { Measured, Rows } from '../../../../src/engine/contract/parts.ts';
import { NOTHING_TICKED } from '../../../../src/engine/contract/ticks.ts';
import type { Digest } from '../../../../src/sharing/digest/digest.ts';
import { decodeDigest, fromBase64url } from '../../../../src/sharing/digest/pack.ts';
import frozen from '../../sharing/digest/frozen-digests.json' with { type: 'json' };

interface Said {
  snapshot?: Snapshot;
  answer?: Answer;
  events?: EventsAnswer;
  record?: RecordAnswer;
  measured?: Measured;
  rows?: Rows;
  cut?: CutAnswer;
}

let said: Said;
let connection: DigestConnection;
let digest: Digest;

beforeEach(async () => {
  const read = decodeDigest(fromBase64url(frozen[0]?.digest ?? '') as Uint8Array);
  if ('reason' in read) throw new Error(read.reason);
  digest = read.digest;
  said = {};
  connection = new DigestConnection(digest, 1900, {
    onSnapshot: (snapshot) => Object.assign(said, { snapshot }),
    onAnswer: (answer) => Object.assign(said, { answer }),
    onEvents: (events) => Object.assign(said, { events }),
    onRecord: (record) => Object.assign(said, { record }),
    onMeasured: (measured) => Object.assign(said, { measured }),
    onRows: (rows) => Object.assign(said, { rows }),
    onCut: (cut) => Object.assign(said, { cut }),
    onCrash: () => undefined,
    onSilence: () => undefined,
  });
  expect(said.snapshot).toBeUndefined();
  await Promise.resolve();
});

async function asked(change: Partial<Query> = {}): Promise<Answer> {
  connection.ask({
    channel: 'panels',
    connection: 0,
    window: { fromUs: 0, columnUs: 8192, columns: 1300 },
    visible: digest.visible,
    series: ['cwnd', 'bytes-in-flight', 'latest-rtt'],
    parts: ['sequence', 'limits', 'ptos'],
    model: null,
    ...change,
  });
  await Promise.resolve();
  return said.answer as Answer;
}

describe('a digest in place of a trace', () => {
  test('its snapshot is ready and says what it is', () => {
    expect(said.snapshot).toMatchObject({ phase: 'ready', quality: null, connection: 0 });
    expect(said.snapshot?.digest?.held).toEqual(['congestion', 'states', 'oscillation', 'loss']);
    expect(connection.pending()).toBe(false);
  });

  test('it draws what it holds; what it lacks is left out of the answer', async () => {
    const answer = await asked();
    expect(answer.series.map(({ id }) => id)).toEqual(['cwnd', 'bytes-in-flight']);
    expect(answer.states.names).toContain('recovery');
    expect(answer.parts.sequence).toBeNull();
    expect(answer.parts.limits).toBeNull();
    expect(answer.losses.reduce((sum, lost) => sum + lost, 0)).toBe(66);
  });

  test('the spacing of recoveries is told for the range that it was made for only', async () => {
    expect((await asked()).spacing?.total).toBeGreaterThan(400);
    expect((await asked({ visible: { fromUs: 3e6, toUs: 4e6 } })).spacing).toBeNull();
  });

  test('so is its round trip; elsewhere that of the whole trace is told', async () => {
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

  test('nearer than its columns it answers with one that is empty, and every panel says so', async () => {
    const visible = { fromUs: 5_000_000, toUs: 5_020_000 };
    const window = { fromUs: 4_980_000, columnUs: 16, columns: 3750 };
    const answer = await asked({ visible, window });
    expect(answer.window.columns).toBe(1);
    const snapshot = said.snapshot as Snapshot;
    const context = { answer, snapshot, viewport: { ...visible, width: 1200 }, hidden: new Set<string>() };
    const drawn = PANELS.filter((panel) => missingOf(panel, snapshot) === null);
    expect(drawn.map(({ id }) => id)).toEqual(['congestion', 'states', 'oscillation', 'loss']);
    for (const panel of drawn) {
      expect(panel.sentence(context)).toContain('holds nothing this fine');
      expect(panel.values(context, 5_010_000).size).toBe(0);
      expect(new Set(panel.cells(context, visible.fromUs, visible.toUs))).toEqual(new Set(['–']));
    }
  });

  test('panels that it does not hold are never said to be missing in the trace', () => {
    const snapshot = said.snapshot as Snapshot;
    const rtt = PANELS.find(({ id }) => id === 'rtt')!;
    expect(rtt.missing(snapshot)).toContain('metrics_updated');
    expect(missingOf(rtt, snapshot)).toContain('not in this digest');
  });

  test('events, records, figures and points are answered with a word or with nothing', async () => {
    connection.askEvents({ seq: 7, filter: '', scope: null, first: 0, count: 50, anchorUs: null });
    connection.askRecord({ seq: 8, row: 3 });
    connection.askMeasure({ seq: 9, connection: 0, fromUs: 1, toUs: 2 });
    connection.askRows({ seq: 10, connection: 0, series: ['cwnd'], fromUs: 1, toUs: 2 });
    await Promise.resolve();
    expect(said.events).toMatchObject({ seq: 7, total: 0, done: true });
    expect(said.events?.readError).toContain('A digest holds no events');
    expect(said.record).toMatchObject({ seq: 8, row: 3, text: null });
    expect(said.measured?.seq).toBe(9);
    expect(said.measured?.sentBytes).toBeNaN();
    expect(said.rows).toEqual({ seq: 10, fromUs: 1, columns: [] });
    connection.askCut(null);
    connection.askCut({ seq: 11, connection: 0, fromUs: 0, toUs: 1, ticks: NOTHING_TICKED, fileName: '' });
    await Promise.resolve();
    expect(said.cut).toMatchObject({ seq: 11, state: 'failed' });
  });

  test('once it is stopped it says nothing more', async () => {
    connection.stop();
    connection.askRecord({ seq: 8, row: 3 });
    await Promise.resolve();
    expect(said.record).toBeUndefined();
  });
});
