/** Finds words on the page that are cut: elements whose text is wider than they are, and hidden or shortened there. */
import type { Page } from '@playwright/test';

/** Lines of the answer, which open to all of their words. */
const LINES = '.answer details:not([open]) > summary';

/**
 * What may be cut: names of files, traces and groups, which somebody chose and whose titles have the whole of them; and what
 * a record of the log holds, in a list that opens each. Figures are none of these.
 */
const NAMES = [
  ...['.tab-name', '.connection-file', '.lane-name', '.table-name', '.fleet-name', '.fleet-file', '.recent'],
  ...['.groups-table th', '.event-row', '.table-row > :not(.table-number)', '.fleet-row', '.lane-chip'],
  LINES,
].join(', ');

/** The words and the place of each text that is cut, once each. */
export function clippedTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate((names) => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const style = getComputedStyle(element);
      const hides = style.overflowX === 'hidden' || style.overflowX === 'clip';
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      // What is for screen readers only is a pixel wide.
      if (!hides || !isShown || element.clientWidth <= 1) continue;
      const holdsText =
        hasText || (style.textOverflow === 'ellipsis' && (element.textContent ?? '').trim() !== '');
      if (!holdsText || element.scrollWidth <= element.clientWidth + 1) continue;
      if (element.closest(names) !== null || element.matches('.visually-hidden')) continue;
      found.add(
        `${element.tagName.toLowerCase()}.${element.className}: ${(element.textContent ?? '').trim().slice(0, 80)}`,
      );
    }
    // Buttons and links whose words leave them, wherever they are cut.
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, summary, .button, a, label, [role=tab]',
    )) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.clientWidth <= 1) continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      for (let box: HTMLElement | null = element; box !== null; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (overflowX !== 'hidden' && overflowX !== 'clip') continue;
        const edge = box.getBoundingClientRect();
        // A line that stands below the box is left out as a whole.
        const seen = [...range.getClientRects()].filter(
          ({ top, bottom }) => (top + bottom) / 2 < edge.bottom,
        );
        const isCut = seen.some(({ left, right }) => right > edge.right + 1 || left < edge.left - 1);
        if (isCut && edge.width > 1 && element.closest(names) === null)
          found.add(
            `cut in ${box.tagName.toLowerCase()}.${box.className}: ${(element.textContent ?? '').trim().slice(0, 80)}`,
          );
      }
    }
    return [...found];
  }, NAMES);
}
