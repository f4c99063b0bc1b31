/**
 * Traces made from real ones, for senders of which no recording is at hand: what was changed is said in each. The real
 * trace beside them is what they are told apart from.
 */
import { expect, test } from 'vitest';
import type { Holder } from '../../src/engine/base/text/account-names.ts';
import { heldShare } from '../../src/engine/findings/partition/held.ts';
import { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { appLimited } from '../../src/engine/findings/rules/app-limited.ts';
import { bufferbloat } from '../../src/engine/findings/rules/bufferbloat.ts';
import { flowControlLimited } from '../../src/engine/findings/rules/flow-control-limited.ts';
import { contain } from '../support/containers.ts';
import { runDetectors } from '../support/held-detectors.ts';
import { loadBytes } from '../support/load.ts';
import { type RawRecord, rawRecords } from '../support/raw-trace.ts';
import { utf8 } from '../support/split-all.ts';

const other = (file: string): readonly RawRecord[] =>
  rawRecords(new URL(`other/${file}`, import.meta.url).pathname);
const NGTCP2 = other('ngtcp2-0.12.1_cubic-loss5MB_server.sqlog.gz');

function judge(records: readonly RawRecord[]) {
  const texts = records.map((record) => JSON.stringify(record));
  const { state } = loadBytes(utf8(contain('JSON-SEQ', texts))).pipeline;
  const input = new DetectInput(state);
  const ids = runDetectors(input, [bufferbloat, flowControlLimited, appLimited]).findings.map(({ id }) => id);
  const share = (holder: Holder): number =>
    heldShare(input.heldTime, [holder], { startUs: state.establishedUs, endUs: state.lastUs });
  return { ids, share };
}

const changeData = (
  records: readonly RawRecord[],
  change: (data: RawRecord['data'], record: RawRecord) => object,
): readonly RawRecord[] => records.map((record) => ({ ...record, data: change(record.data, record) }));

/** The window is logged three times as large, with the rate of the real one, as by senders that their pacer holds (x/net, BBR). */
const withRoom = (records: readonly RawRecord[]) => {
  let smoothedMs = 20;
  return changeData(records, (data) => {
    smoothedMs = data.smoothed_rtt ?? smoothedMs;
    const window = data.congestion_window;
    return window === undefined
      ? data
      : { ...data, congestion_window: 3 * window, pacing_rate: (8 * 1000 * window) / smoothedMs };
  });
};

/** One stream is blocked from its hundredth packet on, and its credit never comes (tquic); others send. */
const withBlocked = (records: readonly RawRecord[], frame: object) => {
  let sent = 0;
  return changeData(records, (data, { name }) => {
    if (name !== 'transport:packet_sent' || ++sent !== 100) return data;
    return { ...data, frames: [...data.frames, frame] };
  });
};

test('made of ngtcp2, its window logged three times as large: the pacer holds it, not the application', () => {
  const { ids, share } = judge(withRoom(NGTCP2));
  expect(share('window')).toBeLessThan(0.1);
  expect(ids).toEqual([]);
});

test('made of it, with one stream blocked while another sends: flow control does not limit the connection', () => {
  const { ids, share } = judge(
    withBlocked(withRoom(NGTCP2), { frame_type: 'stream_data_blocked', stream_id: 4, limit: 0 }),
  );
  // What is left are pauses in which no stream sends; a block that holds until credit comes would be 83 %.
  expect(share('credit')).toBeLessThan(0.3);
  expect(ids).toEqual([]);
});

/** Smoothed and latest RTT are 60 ms higher from 1 s on, as in a host that reads its ACKs late; their times are not. */
const late = (records: readonly RawRecord[]) =>
  changeData(records, (data, { time }) => ({
    ...data,
    ...(time > 1000 && data.latest_rtt !== undefined && { latest_rtt: data.latest_rtt + 60 }),
    ...(time > 1000 && data.smoothed_rtt !== undefined && { smoothed_rtt: data.smoothed_rtt + 60 }),
  }));

test('made of it, with RTTs of a slow host: its delay does not follow the flight, and is no queue', () => {
  expect(judge(NGTCP2).ids).toEqual([]);
  expect(judge(late(NGTCP2)).ids).toEqual([]);
});
