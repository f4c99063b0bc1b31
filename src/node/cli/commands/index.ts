/** All commands, in the order of the general help. A new one is its folder and a line here. */
import type { Command } from '../command';
import { CHECK } from './check/command';
import { COMPARE } from './compare/command';
import { CONVERT } from './convert/command';
import { DOCTOR } from './doctor/command';
import { EXPERIMENT } from './experiment/command';
import { FLEET } from './fleet/command';
import { HEADERS } from './headers/command';
import { RECORD } from './record/command';
import { REPORT } from './report/command';
import { ROWS } from './rows/command';
import { SERVE } from './serve/command';
import { SIMULATE } from './simulate/command';
import { SUMMARY } from './summary/command';

export const COMMANDS: readonly Command[] = [
  CHECK,
  SUMMARY,
  DOCTOR,
  CONVERT,
  REPORT,
  COMPARE,
  SIMULATE,
  RECORD,
  EXPERIMENT,
  SERVE,
  HEADERS,
  FLEET,
  ROWS,
];

/** What is run where no command is named. */
export const USUAL_COMMAND: Command = SERVE;
