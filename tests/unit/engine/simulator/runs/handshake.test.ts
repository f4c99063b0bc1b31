/** The handshake of each end: keys, what it writes as the peer's messages come, complete, confirmed, keys gone. */
import { beforeEach, describe, expect, test } from 'vitest';
import { Handshake, requestBytes } from '../../../../../src/engine/simulator/runs/handshake.ts';
import { SPACES, Space } from '../../../../../src/engine/simulator/runs/packet.ts';
import { SendStream } from '../../../../../src/engine/simulator/runs/send-stream.ts';
import { HANDSHAKE } from '../../../../support/simulated.ts';

interface End {
  readonly handshake: Handshake;
  readonly streams: readonly SendStream[];
  readonly discarded: Space[];
}

function end(isClient: boolean, isUpload = false): End {
  const streams = SPACES.map(() => new SendStream());
  const discarded: Space[] = [];
  const onDiscard = (space: Space): void => void discarded.push(space);
  const handshake = new Handshake({ isClient, isUpload, settings: HANDSHAKE, streams, onDiscard });
  return { handshake, streams, discarded };
}

const writtenOf = ({ streams }: End): readonly number[] => streams.map(({ written }) => written);
const keysOf = ({ handshake }: End): readonly boolean[] => SPACES.map((space) => handshake.hasKeys(space));
const { clientHelloBytes, serverHelloBytes, certificateBytes, finishedBytes } = HANDSHAKE;

describe('a client', () => {
  let client: End;
  beforeEach(() => {
    client = end(true);
    client.handshake.begin();
  });

  test('begins with its hello, and has the first keys only', () => {
    expect(writtenOf(client)).toEqual([clientHelloBytes, 0, 0]);
    expect(keysOf(client)).toEqual([true, false, false]);
    expect(client.handshake.probedSpace).toBe(Space.initial);
  });

  test('has the keys of the handshake once the whole hello of the server came', () => {
    const { handshake } = client;
    expect(handshake.read(Space.initial, serverHelloBytes - 1)).toBe(false);
    expect(keysOf(client)).toEqual([true, false, false]);
    expect(handshake.read(Space.initial, serverHelloBytes)).toBe(false);
    expect(keysOf(client)).toEqual([true, true, false]);
    expect(handshake.probedSpace).toBe(Space.handshake);
  });

  test('is complete with the certificate, once, and asks in packets of their own', () => {
    const { handshake, streams } = client;
    handshake.read(Space.initial, serverHelloBytes);
    expect(handshake.read(Space.handshake, certificateBytes - 1)).toBe(false);
    expect(handshake.read(Space.handshake, certificateBytes)).toBe(true);
    expect(handshake.read(Space.handshake, certificateBytes)).toBe(false);
    expect([handshake.isComplete, handshake.isConfirmed]).toEqual([true, false]);
    expect(writtenOf(client)).toEqual([clientHelloBytes, finishedBytes, requestBytes(HANDSHAKE)]);
    const asked = streams[Space.application] as SendStream;
    expect(HANDSHAKE.requestBytes.map(() => asked.take(1000, 1e9))).toEqual(HANDSHAKE.requestBytes);
  });

  test('drops the first keys with its first packet of the handshake, all but the last when confirmed', () => {
    const { handshake, discarded } = client;
    handshake.read(Space.initial, serverHelloBytes);
    handshake.readPacket(Space.handshake);
    handshake.sentPacket(Space.initial);
    expect(discarded).toEqual([]);
    handshake.read(Space.handshake, certificateBytes);
    handshake.sentPacket(Space.handshake);
    handshake.sentPacket(Space.handshake);
    expect(discarded).toEqual([Space.initial]);
    handshake.confirm();
    handshake.confirm();
    expect(discarded).toEqual([Space.initial, Space.handshake]);
    expect(keysOf(client)).toEqual([false, false, true]);
    expect([handshake.isConfirmed, handshake.owesDone]).toEqual([true, false]);
  });

  test('knows from an ACK of the handshake that its address is validated, or from HANDSHAKE_DONE', () => {
    const { handshake } = client;
    handshake.readAck(Space.initial);
    expect(handshake.isValidated).toBe(false);
    handshake.readAck(Space.handshake);
    expect(handshake.isValidated).toBe(true);
    const other = end(true).handshake;
    other.confirm();
    expect(other.isValidated).toBe(true);
  });

  test('probes until it is validated, and until it is confirmed where Finished may be missing', () => {
    const { handshake } = client;
    handshake.read(Space.initial, serverHelloBytes);
    expect(handshake.probedSpace).toBe(Space.handshake);
    handshake.readAck(Space.handshake);
    expect(handshake.probedSpace).toBeNull();
    handshake.read(Space.handshake, certificateBytes);
    expect(handshake.probedSpace).toBe(Space.handshake);
    handshake.confirm();
    expect(handshake.probedSpace).toBeNull();
  });

  test('that uploads asks for nothing', () => {
    const upload = end(true, true);
    upload.handshake.read(Space.initial, serverHelloBytes);
    upload.handshake.read(Space.handshake, certificateBytes);
    expect(writtenOf(upload)).toEqual([0, finishedBytes, 0]);
  });
});

describe('a server', () => {
  let server: End;
  beforeEach(() => {
    server = end(false);
  });

  test('answers the whole hello of the client, once', () => {
    const { handshake } = server;
    handshake.read(Space.initial, clientHelloBytes - 1);
    expect(writtenOf(server)).toEqual([0, 0, 0]);
    handshake.read(Space.initial, clientHelloBytes);
    handshake.read(Space.initial, clientHelloBytes);
    expect(writtenOf(server)).toEqual([serverHelloBytes, certificateBytes, 0]);
    expect(keysOf(server)).toEqual([true, true, false]);
  });

  test('drops the first keys with the first packet of the handshake that it reads', () => {
    const { handshake, discarded } = server;
    handshake.read(Space.initial, clientHelloBytes);
    handshake.sentPacket(Space.handshake);
    handshake.readPacket(Space.initial);
    expect(discarded).toEqual([]);
    handshake.readPacket(Space.handshake);
    expect(discarded).toEqual([Space.initial]);
  });

  test('is complete and confirmed by Finished, and owes HANDSHAKE_DONE', () => {
    const { handshake, discarded } = server;
    handshake.read(Space.initial, clientHelloBytes);
    expect(handshake.read(Space.handshake, finishedBytes - 1)).toBe(false);
    expect([handshake.isComplete, handshake.owesDone]).toEqual([false, false]);
    expect(handshake.read(Space.handshake, finishedBytes)).toBe(true);
    expect([handshake.isComplete, handshake.isConfirmed, handshake.owesDone]).toEqual([true, true, true]);
    expect(keysOf(server)).toEqual([false, false, true]);
    expect(discarded).toEqual([Space.initial, Space.handshake]);
  });

  test('never waits for its peer to probe', () => {
    expect([server.handshake.probedSpace, server.handshake.isValidated]).toEqual([null, true]);
  });
});
