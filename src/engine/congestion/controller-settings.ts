/** A controller as data: which one, with which options. What a simulation, its form and its link name. */
import type { Controller } from './controller';
import { Cubic } from './cubic';
import { Cubic2008 } from './cubic-2008';
import { IDLE_RULES, type IdleRule } from './idle-rule';
import { NewReno } from './newreno';

export const CONTROLLERS = ['newreno', 'cubic', 'cubic-2008'] as const;
export type ControllerName = (typeof CONTROLLERS)[number];

export interface ControllerSettings {
  readonly name: ControllerName;
  /** Of CUBIC (RFC 9438). */
  readonly idleRule?: IdleRule;
  readonly thresholdRtts?: number;
  readonly countsAtBoundary?: boolean;
  readonly reductionBase?: 'window' | 'flight';
  /** The smallest window, datagrams; not of CUBIC of 2008, like what follows. */
  readonly minimumDatagrams?: number;
  /** The slow start threshold that it begins with, datagrams; none by default. */
  readonly thresholdDatagrams?: number;
  /** After a reduction slow start goes on: there is no avoidance. */
  readonly staysInSlowStart?: boolean;
}

/** @param datagramBytes max_datagram_size. @param cwndBytes the initial window. */
export function createController(
  { name, idleRule = 'shift-from-last-activity', ...options }: ControllerSettings,
  datagramBytes: number,
  cwndBytes: number,
): Controller {
  switch (name) {
    case 'newreno':
      return new NewReno(datagramBytes, cwndBytes, options);
    case 'cubic':
      return new Cubic(datagramBytes, cwndBytes, { ...options, idleRule, alphaOneAtWMax: true });
    case 'cubic-2008':
      return new Cubic2008(datagramBytes, cwndBytes);
  }
}

/** Name for display. */
export function controllerTitle({
  name,
  idleRule = 'shift-from-last-activity',
  thresholdRtts,
  countsAtBoundary,
}: ControllerSettings): string {
  if (name === 'newreno') return 'NewReno';
  if (name === 'cubic-2008') return 'CUBIC of 2008';
  const options = [
    ...(idleRule === 'threshold' && thresholdRtts !== undefined ? [` ${thresholdRtts} RTT`] : []),
    ...(countsAtBoundary === true ? [' with <'] : []),
  ];
  return `CUBIC, ${idleRule}${options.join('')}`;
}

export { IDLE_RULES, type IdleRule };
