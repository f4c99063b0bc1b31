/** A panel over the traces of a set as a picture: which line is which trace, on the axis of the set. */
import { beforeAll, describe, expect, test } from 'vitest';
import { svgOf } from '../../../../../src/drawing/panels/lanes/exported-picture.ts';
import { type PictureLane, setPicture } from '../../../../../src/drawing/panels/lanes/lanes-picture.ts';
import { redactContext } from '../../../../../src/drawing/panels/lanes/redact-context.ts';
import { findPanel } from '../../../../../src/drawing/panels/registry.ts';
import { lightColor } from '../../../../../src/drawing/surface/light-palette.ts';
import { pictureSize } from '../../../../../src/drawing/surface/picture.ts';
import { XML_DECLARATION } from '../../../../../src/engine/base/text/xml.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { SHARE_ALL } from '../../../../support/redacted.ts';
import { type Element, parseXml } from '../../../../support/xml.ts';

const OFFSET_US = 1_500_000;
const congestion = findPanel('congestion')!;
const states = findPanel('states')!;

const read = (svg: string): Element => parseXml(XML_DECLARATION + svg);
const textsOf = (svg: Element): readonly string[] => svg.all('text').map(({ text }) => text);

let lanes: readonly PictureLane[];
beforeAll(async () => {
  const files = ['rate2-both-cubic-buggy-s09.server.sqlog.gz', 'rate-reno-s12.server.sqlog.gz'];
  lanes = await Promise.all(
    files.map(async (file, place): Promise<PictureLane> => {
      const trace = await openTrace(corpusPath(file));
      const offsetUs = place * OFFSET_US;
      const context = trace.context({ width: 800, fromUs: 1e6 - offsetUs, toUs: 5e6 - offsetUs });
      const finding = trace.snapshot.findings.find(({ severity }) => severity !== 'info')?.key ?? null;
      const shared = redactContext({ ...context, finding }, file, SHARE_ALL);
      return { context: shared, style: place, place, offsetUs, name: place === 0 ? 'spiral' : null };
    }),
  );
});

const OPTIONS = { height: 200, subtitle: 'a set' };

describe('over one another', () => {
  test('the legend names each trace with its own line, and the values of both', () => {
    const spec = setPicture(congestion, lanes, { ...OPTIONS, arrangement: 'overlay' });
    const texts = textsOf(read(svgOf(spec, 'x', 'words')));
    expect(texts).toEqual(expect.arrayContaining(['A: spiral', 'B', 'a set']));
    const [a, b] = spec.legend;
    expect([a?.stroke?.color, b?.stroke?.color]).toEqual([lightColor('--slot-1'), lightColor('--slot-2')]);
    expect(texts.some((words) => /^window \(cwnd\): A [\d,]+ B.*, B [\d,]+ B/.test(words))).toBe(true);
    expect(spec.below).toBeUndefined();
  });

  test('times and intervals are those of the set', () => {
    const spec = setPicture(congestion, lanes, { ...OPTIONS, arrangement: 'overlay' });
    expect(spec.viewport).toEqual({ fromUs: 1e6, toUs: 5e6, width: 800 });
    const [lead] = lanes;
    const finding = lead!.context.snapshot.findings.find(({ severity }) => severity !== 'info')!;
    expect(spec.bands).toEqual([
      { fromUs: finding.startUs, toUs: finding.endUs, severity: finding.severity },
    ]);
    const swapped = setPicture(
      congestion,
      lanes.map((lane, i) => ({ ...lane, offsetUs: i === 0 ? OFFSET_US : 0 })),
      { ...OPTIONS, arrangement: 'overlay' },
    );
    expect(swapped.bands[0]?.fromUs).toBe(finding.startUs + OFFSET_US);
  });

  test('a locked axis holds for all', () => {
    const spec = setPicture(congestion, lanes, { ...OPTIONS, arrangement: 'overlay', lockedMax: 9000 });
    expect(textsOf(read(svgOf(spec, 'x', '')))).toContain('8 kB');
  });
});

describe('one plot each', () => {
  test.each([
    ['as the set is arranged', congestion, 'stacked'],
    ['where the panel cannot be drawn over another', states, 'overlay'],
  ] as const)('%s: one below the other in one picture, each named', (_, panel, arrangement) => {
    const spec = setPicture(panel, lanes, { ...OPTIONS, arrangement });
    expect(spec.below).toHaveLength(1);
    expect([spec.title, spec.below?.[0]?.title].map((title) => title?.replace(/^.*, /, ''))).toEqual([
      'A: spiral',
      'B',
    ]);
    const { height } = pictureSize(spec);
    expect(height).toBeGreaterThan(200);
    const svg = read(svgOf(spec, 'x', ''));
    expect(svg.attributes.viewBox).toMatch(new RegExp(` ${height}$`));
    // Both have the axis of the set.
    expect(textsOf(svg).filter((words) => /^2(\.0)? s$/.test(words))).toHaveLength(2);
  });

  test('over bytes delivered no axis shows times', () => {
    const spec = setPicture(congestion, lanes, { ...OPTIONS, arrangement: 'stacked', isByBytes: true });
    const texts = textsOf(read(svgOf(spec, 'x', '')));
    expect(texts.filter((words) => /^[\d.]+ s$/.test(words))).toEqual([]);
    expect(texts.filter((words) => words === '2 MB')).toHaveLength(2);
  });

  test('all have one value axis', () => {
    const spec = setPicture(congestion, lanes, { ...OPTIONS, arrangement: 'stacked' });
    const ticks = [spec, ...(spec.below ?? [])].map((one) =>
      textsOf(read(svgOf({ ...one, below: [] }, 'x', ''))).filter((words) => / kB$/.test(words)),
    );
    expect(ticks[0]).toEqual(ticks[1]);
    expect(ticks[0]?.length).toBeGreaterThan(1);
  });
});
