/** Every rule has a record that decides it, but for those about the log as a whole. */
import { expect, test } from 'vitest';
import { HOLDERS } from '../../../../../src/engine/base/text/account-names.ts';
import { DETECTORS } from '../../../../../src/engine/findings/rules/index.ts';
import { deciderOf, deciderOfRule } from '../../../../../src/engine/service/answers/deciding.ts';

test('of rules and holders no record decides only what is about the log, not known, or of one stream', () => {
  expect(DETECTORS.map(({ id }) => id).filter((id) => deciderOfRule(id) === null)).toEqual(['log-quality']);
  const without = HOLDERS.filter((holder) => deciderOf({ holder, cause: null }) === null);
  expect(without).toEqual(['notKnown', 'behindStreams']);
});
