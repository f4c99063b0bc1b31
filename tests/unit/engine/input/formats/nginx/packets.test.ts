/** Packets of NGINX's debug log: what was sent and what was not, sizes, prefixes, and lines that are torn. */
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../../../../src/engine/reading/stages/pipeline.ts';
import { EventKind, PacketFlag, PacketSpace } from '../../../../../../src/qlog-schema/index.ts';
import { line, logOf, readLog, sendingBlock } from '../../../../../support/nginx-log.ts';

const K = EventKind;
const CLOCK = '*1 event timer add: 6: 98:10098';
const lines = (...texts: readonly string[]): readonly string[] => [CLOCK, ...texts].map((text) => line(text));

function rowsOf({ state: { events } }: Connection, kind: number) {
  return Array.from({ length: events.length }, (_, row) => row)
    .filter((row) => events.kind.at(row) === kind)
    .map((row) => ({
      number: events.packetNumber.at(row),
      bytes: events.sizeBytes.at(row),
      space: events.space.at(row),
      flags: events.flags.at(row),
    }));
}
const read = (...texts: readonly string[]): Connection => readLog(logOf(...lines(...texts))).connection;
const sent = (...texts: readonly string[]) => rowsOf(read(...texts), K.packetSent);

const packet = (number: number, output = 'output app packet max:1200 min:0'): readonly string[] => [
  `*1 quic ${output}`,
  `*1 quic frame tx app:${number} STREAM id:0x0 off:${number * 1000} len:1000`,
  `*1 quic packet tx app bytes:1008 need_ack:1 number:${number} encoded nl:1 trunc:0x1`,
];

describe('a packet that is sent', () => {
  it('has the size of its datagram', () => {
    expect(sent(...packet(7), '*1 sendmsg: 1046 of 1046')).toMatchObject([
      { number: 7, bytes: 1046, space: PacketSpace.application },
    ]);
  });

  it('is none where the system did not take it: its number is used again', () => {
    const numbers = sent(
      ...packet(7),
      '*1 sendmsg() not ready',
      ...packet(7),
      '*1 sendmsg: 1046 of 1046',
      ...packet(8, 'sendto app packet max:1500 min:1500'),
      '*1 quic path seq:0 rejected mtu:1500',
      ...packet(9),
      '*1 sendmsg: 1046 of 1046',
    ).map(({ number }) => number);
    expect(numbers).toEqual([7, 9]);
  });

  it('was sent where the line with its size is missing, and the flight after it is logged', () => {
    expect(sent(...packet(7), '*1 quic congestion send if:1046', '*1 quic congestion idle:1')).toMatchObject([
      { number: 7, bytes: 1008 + 1 + 16 + 1 },
    ]);
  });

  it('shares its datagram with others in the handshake: what is left of it falls', () => {
    const connection = read(
      '*1 quic output init packet max:1200 min:0',
      '*1 quic frame tx init:0 CRYPTO len:90 off:0',
      '*1 quic packet tx init bytes:99 need_ack:1 number:0 encoded nl:1 trunc:0x0',
      '*1 quic output hs packet max:1037 min:1037',
      '*1 quic frame tx hs:0 CRYPTO len:660 off:0',
      '*1 quic packet tx hs bytes:974 need_ack:1 number:0 encoded nl:1 trunc:0x0',
      '*1 sendmsg: 1200 of 1200',
    );
    expect(rowsOf(connection, K.packetSent)).toMatchObject([
      { bytes: 163, space: PacketSpace.initial },
      { bytes: 1037, space: PacketSpace.handshake },
    ]);
    expect(connection.state.counts.sentDatagrams).toBe(1);
  });

  it('is a datagram of its own with GSO, of the segments’ size; the last one may be shorter', () => {
    const segment = (number: number): readonly string[] =>
      packet(number, 'output app packet max:1200 min:1200');
    const connection = read(...[1, 2, 3].flatMap(segment), '*1 sendmsg: 3000 of 3000');
    expect(rowsOf(connection, K.packetSent).map(({ bytes }) => bytes)).toEqual([1200, 1200, 600]);
    expect(connection.state.counts.sentDatagrams).toBe(3);
  });

  it('is a probe of a PTO, or of the path’s MTU, where a timer sends a PING', () => {
    const ping = (number: number, min: number): readonly string[] => [
      `*1 quic sendto app packet max:1400 min:${min}`,
      `*1 quic frame tx app:${number} PING`,
      `*1 quic packet tx app bytes:2 need_ack:0 number:${number} encoded nl:1 trunc:0x1`,
      `*1 sendmsg: ${min || 38} of ${min || 38}`,
    ];
    const flags = sent(...ping(1, 0), ...ping(2, 1400)).map(
      (row) => row.flags & (PacketFlag.ptoProbe | PacketFlag.mtuProbe),
    );
    expect(flags).toEqual([PacketFlag.ptoProbe, PacketFlag.mtuProbe]);
  });
});

