/**
 * Whether what is seen with the page's own colours is seen with those that the system forces. Text apart, what is seen is what
 * stands out from its neighbours: edges, pairs of pixels whose colours differ. Of one picture they are looked for in another, part by part.
 */
import type { Page } from '@playwright/test';

/** Sum over red, green and blue from which two neighbours differ: more than a tint or a line of the grid from the paper. */
const EDGE = 90;
/** The same for an edge that is found again. */
const FOUND = 45;

export interface Part {
  /** Named for messages. */
  readonly what: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FoundEdges {
  readonly what: string;
  /** In the first picture. */
  readonly edges: number;
  /** Of them in the second one, 0 to 1. */
  readonly share: number;
}

type PictureWindow = Window & { pictures?: Map<string, ImageData> };

/** Keeps a picture of the whole page under a name, in the page. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const base64 = (await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })).toString(
    'base64',
  );
  await page.evaluate(
    async ([key, text]) => {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
        willReadFrequently: true,
      });
      if (context === null) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      const shown = window as PictureWindow;
      shown.pictures ??= new Map();
      shown.pictures.set(key, context.getImageData(0, 0, bitmap.width, bitmap.height));
    },
    [name, base64] as const,
  );
}

/** How many edges of each part of a kept picture are found in another one. */
export function edgesFound(
  page: Page,
  [first, second]: readonly [string, string],
  parts: readonly Part[],
): Promise<readonly FoundEdges[]> {
  return page.evaluate(
    ({ names, all, limits }) => {
      const [a, b] = names.map((name) => (window as PictureWindow).pictures?.get(name));
      if (a === undefined || b === undefined) throw new Error('no picture');
      const differ = ({ data }: ImageData, i: number, j: number): number =>
        Math.abs((data[i] as number) - (data[j] as number)) +
        Math.abs((data[i + 1] as number) - (data[j + 1] as number)) +
        Math.abs((data[i + 2] as number) - (data[j + 2] as number));
      return all.map(({ what, x, y, width, height }) => {
        let [edges, found] = [0, 0];
        const right = Math.min(a.width, b.width, Math.ceil(x + width)) - 1;
        const foot = Math.min(a.height, b.height, Math.ceil(y + height)) - 1;
        for (let py = Math.max(0, Math.floor(y)); py < foot; py++)
          for (let px = Math.max(0, Math.floor(x)); px < right; px++)
            for (const [dx, dy] of [
              [1, 0],
              [0, 1],
            ] as const) {
              const at = (picture: ImageData): readonly [number, number] => [
                4 * (py * picture.width + px),
                4 * ((py + dy) * picture.width + px + dx),
              ];
              if (differ(a, ...at(a)) < limits.edge) continue;
              edges++;
              if (differ(b, ...at(b)) >= limits.found) found++;
            }
        return { what, edges, share: edges === 0 ? 1 : found / edges };
      });
    },
    { names: [first, second], all: parts, limits: { edge: EDGE, found: FOUND } },
  );
}

/** Boxes of the elements of a selector that are seen, on the whole page; named by an attribute or a class. */
export function partsOf(page: Page, selector: string): Promise<readonly Part[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      // What a drawer or a dialog covers is not seen: neither its middle nor its corners.
      const isOnTop = (
        one: Element,
        [left, top, wide, high]: readonly [number, number, number, number],
      ): boolean =>
        [0.5, 0.1, 0.9].every((share) => {
          const [above] = document.elementsFromPoint(left + wide * share, top + high * share);
          return above !== undefined && (one.parentElement?.contains(above) === true || above.contains(one));
        });
      const { x, y, width, height } = element.getBoundingClientRect();
      const named = element.closest('[data-panel], [data-testid]') as HTMLElement | null;
      const { panel, testid } = named?.dataset ?? {};
      const what = `${panel ?? testid ?? ''} ${element.getAttribute('class') ?? element.tagName} ${element.parentElement?.textContent ?? ''}`;
      const isSeen =
        width > 0 && height > 0 && element.checkVisibility() && isOnTop(element, [x, y, width, height]);
      return isSeen ? { what: what.slice(0, 100), x: x + scrollX, y: y + scrollY, width, height } : [];
    }),
  );
}

/**
 * Boxes of everything that is seen and is not text: pictures, and elements without a text whose ground or border is painted.
 * Fields and buttons have the system's own look.
 */
export async function marksOf(page: Page): Promise<readonly Part[]> {
  await page.evaluate(() => {
    const isPainted = (element: Element): boolean => {
      if (element instanceof SVGSVGElement || element instanceof HTMLCanvasElement) return true;
      if (
        !(element instanceof HTMLElement) ||
        element.matches('input, button, select, textarea, progress, hr')
      )
        return false;
      if (element.textContent?.trim() !== '' || element.querySelector('input, button') !== null) return false;
      const style = getComputedStyle(element);
      const hasColor = (color: string): boolean => !/^rgba\(.*, 0\)$|^transparent$/.test(color);
      const sides = ['top', 'right', 'bottom', 'left'] as const;
      return (
        hasColor(style.backgroundColor) ||
        style.backgroundImage !== 'none' ||
        sides.some(
          (side) =>
            style.getPropertyValue(`border-${side}-style`) !== 'none' &&
            hasColor(style.getPropertyValue(`border-${side}-color`)),
        )
      );
    };
    for (const element of document.body.querySelectorAll('*'))
      element.toggleAttribute('data-seen-mark', isPainted(element));
  });
  return partsOf(page, '[data-seen-mark]');
}

/**
 * What is pressed, chosen or current, and looks as its neighbours of the same kind that are not. The text for the missing
 * difference; empty where all look as what they are.
 */
export function unmarkedChoices(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const STATES = ['aria-pressed', 'aria-selected', 'aria-current'] as const;
    const looks = (element: Element): string => {
      const shown = [
        element,
        ...element.querySelectorAll('*'),
        element.parentElement,
        element.closest('tr, [role=row], .finding'),
      ];
      return shown
        .map((one) => {
          if (one == null) return '';
          const style = getComputedStyle(one);
          const { backgroundColor, borderTopColor, outlineStyle, textDecorationLine, fontWeight } = style;
          const box = one instanceof HTMLInputElement ? one.checked : '';
          return [backgroundColor, borderTopColor, outlineStyle, textDecorationLine, fontWeight, box].join(
            ' ',
          );
        })
        .join('; ');
    };
    const kindOf = (element: Element): string =>
      `${element.tagName} ${[...element.classList].filter((name) => !/current|selected|odd|hidden/.test(name)).join(' ')}`;
    return STATES.flatMap((state) => {
      const all = [...document.querySelectorAll(`[${state}], [role=row]`)].filter((element) =>
        element.checkVisibility(),
      );
      const isOn = (element: Element): boolean => element.getAttribute(state) === 'true';
      return all.filter(isOn).flatMap((chosen) => {
        const twin = all.find((other) => !isOn(other) && kindOf(other) === kindOf(chosen));
        return twin !== undefined && looks(twin) === looks(chosen)
          ? [`${kindOf(chosen)}: ${chosen.textContent}`]
          : [];
      });
    });
  });
}
