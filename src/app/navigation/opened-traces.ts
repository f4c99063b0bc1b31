/**
 * Compares each newly opened file with what the page waits for: a file takes the place of its digest, is one of those
 * that a link asks for, or is another file, which is said. Following a link is `follow-link.ts`.
 */
import { localFiles } from '../../engine/input/bytes/source';
import type { LinkState, TraceRef } from '../../sharing/link/state';
import type { AppState } from '../state/app-state';
import { filesAskedFor } from '../state/table/asked-files';
import { tableStore } from '../state/table/table-store';
import type { TraceTable } from '../state/table/trace-table';
import type { OpenFile } from '../state/traces/open-file';
import { readToEnd } from '../state/traces/read-to-end';
import { unreadWords, upgradeWords } from './digest-messages';
import { grownMessage, otherWords, renamedWords, wantedAs } from './link-request';
import { openLinked } from './linked-files';
import type { AnswerEvent } from './reducer';
import { answers, furtherFiles, sameRef, sharesFile, type TraceOrigins } from './trace-origins';

interface OpenedTracesHost {
  readonly app: AppState;
  readonly origins: TraceOrigins;
  readonly dispatch: (event: AnswerEvent) => void;
}

export class OpenedTraces {
  readonly #host: OpenedTracesHost;
  #seen: readonly OpenFile[] = [];

  constructor(host: OpenedTracesHost) {
    this.#host = host;
    host.app.files.list.subscribe(() => this.#look());
    host.app.files.onCompared(() => this.#openLinked());
  }

  /** Files that are open are opened as the traces that a link or a digest names. */
  #openLinked(): void {
    const { app, origins } = this.#host;
    const asked = (app.linkRequest.get()?.pending ?? []).map(({ ref }) => ref);
    // A file of its own is taken out of a trace for a link only.
    const ofDigests = app.files.files
      .flatMap(({ digest }) => digest?.ref ?? [])
      .filter((ref) => ref.kind === 'file' && ref.segments !== undefined);
    for (const ref of [...asked, ...ofDigests]) openLinked(app, origins, ref);
  }

  /** Compares what was opened before this part of the page was there, and opens those files of the table that are asked for. */
  compareEarlier(): void {
    const { app, origins } = this.#host;
    for (const file of app.files.files)
      if (origins.refOf(file) === undefined) void app.activity.whileBusy(this.#compare(file));
    const table = app.feature(tableStore).get();
    if (table !== null) void app.activity.whileBusy(this.#openFrom(table));
  }

  async #openFrom(table: TraceTable): Promise<void> {
    const { app } = this.#host;
    const asked = await filesAskedFor(app.linkRequest.get(), table.files);
    await app.files.openTabs(asked);
  }

  /** Looks which files are new, and whether the link is about one of them. */
  #look(): void {
    const { files } = this.#host.app.files;
    if (files === this.#seen) return;
    const opened = files.filter((file) => !this.#seen.includes(file));
    this.#seen = files;
    if (files.some(({ digest }) => digest !== null))
      for (const file of opened)
        if (file.digest === null) void this.#host.app.activity.whileBusy(this.#upgrade(file));
    const request = this.#host.app.linkRequest.get();
    if (request === null) return;
    if (request.other !== null && !files.includes(request.other.file))
      this.#host.dispatch({ type: 'other', other: null });
    for (const file of opened) {
      if (!isMadeHere(file) && file.digest === null)
        void this.#host.app.activity.whileBusy(this.#compare(file));
    }
  }

  /**
   * A file whose digest is open takes its place, with its view and its notes. What a host gives is known only when it
   * has come: until then, and where it does not come, the digest is all that there is.
   */
  async #upgrade(file: OpenFile): Promise<void> {
    const ref = await this.#host.origins.find(file);
    const isRead = ref === null || ref.kind === 'file' || (await readToEnd(this.#host.app, file));
    const { files } = this.#host.app.files;
    const digests = files.filter(({ digest }) => digest !== null && digest.ref !== null);
    if (ref === null || !files.includes(file)) return;
    const digest =
      digests.find((other) => other.digest?.ref != null && sameRef(other.digest.ref, ref)) ??
      digests.find(({ digest: shown }) => shown?.ref != null && answers(ref, shown.ref, [shown.ref]));
    const asked = (digest ?? digests[digests.length - 1])?.digest?.ref;
    if (digest !== undefined && !isRead) {
      this.#host.app.files.notify(unreadWords(file.name));
      return;
    }
    if (digest !== undefined) await this.#replace(digest, file);
    // A row of the table was opened, not a file in place of the digest.
    else if (this.#isOfTable(file)) return;
    const asksElse = this.#host.app.linkRequest.get() !== null;
    const grown = digest === undefined || asked == null ? 0 : (furtherFiles(asked, ref) ?? 0);
    const words = grown > 0 ? grownMessage(grown) : asked && upgradeWords(asked, ref, asksElse);
    if (words != null) this.#host.app.files.notify(words);
  }

  #isOfTable({ source }: OpenFile): boolean {
    const files = new Set(
      this.#host.app
        .feature(tableStore)
        .get()
        ?.files.map(({ file }) => file),
    );
    return localFiles(source).some((file) => files.has(file));
  }

  async #replace(digest: OpenFile, file: OpenFile): Promise<void> {
    const { app, dispatch } = this.#host;
    const part = await import('./replace-by-trace').catch(() => null);
    if (part === null) app.files.notify(unreadWords(file.name));
    await part?.replaceByTrace(app, digest, file, (shown, link) =>
      dispatch({ type: 'show', file: shown, link }),
    );
  }

  async #compare(file: OpenFile): Promise<void> {
    const ref = await this.#host.origins.find(file);
    const { linkRequest, files } = this.#host.app;
    const request = linkRequest.get();
    if (request === null || !files.files.includes(file)) return;
    const wanted = wantedAs(request, ref);
    // Another trace of the same link, or a file of a trace that it asks for, is no other file.
    const { traces } = request.link;
    const isOfLink = ref !== null && traces.some((other) => sameRef(other, ref) || sharesFile(other, ref));
    if (wanted === null && isOfLink) return;
    if (wanted === null) {
      const words = otherWords(request, file.name, ref);
      this.#host.dispatch({ type: 'other', other: { file, words } });
      return;
    }
    // A trace of several files is named as one: what is named by itself stays by itself.
    if (file.source.kind === 'file') files.apart.add(file.source.file);
    this.#showAgain(file, wanted, request.link);
    this.#host.dispatch({ type: 'found', wanted });
    const renamed = renamedWords(wanted, ref, request.recent);
    if (renamed !== null) files.notify({ kind: 'link', level: 'note', text: renamed, places: [] });
  }

  /** Applies the link once more, where the file is the one that it shows, or one of its set. */
  #showAgain(file: OpenFile, wanted: TraceRef, link: LinkState): void {
    const shownRef = link.traces[link.shown];
    if (wanted === shownRef) {
      this.#host.dispatch({ type: 'show', file, link });
      return;
    }
    const isInSet = link.set.others.some(({ trace }) => link.traces[trace] === wanted);
    const { files } = this.#host.app.files;
    const shown = files.find((other) => {
      const own = this.#host.origins.refOf(other);
      return own != null && shownRef !== undefined && answers(own, shownRef, link.traces);
    });
    if (isInSet && shown !== undefined) this.#host.dispatch({ type: 'show', file: shown, link });
  }
}

/** No link waits for it: what it names is opened at once. */
function isMadeHere({ source: { kind } }: OpenFile): boolean {
  return kind === 'example' || kind === 'run';
}
