/** Scenarios of published figures and benchmarks: what the experiments of the lab run. A new one is its file and a line here. */
import type { Scenario } from '../../scenario';
import { NGINX } from './nginx';
import { PAPER_6, PAPER_10A, PAPER_10BC } from './paper-eight';
import { PAPER_8, PAPER_9 } from './paper-pairs';
import { PAPER_4, PAPER_5 } from './paper-windows';
import { RESPONSE } from './response';

export const PUBLISHED: readonly Scenario[] = [
  RESPONSE,
  PAPER_4,
  PAPER_5,
  PAPER_6,
  PAPER_8,
  PAPER_9,
  PAPER_10A,
  PAPER_10BC,
  NGINX,
];
