/** The legend on real traces: what has no key in view is not drawn there, and each key has a name of its own. */
import { expect, test } from 'vitest';
import { entriesInView } from '../../src/drawing/panels/lanes/panel-lanes.ts';
import { idsInView, type PanelContext, type PanelDefinition } from '../../src/drawing/panels/panel.ts';
import { missingOf, PANELS } from '../../src/drawing/panels/registry.ts';
import { openTrace, paintOn } from '../support/panel-context.ts';
import { corpusPath } from '../support/raw-trace.ts';
import type { RecordingSurface } from '../support/recording-surface.ts';

const TRACES = [
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'bbr2-loss2s-s03.server.sqlog.gz',
  'applimited-buggy-lowwin.server.sqlog.gz',
  'rate-cubic-buggy-s03.client.sqlog.gz',
  '../wire/quiche-req-100-conc.client.sqlog.gz',
];
/** From and to, as shares of the trace. */
const VIEWS = [
  [0, 1],
  [0, 0.06],
  [0.31, 0.33],
] as const;

/** What is seen of a picture: a line without points is not. */
function seen({ calls }: RecordingSurface): string {
  return JSON.stringify(
    calls.filter((call) => !('points' in call) || call.points.some((value, i) => i % 2 === 0 && value >= 0)),
  );
}

/** Ids of entries without a key, whose hiding changes the picture all the same. */
function drawnWithoutKey(panel: PanelDefinition, context: PanelContext): readonly string[] {
  const inView = entriesInView(panel, [{ context, place: 0, style: 0 }]);
  const whole = seen(paintOn(panel, context).surface);
  return panel.legend(context).flatMap(({ id }) => {
    if (inView.has(id)) return [];
    const hidden = new Set([`${panel.id}/${id}`]);
    return seen(paintOn(panel, { ...context, hidden }).surface) === whole ? [] : [id];
  });
}

test.each(TRACES)('%s', async (path) => {
  const trace = await openTrace(corpusPath(path));
  const { fromUs, toUs } = trace.snapshot.extent;
  const wrong: string[] = [];
  for (const [from, to] of VIEWS) {
    const at = (share: number): number => fromUs + (toUs - fromUs) * share;
    const context = trace.context({ fromUs: at(from), toUs: at(to), width: 512 });
    for (const panel of PANELS.filter((one) => missingOf(one, trace.snapshot) === null)) {
      const ids = panel.legend(context).map(({ id }) => id);
      expect(new Set(ids).size, `${panel.id}: ${ids}`).toBe(ids.length);
      expect(ids, panel.id).toEqual(expect.arrayContaining([...idsInView(panel, context)]));
      for (const id of drawnWithoutKey(panel, context)) wrong.push(`${panel.id}/${id} at ${from} to ${to}`);
    }
  }
  expect(wrong).toEqual([]);
});
