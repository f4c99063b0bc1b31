/**
 * A host that wakes late now and then: is the ACK so late that the probe timer fires although nothing was lost, and does that hold the window
 * down, so that the loop closes?
 */
import { bandwidthDelayBytes } from '../link-settings';
import { download, plainEnd } from '../plain-settings';
import type { RunSettings } from '../run';
import {
  choiceField,
  choiceOf,
  numberField,
  numberOf,
  type Scenario,
  type Values,
  type Variant,
} from '../scenario';
import { FIXED } from './incident';

const RTTS_MS = [0.1, 0.2, 0.5, 1, 2, 5, 10];
/** Four packets. */
const LEAST_CREDIT_BYTES = 5400;
const WAKES_US = [100, 200, 400, 1000, 2000, 5000, 10_000, 20_000, 50_000];

export const LATE_HOST: Scenario = {
  id: 'late-host',
  title: 'Late host',
  look: [
    'Nothing is lost on this path: every probe timeout (PTO) is a spurious one.',
    'The timer is the smoothed RTT, four deviations or 1 ms, and max_ack_delay: with 25 ms no wake-up of 400 µs fires it.',
    'A probe reduces no window (RFC 9002 §7.5): the loop closes only where what is late is then declared lost, or holds the window.',
  ],
  outcome: 'timeouts',
  seeds: 3,
  axes: { x: { title: 'Round-trip time', unit: 'ms' }, y: { title: 'Late by', unit: 'µs' } },
  fields: [
    choiceField(
      'delay',
      'max_ack_delay',
      [
        ['both', '25 and 0 ms'],
        ['25', '25 ms'],
        ['0', '0 ms'],
      ],
      'Of the receiver, in its transport parameters; a plane for each.',
    ),
    numberField(
      'share',
      'Late wake-ups',
      '%',
      [0.1, 100, 5],
      'Of the receiver’s wake-ups; a tenth of them up to twice as late.',
    ),
    numberField('rate', 'Rate', 'Mbit/s', [1, 1000, 200], 'Of the path.'),
    numberField('seconds', 'Time', 's', [0.5, 30, 1], 'How long each run is.'),
  ],
  variants: (values): readonly Variant[] =>
    delaysOf(values).flatMap((maxAckDelayMs, i) =>
      WAKES_US.flatMap((wakeUs) =>
        RTTS_MS.map((rttMs) => ({
          // Of both the first is named as one alone is.
          id: `${rttMs}ms-${wakeUs}us${i === 0 ? '' : `-${maxAckDelayMs}ms`}`,
          title: `RTT ${rttMs} ms, late by ${wakeUs} µs${i === 0 ? '' : `, max_ack_delay ${maxAckDelayMs} ms`}`,
          at: { x: rttMs, y: wakeUs, plane: `max_ack_delay ${maxAckDelayMs} ms` },
          settings: (seed) => lateRun(values, { maxAckDelayMs, wakeUs, rttMs }, seed),
        })),
      ),
    ),
};

/** One plane of cells each. */
function delaysOf(values: Values): readonly number[] {
  const delay = choiceOf(values, 'delay');
  return delay === 'both' ? [25, 0] : [Number(delay)];
}

interface Cell {
  readonly maxAckDelayMs: number;
  readonly wakeUs: number;
  readonly rttMs: number;
}

function lateRun(values: Values, { maxAckDelayMs, wakeUs, rttMs }: Cell, seed: number): RunSettings {
  const onTime = 1 - numberOf(values, 'share') / 100;
  const rateMbit = numberOf(values, 'rate');
  const wake = [
    [0, 0],
    [onTime, 0],
    [onTime, wakeUs],
    [1 - (1 - onTime) / 10, wakeUs],
    [1, 2 * wakeUs],
  ] as const;
  const link = { delayMs: rttMs / 2 };
  // Twice what the path holds: more would stand in its queue, and be the round-trip time.
  const receiveWindowBytes = Math.max(LEAST_CREDIT_BYTES, 2 * bandwidthDelayBytes(rateMbit, rttMs));
  const changes = { maxAckDelayMs, recovery: { maxAckDelayMs }, receiveWindowBytes };
  const host = { gapUs: 5, turnaroundUs: 20 };
  const server = plainEnd(host, { ...changes, paces: true });
  const client = plainEnd({ ...host, wakeUs: wake }, changes);
  return {
    seed,
    limitMs: numberOf(values, 'seconds') * 1000,
    down: { ...link, rateMbit, bufferBytes: 1e9 },
    up: link,
    flows: [download(FIXED, server, client, 1e10)],
  };
}
