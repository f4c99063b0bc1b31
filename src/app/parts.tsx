/**
 * Parts of the page that the open screen does without, and that are fetched when they are needed: the screen of a
 * trace with its panels and D3, and the list of panels in the menu. The first sign of a hand on the page fetches them
 * ahead. While one is waited for, the page is not idle; one that cannot be fetched says so in its place.
 */
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useStore } from '../panels/use-store';
import type { OpenTrace } from '../session/open-trace';
import { holdIdle } from '../session/trace-list';
import { Loading } from './loading';
import { MessageLine } from './messages';

const loadScreen = () => import('./trace-screen');

const LazyScreen = part(async () => (await loadScreen()).TraceScreen);
const LazyReportForm = part(async () => (await import('./report-form')).ReportForm);
const LazyPanelChoices = part(async () => (await import('./panel-choices')).PanelChoices);

/** A component that is fetched when it is first rendered. */
function part<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return lazy(async () => ({ default: await load().catch((): ComponentType<P> => Missing) }));
}

/** Fetches what a trace will need at the first sign of somebody who may open one. */
export function fetchAhead(): void {
  const signs = ['pointermove', 'pointerdown', 'keydown', 'dragenter'] as const;
  const fetchParts = (): void => {
    for (const sign of signs) window.removeEventListener(sign, fetchParts);
    // Whoever needs a part later is told when it is missing.
    void loadScreen().catch(() => undefined);
  };
  for (const sign of signs) window.addEventListener(sign, fetchParts, { passive: true });
}

export function TracePart({ trace }: { readonly trace: OpenTrace }): ReactNode {
  return (
    <Suspense fallback={<Opening trace={trace} />}>
      <LazyScreen trace={trace} />
    </Suspense>
  );
}

export function ReportFormPart(props: ComponentProps<typeof LazyReportForm>): ReactNode {
  return (
    <Suspense fallback={<Waiting />}>
      <LazyReportForm {...props} />
    </Suspense>
  );
}

export function PanelChoicesPart(): ReactNode {
  return (
    <Suspense fallback={<Waiting />}>
      <LazyPanelChoices />
    </Suspense>
  );
}

function Opening({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const snapshot = useStore(trace.snapshot);
  return (
    <>
      <Waiting />
      <Loading trace={trace} snapshot={snapshot} />
    </>
  );
}

/** Takes its hold before the browser paints, and lets go with the effects of what takes its place. */
function Waiting(): ReactNode {
  const release = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    release.current = holdIdle();
  }, []);
  useEffect(() => () => release.current(), []);
  return null;
}

function Missing(): ReactNode {
  return (
    <MessageLine
      message={{
        kind: 'part-missing',
        level: 'error',
        text: 'A part of this page could not be fetched from its server. Reload the page, and open the trace again.',
        places: [],
      }}
    />
  );
}
