/** What runs of groups gave goes into a link and comes out, again and again the same; damaged, or of any bytes, nothing throws. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunSamples } from '../../src/engine/reading/contract/samples.ts';
import { OUTLINE_LANDMARKS } from '../../src/engine/service/compare/align.ts';
import { fromBase64url, toBase64url } from '../../src/sharing/digest/pack.ts';
import { bandsModel } from '../../src/sharing/table/group-bands.ts';
import { documentOf, groupsSaid } from '../../src/sharing/table/groups-text.ts';
import { packRuns, type SharedRuns, unpackRuns } from '../../src/sharing/table/packed-runs.ts';
import { madeFinding, madeRow } from '../support/table-rows.ts';
import { draws } from '../support/tier.ts';

const ROOM = 32_000;
const us = fc.integer({ min: 0, max: 1e9 });

const run: fc.Arbitrary<RunSamples> = fc
  .record({
    outcome: fc.constantFrom('finished', 'failed', 'open', 'unknown'),
    startUs: us,
    tookUs: us,
    endUs: us,
    values: fc.array(fc.oneof(fc.double({ min: 0, max: 1e7, noNaN: true }), fc.constant(Number.NaN)), {
      minLength: 1,
      maxLength: 40,
    }),
  })
  .map(({ outcome, startUs, tookUs, endUs, values }) => ({
    ...{ connection: 0, outcome, endUs: startUs + endUs },
    completedUs: outcome === 'finished' ? startUs + tookUs : Number.NaN,
    samples: {
      ...{ fromUs: startUs, stepUs: 1000 },
      series: [{ quantity: 'cwnd' as const, values: Float64Array.from(values) }],
    },
    landmarks: {
      startUs,
      handshakeUs: startUs + 5,
      firstDataUs: startUs,
      firstLossUs: Number.NaN,
      lastLossUs: startUs,
    },
  }));

const shared: fc.Arbitrary<SharedRuns> = fc
  .record({
    landmark: fc.option(fc.constantFrom(...OUTLINE_LANDMARKS)),
    groups: fc.array(fc.array(run, { minLength: 5, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ landmark, groups }) => {
    const of = groups.map((runs, i) => ({
      ...{ name: `${i}`, nameFrom: 'user' as const, copies: 0 },
      rows: [],
      runs,
    }));
    const bands = bandsModel(of, landmark, 50);
    return {
      landmark,
      runs: [...groups.flat(), null],
      bands: bands.plots.length === 0 ? null : bands,
      said: null,
    };
  });

function opened(text: string): SharedRuns {
  const read = unpackRuns(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

test('comes out as it went in, bands within a level, and is written again as the same', () => {
  fc.assert(
    fc.property(shared, (given) => {
      const packed = packRuns(given, ROOM);
      const read = opened(packed?.text ?? '');
      expect(packRuns(read, ROOM)?.text).toBe(packed?.text);
      expect(read.landmark).toBe(given.landmark);
      for (const [i, one] of given.runs.entries()) {
        const out = read.runs[i] ?? null;
        expect(out?.outcome).toBe(one?.outcome);
        if (one === null || out === null) continue;
        expect(out.completedUs).toBe(one.completedUs - one.landmarks.startUs);
        expect(out.endUs).toBe(one.endUs - one.landmarks.startUs);
      }
      expect(read.bands?.plots.length).toBe(given.bands?.plots.length);
      for (const [i, { plot, bands }] of (given.bands?.plots ?? []).entries()) {
        const drawn = read.bands?.plots[i];
        expect(drawn?.plot).toBe(plot);
        for (const [group, band] of bands.entries()) {
          const out = drawn?.bands[group];
          expect(out?.runs).toEqual(band.runs);
          const level = Math.max(...band.high.filter((value) => !Number.isNaN(value)), 0) / 254;
          for (const key of ['low', 'median', 'high'] as const)
            for (const [step, value] of band[key].entries()) {
              const due = out?.[key][step] ?? Number.NaN;
              expect(Number.isNaN(due)).toBe(Number.isNaN(value));
              if (!Number.isNaN(value)) expect(Math.abs(due - value)).toBeLessThanOrEqual(level);
            }
        }
      }
    }),
    { numRuns: draws(200) },
  );
});

test('what is said comes out word for word, with its shares', () => {
  const finding = fc.constantFrom(
    ...(['death-spiral', 'host-stall', 'slow-start-overshoot'] as const).flatMap((id) =>
      (['critical', 'warning', 'info'] as const).map((severity) => madeFinding(id, severity, 1e6, 2e6)),
    ),
  );
  const group = fc.array(fc.array(finding, { maxLength: 3 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.array(group, { minLength: 2, maxLength: 4 }), (groups) => {
      const said = groupsSaid(
        groups.map((runs, i) => ({
          ...{ name: `g${i}`, nameFrom: 'user' as const, copies: i, runs: [] },
          rows: runs.map((findings, at) =>
            madeRow(`run ${at + 1}`, { findings, marks: at % 2 === 0 ? ['simulated'] : [] }),
          ),
        })),
      );
      const packed = packRuns({ landmark: null, runs: [], bands: null, said }, ROOM);
      const read = opened(packed?.text ?? '').said;
      if (read === null) throw new Error('nothing is said');
      expect(documentOf(read)).toEqual(documentOf(said));
      expect(read.shares).toEqual(said.shares);
      expect(read.counted.map(({ name, copies }) => [name, copies])).toEqual(
        said.counted.map(({ name, copies }) => [name, copies]),
      );
    }),
    { numRuns: draws(200) },
  );
});

test('without room first the bands are left out, then the runs, then all', () => {
  const [given] = fc.sample(shared, { seed: 7, numRuns: 1 });
  const full = { ...(given as SharedRuns), landmark: 'handshake' as const };
  const whole = packRuns(full, ROOM);
  const withoutBands = packRuns(full, (whole?.text.length ?? 0) - 1);
  expect([whole?.lacksBands, withoutBands?.lacksBands, withoutBands?.lacksRuns]).toEqual([
    false,
    true,
    false,
  ]);
  const least = packRuns(full, (withoutBands?.text.length ?? 0) - 1);
  expect([least?.lacksBands, least?.lacksRuns]).toEqual([true, true]);
  expect(opened(least?.text ?? '')).toEqual({ landmark: 'handshake', runs: [], bands: null, said: null });
  expect(packRuns(full, 3)).toBeNull();
  expect(packRuns({ landmark: null, runs: [null], bands: null, said: null }, ROOM)).toBeNull();
});

test('of a damaged or foreign text it says so', () => {
  fc.assert(
    fc.property(shared, fc.nat(), fc.nat({ max: 254 }), (given, at, by) => {
      const bytes = fromBase64url(packRuns(given, ROOM)?.text ?? '') as Uint8Array;
      const place = at % bytes.length;
      bytes[place] = (bytes[place] as number) + 1 + by;
      expect(['string', 'object']).toContain(typeof unpackRuns(toBase64url(bytes)));
      expect(typeof unpackRuns(toBase64url(bytes.subarray(0, place)))).toBe('string');
    }),
    { numRuns: draws(300) },
  );
  expect(unpackRuns('_w')).toMatch(/newer/);
});
