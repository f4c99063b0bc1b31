/** Which streams waited for credit or behind a lost packet, as the end of a sentence. */
import { describe, expect, test } from 'vitest';
import { creditWords, lossWords } from '../../../../../src/engine/findings/conditions/streams-waited.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { StreamMaker } from '../../../../support/stream-maker.ts';

function inputOf({ state }: StreamMaker): DetectInput {
  state.sentInFlightPackets = 10;
  state.sentInFlightBytes = 10_000;
  return new DetectInput(state);
}

/** Streams 0 and 4 use up their credit, and wait 60 and 1,200 ms. */
const ofStreams = () =>
  new StreamMaker()
    .parameter('initial_max_stream_data_bidi_local', 1000)
    .send(10_000, 0, 0, 0, 1000)
    .send(20_000, 1, 4, 0, 1000)
    .note(70_000, 'stream-credit', 'remote', 0, 3000)
    .send(70_000, 2, 0, 1000, 100)
    .note(1_220_000, 'stream-credit', 'remote', 4, 3000)
    .send(1_220_000, 3, 4, 1000, 100);

describe('credit', () => {
  test('names the stream that waited longest, and how many did', () => {
    const due = '; stream 4 waited 1.20 s for its credit, the longest of 2 streams';
    expect(creditWords(inputOf(ofStreams()), 1_300_000)).toBe(due);
    const one = ofStreams();
    expect(creditWords(inputOf(one), 12_000_001)).toBe('');
  });

  test('of the connection names one stream, or how many waited', () => {
    const held = () =>
      new StreamMaker()
        .parameter('initial_max_data', 200)
        .send(10_000, 0, 0, 0, 100)
        .send(20_000, 1, 4, 0, 100)
        .note(520_000, 'connection-credit', 'remote', -1, 900)
        .send(520_000, 2, 0, 100, 100);
    const words = (made: StreamMaker) => creditWords(inputOf(made), 500_000);
    expect(words(held())).toBe('; stream 0 waited 500 ms for the credit of the connection');
    expect(words(held().send(530_000, 3, 4, 100, 100))).toBe(
      '; 2 streams waited for the credit of the connection, up to 500 ms',
    );
  });

  test('is not told of a receiver, of several paths, of a capture, or where no frames are logged', () => {
    const changes: readonly ((made: StreamMaker) => void)[] = [
      ({ state }) => Object.assign(state, { receivedElicitingPackets: 99, receivedEliciting: 1e6 }),
      ({ state }) => Object.assign(state, { pathCount: 2 }),
      ({ state }) => Object.assign(state, { captured: true }),
      ({ state }) => Object.assign(state, { beginsMidway: true }),
    ];
    for (const change of changes) {
      const made = ofStreams();
      const input = inputOf(made);
      change(made);
      expect(creditWords(input, 1_300_000)).toBe('');
    }
    expect(creditWords(inputOf(new StreamMaker()), 1)).toBe('');
  });
});

describe('losses', () => {
  /** Packet 1 of stream 0 is lost, and sent again twice; what is after it arrives at once. */
  const lost = () =>
    new StreamMaker()
      .send(0, 0, 0, 0, 100)
      .send(1000, 1, 0, 100, 100)
      .send(2000, 2, 0, 200, 100)
      .send(3000, 3, 4, 0, 100)
      .ack(30_000, 0)
      .ack(32_000, 2, 3)
      .lose(33_000, 1)
      .send(34_000, 4, 0, 100, 100)
      .lose(200_000, 4)
      .send(210_000, 5, 0, 100, 100)
      .ack(532_000, 5);

  test('name the stream, and the packet that carried first what it waited for', () => {
    const input = inputOf(lost());
    expect(lossWords(input, { startUs: 30_000, endUs: 600_000 })).toBe(
      '; stream 0 waited 500 ms behind packet 1',
    );
    expect(lossWords(input, { startUs: 0, endUs: 1_100_000 })).toBe('');
    expect(lossWords(input, { startUs: 600_000, endUs: 700_000 })).toBe('');
  });

  test('of the last data of a stream are what its end waited for', () => {
    const made = new StreamMaker()
      .send(0, 0, 0, 0, 100)
      .send(1000, 1, 0, 100, 100)
      .note(1000, 'fin', 'local', 0, 200)
      .send(2000, 2, 4, 0, 100)
      .ack(30_000, 0)
      .ack(32_000, 2)
      .lose(300_000, 1)
      .send(301_000, 3, 0, 100, 100)
      .ack(330_000, 3);
    expect(lossWords(inputOf(made), { startUs: 40_000, endUs: 330_000 })).toBe(
      '; stream 0 waited 300 ms behind packet 1',
    );
  });

  test('of one packet, or of several, that several streams waited behind', () => {
    const together = new StreamMaker().send(0, 0, 0, 0, 100);
    const { streams } = together.state;
    streams.sent.add(0, streams.ordinalOf(4), 0, 100);
    together
      .send(1000, 1, 0, 100, 100)
      .send(1500, 2, 4, 100, 100)
      .send(1700, 3, 8, 0, 100)
      .ack(30_000, 1, 3)
      .lose(31_000, 0)
      .send(200_000, 4, 0, 0, 100)
      .send(200_100, 5, 4, 0, 100)
      .ack(230_000, 4)
      .ack(240_000, 5);
    const interval = { startUs: 30_000, endUs: 240_000 };
    expect(lossWords(inputOf(together), interval)).toBe(
      '; 2 of the 3 streams waited behind packet 0, up to 210 ms',
    );
    const apart = new StreamMaker()
      .send(0, 0, 0, 0, 100)
      .send(500, 1, 4, 0, 100)
      .send(1000, 2, 0, 100, 100)
      .send(1500, 3, 4, 100, 100)
      .ack(30_000, 2, 3)
      .lose(31_000, 0)
      .lose(31_000, 1)
      .send(200_000, 4, 0, 0, 100)
      .send(200_100, 5, 4, 0, 100)
      .ack(230_000, 4)
      .ack(240_000, 5);
    expect(lossWords(inputOf(apart), interval)).toBe(
      '; 2 of the 2 streams waited behind lost packets, the longest, stream 4, 210 ms behind packet 1',
    );
  });
});
