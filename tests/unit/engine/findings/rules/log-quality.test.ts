/** What the reader should not trust: each fault gives one row, a sound log none. */
import { describe, expect, test } from 'vitest';
import { DetectInput, type LogFacts } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { logQuality } from '../../../../../src/engine/findings/rules/log-quality.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { loadBytes } from '../../../../support/load.ts';
import { RawSender } from '../../../../support/raw-sender.ts';
import { inputsOf, readLog } from '../../../../support/read-log.ts';

const RTT = 20;
/** The time of the first packet that arrives. */
const BACKWARD = /"time":20\.\d+(?=,"name":"transport:packet_received)/;
const find = (text: string) => runDetectors(readLog(text), [logQuality]).remarks;

/** A sender that logs all it should, and nothing wrong: one loss, told. */
function sound(gapMs = 0.0123): RawSender {
  const sender = new RawSender();
  sender.metrics({ congestion_window: 27_000, bytes_in_flight: 0 });
  for (let i = 0; i < 20; i++) {
    sender.send(2).wait(RTT + gapMs);
    sender.metrics({ smoothed_rtt: RTT, latest_rtt: RTT, min_rtt: RTT, pto_count: 0 });
    if (i === 3) sender.ack([i * 2, i * 2]).lost(i * 2 + 1);
    else sender.ack([i * 2, i * 2 + 1]);
  }
  return sender;
}

/** The rows of the one finding, as id and value. */
function rowsOf(text: string): { readonly [id: string]: number } {
  const found = find(text);
  expect(found.length).toBeLessThanOrEqual(1);
  return Object.fromEntries((found[0]?.evidence ?? []).map(({ id, value }) => [id, value]));
}

test('a good log gives no finding', () => {
  expect(find(sound().text())).toEqual([]);
});

test('every fault is in the evidence, the first three are in the verdict', () => {
  const text = sound()
    .text()
    .replace('"packet_number":9}', '"packet_number":9')
    .replace('"congestion_window":27000', '"congestion_window":27000,"ssthresh":NaN')
    .slice(0, -20);
  const [finding] = find(text);
  expect(finding?.severity).toBe('info');
  expect(finding?.verdict).toMatch(
    /^3 faults in the log of \d+ events: 1 record could not be read; 1 record cut/,
  );
  expect(rowsOf(text)).toMatchObject({ skipped: 1, cut: 1, repaired: 1 });
});

test('three faults are named, a fourth is counted', () => {
  const broken = sound()
    .text()
    .replace('"packet_number":9}', '"packet_number":9')
    .replace('"congestion_window":27000', '"congestion_window":27000,"ssthresh":NaN');
  const named = (text: string) => find(text)[0]?.verdict.replace(/^.* events: /, '');
  expect(named(broken.slice(0, -20))).toBe(
    '1 record could not be read; 1 record cut in the middle; 1 record read only after a repair.',
  );
  expect(named(broken.replace(BACKWARD, '"time":3.5').slice(0, -20))).toBe(
    '1 record could not be read; 1 record cut in the middle; 1 record read only after a repair; 1 more in the evidence.',
  );
});

test('a row holds if it is a fault: some errors, or none of the expected values', () => {
  const deaf = sound()
    .text()
    .replaceAll(/"frames":\[\{"frame_type":"ack".*?\]\}\]/g, '"frames":[]')
    .replace('"congestion_window":27000', '"congestion_window":27000,"ssthresh":NaN');
  const rows = find(deaf)[0]?.evidence ?? [];
  expect(rows.map(({ id, threshold, holds }) => [id, threshold, holds])).toEqual(
    expect.arrayContaining([
      ['repaired', '> 0', true],
      ['acks', 'none', true],
    ]),
  );
});

