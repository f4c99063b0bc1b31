/** All scenarios: those of the lab, and those of its experiments. A new one is its file and a line here. */
import type { Scenario } from '../scenario';
import { ABLATION } from './ablation';
import { ANY_PATH } from './any-path';
import { GAP_STALLS } from './gap-stalls';
import { IDLE_BURST } from './idle-burst';
import { INCIDENT } from './incident';
import { LATE_HOST } from './late-host';
import { BUFFERS, POLICER, RATE_CHANGE, TWO_FLOWS } from './paths';
import { PUBLISHED } from './published';
import { RULES } from './rules';

export const SCENARIOS: readonly Scenario[] = [
  INCIDENT,
  ABLATION,
  GAP_STALLS,
  IDLE_BURST,
  RULES,
  LATE_HOST,
  BUFFERS,
  RATE_CHANGE,
  POLICER,
  TWO_FLOWS,
  ANY_PATH,
];

export function findScenario(id: string): Scenario | undefined {
  return [...SCENARIOS, ...PUBLISHED].find((scenario) => scenario.id === id);
}
