/** A set of traces as a report gets it: each read by a session, its panels over the range of the set. */
import { DEFAULT_CHOICES } from '../../src/drawing/view/choices.ts';
import { shifted } from '../../src/drawing/view/set-view.ts';
import type { TimeRange } from '../../src/drawing/view/view.ts';
import type { ShareOptions } from '../../src/engine/reading/contract/share-options.ts';
import { NOTHING_AUTHORED } from '../../src/sharing/report/authored.ts';
import type { ReportInput } from '../../src/sharing/report/input.ts';
import { type LaneToReport, reportedSet, type SetToReport } from '../../src/sharing/report/reported-set.ts';
import { openTrace } from './panel-context.ts';
import { SHARE_ALL } from './redacted.ts';
import { FINGERPRINT } from './report-input.ts';

/** @param range of the set. */
export async function laneInput(
  path: string,
  name: string,
  place: Pick<LaneToReport, 'offsetUs' | 'style'>,
  range: TimeRange,
): Promise<LaneToReport> {
  const opened = await openTrace(path);
  const { snapshot } = opened;
  const whole = opened.context({ width: 720 });
  return {
    trace: {
      ...{ name, snapshot, notes: [], visible: null, dismissed: [], contexts: { whole, visible: whole } },
      fingerprints: [{ ...FINGERPRINT, name }],
      closeUps: opened.closeUps(),
    },
    outline: opened.outline(),
    packets: null,
    context: opened.context({ width: 720, ...shifted(range, -place.offsetUs) }),
    ...place,
  };
}

export function setInputOf(
  lanes: readonly LaneToReport[],
  { panels = [], arrangement = 'overlay' }: Partial<SetToReport> = {},
  options: ShareOptions = SHARE_ALL,
): ReportInput {
  const set = reportedSet({ lanes, arrangement, choices: DEFAULT_CHOICES, panels }, options);
  return { ...set, link: null, written: null, authored: NOTHING_AUTHORED };
}
