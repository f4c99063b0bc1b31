/** Links over any settings, and traffic for them: what properties of the simulator are drawn from. */
import fc from 'fast-check';
import { EventQueue } from '../../src/engine/simulator/runs/event-queue.ts';
import { Link } from '../../src/engine/simulator/runs/link.ts';
import type { LinkSettings } from '../../src/engine/simulator/runs/link-settings.ts';
import { Arrivals, packetOf } from './simulated.ts';

const real = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

/** Packets on their way to a link: the time after the one before, bytes, and whether they may be marked. */
export const traffic = fc.array(
  fc.record({
    afterUs: fc.oneof(fc.constant(0), fc.nat(300), fc.nat(4000)),
    sizeBytes: fc.integer({ min: 40, max: 1500 }),
    isEcnCapable: fc.boolean(),
  }),
  { minLength: 1, maxLength: 120, size: 'max' },
);
export type Traffic = readonly {
  readonly afterUs: number;
  readonly sizeBytes: number;
  readonly isEcnCapable: boolean;
}[];

export const timesOf = (packets: Traffic): readonly number[] => {
  let atUs = 0;
  return packets.map(({ afterUs }) => {
    atUs += afterUs;
    return atUs;
  });
};

/** Sends it; `after` is called after each packet, and once all have arrived. */
export function through(
  settings: LinkSettings,
  packets: Traffic,
  seed: number,
  after: (link: Link) => void = () => {},
): { readonly link: Link; readonly arrivals: Arrivals } {
  const events = new EventQueue();
  const arrivals = new Arrivals();
  const link = new Link(events, settings, { seed, name: 'down', to: arrivals, limit: null });
  const times = timesOf(packets);
  packets.forEach(({ sizeBytes, isEcnCapable }, number) => {
    const atUs = times[number] as number;
    events.run(atUs);
    link.take(packetOf({ number, sizeBytes, isEcnCapable }), atUs);
    after(link);
  });
  events.run(1e12);
  after(link);
  return { link, arrivals };
}

export const rates = fc.constantFrom(1, 8, 20, 100);
export const links: fc.Arbitrary<LinkSettings> = fc.record(
  {
    delayMs: real(0, 50),
    jitterMs: real(0, 10),
    reordering: fc.option(fc.record({ share: real(0, 0.3), delayMs: real(0, 10) })),
    gridMs: fc.constantFrom(0, 1, 5, 0.25),
    // Of whole 64ths: their multiples are exact.
    gridPhaseMs: fc.nat(320).map((parts) => parts / 64),
    rateMbit: fc.option(rates),
    rateSteps: fc
      .uniqueArray(real(1, 100), { maxLength: 3 })
      .chain((times) =>
        fc.tuple(
          ...times
            .sort((a, b) => a - b)
            .map((fromMs) => fc.record({ fromMs: fc.constant(fromMs), rateMbit: rates })),
        ),
      ),
    bufferBytes: fc.option(fc.integer({ min: 1500, max: 30_000 })),
    queue: fc.constantFrom('drop-tail', 'codel'),
    ecn: fc.option(fc.record({ aboveMs: real(0, 10) })),
    losses: fc.array(fc.record({ fromMs: fc.constant(0), toMs: real(0, 100), share: real(0, 0.5) }), {
      maxLength: 1,
    }),
    policer: fc.option(
      fc.record({ rateMbit: real(0.5, 20), bucketBytes: fc.integer({ min: 1500, max: 20_000 }) }),
    ),
  },
  { requiredKeys: ['delayMs'] },
);

/** The longest time that a link adds to sending and propagation, µs. */
export const spreadUs = ({ jitterMs = 0, gridMs = 0, reordering }: LinkSettings): number =>
  1000 * (jitterMs + gridMs + (reordering?.delayMs ?? 0));
export const highestMbit = ({ rateMbit, rateSteps = [] }: LinkSettings): number =>
  Math.max(rateMbit ?? 0, ...rateSteps.map((step) => step.rateMbit));
