/**
 * The three conditions of the incident, each switched off in turn: a loss has set a recovery boundary, the controller is in avoidance, and the
 * window is at a floor so small that every ACK empties the pipe.
 */
import type { ControllerSettings } from '../../../sender/congestion/controller-settings';
import { bandwidthDelayBytes } from '../link-settings';
import type { RunSettings } from '../run';
import { initialValues, numberField, numberOf, type Scenario, type Values, type Variant } from '../scenario';
import { DEFECT, INCIDENT_FIELDS, incidentRun } from './incident';

/** The floor that is switched off holds so many times what the path does: no ACK empties it. */
const HIGH_FLOOR = 1.5;
const DATAGRAM_BYTES = 1350;

interface Conditions {
  readonly loss: boolean;
  readonly avoidance: boolean;
  readonly floor: boolean;
}

const CELLS: readonly Conditions[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  loss: (bits & 4) === 0,
  avoidance: (bits & 2) === 0,
  floor: (bits & 1) === 0,
}));

const named = (cell: Conditions, join: string): string =>
  (['loss', 'avoidance', 'floor'] as const).filter((condition) => cell[condition]).join(join);

function cellRun(values: Values, { loss, avoidance, floor }: Conditions, seed: number): RunSettings {
  const [rate, rtt] = [numberOf(values, 'rate'), numberOf(values, 'rtt')];
  const high = Math.ceil((HIGH_FLOOR * bandwidthDelayBytes(rate, rtt)) / DATAGRAM_BYTES);
  const minimum = floor ? 2 : high;
  const controller: ControllerSettings = {
    ...DEFECT,
    ...(avoidance ? {} : { staysInSlowStart: true }),
    // Without a loss nothing else brings the window down to its floor, or ends slow start.
    ...(avoidance && !loss ? { thresholdSegments: minimum } : {}),
  };
  const changed = { rate, rtt, loss: loss ? numberOf(values, 'loss') : 0, minimum };
  const initial = loss ? 10 : minimum;
  return incidentRun(
    { ...initialValues({ fields: INCIDENT_FIELDS }), ...changed, from: 60, initial },
    controller,
    seed,
  );
}

export const ABLATION: Scenario = {
  id: 'ablation',
  title: 'Ablation',
  look: [
    'Eight cells: loss, avoidance and a low floor, each on or off. Only the full cell spirals.',
    'Without a loss there is no recovery boundary that could move; in slow start the rule is not asked.',
    'With a floor above what the path holds, something is always in flight, and no send looks idle.',
  ],
  outcome: 'trapped',
  isTimed: true,
  seeds: 40,
  fields: [
    numberField('rtt', 'Round-trip time', 'ms', [1, 200, 10], 'Propagation both ways.'),
    numberField(
      'rate',
      'Rate',
      'Mbit/s',
      [10, 1000, 100],
      'Of the path: a floor can only be above what it holds if it has one.',
    ),
    numberField('loss', 'Loss', '%', [1, 90, 30], 'Both ways, from 60 ms to 2 s, in the cells with loss.'),
  ],
  variants: (values): readonly Variant[] =>
    CELLS.map((cell) => ({
      id: named(cell, '-') || 'nothing',
      title: named(cell, ' + ') || 'none of them',
      settings: (seed) => cellRun(values, cell, seed),
    })),
};
