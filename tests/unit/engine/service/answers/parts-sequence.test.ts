/** The sequence part of an answer: only when asked for, singly by what is seen, its buffers handed over once. */

import { expect, test } from 'vitest';
import type { AnswerParts } from '../../../../../src/engine/reading/contract/answer-parts.ts';
import type { WindowRequest } from '../../../../../src/engine/reading/contract/snapshot.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { answerOf, buffersOf } from '../../../../../src/engine/service/answers/window.ts';
import { loadTrace } from '../../../../support/load.ts';
import { corpusPath, rawRecords } from '../../../../support/raw-trace.ts';

const FILE = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const { state } = loadTrace(FILE).pipeline;

function query(fromUs: number, toUs: number, columns = 1000): WindowRequest {
  return {
    connection: 0,
    window: { fromUs, columnUs: (toUs - fromUs) / columns, columns },
    series: [],
    visible: { fromUs, toUs },
    parts: ['sequence'],
    model: null,
  };
}

const partsOf = (of: TransportState, request: WindowRequest): AnswerParts =>
  answerOf(of, undefined, null, request, 1).parts;

test('a request that does not name it gets none', () => {
  expect(partsOf(state, { ...query(0, state.lastUs), parts: [] }).sequence).toBeNull();
});

test('the whole trace has every packet that its records send, in columns', () => {
  const sent = rawRecords(FILE).filter(({ name }) => name.endsWith('packet_sent')).length;
  const { sequence } = partsOf(state, query(0, state.lastUs + 1));
  const counted = sequence?.spaces.flatMap(({ columns }) => [...columns.sent.counts]) ?? [];
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(sent);
  expect(sequence?.spaces.map(({ packets }) => packets)).toEqual([null, null, null]);
});

test('the visible part decides whether single packets are included, for the whole window', () => {
  const window = query(4_000_000, 7_000_000, 3000);
  const { sequence } = partsOf(state, { ...window, visible: { fromUs: 5_000_000, toUs: 6_000_000 } });
  const main = sequence?.spaces.find(({ name }) => name === '1-RTT');
  const numbers = main?.columns.sent.counts.reduce((sum, count) => sum + count, 0) ?? 0;
  expect(numbers).toBeGreaterThan(100);
  expect(main?.packets?.filter(({ sentUs }) => sentUs >= 4_000_000)).toHaveLength(numbers);
});

test('all its arrays are transferred, each once', () => {
  const answer = answerOf(state, undefined, null, query(0, state.lastUs), 1);
  const buffers = buffersOf(answer);
  expect(new Set(buffers).size).toBe(buffers.length);
  const lost = answer.parts.sequence?.spaces.at(-1)?.columns.lost;
  expect(lost?.columns.length).toBeGreaterThan(0);
  for (const array of Object.values(lost ?? {})) expect(buffers).toContain(array.buffer);
});
