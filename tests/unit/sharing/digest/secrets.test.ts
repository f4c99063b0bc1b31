/** A trace full of marked secrets as a digest: none of them without its option, with each option only what it lets out. */
import { beforeAll, expect, test } from 'vitest';
import {
  SHARE_NOTHING,
  SHARE_OPTIONS,
  type ShareOption,
} from '../../../../src/engine/contract/share-options.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest } from '../../../../src/sharing/digest/pack.ts';
import { type SurveyedTrace, surveyBytes } from '../../../support/digest-input.ts';
import { SECRET_FILE_NAME, SECRETS, secretsIn, secretTrace } from '../../../support/secrets.ts';

let trace: SurveyedTrace;
beforeAll(async () => {
  trace = await surveyBytes(secretTrace(), SECRET_FILE_NAME);
});

function secretsWith(ticked: Partial<Record<ShareOption, boolean>>): readonly string[] {
  const input = { ...trace.input(), options: { ...SHARE_NOTHING, ...ticked } };
  const read = decodeDigest(encodeDigest(makeDigest(input), 1023));
  if ('reason' in read) throw new Error(read.reason);
  return secretsIn(JSON.stringify(read.digest));
}

test('nothing ticked, no secret', () => {
  expect(secretsIn(JSON.stringify(trace.snapshot))).not.toEqual([]);
  expect(secretsWith({})).toEqual([]);
});

test.each(SHARE_OPTIONS.map(({ id }) => id))('%s lets out its own at most', (option) => {
  const others = secretsWith({ [option]: true }).filter(
    (secret) => !(SECRETS[option] as readonly string[]).includes(secret),
  );
  expect(others).toEqual([]);
});

test('options that a digest knows let out something', () => {
  expect(secretsWith({ fileName: true })).toEqual([...SECRETS.fileName]);
  expect(secretsWith({ connectionIds: true })).not.toEqual([]);
  expect(secretsWith({ reasonPhrases: true })).not.toEqual([]);
});
