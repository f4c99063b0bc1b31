/** Whole runs: all is read once, both traces tell the same, and the same settings give the same run. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ControllerSettings } from '../../src/engine/sender/congestion/controller-settings.ts';
import { IDLE_RULES } from '../../src/engine/sender/congestion/idle-rule.ts';
import type { EndpointSettings } from '../../src/engine/simulator/runs/endpoint-settings';
import type { LinkSettings } from '../../src/engine/simulator/runs/link-settings.ts';
import { type FlowSettings, type RunSettings, simulate } from '../../src/engine/simulator/runs/run.ts';
import { loadBytes } from '../support/load.ts';
import { strictFault } from '../support/qlog-strict.ts';
import { CLIENT, flowOf, SERVER } from '../support/simulated.ts';
import { highestMbit, links } from '../support/simulated-links.ts';
import { traceOf } from '../support/simulated-trace.ts';
import { draws } from '../support/tier.ts';

const NEVER = Number.POSITIVE_INFINITY;
const seeds = fc.nat(1e9);
const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0);
const real = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

const controllers: fc.Arbitrary<ControllerSettings> = fc.oneof(
  fc.constant({ name: 'newreno' as const }),
  fc.record(
    {
      name: fc.constantFrom('cubic-linux', 'cubic-printed', 'standard-tcp', 'hstcp', 'bic'),
      hystart: fc.boolean(),
    },
    { requiredKeys: ['name'] },
  ),
  fc.record(
    {
      name: fc.constant('cubic' as const),
      idleRule: fc.constantFrom(...IDLE_RULES),
      countsAtBoundary: fc.boolean(),
      reductionBase: fc.constantFrom('window' as const, 'flight' as const),
      minimumDatagrams: fc.constantFrom(1, 2, 4),
    },
    { requiredKeys: ['name'] },
  ),
);

const ends: fc.Arbitrary<Partial<EndpointSettings>> = fc.record(
  {
    paces: fc.boolean(),
    usesEcn: fc.boolean(),
    ackEvery: fc.constantFrom(1, 2, 10),
    maxAckDelayMs: fc.constantFrom(0, 5, 25),
    receiveWindowBytes: fc.option(fc.integer({ min: 6000, max: 100_000 })),
    recovery: fc.record(
      {
        packetThreshold: fc.constantFrom(3, 5),
        adaptsThreshold: fc.boolean(),
        persistentCongestion: fc.boolean(),
        undoesSpurious: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/** Losses end, so that all comes to its end. */
const paths: fc.Arbitrary<LinkSettings> = links.map((link) => ({
  ...link,
  delayMs: Math.max(0.1, link.delayMs),
  losses: (link.losses ?? []).map((span) => ({ ...span, toMs: 20 * span.toMs })),
  policer:
    link.policer == null ? null : { rateMbit: Math.max(2, link.policer.rateMbit), bucketBytes: 20_000 },
}));

