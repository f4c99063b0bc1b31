/**
 * The traces that a link names, on the page: which of them are open, and how the others are opened. What is on a host that the user
 * has not agreed to, and files of this device that are not open, are left to be asked for; which is `follow-link.ts`.
 */
import type { RemoteRef } from '../../sharing/link/remote-url';
import {
  type DroppedPart,
  isTraceRef,
  type LinkState,
  type LinkTable,
  type LinkTrace,
  type StoredRef,
  type TraceRef,
} from '../../sharing/link/state';
import type { AppState, StateScreen } from '../state/app-state';
import { runSource } from '../state/lab/run-source';
import type { OpenFile } from '../state/traces/open-file';
import { isConfirmed, remoteSource } from '../state/traces/remote-trace';
import { isAt } from '../state/traces/shown-digest';
import { findOpen, openLinked } from './linked-files';
import type { StoredTraces } from './stored-traces';
import { type Examples, sameRef, type TraceOrigins } from './trace-origins';

export const NOT_FETCHED = 'a part of this page could not be fetched from its server';

/** How the link names the trace that it shows; null where it is in the link as a digest only. */
export function shownRef({ traces, shown }: LinkState): TraceRef | null {
  const ref = traces[shown];
  return ref !== undefined && isTraceRef(ref) ? ref : null;
}

export interface OpenedTrace {
  /**
   * Null for a file that is not open, for a trace on a host that must be asked about first, and for what does not exist, which is
   * in `dropped`.
   */
  readonly file: OpenFile | null;
  readonly dropped: DroppedPart | null;
}

interface LinkTracesHost {
  readonly app: AppState;
  readonly origins: TraceOrigins;
  readonly examples: Examples;
  /** The digests of a set that the newest link was opened with; null for none. */
  readonly group: () => string | null;
  /** What is at the URL may be no trace, and shown by the screen. @param link what the link has of it. */
  readonly openUrl: (screen: StateScreen, file: OpenFile, ref: RemoteRef, link: LinkTable) => void;
}

export class LinkTraces {
  readonly #host: LinkTracesHost;
  /** The traces in the page's store, once a link names one. */
  #stored: StoredTraces | null = null;

  constructor(host: LinkTracesHost) {
    this.#host = host;
  }

  /** The trace that a link shows, or its digest, where one of them is open. */
  standsFor({ traces, shown, digest }: LinkState): OpenFile | null {
    const ref = traces[shown];
    const open = this.#host.app.files.files;
    const real = ref === undefined ? null : this.find(ref, traces);
    return real ?? open.find((file) => digest !== null && file.digest?.encoded === digest) ?? null;
  }

  /** The open file that a reference names. @param named all traces of the link. */
  find(ref: LinkTrace, named: readonly LinkTrace[]): OpenFile | null {
    const { app, origins } = this.#host;
    if (isTraceRef(ref)) return findOpen(app, origins, ref, named);
    const group = this.#host.group();
    const place = group === null ? null : { group, number: ref.number };
    return app.files.files.find((file) => place !== null && isAt(file.digest, place)) ?? null;
  }

  /** @param named all traces of the link. @param table what the link has of a table or a fleet. */
  open(ref: LinkTrace, named: readonly LinkTrace[], table: LinkTable): OpenedTrace {
    const { app, origins, examples } = this.#host;
    const there = this.find(ref, named);
    if (!isTraceRef(ref))
      return there === null ? lost(`digest=${ref.number}`, 'the link holds no such digest') : opened(there);
    const canFail = ref.kind === 'src' || ref.kind === 'stored';
    if (there !== null && !(canFail && there.state === 'failed')) return opened(there);
    switch (ref.kind) {
      case 'src':
        return opened(this.#openUrl(ref, there, table));
      case 'stored': {
        if (there !== null) app.files.close(there);
        const source = this.#stored?.sourceOf(ref) ?? null;
        if (source === null) return lost(`stored=${ref.object}`, this.#stored?.lackWords() ?? NOT_FETCHED);
        return opened(app.files.open(source));
      }
      case 'file':
        return opened(openLinked(app, origins, ref));
      case 'run':
        return opened(app.files.open(runSource(ref)));
      case 'example': {
        const source = examples.sourceOf(ref.id);
        if (source === null) return lost(`example=${ref.id}`, 'there is no such example');
        return opened(app.files.open(source));
      }
    }
  }

  /** @param before that was opened for it, and failed. */
  #openUrl(ref: RemoteRef, before: OpenFile | null, table: LinkTable): OpenFile | null {
    const { app, openUrl } = this.#host;
    if (!isConfirmed(ref, app.choices.get().hosts, location.origin)) return null;
    if (before !== null) app.files.close(before);
    const file = app.files.open(remoteSource(ref));
    const screen = app.screens.all.find(({ claimsUrl }) => claimsUrl?.(ref));
    if (screen !== undefined) openUrl(screen, file, ref, table);
    return file;
  }

  /** What of a host's is asked for, and is not the table's to fetch. */
  ofPage(refs: readonly RemoteRef[]): readonly RemoteRef[] {
    const { app } = this.#host;
    const urls = new Set(refs.map(({ url }) => url));
    const fetched = app.screens.all.map((screen) => screen.fetch?.(app, urls));
    return refs.filter(({ url }) => !fetched.some((own) => own?.has(url)));
  }

  /** The page's store; @throws where the code for it cannot be fetched. */
  async fetchStored(): Promise<StoredTraces> {
    const { StoredTraces } = await import('./stored-traces');
    // A store may be configured since.
    if (this.#stored?.hasStore !== true) this.#stored = await StoredTraces.of(this.#host.app);
    return this.#stored;
  }

  /** Notes of a trace in the store. */
  handOver(ref: StoredRef, file: OpenFile): void {
    this.#stored?.handOver(ref, file);
  }

  /** How the link names a file of a host. */
  remoteRef(file: OpenFile, { traces }: LinkState): RemoteRef | null {
    const own = this.#host.origins.refOf(file);
    const ref = traces.find((other) => own != null && sameRef(own, other));
    return ref?.kind === 'src' ? ref : null;
  }
}

function opened(file: OpenFile | null): OpenedTrace {
  return { file, dropped: null };
}

function lost(part: string, why: string): OpenedTrace {
  return { file: null, dropped: { part, why } };
}
