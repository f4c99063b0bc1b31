/** How long a spiral lives: by the gap inside a burst, which uses its lead up, and by the stalls of the host, which end it. */
import { RECORDED_MEDIAN_GAP_US } from '../recorded-host';
import { inGroup, numberField, type Scenario, type Variant } from '../scenario';
import { DEFECT, FURTHER_FIELDS, incidentRun, RECORDED_FIELDS } from './incident';

const GAPS_US = [0, 5, RECORDED_MEDIAN_GAP_US, 25, 50, 100, 200];
const STALLS_PER_SECOND = [0, 0.5, 1, 2, 4, 8];
const HELD = new Set(['gap', 'stalls']);

export const GAP_STALLS: Scenario = {
  id: 'gap-stalls',
  title: 'Gap and stalls',
  look: [
    'Share of late runs over the plane: the published 60 % is a line in it, not a property of the defect.',
    'A larger gap uses the lead of the boundary up faster: from one round trip of lead a spiral lives RTT² ÷ gap.',
    'A stall that fires the probe timer leaves a packet in flight, and that ends it, whatever the gap.',
  ],
  outcome: 'late',
  isTimed: true,
  seeds: 20,
  axes: { x: { title: 'Gap in a burst', unit: 'µs' }, y: { title: 'Stalls', unit: 'per s' } },
  fields: [
    ...RECORDED_FIELDS.filter(({ id }) => !HELD.has(id)),
    ...inGroup('Picture', [
      numberField('published', 'Published share', '%', [0, 100, 60], 'The cells nearest to it have a frame.'),
    ]),
    ...FURTHER_FIELDS,
  ],
  variants: (values): readonly Variant[] =>
    STALLS_PER_SECOND.flatMap((stalls) =>
      GAPS_US.map((gap) => ({
        id: `${gap}us-${stalls}`,
        title: `gap ${gap} µs, ${stalls} stalls per s`,
        at: { x: gap, y: stalls },
        settings: (seed) => incidentRun({ ...values, gap, stalls }, DEFECT, seed),
      })),
    ),
};
