/**
 * Lazily loaded parts of the page that the open screen does not need: the screen of a
 * trace with its panels and D3, and the lists of commands. The first user input loads them
 * ahead. While one is loading, the page is not idle; one that cannot be loaded shows a message instead.
 */
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MessageLine } from '../controls/messages';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { AppState } from '../state/app-state';
import type { OpenSet } from '../state/traces/open-trace';
import { FEATURES } from './features';
import { Loading } from './loading';

/** Parts of a link that are a trace; the code that reads links comes later. */
const NAMES_TRACE = /[#&](?:file|src|stored|run|example)=/;

interface Part<P extends object> {
  loaded: ComponentType<P> | null;
  /** Rejects when it cannot be loaded; the next call tries again. */
  fetch(): Promise<void>;
}

function part<P extends object>(load: () => Promise<ComponentType<P>>): Part<P> {
  return {
    loaded: null,
    async fetch() {
      this.loaded ??= await load();
    },
  };
}

/**
 * A part, or a fallback until it is loaded. React's own `lazy` and `Suspense` delay a part by
 * 300 ms once a fallback was shown, even where the part is loaded already.
 */
function shown<P extends object>(wanted: Part<P>, Instead: ComponentType<P> = Waiting): ComponentType<P> {
  return function PartOfThePage(props: P): ReactNode {
    const [, setSettled] = useState(false);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (wanted.loaded !== null) return;
      wanted.fetch().then(
        () => setSettled(true),
        () => setMissing(true),
      );
    }, []);
    const Loaded = wanted.loaded;
    if (Loaded !== null) return <Loaded {...props} />;
    return isMissing ? <Missing /> : <Instead {...props} />;
  };
}

/** A component that is loaded on its first rendering; see `shown`. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return shown(part(load));
}

/** The screen of a set of traces, with the parts that features register for it. */
const screen = part(async () => {
  const [{ setScreen }, slots] = await Promise.all([
    import('./set-screen'),
    Promise.all(FEATURES.map((feature) => feature.traceSlots?.() ?? {})),
  ]);
  return setScreen(slots);
});

const chooser = part(async () => (await import('./connection-chooser')).ConnectionChooser);

const palette = part(async () => (await import('./palette')).Palette);

export const SetPart = shown(screen, Opening);
export const ConnectionChooserPart = shown(chooser);
export const PalettePart = shown(palette);
export const KeysPart = lazyPart(async () => (await import('./command-lists')).Keys);
export const MenuCommandsPart = lazyPart(async () => (await import('./command-lists')).MenuCommands);

/** Loads the parts that a trace needs: at once where the address names one, else at the first user input. */
export function fetchAhead(app: AppState): void {
  const fetchParts = (...parts: readonly Pick<Part<never>, 'fetch'>[]): void => {
    app.files.expectFile();
    // A failure is reported when the part is rendered.
    for (const wanted of parts) void wanted.fetch().catch(() => undefined);
  };
  if (NAMES_TRACE.test(location.hash)) fetchParts(screen, chooser);
  const signs = ['pointermove', 'pointerdown', 'keydown', 'dragenter'] as const;
  const onSign = (event: Event): void => {
    // After a layout the browser reports the pointer's place again: nobody has moved it.
    if (event.type === 'pointermove' && !moved(event as PointerEvent)) return;
    for (const sign of signs) window.removeEventListener(sign, onSign);
    fetchParts(screen, chooser, palette);
  };
  for (const sign of signs) window.addEventListener(sign, onSign, { passive: true });
}

function moved({ movementX, movementY }: PointerEvent): boolean {
  return movementX !== 0 || movementY !== 0;
}

function Opening({ set: { lead: trace } }: { readonly set: OpenSet }): ReactNode {
  const snapshot = useStore(trace.snapshot);
  return (
    <>
      <Waiting />
      <Loading trace={trace} snapshot={snapshot} />
    </>
  );
}

/** Holds the page busy from before the browser paints until the effects of the loaded part run. */
function Waiting(): ReactNode {
  const app = useApp();
  const release = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    release.current = app.activity.hold();
  }, [app]);
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
