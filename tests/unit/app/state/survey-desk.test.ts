/** Windows for what is shared: one question at a time, and none is left without an answer. */
import { expect, test } from 'vitest';
import { isDigest } from '../../../../src/app/state/shown-digest.ts';
import { SurveyDesk } from '../../../../src/app/state/survey-desk.ts';
import type { Answer } from '../../../../src/engine/contract/messages.ts';

const QUERY = {
  window: { fromUs: 0, columnUs: 1, columns: 1 },
  visible: { fromUs: 0, toUs: 1 },
  series: [],
  parts: [],
  model: null,
};

test('a newer question takes the place of the one before, which is answered with null', async () => {
  const asked: unknown[] = [];
  const desk = new SurveyDesk((query) => asked.push(query));
  const first = desk.ask(QUERY);
  const second = desk.ask(QUERY);
  expect(await first).toBeNull();
  const answer = { seq: 2 } as unknown as Answer;
  desk.take(answer);
  expect(await second).toBe(answer);
  const third = desk.ask(QUERY);
  desk.end();
  expect(await third).toBeNull();
  expect(asked).toHaveLength(3);
});

test('a digest is known by its first bytes; a file that cannot be read is none', async () => {
  const magic = [0x93, 0x51, 0x4c, 0x47, 0x53, 0x0d, 0x0a, 0x1a];
  expect(await isDigest(new File([Uint8Array.from([...magic, 1])], 'x.qlog'))).toBe(true);
  expect(await isDigest(new File(['{"qlog_version":"0.3"}'], 'x.qlogscope'))).toBe(false);
  expect(await isDigest(new File([], 'empty'))).toBe(false);
  const gone = {
    slice: () => {
      throw new DOMException('gone', 'NotReadableError');
    },
  };
  expect(await isDigest(gone)).toBe(false);
});
