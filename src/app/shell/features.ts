/** The features of the page. Where several stand in one place, they stand in this order. */
import { events } from '../features/events';
import { exportRange } from '../features/export-range';
import { findings } from '../features/findings';
import { links } from '../features/links';
import { measure } from '../features/measure';
import { notes } from '../features/notes';
import { quality } from '../features/quality';
import { recents } from '../features/recents';
import { report } from '../features/report';
import { share } from '../features/share';
import type { Feature } from '../workbench/slots';

export const FEATURES: readonly Feature[] = [
  links,
  share,
  report,
  measure,
  exportRange,
  recents,
  quality,
  findings,
  notes,
  events,
];
