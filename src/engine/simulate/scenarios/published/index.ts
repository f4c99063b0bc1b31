/** Scenarios of published figures and benchmarks: what the experiments of the lab run. A new one is its file and a line here. */
import type { Scenario } from '../../scenario';

export const PUBLISHED: readonly Scenario[] = [];
