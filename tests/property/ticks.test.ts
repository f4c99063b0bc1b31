/**
 * A tick's label is its value: read back with its unit it gives the tick, and no two ticks of an axis read alike, over every
 * format that a panel of the registry, a plot of groups or a plot of an experiment gives to its axis, at every length and height.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { GROUP_PLOTS, RUNS_PLOT } from '../../src/drawing/panels/groups/group-plots.ts';
import { missingOf, PANELS } from '../../src/drawing/panels/registry.ts';
import { axisScale } from '../../src/drawing/plots/axis-scale.ts';
import { type AxisFormat, byteTicks, labelledTicks, timeTicks } from '../../src/drawing/surface/ticks.ts';
import { utcTicks } from '../../src/drawing/surface/utc-ticks.ts';
import { openTrace, PALETTE } from '../support/panel-context.ts';
import { corpusPath } from '../support/raw-trace.ts';
import { RecordingSurface } from '../support/recording-surface.ts';
import { draws } from '../support/tier.ts';
import '../support/property-seed.ts';

/** Between them they have every panel. */
const TRACES = ['rate2-both-cubic-buggy-s09.server.sqlog.gz', 'rate-cubic-buggy-s03.client.sqlog.gz'];

/** What a label's unit stands for, in the unit of the axis: bytes, bytes per second, µs, a share. */
const UNITS: { readonly [unit: string]: number } = {
  '': 1,
  ...{ B: 1, kB: 1e3, MB: 1e6, GB: 1e9 },
  ...{ 'bit/s': 1 / 8, 'kbit/s': 1e3 / 8, 'Mbit/s': 1e6 / 8, 'Gbit/s': 1e9 / 8 },
  ...{ µs: 1, ms: 1e3, s: 1e6 },
  ...{ '/s': 1, '%': 0.01, lost: 1, PTO: 1, PTOs: 1, run: 1, runs: 1 },
};

/** `−1,234.5 kB`, `+20 ms`, `#41`, `2·10⁻³` as a number. */
function read(label: string): number {
  const [, sign, digits = '', raised, unit = ''] =
    /^([−+#]?)([\d,.]+)(?:·?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))? ?(\D*)$/.exec(
      label.replace(/^10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹])/, '1·10$1'),
    ) ?? [];
  const size = UNITS[unit];
  if (size === undefined) throw new Error(`no number with a unit: ${label}`);
  const power = [...(raised ?? '')].map((digit) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit) - 1);
  const exponent = power[0] === -1 ? -Number(power.slice(1).join('')) : Number(power.join(''));
  return (sign === '−' ? -1 : 1) * Number(digits.replaceAll(',', '')) * 10 ** exponent * size;
}

interface LabelledTick {
  readonly value: number;
  readonly label: string;
}

/** @param size of a tick's unit in that of its label's. @param least that a label can tell apart. */
function expectExact(ticks: readonly LabelledTick[], size = 1, least = 0): void {
  const labels = ticks.map(({ label }) => label);
  expect(new Set(labels).size, labels.join(', ')).toBe(labels.length);
  for (const [i, { value, label }] of ticks.entries()) {
    const next = ticks[i + 1] ?? ticks[i - 1];
    const step = next === undefined ? Math.abs(value) : Math.abs(next.value - value);
    const wrong = Math.abs(read(label) - value * size);
    expect(wrong, `${label} for ${value} of ${labels.join(', ')}`).toBeLessThanOrEqual(
      Math.max(least, step * size * 2e-3),
    );
  }
}

interface ShownFormat {
  readonly format: AxisFormat;
  readonly kind: 'linear' | 'log';
  /** What the axis ends at in the picture: that of shares is one whole. */
  readonly max: number;
}

/** The formats that panels give to their axes, by panel; of rows the text is a name. */
async function panelFormats(): Promise<ReadonlyMap<string, readonly ShownFormat[]>> {
  const found = new Map<string, ShownFormat[]>();
  for (const file of TRACES) {
    const trace = await openTrace(corpusPath(file));
    for (const scale of ['fitted', 'log'] as const) {
      const context = { ...trace.context({ width: 900 }), scale };
      for (const panel of PANELS) {
        if (missingOf(panel, trace.snapshot) !== null) continue;
        const formats = found.get(panel.id) ?? [];
        found.set(panel.id, formats);
        const { line } = panel.amounts ?? {};
        panel.paint(context, {
          ...{ surface: new RecordingSurface(900, 200), palette: PALETTE, lockedMax: null },
          axis: (max, format, _min, kind = 'linear') => {
            if (kind === 'rows') return;
            formats.push({ format, kind, max });
            if (line !== undefined) formats.push({ format: line.axisFormat, kind: 'linear', max });
          },
        });
      }
    }
  }
  // Neither trace logs what it draws.
  for (const { id, amounts } of PANELS)
    if (!found.has(id) && amounts?.line !== undefined)
      found.set(id, [{ format: amounts.line.axisFormat, kind: 'linear', max: 0 }]);
  return found;
}

