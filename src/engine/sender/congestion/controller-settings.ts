/** A controller as data: which one, with which options. What a simulation, its form and its link name. */
import { HighSpeedTcp, StandardTcp } from './aimd';
import { Bic } from './bic';
import { type Controller, MINIMUM_WINDOW_DATAGRAMS } from './controller';
import { Cubic } from './cubic';
import { CubicLinux } from './cubic-linux';
import { CubicPrinted, type CubicVersion } from './cubic-printed';
import { HyStart } from './hystart';
import { IDLE_RULES, type IdleRule } from './idle-rule';
import { NewReno } from './newreno';

export const CONTROLLERS = [
  'newreno',
  'cubic',
  'cubic-linux',
  'cubic-printed',
  'standard-tcp',
  'hstcp',
  'bic',
] as const;
export type ControllerName = (typeof CONTROLLERS)[number];

export interface ControllerSettings {
  readonly name: ControllerName;
  /** Of CUBIC (RFC 9438). */
  readonly idleRule?: IdleRule;
  readonly thresholdRtts?: number;
  readonly countsAtBoundary?: boolean;
  readonly reductionBase?: 'window' | 'flight';
  /** Of CUBIC of 2008 as printed: 2.2 by default. */
  readonly version?: CubicVersion;
  /** Of BIC: 20 by default. */
  readonly smoothPart?: number;
  /** Of BIC: 16 segments per round trip by default. */
  readonly maxIncrement?: number;
  /** The smallest window, datagrams. */
  readonly minimumDatagrams?: number;
  /** The slow start threshold that it begins with, segments; none by default. */
  readonly thresholdSegments?: number;
  /** Of Standard TCP: it grows by ACKs of two packets, half as fast as by what they acknowledge. */
  readonly countsAcks?: boolean;
  /** Of NewReno and CUBIC (RFC 9438): after a reduction slow start goes on: there is no avoidance. */
  readonly staysInSlowStart?: boolean;
  /**
   * What windows are counted in, bytes; a datagram by default. A datagram of several segments stands for as many packets: the smallest window is
   * one of datagrams nevertheless, since less could not be sent.
   */
  readonly segmentBytes?: number;
  /** Slow start is left by HyStart++ (RFC 9406). */
  readonly hystart?: boolean;
}

/** What of the sender a controller depends on. */
export interface Sender {
  readonly paces: boolean;
}

/** @param datagramBytes max_datagram_size. @param cwndBytes the initial window. */
export function createController(
  settings: ControllerSettings,
  datagramBytes: number,
  cwndBytes: number,
  { paces }: Sender = { paces: false },
): Controller {
  const segmentBytes = settings.segmentBytes ?? datagramBytes;
  const controller = controllerOf(settings, datagramBytes / segmentBytes, segmentBytes, cwndBytes);
  return settings.hystart === true ? new HyStart(controller, datagramBytes, paces) : controller;
}

function controllerOf(
  {
    name,
    idleRule = 'shift-from-last-activity',
    version,
    smoothPart,
    maxIncrement,
    countsAcks,
    thresholdSegments = Number.POSITIVE_INFINITY,
    ...others
  }: ControllerSettings,
  segments: number,
  segmentBytes: number,
  cwndBytes: number,
): Controller {
  const minimumSegments = (others.minimumDatagrams ?? MINIMUM_WINDOW_DATAGRAMS) * segments;
  const options = { ...others, minimumDatagrams: minimumSegments, thresholdDatagrams: thresholdSegments };
  const begun = <C extends { ssthreshBytes: number }>(controller: C): C => {
    controller.ssthreshBytes = thresholdSegments * segmentBytes;
    return controller;
  };
  switch (name) {
    case 'newreno':
      return new NewReno(segmentBytes, cwndBytes, options);
    case 'cubic':
      return new Cubic(segmentBytes, cwndBytes, {
        ...options,
        idleRule,
        alphaOneAtWMax: true,
        minimumMarkedDatagrams: segments,
      });
    case 'cubic-linux':
      return begun(new CubicLinux(segmentBytes, cwndBytes, { minimumDatagrams: minimumSegments }));
    case 'cubic-printed':
      return begun(
        new CubicPrinted(segmentBytes, cwndBytes, { minimumSegments, ...(version && { version }) }),
      );
    case 'standard-tcp':
      return begun(new StandardTcp(segmentBytes, cwndBytes, minimumSegments, countsAcks));
    case 'hstcp':
      return begun(new HighSpeedTcp(segmentBytes, cwndBytes, minimumSegments));
    case 'bic':
      return begun(
        new Bic(segmentBytes, cwndBytes, {
          minimumSegments,
          ...(smoothPart !== undefined && { smoothPart }),
          ...(maxIncrement !== undefined && { maxIncrement }),
        }),
      );
  }
}

const TITLES: { readonly [name in Exclude<ControllerName, 'cubic'>]: string } = {
  newreno: 'NewReno',
  'cubic-linux': 'CUBIC of 2008 as in Linux',
  'cubic-printed': 'CUBIC of 2008 as printed',
  'standard-tcp': 'Standard TCP with SACK',
  hstcp: 'HighSpeed TCP',
  bic: 'BIC',
};

/** Name for display. */
export function controllerTitle(settings: ControllerSettings): string {
  const { name, version, hystart } = settings;
  const title = name === 'cubic' ? cubicTitle(settings) : TITLES[name];
  return `${title}${version === undefined ? '' : ` ${version}`}${hystart === true ? ' with HyStart++' : ''}`;
}

function cubicTitle({
  idleRule = 'shift-from-last-activity',
  thresholdRtts,
  countsAtBoundary,
}: ControllerSettings): string {
  const options = [
    ...(idleRule === 'threshold' && thresholdRtts !== undefined ? [` ${thresholdRtts} RTT`] : []),
    ...(countsAtBoundary === true ? [' with <'] : []),
  ];
  return `CUBIC, ${idleRule}${options.join('')}`;
}

export { IDLE_RULES, type IdleRule };