describe('time', () => {
  test('whole milliseconds', () => {
    const sender = new RawSender().wait(0.875);
    sender.metrics({ congestion_window: 27_000, bytes_in_flight: 0 });
    for (let i = 0; i < 20; i++)
      sender
        .send()
        .wait(RTT)
        .metrics({ latest_rtt: RTT, smoothed_rtt: RTT + i })
        .ack([i, i]);
    expect(rowsOf(sender.text())).toEqual({ clock: 1000 });
  });

  test('32-bit floats are coarse late in a trace, and fine early', () => {
    const floats = (pauseMs: number): string => {
      const sender = new RawSender();
      sender.metrics({ congestion_window: 27_000, bytes_in_flight: 0 });
      for (let i = 0; i < 30; i++) {
        sender
          .send()
          .wait(RTT + 0.0137)
          .metrics({ latest_rtt: RTT, smoothed_rtt: RTT + i });
        sender.ack([i, i]);
      }
      sender.wait(pauseMs).send();
      return sender.text().replace(/"time":([\d.]+)/g, (_, ms: string) => {
        const float = Math.fround(Number(ms) + 200);
        for (let digits = 1; ; digits++) {
          const short = Number(float.toPrecision(digits));
          if (Math.fround(short) === float) return `"time":${short}`;
        }
      });
    };
    expect(rowsOf(floats(1))).toEqual({});
    // Above 2²⁰ ms a step is 2⁻³ ms.
    expect(rowsOf(floats(1_100_000))).toEqual({ clock: 125 });
  });

  test('backward steps and events without a time', () => {
    const text = sound()
      .text()
      .replace(BACKWARD, '"time":3.5')
      .replace(/"time":60\.\d+(?=,"name":"transport:packet_received)/, '"time":null');
    expect(rowsOf(text)).toEqual({ backward: 1, 'absent-times': 1 });
  });
});

test('a clock is fine up to steps of 10 µs', () => {
  const { state, log } = readLog(sound().text());
  const rows = (clockStepUs: number) => {
    const input = new DetectInput(state, { ...(log as LogFacts), clockStepUs, clockReason: 'a clock' });
    return runDetectors(input, [logQuality]).remarks.map(({ evidence }) => evidence.map(({ id }) => id));
  };
  expect([rows(10), rows(10.1)]).toEqual([[], [['clock']]]);
});

describe('what is missing', () => {
  test('metrics, sizes and ACK ranges', () => {
    const bare = new RawSender();
    for (let i = 0; i < 20; i++) bare.send().wait(RTT + 0.0123);
    const rows = rowsOf(bare.text().replaceAll('"raw":{"length":1350},', ''));
    expect(rows).toEqual({ 'sent-sizes': 20, metrics: 3 });
    const deaf = sound()
      .text()
      .replaceAll(/"frames":\[\{"frame_type":"ack".*?\]\}\]/g, '"frames":[]');
    expect(rowsOf(deaf)).toMatchObject({ acks: 0 });
  });

  test('losses that the log never reports are inferred', () => {
    const sender = new RawSender();
    sender.metrics({ congestion_window: 27_000, pto_count: 0, bytes_in_flight: 0 });
    sender
      .send(10)
      .wait(RTT + 0.0123)
      .metrics({ latest_rtt: RTT, smoothed_rtt: RTT })
      .ack([0, 0], [5, 9]);
    for (let i = 10; i < 20; i++)
      sender
        .send()
        .wait(RTT + 0.0123)
        .ack([i, i]);
    expect(rowsOf(sender.text())).toEqual({ losses: 4 });
  });

  test('ACKs that cover packets before they are lost', () => {
    const sender = sound()
      .send(10)
      .wait(RTT + 0.0123)
      .ack([40, 49])
      .wait(0.5)
      .lost(44);
    expect(rowsOf(sender.text())).toEqual({ contradicted: 1 });
  });
});

test('without facts about a file nothing is judged', () => {
  const { pipeline } = loadBytes(new TextEncoder().encode(sound().text()));
  const { notJudged } = runDetectors(new DetectInput(pipeline.state), [logQuality]);
  expect(notJudged.map(({ id }) => id)).toEqual(['log-quality']);
  expect(inputsOf(loadBytes(new TextEncoder().encode(sound().text())))).toHaveLength(1);
});
