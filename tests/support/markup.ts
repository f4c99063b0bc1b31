/**
 * What a component says, without a browser: its first rendering as markup, in which elements are found by their hooks. Effects do not
 * run, and nothing is pressed.
 */
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { AppContext } from '../../src/app/controls/use-app.ts';
import type { AppState } from '../../src/app/state/app-state.ts';

const NAMED: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const TAG = /<(\/?)([A-Za-z][\w-]*)([^<>]*?)(\/?)>/g;
/** Words of two of these do not touch. */
const INLINE = new Set(['span', 'strong', 'b', 'em', 'i', 'code', 'wbr']);

const decoded = (text: string): string =>
  text.replace(/&([\w#]+);/g, (whole, name: string) => NAMED[name] ?? whole);

export class Markup {
  /** As React writes it. */
  readonly html: string;
  #found: readonly Markup[] | null = null;

  constructor(html: string) {
    this.html = html;
  }

  /** Its text, as it is read: one space between parts that stand apart. */
  get words(): string {
    const text = this.html.replace(TAG, (_, _end, name: string) => (INLINE.has(name) ? '' : ' '));
    return decoded(text).replace(/ +/g, ' ').trim();
  }

  /** Of the element itself; null where it has no such attribute. */
  attribute(name: string): string | null {
    const head = /^<[^>]*>/.exec(this.html)?.[0] ?? '';
    const found = new RegExp(`\\s${name}="([^"]*)"`).exec(head)?.[1];
    return found === undefined ? null : decoded(found);
  }

  /** Elements inside with the attribute, in their order. @param value of the attribute; any where left out. */
  all(attribute: string, value?: string): readonly Markup[] {
    return this.#elements().filter((element) => {
      const own = element.attribute(attribute);
      return own !== null && (value === undefined || own === value);
    });
  }

  /** Elements inside of this name. */
  named(name: string): readonly Markup[] {
    return this.#elements().filter(({ html }) => new RegExp(`^<${name}[\\s/>]`).test(html));
  }

  /** The one element inside with the attribute. @throws where there is none, or another one. */
  one(attribute: string, value?: string): Markup {
    const [found, another] = this.all(attribute, value);
    if (found === undefined || another !== undefined)
      throw new Error(`not one element with ${attribute}=${value}: ${this.html}`);
    return found;
  }

  #elements(): readonly Markup[] {
    this.#found ??= this.#parsed();
    return this.#found;
  }

  #parsed(): readonly Markup[] {
    const open: number[] = [];
    const found: { readonly from: number; readonly html: string }[] = [];
    for (const { index, 0: tag, 1: isEnd, 4: isWhole } of this.html.matchAll(TAG)) {
      if (isEnd !== '/') open.push(index);
      if (isEnd !== '/' && isWhole !== '/') continue;
      const from = open.pop() ?? 0;
      found.push({ from, html: this.html.slice(from, index + tag.length) });
    }
    return found.toSorted((a, b) => a.from - b.from).map(({ html }) => new Markup(html));
  }
}

/** @param app around the component; left out for one that asks for none. */
export function markupOf(element: ReactElement, app: AppState | null = null): Markup {
  return new Markup(renderToStaticMarkup(createElement(AppContext, { value: app }, element)));
}