const flows: fc.Arbitrary<FlowSettings> = fc
  .record({
    controller: controllers,
    server: ends,
    client: ends,
    isUpload: fc.boolean(),
    writes: fc.array(fc.record({ atMs: fc.nat(300), bytes: fc.integer({ min: 1, max: 150_000 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    host: fc.boolean(),
  })
  .map(({ controller, server, client, isUpload, writes, host }) =>
    flowOf(controller, {
      server: { ...SERVER, ...(host ? {} : { host: {} }), ...server },
      client: { ...CLIENT, ...(host ? {} : { host: {} }), ...client },
      isUpload,
      writes: writes.sort((a, b) => a.atMs - b.atMs),
    }),
  );

const runs: fc.Arbitrary<RunSettings> = fc
  .record({ seed: seeds, flow: flows, down: paths, up: paths })
  .map(({ seed, flow, down, up }) => ({ seed, limitMs: 60_000, down, up, flows: [flow] }));

describe('any run', () => {
  it('brings all that was written, once, and is over then', () => {
    fc.assert(
      fc.property(runs, (settings) => {
        const outcome = simulate(settings);
        const [flow] = settings.flows as [FlowSettings];
        const [told] = outcome.flows as [(typeof outcome.flows)[number]];
        const written = sum(flow.writes.map(({ bytes }) => bytes));
        expect(told.readBytes).toBe(written);
        expect(outcome.endMs).toBeGreaterThan(told.completedMs);
        expect(told.lostPackets).toBeLessThanOrEqual(told.sentPackets);
        expect(told.spuriousPackets).toBeLessThanOrEqual(told.lostPackets);
        for (const link of [outcome.down, outcome.up])
          expect(link.taken).toBe(link.delivered + sum(Object.values(link.lost)) + link.inside);
        const [data, path] = flow.isUpload ? [outcome.up, settings.up] : [outcome.down, settings.down];
        expect(data.deliveredBytes).toBeGreaterThan(written);
        if (path.rateMbit != null)
          expect(data.deliveredBytes).toBeLessThanOrEqual((highestMbit(path) / 8) * outcome.endMs * 1000);
      }),
      { numRuns: draws(300) },
    );
  });

  it('is what its two traces say: sent before received, in credit, counted', () => {
    fc.assert(
      fc.property(runs, (settings) => {
        const { flows: told, traces } = simulate(settings, { traced: 0 });
        const [outcome] = told as [(typeof told)[number]];
        const { sender, receiver } = traces as NonNullable<typeof traces>;
        expect([strictFault(sender), strictFault(receiver)]).toEqual([null, null]);
        const [from, to] = [traceOf(sender), traceOf(receiver)];
        const { isUpload } = settings.flows[0] as FlowSettings;
        const [there, back] = isUpload ? [settings.up, settings.down] : [settings.down, settings.up];
        for (const [one, other, { delayMs }] of [
          [from, to, there],
          [to, from, back],
        ] as const) {
          const early = other.received.map(
            ({ id, time }) => (one.sent.get(id)?.time ?? NEVER) + delayMs - time,
          );
          expect(Math.max(...early)).toBeLessThan(0.002);
        }
        expect(Math.max(...from.sentEnds.map(({ end, credit }) => end - credit))).toBeLessThanOrEqual(0);
        const eliciting = [...from.sent.values()].filter(({ elicits }) => elicits);
        expect([eliciting.length, from.lost.length]).toEqual([outcome.sentPackets, outcome.lostPackets]);
        const lostIds = new Set(from.lost);
        expect(lostIds.size).toBe(outcome.lostPackets);
        // HANDSHAKE_DONE ends what is in flight of the handshake; an upload of few bytes is over before it comes.
        const open = eliciting.filter(
          ({ id }) =>
            (id.startsWith('1RTT') || (id.startsWith('handshake') && !from.isDone)) &&
            !from.acked.has(id) &&
            !lostIds.has(id),
        );
        expect(from.flightBytes).toBe(sum(open.map(({ size }) => size)));
        const spurious = [...lostIds].filter((id) => from.acked.has(id)).length;
        expect(spurious).toBeGreaterThanOrEqual(outcome.spuriousPackets);
      }),
      { numRuns: draws(150) },
    );
  });

  it('is the same for the same settings, and another for another seed', () => {
    fc.assert(
      fc.property(runs, (any) => {
        const losses = [{ fromMs: 0, toMs: 2000, share: 0.2 }];
        const settings = {
          ...any,
          down: { ...any.down, losses },
          up: { ...any.up, losses },
          flows: any.flows.map((flow) => ({ ...flow, writes: [{ atMs: 0, bytes: 100_000 }] })),
        };
        const options = { traced: 0, samples: 50 };
        const first = simulate(settings, options);
        expect(simulate(settings, options)).toEqual(first);
        const other = simulate({ ...settings, seed: settings.seed + 1 }, options);
        expect(other.traces).not.toEqual(first.traces);
        // Nothing depends on being watched.
        const { traces: _traces, flows: watched, packetEvents: _events, ...rest } = first;
        const { traces, flows: plain, packetEvents: _plainEvents, ...plainRest } = simulate(settings);
        expect(traces).toBeNull();
        expect(plainRest).toEqual(rest);
        expect(plain.map(({ samples: _s, ...one }) => one)).toEqual(
          watched.map(({ samples: _s, ...one }) => one),
        );
      }),
      { numRuns: draws(60) },
    );
  });

  it('of several flows over one path completes them all, within its rate', () => {
    const several = fc.record({
      seed: seeds,
      rateMbit: fc.constantFrom(4, 10, 40),
      queue: fc.constantFrom('drop-tail' as const, 'codel' as const),
      flows: fc.array(fc.record({ flow: flows, startMs: fc.nat(500), accessDelayMs: real(0, 20) }), {
        minLength: 2,
        maxLength: 4,
      }),
    });
    fc.assert(
      fc.property(several, ({ seed, rateMbit, queue, flows: made }) => {
        const path: LinkSettings = { delayMs: 5, rateMbit, queue, bufferBytes: 40_000 };
        const settings = made.map(({ flow, startMs, accessDelayMs }) => ({
          ...flow,
          startMs,
          accessDelayMs,
        }));
        const outcome = simulate({ seed, limitMs: 120_000, down: path, up: path, flows: settings });
        outcome.flows.forEach(({ readBytes, completedMs }, i) => {
          const { writes, startMs, accessDelayMs } = settings[i] as (typeof settings)[number];
          expect(readBytes).toBe(sum(writes.map(({ bytes }) => bytes)));
          // Two and a half round trips at the least, and the start.
          expect(completedMs).toBeGreaterThan(startMs + 3 * (5 + accessDelayMs));
        });
        expect(outcome.endMs).toBeGreaterThan(
          Math.max(...outcome.flows.map(({ completedMs }) => completedMs)),
        );
        for (const link of [outcome.down, outcome.up]) {
          expect(link.deliveredBytes).toBeLessThanOrEqual((rateMbit / 8) * outcome.endMs * 1000);
          expect(link.taken).toBe(link.delivered + sum(Object.values(link.lost)) + link.inside);
        }
      }),
      { numRuns: draws(100) },
    );
  });

  it('is read by the engine without a fault, with its own figures', () => {
    fc.assert(
      fc.property(runs, (settings) => {
        const { flows: told, traces } = simulate(settings, { traced: 0 });
        const [outcome] = told as [(typeof told)[number]];
        const { sender, receiver } = traces as NonNullable<typeof traces>;
        const read = loadBytes(new TextEncoder().encode(sender));
        expect([read.problems, read.pipeline.skippedRecords]).toEqual([[], 0]);
        const { state } = read.pipeline;
        expect(state.sentInFlightPackets).toBe(outcome.sentPackets);
        if (outcome.lostPackets > 0)
          expect(state.losses.summary).toEqual({ method: 'logged', packets: outcome.lostPackets });
        expect(state.series.bytesInFlight.last).toBe(traceOf(sender).flightBytes);
        const other = loadBytes(new TextEncoder().encode(receiver));
        expect([other.problems, other.pipeline.skippedRecords]).toEqual([[], 0]);
      }),
      { numRuns: draws(60) },
    );
  });
});
