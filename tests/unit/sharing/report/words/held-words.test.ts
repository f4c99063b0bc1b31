/** Why each holder and cause of the account holds, and what to do about it, in plain words. */
import { expect, test } from 'vitest';
import {
  CAUSE_NAMES,
  type Cause,
  HOLDER_NAMES,
  type Holder,
} from '../../../../../src/engine/base/text/account-names.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { DETECTORS } from '../../../../../src/engine/findings/rules/index.ts';
import { heldWords } from '../../../../../src/sharing/report/words/held-words.ts';
import { meaningOfRule } from '../../../../../src/sharing/report/words/plain-words.ts';

const of = (holder: Holder, cause: Cause | null, findings: readonly Finding[] = []) =>
  heldWords({ holder, cause }, findings, 'download');

test('every holder and every cause has a sentence that says why', () => {
  const causes = Object.keys(CAUSE_NAMES) as readonly Cause[];
  const holders = Object.keys(HOLDER_NAMES) as readonly Holder[];
  const all = [...causes.map((cause) => of('window', cause)), ...holders.map((holder) => of(holder, null))];
  for (const { why, advice, by } of all) {
    expect(why).toMatch(/^[A-Z].*\.$/);
    expect(advice).toMatch(/^$|^[A-Z].*\.$/);
    expect(by).toBeNull();
  }
});

test('a finding that proves it says why; others do not', () => {
  const finding = (id: string) => ({ id, verdict: '' }) as Finding;
  const spiral = finding('death-spiral');
  const { why, by, advice } = of('window', 'doesNotGrow', [finding('random-loss'), spiral]);
  expect(why).toBe(meaningOfRule('death-spiral'));
  expect(by).toBe(spiral);
  expect(advice).toBe('');
  expect(of('window', 'doesNotGrow').why).toBe(meaningOfRule('stuck-window'));
  expect(of('window', 'fullPath', [spiral]).by).toBeNull();
  expect(DETECTORS.some(({ id }) => id === spiral.id)).toBe(true);
});

test('random loss is the path, a full path leaves nothing to gain', () => {
  expect(of('window', 'cutRandom').advice).toMatch(/^It is the path: /);
  expect(of('window', 'fullPath').advice).toMatch(/^Nothing is to be gained at the sender: /);
});

test('small credit names the limits of the end that receives (RFC 9000 §18.2)', () => {
  const advice = (direction: 'download' | 'upload' | 'transfer') =>
    heldWords({ holder: 'credit', cause: 'windowTooSmall' }, [], direction).advice;
  expect(advice('download')).toMatch(
    /of the client: initial_max_data, .*initial_max_stream_data_bidi_local /,
  );
  expect(advice('upload')).toMatch(/of the server: initial_max_data, .*initial_max_stream_data_bidi_remote /);
  expect(advice('transfer')).toContain('of the receiver: initial_max_data');
});
