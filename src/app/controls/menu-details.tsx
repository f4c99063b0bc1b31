/**
 * A menu that opens below its button, inside the window, and closes on a click or focus elsewhere, or with Escape.
 * Arrow keys move through its items; a search field gets the focus first. Its content is rendered while it is open.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface MenuDetailsProps {
  readonly className: string;
  readonly label: ReactNode;
  readonly name: string;
  /** −1 where arrow keys lead to it. */
  readonly tabIndex?: -1;
  readonly children: ReactNode;
}

/** CSS pixels between the menu and the window's edge. */
const EDGE_PX = 8;

export function MenuDetails({ className, label, name, tabIndex, children }: MenuDetailsProps): ReactNode {
  const menu = useRef<HTMLDetailsElement | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const closeUnlessInside = (event: Event): void => {
      if (!menu.current?.contains(event.target as Node)) menu.current?.removeAttribute('open');
    };
    // A checkbox leaves the menu open, a button closes it.
    const closeAfterButton = (event: Event): void => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button === null || menu.current === null) return;
      // Hold the focus: the pressed button is removed with the menu.
      if (button.contains(document.activeElement)) summaryOf(menu.current)?.focus({ preventScroll: true });
      menu.current.removeAttribute('open');
    };
    const element = menu.current;
    element?.addEventListener('click', closeAfterButton);
    document.addEventListener('pointerdown', closeUnlessInside);
    document.addEventListener('focusin', closeUnlessInside);
    return () => {
      element?.removeEventListener('click', closeAfterButton);
      document.removeEventListener('pointerdown', closeUnlessInside);
      document.removeEventListener('focusin', closeUnlessInside);
    };
  }, []);
  return (
    <details
      className={className}
      ref={menu}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => {
        if (menu.current?.open !== true || !runKey(menu.current, event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <summary aria-label={name} tabIndex={tabIndex}>
        {label}
      </summary>
      {open && <Content>{children}</Content>}
    </details>
  );
}

function Content({ children }: { readonly children: ReactNode }): ReactNode {
  const content = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    const place = (): void => {
      if (content.current !== null) fitInside(content.current);
    };
    place();
    content.current?.querySelector<HTMLElement>('input[type=search]')?.focus({ preventScroll: true });
    // Content that is loaded makes it wider.
    const observer = new ResizeObserver(place);
    if (content.current !== null) observer.observe(content.current);
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
    };
  }, []);
  // Focusable, so that a click on its text does not move the focus out and close the menu.
  return (
    <div className="menu" ref={content} tabIndex={-1}>
      {children}
    </div>
  );
}

/** Moves a menu sideways into the window; its left edge is always visible. */
function fitInside(element: HTMLElement): void {
  element.style.translate = '';
  const { left, right } = element.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const shift = Math.max(EDGE_PX - left, Math.min(0, clientWidth - EDGE_PX - right));
  if (shift !== 0) element.style.translate = `${shift}px`;
}

function summaryOf(menu: HTMLDetailsElement): HTMLElement | null {
  return menu.querySelector('summary');
}

/** @returns true when the key did something. */
function runKey(menu: HTMLDetailsElement, { key, target }: KeyboardEvent): boolean {
  const places = [...menu.querySelectorAll<HTMLElement>('.menu input, .menu button:not(:disabled)')];
  const at = target instanceof HTMLElement ? places.indexOf(target) : -1;
  const focus = (place: HTMLElement | undefined): boolean => {
    place?.focus();
    return true;
  };
  const typing = target instanceof HTMLInputElement && target.type === 'search';
  switch (key) {
    case 'Escape':
      menu.removeAttribute('open');
      return focus(summaryOf(menu) ?? undefined);
    case 'ArrowDown':
      return focus(places[Math.min(at + 1, places.length - 1)]);
    case 'ArrowUp':
      return focus(places[Math.max(at - 1, 0)]);
    case 'Enter':
      if (!typing) return false;
      places.find((place) => place instanceof HTMLButtonElement)?.click();
      return true;
    default:
      return false;
  }
}
