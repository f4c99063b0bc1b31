/** A trace full of marked secrets as a digest: none of them without its tick, with each tick only what it lets out. */
import { beforeAll, expect, test } from 'vitest';
import { NOTHING_TICKED, TICKS, type Tick } from '../../../../src/engine/contract/ticks.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest } from '../../../../src/sharing/digest/pack.ts';
import { type SurveyedTrace, surveyBytes } from '../../../support/digest-input.ts';
import { SECRET_FILE_NAME, SECRETS, secretsIn, secretTrace } from '../../../support/secrets.ts';

let trace: SurveyedTrace;
beforeAll(async () => {
  trace = await surveyBytes(secretTrace(), SECRET_FILE_NAME);
});

function secretsWith(ticked: Partial<Record<Tick, boolean>>): readonly string[] {
  const input = { ...trace.input(), ticks: { ...NOTHING_TICKED, ...ticked } };
  const read = decodeDigest(encodeDigest(makeDigest(input), 1023));
  if ('reason' in read) throw new Error(read.reason);
  return secretsIn(JSON.stringify(read.digest));
}

test('nothing ticked, no secret', () => {
  expect(secretsIn(JSON.stringify(trace.snapshot))).not.toEqual([]);
  expect(secretsWith({})).toEqual([]);
});

test.each(TICKS.map(({ id }) => id))('%s lets out its own at most', (tick) => {
  const others = secretsWith({ [tick]: true }).filter(
    (secret) => !(SECRETS[tick] as readonly string[]).includes(secret),
  );
  expect(others).toEqual([]);
});

test('ticks that a digest knows let out something', () => {
  expect(secretsWith({ fileName: true })).toEqual([...SECRETS.fileName]);
  expect(secretsWith({ connectionIds: true })).not.toEqual([]);
  expect(secretsWith({ reasonPhrases: true })).not.toEqual([]);
});
