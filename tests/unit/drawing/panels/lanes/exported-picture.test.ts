/** Every panel as a picture that stands alone: well-formed, with title, legend and axes, painted as on the page. */
import { beforeAll, describe, expect, test } from 'vitest';
import { withRowsThatFit } from '../../../../../src/drawing/panels/build/rows.ts';
import { CWND } from '../../../../../src/drawing/panels/congestion/congestion-lines.ts';
import { pictureOf, svgOf } from '../../../../../src/drawing/panels/lanes/exported-picture.ts';
import { redactContext } from '../../../../../src/drawing/panels/lanes/redact-context.ts';
import type { PanelContext, PanelDefinition } from '../../../../../src/drawing/panels/panel.ts';
import { PANELS } from '../../../../../src/drawing/panels/registry.ts';
import { LIGHT_PALETTE } from '../../../../../src/drawing/surface/light-palette.ts';
import { pictureSize } from '../../../../../src/drawing/surface/picture.ts';
import { DEFAULT_CHOICES } from '../../../../../src/drawing/view/choices.ts';
import { XML_DECLARATION } from '../../../../../src/engine/base/text/xml.ts';
import { panelFigures } from '../../../../../src/sharing/report/figures/panel-figures.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { SHARE_ALL } from '../../../../support/redacted.ts';
import { type Element, parseXml } from '../../../../support/xml.ts';

const OPTIONS = { height: 120, subtitle: 'a trace', band: null };
const read = (svg: string): Element => parseXml(XML_DECLARATION + svg);
const textsOf = (svg: Element): readonly string[] => svg.all('text').map(({ text }) => text);

const TRACES = [
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'bbr2-loss2s-s03.server.sqlog.gz',
  'rate-cubic-buggy-s03.client.sqlog.gz',
  'sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz',
];

describe.each(TRACES)('%s', (file) => {
  let context: PanelContext;
  let drawn: readonly PanelDefinition[];
  beforeAll(async () => {
    context = (await openTrace(corpusPath(file))).context({ width: 900 });
    drawn = PANELS.filter((panel) => panel.missing(context.snapshot) === null);
  });

  test('gives a well-formed picture of every panel that it has', () => {
    expect(drawn.length).toBeGreaterThan(2);
    for (const panel of drawn) {
      const spec = pictureOf(panel, context, OPTIONS);
      const svg = read(svgOf(spec, 'x', panel.sentence(context)));
      const texts = textsOf(svg);
      const figure = panel.figure?.(withRowsThatFit(context, OPTIONS.height)) ?? '';
      expect(texts[0]).toBe(figure === '' ? panel.title : `${panel.title}, ${figure}`);
      expect(texts).toContain('a trace');
      for (const { id, label } of panel.legend(context)) {
        expect(
          texts.some((words) => words.startsWith(label)),
          `${panel.id} ${id}`,
        ).toBe(true);
      }
      // At least two ticks of time, and one of the values.
      expect(texts.filter((words) => / s$/.test(words)).length, panel.id).toBeGreaterThanOrEqual(2);
      expect(texts.length, panel.id).toBeGreaterThan(2 + panel.legend(context).length + 2);
      expect(svg.all('desc')[0]?.text).toBe(panel.sentence(context));
      const { width, height } = pictureSize(spec);
      expect(svg.attributes.viewBox).toBe(`0 0 ${width} ${height}`);
    }
  });

  test('gives them in the order and height of the page', () => {
    const choices = {
      ...DEFAULT_CHOICES,
      order: ['loss', 'rtt'],
      heights: { rtt: 222 },
    };
    const figures = panelFigures(redactContext(context, null, SHARE_ALL), choices, null, {
      ids: PANELS.map(({ id }) => id),
      figureId: 'f',
    });
    const ids = figures.map(({ panel }) => panel);
    const known = ['loss', 'rtt'].filter((id) => drawn.some((panel) => panel.id === id));
    expect(ids.slice(0, known.length)).toEqual(known);
    const rtt = figures.find(({ panel }) => panel === 'rtt');
    if (rtt !== undefined)
      expect(read(rtt.svg).all('clipPath')[0]?.all('path')[0]?.attributes.d).toContain('v222');
  });
});

describe('a picture of the congestion panel', () => {
  let context: PanelContext;
  const panel = PANELS.find(({ id }) => id === 'congestion') as PanelDefinition;
  beforeAll(async () => {
    context = (await openTrace(corpusPath(TRACES[0] as string))).context({ width: 900 });
  });

  test('draws the window in its own stroke, over the whole width', () => {
    const svg = read(svgOf(pictureOf(panel, context, OPTIONS), 'x', ''));
    const stroke = LIGHT_PALETTE.strokeOf(CWND);
    const lines = svg
      .all('path')
      .filter(
        ({ attributes }) => attributes.stroke === stroke?.color && attributes['stroke-width'] === '2.4',
      );
    const reach = lines.map(({ attributes }) => Number(/(\d[\d.]*) [\d.-]+$/.exec(attributes.d ?? '')?.[1]));
    expect(Math.max(...reach)).toBeGreaterThan(890);
  });

  test('leaves out hidden series, and highlights the selected interval', () => {
    const hidden = { ...context, hidden: new Set(['congestion/ssthresh']) };
    expect(textsOf(read(svgOf(pictureOf(panel, hidden, OPTIONS), 'x', '')))).not.toContain('ssthresh');
    const band = { fromUs: 2_000_000, toUs: 4_000_000 };
    const fills = (svg: Element): readonly (string | undefined)[] =>
      svg.all('path').map(({ attributes }) => attributes.fill);
    const banded = read(svgOf(pictureOf(panel, context, { ...OPTIONS, bands: [band] }), 'x', ''));
    expect(fills(banded)).toContain(LIGHT_PALETTE.bands.critical);
    expect(fills(read(svgOf(pictureOf(panel, context, OPTIONS), 'x', '')))).not.toContain(
      LIGHT_PALETTE.bands.critical,
    );
  });

  test('states what was clipped, below it', () => {
    const near = { ...context, viewport: { ...context.viewport, fromUs: 1_400_000 } };
    const { clipped } = panel.paint(near, {
      surface: {
        width: 900,
        height: 120,
        clear() {},
        rect() {},
        boxes() {},
        bars() {},
        polyline() {},
        text() {},
      },
      palette: LIGHT_PALETTE,
      lockedMax: null,
      axis: () => undefined,
    });
    expect(clipped).toMatch(/^Clipped: /);
    expect(textsOf(read(svgOf(pictureOf(panel, near, OPTIONS), 'x', ''))).join(' ')).toContain(clipped);
  });

  test('of a narrow window is drawn wider', () => {
    const narrow = { ...context, viewport: { ...context.viewport, width: 200 } };
    expect(pictureSize(pictureOf(panel, narrow, OPTIONS)).width).toBeGreaterThan(600);
  });
});
