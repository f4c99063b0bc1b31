/** Keys of what is chosen: parts of the account and streams, told from those of findings. */
import { expect, test } from 'vitest';
import { evidencePanels } from '../../../../src/drawing/panels/evidence-panels.ts';
import { PANEL_IDS } from '../../../../src/drawing/panels/registry.ts';
import { streamKey, subjectOf } from '../../../../src/drawing/view/chosen.ts';
import {
  CAUSE_NAMES,
  type Cause,
  HOLDER_NAMES,
  type Holder,
} from '../../../../src/engine/base/text/account-names.ts';
import { heldKey } from '../../../../src/engine/reading/contract/stretches.ts';

const HOLDERS = Object.keys(HOLDER_NAMES) as Holder[];
const CAUSES = [null, ...(Object.keys(CAUSE_NAMES) as Cause[])];
const PARTS = HOLDERS.flatMap((holder) => CAUSES.map((cause) => ({ holder, cause })));

test('a key of a part, or of a stream, is read as it was written', () => {
  for (const part of PARTS) expect(subjectOf(heldKey(part))).toEqual({ kind: 'held', key: heldKey(part) });
  expect(subjectOf(streamKey(400))).toEqual({ kind: 'stream', streamId: 400 });
});

test.each([
  'death-spiral.1',
  'held',
  'held.window.cutRandom.1',
  'held.<b>',
  'stream.',
  'stream.x',
  'stream.4.1',
  '',
])('%j is none: it may be a finding', (key) => expect(subjectOf(key)).toEqual({ kind: 'finding', key }));

test('whatever is chosen has panels that there are, at most six, each once', () => {
  const none = { findings: [], remarks: [] };
  for (const key of [...PARTS.map(heldKey), streamKey(0)]) {
    const panels = evidencePanels(key, none);
    expect(panels.length, key).toBeGreaterThan(0);
    expect(panels.length, key).toBeLessThanOrEqual(6);
    expect(new Set(panels).size, key).toBe(panels.length);
    expect(
      panels.filter((id) => !PANEL_IDS.includes(id)),
      key,
    ).toEqual([]);
  }
});
