/** Which fields panels are drawn from: each panel has some, and a panel is not called empty for want of one that it has. */
import { expect, test } from 'vitest';
import { oscillation } from '../../../../../src/drawing/panels/oscillation.ts';
import { PANELS } from '../../../../../src/drawing/panels/registry.ts';
import { lackingOfPanel } from '../../../../../src/sharing/report/words/lacking-fields.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const spiral = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
const core = await openTrace(corpusPath('spiral-corelevel-s12.server.sqlog.gz'));

test('every panel is drawn from fields of the log', () => {
  expect(PANELS.filter(({ fields }) => fields.length === 0)).toEqual([]);
});

test('a panel without a picture lacks the field that its reason names', () => {
  expect(lackingOfPanel(oscillation, core.snapshot)).toEqual(['congestion states']);
  expect(lackingOfPanel(oscillation, spiral.snapshot)).toEqual([]);
});

test('what a whole log lacks nothing of lacks nothing for any panel', () => {
  const lacking = PANELS.map((panel) => [panel.id, lackingOfPanel(panel, spiral.snapshot)] as const);
  expect(lacking.filter(([, fields]) => fields.length > 0)).toEqual([]);
});
