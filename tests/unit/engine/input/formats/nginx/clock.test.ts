/** The ms clock of NGINX's workers, from lines that have seconds. */
import { describe, expect, it } from 'vitest';
import { EventKind } from '../../../../../../src/qlog-schema/index.ts';
import { line, logOf, readLog, sendingBlock, timesMs } from '../../../../../support/nginx-log.ts';

const { packetSent, metricsUpdated } = EventKind;
/** A connection that is there: a packet was received before. */
const BEGUN = [
  line('epoll timer: -1'),
  line('*1 quic recvmsg: 127.0.0.1:5000 fd:6 n:43'),
  line('*1 quic packet rx short flags:57'),
  line('*1 quic packet rx number:0 len:1'),
  line('*1 quic packet done rc:0 level:app decr:1 pn:0 perr:0'),
  line('*1 event timer add: 6: 100:10100'),
  line('timer delta: 5'),
  line('worker cycle'),
  line('epoll timer: 100'),
];
const timesOf = (...lines: readonly string[]): readonly number[] =>
  timesMs(readLog(logOf(...BEGUN, ...lines)).connection, packetSent);

describe('the time of a block', () => {
  it('is that of a timer that is set, less its delay', () => {
    expect(timesOf(...sendingBlock(1, ['*1 event timer add: 6: 98:10131']))).toEqual([33]);
  });

  it('is that of a step of CUBIC', () => {
    const lines = sendingBlock(1, ['*1 quic congestion ack ss t:10044 win:13198 ss:-1 if:11980']);
    expect(timesOf(...lines)).toEqual([44]);
  });

  it('is its step after the block before, where nothing else says it', () => {
    const lines = [...sendingBlock(1, ['timer delta: 13']), ...sendingBlock(2, ['timer delta: 4'])];
    expect(timesOf(...lines)).toEqual([13, 17]);
  });

  it('holds for all that follows until the worker waits again', () => {
    const { connection } = readLog(
      logOf(
        ...BEGUN,
        line('*1 quic congestion send if:1'),
        line('*1 event timer add: 6: 98:10120'),
        line('*1 quic congestion send if:2'),
        line('timer delta: 22'),
        line('*1 quic congestion send if:3'),
        line('*1 quic congestion idle:1'),
      ),
    );
    expect(new Set(timesMs(connection, metricsUpdated))).toEqual(new Set([22]));
  });

  it('is ignored where it goes back, or is far from the second of the lines', () => {
    const wrong = ['*1 event timer add: 6: 98:9000', '*1 event timer add: 6: 98:99999999', 'timer delta: 7'];
    expect(timesOf(...sendingBlock(1, wrong))).toEqual([7]);
  });
});

it('the first blocks of a log that begins later are placed by the first one that says it, backwards', () => {
  const { connection } = readLog(
    logOf(
      '#0: *1 quic congestion idle:1',
      ...sendingBlock(1, []),
      ...sendingBlock(2, ['timer delta: 10']),
      ...sendingBlock(3, ['*1 event timer add: 6: 50:20050', 'timer delta: 30']),
      ...sendingBlock(4, ['timer delta: 5']),
    ),
  );
  expect(timesMs(connection, packetSent)).toEqual([0, 10, 40, 45]);
});

it('blocks without any word of their time have that of the block before, and a log without any that of its seconds', () => {
  expect(timesOf(...sendingBlock(1, []), ...sendingBlock(2, ['timer delta: 9']))).toEqual([0, 9]);
  const { connection } = readLog(logOf(...sendingBlock(1, [])));
  expect(timesMs(connection, packetSent)).toEqual([0]);
  expect(connection.quality.originMs).toBeCloseTo(Date.UTC(2026, 10, 28, 17, 3, 57), -4);
});

it('workers have one clock, whatever lines of theirs stand within one another', () => {
  const first = sendingBlock(1, ['*1 event timer add: 6: 50:30050', 'timer delta: 1']);
  const second = sendingBlock(1, ['*2 event timer add: 7: 50:30062', 'timer delta: 1'], {
    pid: 200,
    id: '*2',
  });
  const mixed = first.flatMap((one, i) => [one, second[i] as string]);
  const { pipeline } = readLog(logOf(...mixed));
  expect(pipeline.connections.map((one) => timesMs(one, packetSent))).toEqual([[0], [12]]);
});

it('with debug_connection a block begins with each datagram, and a timer that stays shows the time', () => {
  const datagram = (number: number, ...lines: readonly string[]): readonly string[] => [
    '*1 quic recvmsg: fd:6 n:43',
    '*1 quic packet rx short flags:57',
    `*1 quic packet rx number:${number} len:1`,
    `*1 quic packet done rc:0 level:app decr:1 pn:${number} perr:0`,
    ...lines,
  ];
  const { connection } = readLog(
    logOf(
      ...[
        ...datagram(0, '*1 event timer add: 6: 20000:60000'),
        ...datagram(1, '*1 event timer: 6, old: 60000, new: 60025'),
        ...datagram(2),
      ].map((text) => line(text)),
    ),
  );
  expect(timesMs(connection, EventKind.packetReceived)).toEqual([0, 25, 25]);
});

describe('the time of day', () => {
  const at = (seconds: number, clockMs: number): readonly string[] =>
    sendingBlock(clockMs, [`*1 event timer add: 6: 50:${clockMs + 50}`], {
      time: `2026/11/28 17:03:${seconds}`,
    });

  it('is within the seconds of all blocks', () => {
    // 17:03:57.900 by the last block of its second, and the first one of the next.
    const { connection } = readLog(logOf(...at(57, 5000), ...at(57, 5099), ...at(58, 5101), ...at(58, 5800)));
    expect(connection.quality.originMs).toBeCloseTo(Date.UTC(2026, 10, 28, 17, 3, 57, 900), -1);
  });

  it('is UTC where a header of an answer states it', () => {
    const { connection } = readLog(
      logOf(
        ...BEGUN,
        line('*1 quic stream id:0x0 create'),
        line('*7 add cleanup: 0000'),
        line('*7 http3 output header: "date: Sat, 28 Nov 2026 15:03:57 GMT"'),
        ...sendingBlock(1, ['timer delta: 3']),
      ),
    );
    expect(connection.quality.originMs ?? 0).toBeCloseTo(Date.UTC(2026, 10, 28, 15, 3, 57), -4);
  });

  it('goes on where the machine was started again: its clock begins anew', () => {
    const { pipeline } = readLog(
      logOf(
        ...at(10, 900_000),
        ...[100, 200, 300, 400].flatMap((clockMs) =>
          sendingBlock(clockMs, [`*1 event timer add: 6: 50:${clockMs + 50}`, 'timer delta: 1'], {
            pid: 300,
            time: '2026/11/28 17:03:50',
          }),
        ),
      ),
    );
    const [, later] = pipeline.connections;
    const [first = 0] = timesMs(later as never, packetSent);
    expect(first).toBeGreaterThan(35_000);
    expect(first).toBeLessThan(45_000);
  });
});
