/** The link to the lab: its scenario or experiment, the fields that were changed, and the number of runs. */
import { formatLink } from '../../sharing/link/format';
import { EMPTY_LINK } from '../../sharing/link/state';
import type { Lab } from '../state/lab/lab';

/** @returns a fragment without `#`. */
export function labFragment(lab: Lab): string {
  return formatLink({ ...EMPTY_LINK, lab: lab.link });
}
