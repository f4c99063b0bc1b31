/** The rules that a trace is judged by. */
import { DETECTORS } from '../../findings/rules/index';

export interface Rule {
  /** As in `Finding.id`. */
  readonly id: string;
  readonly title: string;
}

/** All rules, in the order of the reference. */
export const RULES: readonly Rule[] = DETECTORS.map(({ id, title }) => ({ id, title }));
