/** The text twin: twelve parts that hold everything in view once, and nothing of it twice. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { loss } from '../../../../../src/drawing/panels/loss.ts';
import { oscillation } from '../../../../../src/drawing/panels/oscillation.ts';
import type { PanelContext, PanelDefinition, TwinTable } from '../../../../../src/drawing/panels/panel.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

let twinTable: (definition: PanelDefinition, context: PanelContext) => TwinTable;
beforeAll(async () => {
  // The component's file knows the page: its address and the scheduler that takes frames from the browser.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('location', { search: '' });
  ({ twinTable } = await import('../../../../../src/app/workbench/panel/text-twin.tsx'));
});

const trace = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));

test('has a head of the legend and twelve rows that begin at times of their own', () => {
  for (const view of [trace.context(), trace.context({ fromUs: 4_000_000, toUs: 4_000_200 })]) {
    const { head, rows } = twinTable(loss, view);
    expect(head).toEqual(['from', 'packets lost, counted by the stack (in all 66: 5 burst, 61 random)']);
    expect(rows).toHaveLength(12);
    expect(new Set(rows.map(([from]) => from)).size).toBe(12);
    for (const row of rows) expect(row).toHaveLength(head.length);
  }
});

describe('the rows together hold what the whole holds', () => {
  // Widths at which the parts do not end on columns.
  test.each([390, 930, 1111])('at %i px', (width) => {
    const view = trace.context({ width });
    const lost = twinTable(loss, view).rows.reduce((sum, [, cell]) => sum + Number(cell), 0);
    expect(lost).toBe(66);
    const { fromUs, toUs } = view.viewport;
    const seconds = (toUs - fromUs) / 12 / 1e6;
    const rates = twinTable(oscillation, view).rows.map(([, cell]) => Number.parseFloat(cell ?? ''));
    const changes = rates.reduce((sum, rate) => sum + rate * seconds, 0);
    // Rates are rounded to whole transitions per second.
    expect(Math.abs(changes - trace.snapshot.summary.transitions)).toBeLessThan(0.5 * 12 * seconds + 1);
  });
});