describe('a packet that is received', () => {
  const received = (number: number, ...frames: readonly string[]): readonly string[] => [
    '*1 quic recvmsg: fd:6 n:61',
    '*1 quic packet rx short flags:57',
    '*1 quic packet rx dcid len:20 00000000000000351ab7941a89e98ee7f73e026a',
    `*1 quic packet rx number:${number} len:1`,
    ...frames.map((frame) => `*1 quic frame rx app:${number} ${frame}`),
    `*1 quic packet done rc:0 level:app decr:1 pn:${number} perr:0`,
  ];

  it('acknowledges ranges, high ones first, with its delay as on the wire', () => {
    const { state } = read(
      ...[1, 2, 3, 4].flatMap((number) => [...packet(number), '*1 sendmsg: 1046 of 1046']),
      ...received(0, 'ACK n:1 delay:2 4-3 1'),
    );
    expect(state.ackedBytes).toBe(3 * 1046);
  });

  it('acknowledges its ranges where NGINX has forgotten packets of another space before', () => {
    const { state, quality } = read(
      ...[...packet(1), '*1 sendmsg: 1046 of 1046'],
      ...received(0).slice(0, 4),
      '*1 quic congestion ack idle t:10000 win:12000 if:1046',
      '*1 quic frame rx app:0 ACK n:0 delay:0 1',
      '*1 quic packet done rc:0 level:app decr:1 pn:0 perr:0',
    );
    expect([state.ackedBytes, quality.droppedRanges]).toEqual([1046, 0]);
  });

  it('is none without its keys', () => {
    const connection = read(
      ...received(0, 'PING'),
      '*1 quic recvmsg: fd:6 n:61',
      '*1 quic packet rx short flags:57',
      '*1 quic packet done rc:-5 parse failed',
    );
    expect(rowsOf(connection, K.packetReceived)).toMatchObject([{ number: 0, bytes: 61 }]);
    expect(connection.state.counts.packetsDropped).toBe(1);
  });

  it('is lost only where its data is sent again after it was examined', () => {
    const { state } = read(
      ...[1, 2, 3, 4, 5].flatMap((number) => [...packet(number), '*1 sendmsg: 1046 of 1046']),
      ...received(0, 'ACK n:0 delay:0 5-4'),
      '*1 quic detect_lost pnum:1 thr:25 pthr:3 wait:4 level:3',
      '*1 quic resend packet pnum:1',
      '*1 quic detect_lost pnum:2 thr:25 pthr:3 wait:4 level:3',
      '*1 quic congestion lost t:10000 win:2400 if:100',
    );
    expect(state.losses.summary).toEqual({ method: 'logged', packets: 1 });
  });
});

describe('lines', () => {
  const PACKETS = [1, 2, 3].flatMap((number) =>
    sendingBlock(number, [`*1 event timer add: 6: 50:${10_050 + number}`]),
  );
  const plain = rowsOf(readLog(logOf(...PACKETS)).connection, K.packetSent);

  it.each<readonly [string, (text: string) => string]>([
    ['a journal', (text) => `Nov 28 17:03:57 host nginx[100]: ${text}`],
    ['Docker Compose', (text) => `nginx-1  | ${text}`],
    ['a container with times', (text) => `2026-11-28T17:03:57.123456789Z ${text}`],
  ])('may have before them what %s writes', (_, prefixed) => {
    expect(plain).toHaveLength(3);
    expect(rowsOf(readLog(logOf(...PACKETS.map(prefixed))).connection, K.packetSent)).toEqual(plain);
  });

  it('may end with CRLF, and the last one without any end', () => {
    const text = PACKETS.join('\r\n');
    expect(rowsOf(readLog(text).connection, K.packetSent)).toEqual(plain);
    for (const size of [1, 7, 100])
      expect(rowsOf(readLog(text, size).connection, K.packetSent)).toEqual(plain);
  });

  it('of requests, of access logs and of other protocols stand between them', () => {
    const others = [
      '127.0.0.1 - - [28/Nov/2026:17:03:57 +0000] "GET / HTTP/1.1" 200 3 "-" "curl"',
      line('*9 http2 frame out: 0000 sid:1 bl:1 len:3'),
      line('*9 http proxy header:\n"GET /a HTTP/1.0\nHost: a\n\n"'),
      line('*9 sendmsg: 20 of 20'),
      line('signal process started', 1, undefined, 'notice'),
    ];
    const mixed = PACKETS.flatMap((one) => [...others, one]);
    expect(rowsOf(readLog(logOf(...mixed)).connection, K.packetSent)).toEqual(plain);
  });

  it('that are torn cost what they say, and no number is made of two', () => {
    const torn = '2026/11/28 17:03:57 [debug] 100#0: *1 quic packet tx app bytes:1008 need_ack:1 number:2';
    const connection = readLog(
      logOf(
        ...PACKETS.slice(0, -8),
        line('*1 quic output app packet max:1200 min:0'),
        line('*1 quic frame tx app:2 PING'),
        torn + line('*1 quic run'),
        line('*1 sendmsg: 40 of 40'),
        line('worker cycle'),
      ),
    ).connection;
    expect(rowsOf(connection, K.packetSent).at(-1)?.number).toBeNaN();
  });

  it('of QUIC in words that are not known are rows without a kind, by these words', () => {
    const { connection } = readLog(
      logOf(
        ...PACKETS,
        line('*1 quic congestion bbr state:3 win:9'),
        line('*1 quic pacer waits deadbeefcafe:77'),
      ),
    );
    const unknown = connection.quality.names.filter(({ status }) => status === 'unknown');
    expect(unknown.map(({ name, count }) => [name, count])).toEqual([['quic pacer waits', 1]]);
  });
});

describe('a log in which no packet is', () => {
  it.each([
    [
      'of another level',
      logOf(line('*1 open() "/x" failed (2: No such file or directory)', 1, undefined, 'error')),
      /Not a qlog trace: this is an error log of NGINX of another level than `debug`.* `error_log FILE debug;`/,
    ],
    [
      'without QUIC',
      logOf(line('*1 http2 frame out: 0000'), line('*1 event timer add: 6: 98:10098')),
      /this is a debug log of NGINX without a line of QUIC\. A server with `listen … quic`/,
    ],
  ])('%s is named, with the directive that would record it', (_, text, words) => {
    let message = '';
    try {
      readLog(text);
    } catch (error) {
      const { format, instead } = error as { format: string; instead: string };
      message = `Not a ${format} trace: ${(error as Error).message}. ${instead}`;
    }
    expect(message).toMatch(words);
    expect(message).not.toContain('\n');
  });
});