/** `x` times a power of ten. */
const sizes = (least: number, most: number): fc.Arbitrary<number> =>
  fc
    .tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: least, max: most }))
    .map(([digits, power]) => digits * 10 ** power);
const height = fc.integer({ min: 30, max: 1200 });

describe('of value axes', () => {
  let formats: ReadonlyMap<string, readonly ShownFormat[]>;
  beforeAll(async () => {
    formats = await panelFormats();
  });

  test('every panel has one, or rows', () => {
    const rows = PANELS.filter(({ rows: own, id }) => own !== undefined || id === 'handshake');
    expect([...formats].filter(([, of]) => of.length === 0).map(([id]) => id)).toEqual(
      rows.map(({ id }) => id),
    );
    expect([...formats.keys()].sort()).toEqual(PANELS.map(({ id }) => id).sort());
  });

  test('labels of every panel and plot of groups are their ticks', () => {
    const plots = [...GROUP_PLOTS, RUNS_PLOT].map(
      ({ axisFormat }): ShownFormat => ({ format: axisFormat, kind: 'linear', max: 0 }),
    );
    const all = [
      ...new Map([...[...formats.values()].flat(), ...plots].map((one) => [one.format, one])).values(),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        ...[sizes(0, 12), fc.double({ min: -1, max: 0.999999, noNaN: true }), height],
        ({ format, kind, max: whole }, max, share, px) => {
          if (whole === 1) return expectExact(labelledTicks([0, 1], px, format));
          if (kind === 'log')
            return expectExact(labelledTicks([max / 10 ** (1 + 3 * Math.abs(share)), max], px, format, kind));
          expectExact(labelledTicks([0, max], px, format));
          expectExact(labelledTicks([max * share, max], px, format));
        },
      ),
      { numRuns: draws(3000) },
    );
  });
});

test('labels of the axes of time and bytes are their ticks', () => {
  fc.assert(
    fc.property(
      sizes(-1, 13),
      fc.double({ min: -2, max: 200, noNaN: true }),
      fc.integer({ min: 40, max: 2400 }),
      (length, from, width) => {
        const viewport = { fromUs: length * from, toUs: length * (from + 1), width };
        for (const [ticks, size] of [
          [timeTicks(viewport), 1],
          [byteTicks(viewport), 1],
        ] as const) {
          const { values, label } = ticks;
          expectExact(
            values.map((value) => ({ value, label: label(value) })),
            size,
          );
        }
      },
    ),
    { numRuns: draws(1000) },
  );
});

/** ms since 1970 of a label of an axis in UTC: what it leaves out is as in a time near it. */
function readUtc(label: string, nearMs: number): number {
  const whole = new Date(Math.floor(nearMs)).toISOString();
  const text = /^\d{4}-/.test(label)
    ? `${label}T00:00:00`
    : /^\d\d-\d\d /.test(label)
      ? `${whole.slice(0, 5)}${label.replace(' ', 'T')}`
      : `${whole.slice(0, 11)}${label}`;
  const [toSecond = '', rest = ''] = text.split('.');
  return Date.parse(`${toSecond}Z`) + Number(`0.${rest || 0}`) * 1000;
}

test('labels of the axis in UTC are their ticks, with the date where a time of day comes again', () => {
  fc.assert(
    fc.property(
      ...[sizes(0, 13), fc.double({ min: -1, max: 3, noNaN: true }), fc.integer({ min: 40, max: 2400 })],
      fc.double({ min: 0, max: 4e12, noNaN: true }),
      (length, from, width, originMs) => {
        const { values, label } = utcTicks(
          { fromUs: length * from, toUs: length * (from + 1), width },
          originMs,
        );
        const labels = values.map(label);
        expect(new Set(labels).size, labels.join(', ')).toBe(labels.length);
        for (const value of values) {
          // A µs of a date in ms is near the end of a double's digits.
          const exactMs = originMs + value / 1000;
          expect(
            Math.abs(readUtc(label(value), exactMs + 0.0005) - exactMs),
            label(value),
          ).toBeLessThanOrEqual(0.0021);
        }
      },
    ),
    { numRuns: draws(1000) },
  );
});

test('labels of the axes of experiments are their ticks', () => {
  const scale = fc.constantFrom('linear' as const, 'log' as const);
  const values = fc.array(sizes(-9, 12), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(scale, values, fc.boolean(), fc.integer({ min: 2, max: 12 }), (kind, all, fromZero, most) => {
      const axis = { title: 't', unit: 'u', scale: kind, ...(fromZero ? { from: 0 } : {}) };
      const { ticks, from, to } = axisScale(axis, all, most);
      // Values that differ by less than a double tells.
      if ((to - from) / to < 1e-9) return;
      expectExact(ticks);
    }),
    { numRuns: draws(1000) },
  );
});
