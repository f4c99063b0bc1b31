/** When streams waited to be opened (RFC 9000 §4.6), in the log of either end. */
import { describe, expect, test } from 'vitest';
import { StreamMaker } from '../../../../support/stream-maker.ts';

const NONE = { openingUs: 0, blocked: [] };

describe('in the log of the endpoint that opens', () => {
  test('a stream waits from STREAMS_BLOCKED to the MAX_STREAMS that allows it', () => {
    const made = new StreamMaker()
      .send(10, 0, 1, 0, 5)
      .note(20, 'streams-blocked', 'local', -1, 1)
      .note(80, 'streams-credit', 'remote', -1, 2)
      .send(90, 1, 5, 0, 5)
      .send(95, 2, 9, 0, 5);
    expect(made.row(5)).toMatchObject({ openingUs: 60, blocked: [{ fromUs: 20, toUs: 80, by: 'opening' }] });
    for (const id of [1, 9]) expect(made.row(id)).toMatchObject(NONE);
    expect(made.rows('waited').map(({ id }) => id)).toEqual([5, 1, 9]);
  });

  test('up to its first frame, where that is earlier or no MAX_STREAMS is logged', () => {
    const made = new StreamMaker()
      .note(20, 'streams-blocked', 'local', -1, 1)
      .send(50, 1, 5, 0, 5)
      .note(60, 'streams-blocked', 'local', -1, 2)
      .send(70, 2, 9, 0, 5)
      .note(80, 'streams-credit', 'remote', -1, 9);
    expect([5, 9].map((id) => made.row(id).openingUs)).toEqual([30, 10]);
  });

  test('not where credit had come before, where it is sent again, or where no such stream is seen', () => {
    const made = new StreamMaker()
      .note(5, 'streams-credit', 'remote', -1, 3)
      .note(10, 'streams-blocked', 'local', -1, 1)
      .send(20, 1, 5, 0, 5)
      .note(30, 'streams-blocked', 'local', -1, 3)
      .note(35, 'streams-blocked', 'local', -1, 3)
      .note(36, 'streams-blocked', 'local', -1)
      .note(40, 'streams-credit', 'remote', -1, 2)
      .note(50, 'streams-credit', 'remote', -1, 4)
      .send(60, 2, 13, 0, 5)
      .note(70, 'streams-blocked', 'local', -1, 1000);
    expect([5, 13].map((id) => made.row(id).openingUs)).toEqual([0, 20]);
  });

  test('each direction has its own limit', () => {
    const made = new StreamMaker()
      .note(10, 'uni-streams-blocked', 'local', -1, 0)
      .note(20, 'streams-credit', 'remote', -1, 9)
      .note(30, 'uni-streams-credit', 'remote', -1, 1)
      .send(40, 1, 3, 0, 5)
      .send(40, 2, 1, 0, 5);
    expect([1, 3].map((id) => made.row(id).openingUs)).toEqual([0, 20]);
  });
});

test('in the log of the peer it waits until its first frame arrives', () => {
  const made = new StreamMaker()
    .receive(10, 0, 0, 0, 5)
    .note(20, 'streams-blocked', 'remote', -1, 1)
    .note(25, 'streams-credit', 'local', -1, 2)
    .receive(70, 1, 4, 0, 5);
  expect(made.row(4)).toMatchObject({ openingUs: 50, blocked: [{ fromUs: 20, toUs: 70, by: 'opening' }] });
});

test('who opens is not known without a role', () => {
  const made = new StreamMaker().note(20, 'streams-blocked', 'local', -1, 1).send(90, 1, 5, 0, 5);
  made.state.role = 'unknown';
  expect(made.row(5)).toMatchObject(NONE);
});
