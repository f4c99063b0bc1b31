/** What is shaded on a picture: each time of the finding that is shown, or of what is chosen in its place. */
import { findingTimes, inArray } from '../../../engine/reading/contract/stretches';
import type { Band } from '../../surface/palette';
import { shadedRanges } from '../../surface/stretches';
import { findingOf, type PanelContext } from '../panel';

/** Empty for nothing. */
export function bandsOf(context: PanelContext): readonly Band[] {
  const { stretchesUs, viewport } = context;
  if (stretchesUs != null)
    return shadedRanges(stretchesUs, viewport).map((range) => ({ ...range, severity: 'info' }));
  const finding = findingOf(context);
  if (finding === null) return [];
  const { severity } = finding;
  const times = findingTimes(finding);
  const ranges = times.length === 1 ? times : shadedRanges(inArray(times), viewport);
  return ranges.map((range) => ({ ...range, severity }));
}
