/** The finding whose verdict the dialog is about. */
import type { Expected } from '../../../sharing/report/records/disputed-verdict';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { OpenTrace } from '../../state/traces/open-trace';

/** Key of a finding; null before one was asked about. */
export const askedFinding: FeatureState<OpenTrace, Store<string | null>> = {
  create: () => createStore<string | null>(null),
};

/** What the user has answered so far, by the key of the finding: closing the dialog keeps it. */
export const givenAnswers: FeatureState<OpenTrace, Map<string, GivenAnswer>> = { create: () => new Map() };

export interface GivenAnswer {
  /** Null where nothing was chosen. */
  readonly expected: Expected | null;
  readonly because: string;
}
