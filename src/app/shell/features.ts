/** The features of the page, in the order in which they are shown at one place. */
import { compare } from '../features/compare';
import { connection } from '../features/connection';
import { copyPicture } from '../features/copy-picture';
import { embed } from '../features/embed';
import { events } from '../features/events';
import { exportRange } from '../features/export-range';
import { fileCopies } from '../features/file-copies';
import { findings } from '../features/findings';
import { fleet } from '../features/fleet';
import { lab } from '../features/lab';
import { measure } from '../features/measure';
import { notes } from '../features/notes';
import { outside } from '../features/outside-marks';
import { packet } from '../features/packet';
import { quality } from '../features/quality';
import { recents } from '../features/recents';
import { recording } from '../features/recording';
import { report } from '../features/report';
import { segments } from '../features/segments';
import { share } from '../features/share';
import { triage } from '../features/triage';
import { groups } from '../features/triage/groups';
import { whatIf } from '../features/what-if';
import { wrongVerdict } from '../features/wrong-verdict';
import { links } from '../navigation';
import type { Feature } from '../workbench/slots';

export const FEATURES: readonly Feature[] = [
  embed,
  links,
  triage,
  fleet,
  lab,
  groups,
  share,
  report,
  compare,
  measure,
  packet,
  exportRange,
  whatIf,
  copyPicture,
  segments,
  recents,
  fileCopies,
  recording,
  quality,
  findings,
  wrongVerdict,
  notes,
  connection,
  outside,
  events,
];
