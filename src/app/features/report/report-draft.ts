/**
 * What the user writes into the report of a trace, and which pictures it holds: kept while the trace is open, and nowhere
 * else. It is in no link and in nothing that is stored.
 */
import { type Authored, NOTHING_AUTHORED } from '../../../sharing/report/authored';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';

export interface ReportDraft {
  readonly authored: Authored;
  /** Ids of the panels of the evidence; page one has a figure of its own. */
  readonly panels: readonly string[];
}

export const reportDraft: FeatureState<unknown, Store<ReportDraft>> = {
  create: () => createStore<ReportDraft>({ authored: NOTHING_AUTHORED, panels: [] }),
};
