/**
 * Compares each newly opened trace with what the page waits for: a trace takes the place of its digest, is one of those
 * that a link asks for, or is another file, which is said. Following a link is `follow-link.ts`.
 */
import { viewPart } from '../../../sharing/link/link-of';
import { EMPTY_LINK, type LinkState } from '../../../sharing/link/state';
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../../state/open-trace';
import { traceNotes } from '../notes/trace-notes';
import { unreadWords, upgradeWords } from './digest-messages';
import { otherWords, renamedWords, wantedAs } from './link-request';
import { bringNotes, readToEnd } from './replace-digest';
import { sameRef, type TraceOrigins } from './trace-origins';

interface OpenedTracesHost {
  readonly app: AppState;
  readonly origins: TraceOrigins;
  /** Shows a trace with the view of a link. */
  readonly show: (trace: OpenTrace, link: LinkState) => void;
  /** A trace that a link asked for is there. */
  readonly onAnswered: () => void;
}

export class OpenedTraces {
  readonly #host: OpenedTracesHost;
  #seen: readonly OpenTrace[] = [];

  constructor(host: OpenedTracesHost) {
    this.#host = host;
    host.app.traces.list.subscribe(() => this.#look());
  }

  /** Compares what was opened before this part of the page was there. */
  compareEarlier(): void {
    for (const trace of this.#host.app.traces.traces)
      if (this.#host.origins.known(trace) === undefined)
        void this.#host.app.activity.whileBusy(this.#compare(trace));
  }

  /** Looks which traces are new, and whether the link is about one of them. */
  #look(): void {
    const { traces } = this.#host.app.traces.list.get();
    const opened = traces.filter((trace) => !this.#seen.includes(trace));
    this.#seen = traces;
    if (traces.some(({ digest }) => digest !== null))
      for (const trace of opened)
        if (trace.digest === null) void this.#host.app.activity.whileBusy(this.#upgrade(trace));
    const request = this.#host.app.linkRequest.get();
    if (request === null) return;
    if (request.other !== null && !traces.includes(request.other.trace))
      this.#host.app.linkRequest.set({ ...request, other: null });
    for (const trace of opened) {
      if (trace.source.kind !== 'example' && trace.digest === null)
        void this.#host.app.activity.whileBusy(this.#compare(trace));
    }
  }

  /**
   * A trace whose digest is open takes its place, with its view and its notes. What a host gives is known only when it
   * has come: until then, and where it does not come, the digest is all that there is.
   */
  async #upgrade(trace: OpenTrace): Promise<void> {
    const ref = await this.#host.origins.find(trace);
    const isRead = ref === null || ref.kind === 'file' || (await readToEnd(this.#host.app, trace));
    const { traces } = this.#host.app.traces.list.get();
    const digests = traces.filter(({ digest }) => digest !== null && digest.ref !== null);
    if (ref === null || !traces.includes(trace)) return;
    const digest = digests.find((other) => other.digest?.ref != null && sameRef(other.digest.ref, ref));
    const asked = (digest ?? digests[digests.length - 1])?.digest?.ref;
    if (digest !== undefined && !isRead) {
      this.#host.app.traces.notify(unreadWords(trace.name));
      return;
    }
    if (digest !== undefined) {
      const { connection = 0, connectionCount = 1 } = digest.snapshot.get() ?? {};
      // The first of several is not always the one that a file opens with.
      const view = viewPart(digest.view.get(), connectionCount > 1 ? connection : null);
      bringNotes(trace, digest.feature(traceNotes).all());
      this.#host.app.traces.replaceDigest(digest, trace);
      this.#host.show(trace, { ...EMPTY_LINK, view });
    }
    const words = asked == null ? null : upgradeWords(asked, ref, this.#host.app.linkRequest.get() !== null);
    if (words !== null) this.#host.app.traces.notify(words);
  }

  async #compare(trace: OpenTrace): Promise<void> {
    const ref = await this.#host.origins.find(trace);
    const request = this.#host.app.linkRequest.get();
    if (request === null || !this.#host.app.traces.traces.includes(trace)) return;
    const wanted = wantedAs(request, ref);
    // Another trace of the same link is no other file.
    if (wanted === null && ref !== null && request.link.traces.some((other) => sameRef(other, ref))) return;
    if (wanted === null) {
      this.#host.app.linkRequest.set({
        ...request,
        other: { trace, words: otherWords(request, trace.name, ref) },
      });
      return;
    }
    const { link } = request;
    const pending = request.pending.filter(({ ref: other }) => other !== wanted);
    if (wanted === link.traces[link.shown]) this.#host.show(trace, link);
    this.#host.app.linkRequest.set(pending.length === 0 ? null : { link, pending, other: null });
    this.#host.onAnswered();
    const renamed = renamedWords(wanted, ref, request.kept);
    if (renamed !== null)
      this.#host.app.traces.notify({ kind: 'link', level: 'note', text: renamed, places: [] });
  }
}
