/**
 * The page around the embedded one, or that opened it: who it may be, and what it asks. Nothing is shown and nothing is
 * answered before a message of an origin that the host lists in config.json; from then on only that origin is heard. The
 * form of messages is `sharing/host/embed-messages.ts`'s.
 */
import { SHARE_NOTHING } from '../../../engine/reading/contract/share-options';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { redact } from '../../../engine/service/redaction/redact';
import {
  EMBED_VERSION,
  type EmbedId,
  type EmbedReply,
  type EmbedRequest,
  embedMessage,
  readEmbedMessage,
} from '../../../sharing/host/embed-messages';
import { snapshotRecord } from '../../../sharing/report/records/snapshot-record';
import { pageLinks } from '../../navigation/page-link';
import type { AppState } from '../../state/app-state';
import { hostConfig } from '../../state/host-config';
import type { OpenFile } from '../../state/traces/open-file';

/** What of a page can be distinguished and written to. */
interface Peer {
  readonly window: Window;
  readonly origin: string;
}

/** The window that embeds this page, or opened it. */
function peerWindow(): Window | null {
  return window.parent === window ? (window.opener as Window | null) : window.parent;
}

/** Resolves when a listed origin has said hello: the page may be shown then. Never, where none does. */
export async function untilWelcome(app: AppState): Promise<void> {
  const other = peerWindow();
  if (other === null) return new Promise(() => undefined);
  return new Promise((resolve) => {
    let isWelcome = false;
    const welcome = async ({ source, origin, data }: MessageEvent): Promise<void> => {
      if (source !== other) return;
      // Where it could not be fetched, the next hello tries again.
      const { embedOrigins } = await app.feature(hostConfig).load();
      if (isWelcome || !embedOrigins.includes(origin)) return;
      const read = readEmbedMessage(data);
      const peer = { window: other, origin };
      if (read.kind === 'other-version') say(peer, { type: 'other-version', versions: [EMBED_VERSION] });
      if (read.kind !== 'request' || read.request.type !== 'hello') return;
      isWelcome = true;
      window.removeEventListener('message', welcome);
      new Embedder(app, peer);
      say(peer, { type: 'ready' });
      resolve();
    };
    window.addEventListener('message', welcome);
    // Read ahead of the first hello.
    void app.feature(hostConfig).load();
  });
}

function say({ window: to, origin }: Peer, reply: EmbedReply): void {
  to.postMessage(embedMessage(reply), origin);
}

class Embedder {
  readonly #app: AppState;
  readonly #peer: Peer;
  /** Files that it opened, with its ids: of no other does it hear. */
  readonly #opened = new Map<OpenFile, EmbedId>();
  /** URLs that it asked for and that the user is asked about first, with its ids. */
  readonly #awaited = new Map<string, readonly EmbedId[]>();
  #view = '';

  constructor(app: AppState, peer: Peer) {
    this.#app = app;
    this.#peer = peer;
    window.addEventListener('message', (event) => {
      if (event.source === peer.window && event.origin === peer.origin) this.#take(event.data);
    });
    const look = (): void => queueMicrotask(() => this.#lookForAwaited());
    app.files.list.subscribe(look);
    app.linkRequest.subscribe(look);
    void app.feature(pageLinks).onWritten(() => this.#tellView());
  }

  #take(data: unknown): void {
    const read = readEmbedMessage(data);
    if (read.kind === 'other-version') this.#say({ type: 'other-version', versions: [EMBED_VERSION] });
    if (read.kind === 'unknown')
      this.#say({ type: 'failed', id: read.id, words: 'This message has no form of version 1.' });
    if (read.kind === 'request') void this.#answer(read.request);
  }

  async #answer(request: EmbedRequest): Promise<void> {
    switch (request.type) {
      case 'hello':
        // It says hello until it hears this.
        this.#say({ type: 'ready' });
        return;
      case 'open': {
        const file = new File([request.bytes], request.name);
        this.#follow(this.#app.files.open({ kind: 'file', file }), request.id);
        return;
      }
      case 'open-url':
        await this.#openUrl(request.url, request.id);
        return;
      case 'view': {
        const words = await this.#app.feature(pageLinks).showView(request.link);
        this.#say(
          words === null ? { type: 'done', id: request.id } : { type: 'failed', id: request.id, words },
        );
      }
    }
  }

  /** The user agrees to the host first, as ever: the answer comes when the file is there. */
  async #openUrl(url: string, id: EmbedId): Promise<void> {
    const fail = (words: string): void => this.#say({ type: 'failed', id, words });
    if (!URL.canParse(url)) {
      fail('It is no complete URL.');
      return;
    }
    const { href, origin, pathname } = new URL(url);
    if (origin === location.origin && pathname === location.pathname) {
      fail('It is a link to this page, and no trace.');
      return;
    }
    const words = await this.#app.feature(pageLinks).openAddress(href);
    if (words !== null) fail(words);
    else {
      this.#awaited.set(href, [...(this.#awaited.get(href) ?? []), id]);
      this.#lookForAwaited();
    }
  }

  /** Of what was asked for, what is open now, and what the user did not agree to. */
  #lookForAwaited(): void {
    const pending = this.#app.linkRequest.get()?.pending ?? [];
    for (const [url, ids] of this.#awaited) {
      const file = this.#app.files.files.find(({ source }) => source.kind === 'url' && source.url === url);
      const isAsked = pending.some(
        ({ ref, state }) => ref.kind === 'src' && ref.url === url && state === 'asked',
      );
      if (file === undefined && isAsked) continue;
      this.#awaited.delete(url);
      for (const id of ids) {
        if (file !== undefined) this.#follow(file, id);
        else this.#say({ type: 'failed', id, words: 'The user did not agree to its host.' });
      }
    }
  }

  /** Tells what was found once the file is judged. */
  #follow(file: OpenFile, id: EmbedId): void {
    this.#opened.set(file, id);
    const look = (): void => {
      const isOpen = this.#app.files.files.includes(file);
      if (isOpen && file.state === 'loading') return;
      end();
      unlist();
      this.#say(isOpen ? resultOf(file, id) : { type: 'failed', id, words: 'The trace was closed.' });
      this.#tellView();
    };
    const end = file.onChange(() => queueMicrotask(look));
    const unlist = this.#app.files.list.subscribe(() => queueMicrotask(look));
    queueMicrotask(look);
  }

  #tellView(): void {
    const { shownFile } = this.#app.files;
    const id = shownFile === null ? undefined : this.#opened.get(shownFile);
    if (id === undefined || shownFile?.state !== 'ready') return;
    const link = this.#app
      .feature(pageLinks)
      .fragmentNow({ optionsOf: () => null, digest: null, alone: true })?.text;
    if (link === undefined || `${id} ${link}` === this.#view) return;
    this.#view = `${id} ${link}`;
    this.#say({ type: 'view', id, link });
  }

  #say(reply: EmbedReply): void {
    say(this.#peer, reply);
  }
}

function resultOf(file: OpenFile, id: EmbedId): EmbedReply {
  const snapshot: Snapshot | null = file.current.snapshot.get();
  const shared = snapshot === null ? null : redact({ name: file.name, snapshot }, SHARE_NOTHING);
  const record = shared && snapshotRecord(shared.name, shared.snapshot);
  if (file.state === 'ready' && record !== null) return { type: 'opened', id, record };
  const words = file.crash.get()?.text ?? shared?.snapshot.messages[0]?.text ?? 'It holds no trace.';
  return { type: 'failed', id, words };
}
