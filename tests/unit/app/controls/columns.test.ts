/** The columns of the table of traces, and the sketch of the window: every order has one, and what is not known is a dash. */
import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { ROW_ICONS, TABLE_COLUMNS, tableWidths } from '../../../../src/app/controls/columns.tsx';
import { Sparkline } from '../../../../src/app/controls/sparkline.tsx';
import { failedRow, type TraceRow } from '../../../../src/sharing/figures/rows.ts';
import { UNKNOWN } from '../../../../src/sharing/figures/words.ts';
import { isOrder } from '../../../../src/sharing/table/row-order.ts';
import { VIEW_ORDERS } from '../../../../src/sharing/table/views.ts';
import { type Markup, markupOf } from '../../../support/markup.ts';
import { madeFinding, madeRow } from '../../../support/table-rows.ts';

const SPIRAL = madeFinding('death-spiral', 'critical', 2e6, 8e6);
const STORM = madeFinding('pto-storm', 'warning', 1e6, 2e6);
const INFO = madeFinding('bufferbloat', 'info', 0, 1e6);

describe('the columns', () => {
  const textOf = (id: string, row: TraceRow): string =>
    TABLE_COLUMNS.find((column) => column.id === id)?.text(row) ?? '';
  const drawn = (row: TraceRow): Markup =>
    markupOf(createElement('div', null, TABLE_COLUMNS.find(({ id }) => id === 'verdict')?.draw?.(row)));

  test('are all orders but that by name, each once, with what its heading does not say', () => {
    const sorts = TABLE_COLUMNS.flatMap(({ sort }) => (sort === null ? [] : [sort]));
    expect([...sorts, 'name'].toSorted()).toEqual(['verdict', ...VIEW_ORDERS.keys()].toSorted());
    expect(sorts.filter((sort) => !isOrder(sort))).toEqual([]);
    for (const { title, about } of TABLE_COLUMNS) expect(about).not.toBe(title);
    // Where there is no alarm there is no time of one either: that cell is empty.
    const unknown = { ...madeRow('a'), durationUs: null, illShare: null };
    for (const { id } of TABLE_COLUMNS.filter(({ isNumber, sort }) => isNumber && sort !== null))
      expect(textOf(id, unknown), id).toBe(id === 'since' ? '' : UNKNOWN);
  });

  test('have the verdict by a sign and a word, and count the alarms after it', () => {
    expect(drawn(madeRow('a', { findings: [SPIRAL, STORM, INFO] })).words).toMatch(
      /^● critical: death-spiral.* \+1$/,
    );
    expect(drawn(madeRow('a', { findings: [STORM, INFO] })).words).toMatch(/^▲ warning: pto-storm[^+]*$/);
    expect(drawn(madeRow('a', { findings: [INFO] })).words).toMatch(/^○ (?!info)/);
    expect(drawn(madeRow('a', { failure: { kind: 'x', text: 'This is no log.' } })).words).toMatch(/^✕ /);
    expect(new Set(Object.values(ROW_ICONS)).size).toBe(Object.keys(ROW_ICONS).length);
  });
});

describe('the sketch', () => {
  const sketch = (known: Partial<TraceRow>): Markup =>
    markupOf(createElement(Sparkline, { row: madeRow('a', known) }));
  const WINDOW = {
    columnUs: 2.5e6,
    low: [1000, 2000, null, 4000],
    high: [2000, 4000, 5000, 8000],
  } as unknown as TraceRow['window'];
  const figures = (line: Markup | undefined, ...names: readonly string[]): readonly number[] =>
    names.map((name) => Number(line?.attribute(name)));

  test('of a trace without a length is none', () => {
    expect(sketch({ durationUs: 0 }).html).toBe('');
    expect(sketch({ durationUs: null }).html).toBe('');
  });

  test('has the window over its time, from zero up to the most, and a gap where nothing is known', () => {
    const markup = sketch({ window: WINDOW });
    const path = markup.one('class', 'spark-window').attribute('d') ?? '';
    const points = path
      .slice(1, -1)
      .split('L')
      .map((point) => point.split(' ').map(Number));
    // Three columns of a quarter of the width each, up and back.
    expect(points.map(([x]) => x)).toEqual([0, 32, 32, 64, 96, 128, 128, 96, 64, 32, 32, 0].map((x) => x));
    expect(points[5]?.[1]).toBe(1);
    expect(points[0]?.[1]).toBeCloseTo(11.5);
    expect(markup.one('role', 'img').attribute('aria-label')).toBe('cwnd up to 8,000 B');
    expect(sketch({ window: null }).one('role', 'img').attribute('aria-label')).toBe('no cwnd logged');
  });

  test('has its alarms below, each over its time, within the picture, and seen however short', () => {
    const markup = sketch({
      findings: [
        SPIRAL,
        STORM,
        INFO,
        madeFinding('x', 'critical', 9.99e6, 30e6),
        madeFinding('y', 'warning', 5e6, 5e6),
      ],
    });
    const lines = markup.named('line');
    expect(lines.map((line) => line.attribute('class'))).toEqual([
      'spark-critical',
      'spark-warning',
      'spark-critical',
      'spark-warning',
    ]);
    expect(figures(lines[0], 'x1', 'x2')).toEqual([25.6, 102.4]);
    expect(figures(lines[1], 'x1', 'x2')).toEqual([12.8, 25.6]);
    expect(figures(lines[3], 'x1', 'x2')).toEqual([64, 65.5]);
    expect(figures(lines[0], 'y1')).not.toEqual(figures(lines[1], 'y1'));
    expect(markup.one('role', 'img').attribute('aria-label')).toMatch(
      /^no cwnd logged; death-spiral.*, from 2\.000 s$/,
    );
    // On the clock of a trace that does not begin at 0.
    const later = sketch({ startUs: 2e6, findings: [SPIRAL] }).named('line')[0];
    expect(figures(later, 'x1', 'x2')).toEqual([0, 76.8]);
  });
});

describe('no figure is cut', () => {
  const css = readFileSync(
    new URL('../../../../src/app/features/triage/triage.css', import.meta.url),
    'utf8',
  );
  const figures = TABLE_COLUMNS.filter(({ isNumber }) => isNumber);
  const row = madeRow('a.sqlog', { ...{ illShare: 1, packetsSent: 1e6, packetsLost: 1e6, minRttUs: 14e3 } });
  const short = madeRow('b.sqlog');
  const widths = tableWidths([null, short, row, failedRow('c', { kind: 'x', text: '' })]);

  test.each(figures)(
    '$id: its column is as wide as the longest one, at every width of the window',
    ({ id, text }) => {
      const longest = Math.max(text(row).length, text(short).length);
      expect(widths).toContain(`max(var(--${id}-px, 84px), calc(${longest}ch + 2 * var(--space-3)))`);
    },
  );

  test('every column has its place, and its width or that of its kind', () => {
    const ids = [...widths.matchAll(/var\(--([\w-]+)-px, (84|160)px\)/g)].map(([, id, px]) => [id, px]);
    expect(ids).toEqual(TABLE_COLUMNS.map(({ id, isNumber }) => [id, isNumber ? '84' : '160']));
    const own = [...css.matchAll(/--([\w-]+)-px: \d+px;/g)].map(([, id]) => id);
    expect(own.filter((id) => id !== 'name' && !TABLE_COLUMNS.some((column) => column.id === id))).toEqual(
      [],
    );
  });
});
