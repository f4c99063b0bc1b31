/** Axes over elements by hand: where ticks stand, what they say, and that only what changes is written while a range moves. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { drawBytesAxis, drawTimeAxis, drawValueAxis } from '../../../../../src/app/workbench/paint/axes.ts';

/** Attributes and texts written, attributes read, elements made. */
let work: { writes: number; reads: number; made: number };
const NOTHING = { writes: 0, reads: 0, made: 0 };

/** As much of an element as an axis needs. */
class StubElement {
  readonly children: StubElement[] = [];
  readonly name: string;
  readonly #attributes = new Map<string, string>();
  #parent: StubElement | null = null;
  #text = '';

  constructor(name: string) {
    this.name = name;
    work.made++;
  }

  get childElementCount(): number {
    return this.children.length;
  }
  get firstElementChild(): StubElement | null {
    return this.children[0] ?? null;
  }
  get lastElementChild(): StubElement | null {
    return this.children.at(-1) ?? null;
  }
  get textContent(): string {
    return this.#text;
  }
  set textContent(text: string) {
    work.writes++;
    this.#text = text;
  }
  querySelector(name: string): StubElement | null {
    return this.children.find((child) => child.name === name) ?? null;
  }
  getAttribute(name: string): string | null {
    work.reads++;
    return this.#attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: string): void {
    work.writes++;
    this.#attributes.set(name, value);
  }
  appendChild(child: StubElement): StubElement {
    child.#parent = this;
    this.children.push(child);
    return child;
  }
  append(child: StubElement): void {
    this.appendChild(child);
  }
  remove(): void {
    const siblings = this.#parent?.children ?? [];
    siblings.splice(siblings.indexOf(this), 1);
  }
}

let svg: StubElement;
beforeEach(() => {
  work = { ...NOTHING };
  vi.stubGlobal('document', { createElementNS: (_: string, name: string) => new StubElement(name) });
  vi.stubGlobal('devicePixelRatio', 2);
  svg = new StubElement('svg');
  svg.append(new StubElement('g'));
});
afterEach(() => vi.unstubAllGlobals());

const element = (): SVGSVGElement => svg as unknown as SVGSVGElement;
const group = (): StubElement => svg.children[0] ?? expect.fail('the axis has no group');
const line = (): string | null => group().firstElementChild?.getAttribute('d') ?? null;
const ticks = (): readonly (readonly [string | null, string])[] =>
  group()
    .children.slice(1)
    .map((tick) => [tick.getAttribute('transform'), tick.lastElementChild?.textContent ?? '']);
const viewport = (fromUs: number, toUs: number, width = 440) => ({ fromUs, toUs, width });
/** What drawing costs from here on. */
function costOf(draw: () => void): typeof work {
  work = { ...NOTHING };
  draw();
  return work;
}

describe('an axis below the plots', () => {
  test('has its ticks at their times, in the trace’s own clock, in UTC, or in bytes', () => {
    drawTimeAxis(element(), viewport(0, 4e6), null);
    expect(line()).toBe('M0,0H440');
    expect(ticks()).toEqual([
      ['translate(0,0)', '0'],
      ['translate(110,0)', '1'],
      ['translate(220,0)', '2'],
      ['translate(330,0)', '3'],
      ['translate(440,0)', '4 s'],
    ]);
    drawTimeAxis(element(), viewport(0, 4e6), Date.UTC(2024, 0, 1, 12));
    expect(ticks().at(-1)).toEqual(['translate(440,0)', '12:00:04']);
    drawBytesAxis(element(), viewport(0, 4e6));
    expect(ticks()[1]).toEqual(['translate(110,0)', '1 MB']);
  });

  test('is sharp on a screen of one device pixel: between two pixels', () => {
    vi.stubGlobal('devicePixelRatio', 1);
    drawTimeAxis(element(), viewport(0, 4e6), null);
    expect([line(), ticks()[1]?.[0]]).toEqual(['M0.5,0.5H440.5', 'translate(110.5,0)']);
  });

  test('has as many ticks as fit, whichever it had before', () => {
    const counts = [4e6, 1e6, 4e6].map((toUs, i) => {
      drawTimeAxis(element(), viewport(0, toUs, i === 1 ? 220 : 440), null);
      return ticks().length;
    });
    expect(counts).toEqual([5, 3, 5]);
    expect(ticks()[4]).toEqual(['translate(440,0)', '4 s']);
  });

  test('writes the places of its ticks, and makes no element, while the range moves', () => {
    drawTimeAxis(element(), viewport(0, 3.9e6), null);
    const { length } = ticks();
    const moved = costOf(() => drawTimeAxis(element(), viewport(-0.1e6, 3.8e6), null));
    expect(ticks().length).toBe(length);
    expect(moved).toMatchObject({ writes: length, made: 0 });
    const still = costOf(() => drawTimeAxis(element(), viewport(-0.1e6, 3.8e6), null));
    expect(still).toMatchObject({ writes: 0, made: 0 });
  });
});

describe('an axis of values', () => {
  const words = (value: number): string => `${value} B`;
  const draw = (max: number, height = 100, kind: 'linear' | 'rows' = 'linear') =>
    drawValueAxis(element(), [0, max], height, words, kind);

  test('goes upwards, with a line of the grid for each of its ticks', () => {
    const values = draw(100);
    expect(line()).toBe('M0,100V0');
    expect(ticks()).toEqual(values.map((value) => [`translate(0,${100 - value})`, `${value} B`]));
    expect(values.length).toBeGreaterThan(2);
  });

  test('of rows has names and no line of the grid', () => {
    expect(draw(3, 100, 'rows')).toEqual([]);
    expect(ticks().length).toBeGreaterThan(0);
  });

  test('that is as before costs nothing, and is drawn anew with another top, height or words', () => {
    const values = draw(100);
    expect(costOf(() => expect(draw(100)).toEqual(values))).toEqual(NOTHING);
    for (const change of [
      () => draw(120),
      () => draw(120, 110),
      () => drawValueAxis(element(), [0, 120], 110, (value) => `${value} KB`, 'linear'),
    ])
      expect(costOf(change).writes).toBeGreaterThan(0);
  });
});

test('an SVG without a group stays as it is', () => {
  svg.children.splice(0);
  expect(costOf(() => drawTimeAxis(element(), viewport(0, 1), null))).toEqual(NOTHING);
});
