/** A file that is open again, and its last view, which is offered to the user. */
import type { RecentTrace } from '../../state/device/recent-trace';
import type { OpenFile } from '../../state/traces/open-file';

export interface ViewOffer {
  readonly file: OpenFile;
  readonly recent: RecentTrace;
}
