/**
 * Controls that are hard to hit: smaller than 24 by 24 CSS pixels without as much room around them (WCAG 2.2, success criterion
 * 2.5.8, with its exceptions for spacing, for links in text and for what the browser draws).
 */
import type { Page } from '@playwright/test';

const CONTROLS = [
  ...['a[href]', 'button:enabled', 'summary', 'select:enabled', 'textarea', 'hr[tabindex]', '[role=slider]'],
  ...['[role=option]', '[role=scrollbar]', 'input:enabled:not([type=hidden])'],
].join(', ');

/** Lie over others, which are reached once these are closed, or scrolled away. */
const LAYERS = ['.bar', '.workbench-head', '.time-axis', '.drawer', '.answer-over', '.menu', '.overlay'].join(
  ', ',
);

/**
 * What another control of the page does, which is large enough: the card of a finding, for its bar in the overview; what is shown alone, for
 * the account of one of several traces.
 */
const DONE_ELSEWHERE = '.finding-bars *, .comparison ~ * .overview-account';

/** One line each, of what is seen as the page is scrolled to its end. */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    async ([controls, layers, elsewhere]) => {
      const NEEDED = 24;
      const ROUNDING = 0.5;
      interface Target {
        readonly element: Element;
        readonly box: DOMRect;
        readonly isSmall: boolean;
      }
      const small = new Map<Element, string>();

      /** A label is pressed for its box. */
      const pressed = (control: Element): Element => control.closest('label') ?? control;

      /** Stands within a sentence: its height is that of the line. */
      const isInText = (element: Element): boolean => {
        const block = element.closest('p, li, dd, td, .verdict');
        const isInline = getComputedStyle(element).display.startsWith('inline') && block !== null;
        const around = (block?.textContent ?? '').trim().length - (element.textContent ?? '').trim().length;
        return isInline && around > 0 && (element.matches('a, .link') || element.closest('.link') !== null);
      };

      /** How each box treats what is larger than it; asked once, it costs a layout. */
      const overflows = new Map<Element, string>();
      const overflowOf = (box: Element): string => {
        const known = overflows.get(box) ?? getComputedStyle(box).overflowY;
        overflows.set(box, known);
        return known;
      };

      /** What of it is seen and takes the pointer; null where nothing does, or more of it once a box is scrolled. */
      const seenBox = (element: Element): DOMRect | null => {
        let { left, top, right, bottom } = element.getBoundingClientRect();
        if (bottom < 0 || top > innerHeight || !element.checkVisibility({ visibilityProperty: true }))
          return null;
        for (
          let box = element.parentElement;
          box !== null && box !== document.body;
          box = box.parentElement
        ) {
          const overflow = overflowOf(box);
          if (overflow === 'visible') continue;
          const edge = box.getBoundingClientRect();
          const isCut =
            top < edge.top - 1 || bottom > edge.bottom + 1 || left < edge.left - 1 || right > edge.right + 1;
          if (isCut && overflow !== 'hidden' && overflow !== 'clip') return null;
          [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
          [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
        }
        if (right - left <= 1 || bottom - top <= 1) return null;
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isHit = hit !== null && (element.contains(hit) || pressed(hit) === element);
        return isHit ? new DOMRect(left, top, right - left, bottom - top) : null;
      };

      const nameOf = ({ element, box: { width, height } }: Target): string => {
        const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
        const kind = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
        return `${kind} “${words}” ${width.toFixed(0)}×${height.toFixed(0)}`;
      };

      const look = (): void => {
        const targets: Target[] = [
          ...new Set([...document.querySelectorAll(`:is(${controls}):not(${elsewhere})`)].map(pressed)),
        ].flatMap((element) => {
          const box = seenBox(element);
          if (box === null) return [];
          const isSmall = Math.min(box.width, box.height) < NEEDED - ROUNDING;
          return { element, box, isSmall };
        });
        for (const target of targets) {
          if (!target.isSmall || isInText(target.element)) continue;
          const x = target.box.x + target.box.width / 2;
          const y = target.box.y + target.box.height / 2;
          const near = targets.find(({ element, box, isSmall }) => {
            if (
              element.closest(layers) !== target.element.closest(layers) ||
              element.contains(target.element) ||
              target.element.contains(element)
            )
              return false;
            const apart = Math.hypot(
              Math.max(box.left - x, 0, x - box.right),
              Math.max(box.top - y, 0, y - box.bottom),
            );
            const ofCircles = Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
            return apart < NEEDED / 2 - ROUNDING || (isSmall && ofCircles < NEEDED - ROUNDING);
          });
          if (near !== undefined) small.set(target.element, `${nameOf(target)} beside ${nameOf(near)}`);
        }
      };

      const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
      const scrollers = [
        ...document.querySelectorAll('.side, .drawer *, .menu, .overlay, .overlay *'),
      ].filter(
        (element) =>
          element.scrollHeight > element.clientHeight + 1 &&
          getComputedStyle(element).overflowY !== 'visible',
      );
      for (const scroller of [document.documentElement, ...scrollers]) {
        const before = scroller.scrollTop;
        for (let top = 0; ; top += 0.7 * scroller.clientHeight) {
          scroller.scrollTop = top;
          await frame();
          look();
          if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2 || top > 20_000) break;
        }
        scroller.scrollTop = before;
      }
      return [...small.values()];
    },
    [CONTROLS, LAYERS, DONE_ELSEWHERE] as const,
  );
}
