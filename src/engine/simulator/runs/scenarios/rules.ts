/** The incident under every idle rule that was proposed, side by side. */
import { type ControllerSettings, controllerTitle } from '../../../sender/congestion/controller-settings';
import type { Scenario, Variant } from '../scenario';
import { INCIDENT_FIELDS, incidentRun } from './incident';

/** Round trips from which on `threshold` counts a pause as idle. */
const THRESHOLDS = [0, 0.5, 1, 2, 4];

const CONTROLLERS: readonly (readonly [id: string, controller: ControllerSettings])[] = [
  ['shift-from-last-send', { name: 'cubic', idleRule: 'shift-from-last-send' }],
  ['shift-from-last-activity', { name: 'cubic', idleRule: 'shift-from-last-activity' }],
  ['shift-epoch-only', { name: 'cubic', idleRule: 'shift-epoch-only' }],
  ['shift-clamped', { name: 'cubic', idleRule: 'shift-clamped' }],
  ['shift-clamped-below', { name: 'cubic', idleRule: 'shift-clamped', countsAtBoundary: true }],
  ['shift-skipped', { name: 'cubic', idleRule: 'shift-skipped' }],
  ['shift-at-ack', { name: 'cubic', idleRule: 'shift-at-ack' }],
  ...THRESHOLDS.map((thresholdRtts): readonly [string, ControllerSettings] => [
    `threshold-${thresholdRtts}`,
    { name: 'cubic', idleRule: 'threshold', thresholdRtts },
  ]),
  ['reset', { name: 'cubic', idleRule: 'reset' }],
  ['none', { name: 'cubic', idleRule: 'none' }],
];

export const RULES: Scenario = {
  id: 'rules',
  title: 'Every idle rule',
  look: [
    'Which repairs never trap: idle time from the last activity, the shift of the epoch alone, and no rule at all.',
    'The clamp is decided by < or <= where all packets of a burst have one time (gap 0); where each has its own, <= halves the growth of a window of two.',
    'A threshold above one round trip does not take the ACK gap for idleness; one below it does.',
  ],
  outcome: 'trapped',
  isTimed: true,
  seeds: 50,
  fields: INCIDENT_FIELDS,
  settings: incidentRun,
  variants: (values): readonly Variant[] =>
    CONTROLLERS.map(([id, controller]) => ({
      id,
      title: controllerTitle(controller).replace('CUBIC, ', ''),
      settings: (seed) => incidentRun(values, controller, seed),
    })),
};
