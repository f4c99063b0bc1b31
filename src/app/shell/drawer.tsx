/**
 * The drawer at the lower edge of the window: a line of tabs, and below it, while one is open, its content. It lies over the panels,
 * which scroll under it: nothing moves when it opens. Features register tabs (`workbench/slots.ts`); in a narrow window the first one
 * holds what stands beside the panels elsewhere.
 */
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { MIN_PANEL_PX } from '../../drawing/view/choices';
import { isSeveral } from '../../drawing/view/set-view';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import { Button } from '../controls/button';
import { FailureBoundary } from '../controls/failure-boundary';
import { useApp } from '../controls/use-app';
import { useSelected, useStore } from '../controls/use-store';
import { openTab, SIDE_TAB, toggleDrawer } from '../state/drawer';
import type { OpenTrace } from '../state/traces/open-trace';
import type { DrawerTab } from '../workbench/slots';
import { DRAWER, DrawerEdge } from './drawer-edge';
import './drawer.css';

/** Of the window's height, a drawer that nobody has resized; its edge, line and foot, CSS pixels. */
const USUAL_SHARE = 0.35;
const FRAME_PX = 41;
/** What stands above it in a low window: answer, lanes, 240 px of the first panel, the time axis; below that its own line. */
const ABOVE_PX = 555;

const usualHeight = (): number =>
  Math.max(MIN_PANEL_PX, Math.round(Math.min(USUAL_SHARE * innerHeight - FRAME_PX, innerHeight - ABOVE_PX)));

/**
 * By its height, in CSS, the time axis and what is scrolled to stay above it. The foot of the page keeps the room of the highest one, so
 * that closing it moves nothing either.
 */
function useRoom(drawer: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = drawer.current;
    if (element === null) return;
    const { style } = document.documentElement;
    let most = 0;
    const measure = (): void => {
      const { height } = element.getBoundingClientRect();
      most = Math.max(most, height);
      style.setProperty('--drawer-px', `${height}px`);
      style.setProperty('--drawer-room', `${most}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--drawer-px');
      style.removeProperty('--drawer-room');
    };
  }, [drawer]);
}

interface DrawerProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
  readonly tabs: readonly DrawerTab[];
  /** What stands beside the panels; null where it does. */
  readonly side: ReactNode;
}

export function Drawer({ trace, snapshot, tabs, side }: DrawerProps): ReactNode {
  const app = useApp();
  const choices = useStore(app.choices);
  const drawer = useRef<HTMLElement | null>(null);
  useRoom(drawer);
  const openId = openTab(choices, useSelected(trace.home.view, isSeveral));
  const isSideOpen = side !== null && openId === SIDE_TAB;
  const open = tabs.find(({ id }) => id === openId) ?? null;
  const height = choices.heights[DRAWER] ?? usualHeight();
  const button = (id: string, title: string, isOpen: boolean): ReactNode => (
    <Button
      key={id}
      className="drawer-tab"
      data-testid={`${id}-toggle`}
      data-tab={id}
      aria-expanded={isOpen}
      onClick={() => toggleDrawer(app, trace, id)}
    >
      {title} {isOpen ? '▾' : '▸'}
    </Button>
  );
  const count = snapshot.findings.length;
  return (
    <section
      ref={drawer}
      className={isSideOpen || open !== null ? 'drawer open' : 'drawer'}
      data-testid="drawer"
      aria-label="Drawer"
      tabIndex={-1}
    >
      {(isSideOpen || open !== null) && <DrawerEdge height={height} />}
      <div className="drawer-line">
        {side !== null && button(SIDE_TAB, count === 0 ? 'Findings' : `Findings (${count})`, isSideOpen)}
        {tabs.map(({ id, title }) => button(id, title, open?.id === id))}
        {open !== null && open.Tools !== null && (
          <FailureBoundary key={open.id} part={open.title} resetOn={snapshot.connection}>
            <open.Tools trace={trace} snapshot={snapshot} />
          </FailureBoundary>
        )}
      </div>
      {isSideOpen && (
        <div className="drawer-body side" style={{ height }}>
          {side}
        </div>
      )}
      {open !== null && (
        <div className="drawer-body" style={{ height }}>
          <FailureBoundary key={open.id} part={open.title} resetOn={snapshot.connection}>
            <open.Content trace={trace} snapshot={snapshot} />
          </FailureBoundary>
        </div>
      )}
    </section>
  );
}
