/**
 * Parts of the page that the open screen does without, and that are fetched when they are needed: the screen of a
 * trace with its panels and D3, and the list of panels in the menu. The first sign of a hand on the page fetches them
 * ahead. While one is waited for, the page is not idle; one that cannot be fetched says so in its place.
 */
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { painted } from '../controls/after-paint';
import { MessageLine } from '../controls/messages';
import { useStore } from '../controls/use-store';
import type { OpenTrace } from '../state/open-trace';
import { expectTrace, holdIdle } from '../state/trace-list';
import { Loading } from './loading';

interface Part<P extends object> {
  /** Null until it is there. */
  loaded: ComponentType<P> | null;
  /** Rejects when it cannot be fetched; the next call tries again. */
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
 * A part, or what stands in its place until it is there. React's own way for this (lazy, Suspense) holds a part back for
 * 300 ms once it has shown a fallback, even where the part is there already.
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

const screen = part(async () => (await import('./trace-screen')).TraceScreen);

const chooser = part(async () => (await import('./connection-chooser')).ConnectionChooser);

const palette = part(async () => (await import('./command-lists')).Palette);

export const TracePart = shown(screen, Opening);
export const ConnectionChooserPart = shown(chooser);
export const PalettePart = shown(palette);
export const KeysPart = shown(part(async () => (await import('./command-lists')).Keys));
export const ReportFormPart = shown(
  part(async () => (await import('../features/report/report-form')).ReportForm),
);
export const ShareFormPart = shown(
  part(async () => (await import('../features/share/share-form')).ShareForm),
);
export const ExportFormPart = shown(
  part(async () => (await import('../features/export-range/export-form')).ExportForm),
);
export const AddressFormPart = shown(
  part(async () => (await import('../features/links/address-form')).AddressForm),
);
export const LinkRequestPart = shown(part(async () => (await import('./link-request-line')).LinkRequestLine));
export const PanelChoicesPart = shown(part(async () => (await import('./panel-choices')).PanelChoices));

/** What is kept on this device must not delay what the visitor came for: it is fetched after the first paint. */
async function loadKept() {
  await painted();
  return import('../features/recents/kept-parts');
}

/** The list of recent traces. */
export const RecentsPart = shown(part(async () => (await loadKept()).Recents));
/** What the page keeps starts with this; its lines stand above the trace. */
export const KeptLinesPart = shown(part(async () => (await loadKept()).KeptLines));
export const ForgetFormPart = shown(part(async () => (await loadKept()).ForgetForm));

/** Fetches what a trace will need at the first sign of somebody who may open one. */
export function fetchAhead(): void {
  const signs = ['pointermove', 'pointerdown', 'keydown', 'dragenter'] as const;
  const fetchParts = (): void => {
    for (const sign of signs) window.removeEventListener(sign, fetchParts);
    // Whoever needs a part later is told when it is missing.
    for (const wanted of [screen, chooser, palette]) void wanted.fetch().catch(() => undefined);
    expectTrace();
  };
  for (const sign of signs) window.addEventListener(sign, fetchParts, { passive: true });
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
