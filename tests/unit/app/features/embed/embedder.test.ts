/** The page around: who is heard, what is answered, and what is told of which trace. The window and its peer are stubs. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { untilWelcome } from '../../../../../src/app/features/embed/embedder.ts';
import { pageLinks } from '../../../../../src/app/navigation/page-link.ts';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import { hostConfig } from '../../../../../src/app/state/host-config.ts';
import type { PendingTrace } from '../../../../../src/app/state/traces/pending-traces.ts';
import type { SourceSpec } from '../../../../../src/engine/input/bytes/source.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { HandTrace } from '../../../../support/hand-trace.ts';
import { realOpened } from '../../../../support/real-opened.ts';

const LISTED = 'https://around.example';
const URL_THERE = 'https://logs.example/a.sqlog';

interface Said {
  readonly message: {
    readonly type: string;
    readonly id?: unknown;
    readonly words?: string;
    readonly [key: string]: unknown;
  };
  readonly origin: string;
}

class Peer {
  readonly got: Said[] = [];
  postMessage(message: Said['message'], origin: string): void {
    this.got.push({ message, origin });
  }
}

class StubWindow extends EventTarget {
  parent: unknown = this;
  opener: unknown = null;
}

let judged: Snapshot;
beforeAll(async () => {
  judged = (await realOpened()).snapshot;
});

let peer: Peer;
let window: StubWindow;
let app: AppState;
let hand: HandTrace | null;
/** What the links of the page were asked, and what they answer. */
let links: {
  asked: string[];
  words: string | null;
  fragment: string;
  written: () => void;
};

beforeEach(() => {
  peer = new Peer();
  window = new StubWindow();
  window.parent = peer;
  vi.stubGlobal('window', window);
  vi.stubGlobal('location', new URL('https://page.example/embed.html'));
  vi.stubGlobal('requestAnimationFrame', () => 0);
  app = new AppState();
  hand = null;
  links = { asked: [], words: null, fragment: 'v=7&t=1-2', written: () => undefined };
  const stubs = new Map<unknown, unknown>([
    [hostConfig, { load: async () => ({ embedOrigins: [LISTED] }) }],
    [
      pageLinks,
      {
        onWritten: async (listener: () => void) => {
          links.written = listener;
        },
        openAddress: async (href: string) => {
          links.asked.push(href);
          return links.words;
        },
        showView: async (link: string) => {
          links.asked.push(link);
          return links.words;
        },
        fragmentNow: () => ({ text: links.fragment, traces: 0 }),
      },
    ],
  ]);
  const own = app.feature.bind(app);
  app.feature = ((key: never) => stubs.get(key) ?? own(key)) as typeof app.feature;
  app.files.open = (source: SourceSpec) => {
    hand = new HandTrace(app, source.kind === 'file' ? source.file.name : 'x');
    return hand.file;
  };
});
afterEach(() => vi.unstubAllGlobals());

const turns = async (): Promise<void> => {
  for (let step = 0; step < 30; step++) await null;
};

async function post(
  data: unknown,
  known: { readonly origin?: string; readonly source?: unknown } = {},
): Promise<void> {
  const { origin = LISTED, source = peer } = known;
  window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
  await turns();
}
const say = (message: object): Promise<void> => post({ qlogscope: 1, ...message });
const said = (): readonly (readonly [string, unknown])[] =>
  peer.got.map(({ message: { type, id } }) => [type, id] as const);
const words = (): string => peer.got.at(-1)?.message.words ?? '';

/** @returns whether the page may be shown by now. */
function listen(): () => boolean {
  let isWelcome = false;
  void untilWelcome(app).then(() => {
    isWelcome = true;
  });
  return () => isWelcome;
}

async function welcome(): Promise<void> {
  listen();
  await say({ type: 'hello' });
  peer.got.splice(0);
}

describe('before a listed origin has said hello', () => {
  test('nothing is answered, and the page is not shown', async () => {
    const isWelcome = listen();
    await say({ type: 'open', id: 1, name: 'a', bytes: new ArrayBuffer(1) });
    await say({ type: 'view', id: 2, link: 't=1-2' });
    await post({ qlogscope: 1, type: 'hello' }, { origin: 'https://other.example' });
    await post({ qlogscope: 1, type: 'hello' }, { origin: `${LISTED}.evil` });
    await post({ qlogscope: 1, type: 'hello' }, { source: new Peer() });
    await post({ qlogscope: 1, type: 'hello' }, { source: null });
    await post({ source: 'react-devtools' });
    await post('hello');
    expect([peer.got, links.asked, isWelcome(), hand]).toEqual([[], [], false, null]);
    await say({ type: 'hello' });
    expect([said(), isWelcome()]).toEqual([[['ready', undefined]], true]);
  });

  test('it is told which versions there are, and no other origin is', async () => {
    const isWelcome = listen();
    await post({ qlogscope: 2, type: 'hello' }, { origin: 'https://other.example' });
    expect(peer.got).toEqual([]);
    await post({ qlogscope: 2, type: 'hello' });
    expect(peer.got).toEqual([
      { message: { qlogscope: 1, type: 'other-version', versions: [1] }, origin: LISTED },
    ]);
    expect(isWelcome()).toBe(false);
  });

  test('a page that nobody embeds and nobody opened waits for ever; one that was opened is as one that is embedded', async () => {
    window.parent = window;
    const isWelcome = listen();
    await say({ type: 'hello' });
    expect([isWelcome(), peer.got]).toEqual([false, []]);
    window.opener = peer;
    const isOpened = listen();
    await say({ type: 'hello' });
    expect([isOpened(), said()]).toEqual([true, [['ready', undefined]]]);
  });
});

describe('from then on', () => {
  test('only that origin is heard, every answer goes to it, and one hello has one answer', async () => {
    await welcome();
    await post({ qlogscope: 1, type: 'hello' }, { origin: 'https://other.example' });
    await post({ qlogscope: 1, type: 'hello' }, { source: new Peer() });
    expect(peer.got).toEqual([]);
    await say({ type: 'hello' });
    expect(peer.got).toEqual([{ message: { qlogscope: 1, type: 'ready' }, origin: LISTED }]);
  });

  test.each([
    [{ qlogscope: 1 }, null],
    [{ qlogscope: 1, type: 'eval', id: 1 }, 1],
    [{ qlogscope: 1, type: 'open', id: 'x', name: '', bytes: new ArrayBuffer(1) }, 'x'],
    [{ qlogscope: 1, type: 'open', id: { a: 1 }, name: 'a', bytes: [] }, null],
  ])('%j has no form, which is told with its id', async (message, id) => {
    await welcome();
    await post(message);
    expect(said()).toEqual([['failed', id]]);
    expect(words()).toBe('This message has no form of version 1.');
  });

  test('what is somebody else’s is not answered', async () => {
    await welcome();
    for (const data of [null, 5, 'x', [], { type: 'hello' }]) await post(data);
    expect(peer.got).toEqual([]);
  });
});

describe('a trace that it opens', () => {
  const open = async (id: string | number = 7): Promise<HandTrace> => {
    await say({ type: 'open', id, name: 'kumquat.sqlog', bytes: new ArrayBuffer(3) });
    if (hand === null) throw new Error('nothing was opened');
    return hand;
  };

  test('is told once it is judged, without its name, and then what is seen of it', async () => {
    await welcome();
    const opened = await open();
    opened.say({ phase: 'reading' });
    await turns();
    expect(said()).toEqual([]);
    opened.say(judged);
    await turns();
    expect(said()).toEqual([
      ['opened', 7],
      ['view', 7],
    ]);
    expect(JSON.stringify(peer.got)).not.toContain('kumquat');
    expect(peer.got.at(-1)?.message.link).toBe('v=7&t=1-2');
    // The same view is told once, and it is judged once.
    links.written();
    opened.say({ ...judged, revision: 9 });
    await turns();
    expect(said()).toHaveLength(2);
    links.fragment = 'v=7&t=3-4';
    links.written();
    expect(peer.got.at(-1)?.message).toMatchObject({ type: 'view', id: 7, link: 'v=7&t=3-4' });
  });

  test('that is none is told by the kind of the first message about it, whose text stays here', async () => {
    await welcome();
    const opened = await open();
    opened.say({
      ...judged,
      phase: 'failed',
      messages: [{ kind: 'not-qlog', level: 'error', text: 'This is no log.', places: [] }],
    });
    await turns();
    expect([said(), words()]).toEqual([[['failed', 7]], expect.stringContaining('is left out (not-qlog)')]);
    const another = await open(8);
    another.say({ ...judged, phase: 'failed', messages: [] });
    await turns();
    expect(words()).toBe('It holds no trace.');
  });

  test('that the user closes is told so', async () => {
    await welcome();
    const opened = await open();
    app.files.close(opened.file);
    await turns();
    expect([said(), words()]).toEqual([[['failed', 7]], 'The trace was closed.']);
  });

  test('is the only one of which views are told', async () => {
    await welcome();
    const own = new HandTrace(app, 'of-the-user.sqlog');
    own.say();
    links.written();
    await turns();
    expect(peer.got).toEqual([]);
  });
});

describe('a view', () => {
  test('is shown, or it is said why not', async () => {
    await welcome();
    await say({ type: 'view', id: 1, link: 't=1-2' });
    expect([said(), links.asked]).toEqual([[['done', 1]], ['t=1-2']]);
    links.words = 'No trace is shown.';
    await say({ type: 'view', id: 2, link: 't=1-2' });
    expect([said().at(-1), words()]).toEqual([['failed', 2], 'No trace is shown.']);
  });
});

describe('a URL', () => {
  const ask = (id: number, url = URL_THERE): Promise<void> => say({ type: 'open-url', id, url });
  const pending = (state: PendingTrace['state']): void =>
    app.linkRequest.set({ pending: [{ ref: { kind: 'src', url: URL_THERE }, state }] } as never);

  test.each([
    ['not a url', 'It is no complete URL.'],
    ['https://page.example/embed.html#example=reno', 'It is a link to this page, and no trace.'],
  ])('%s is not opened', async (url, why) => {
    await welcome();
    await ask(1, url);
    expect([words(), links.asked]).toEqual([why, []]);
  });

  test('of another page of this host is one like any other; what the page refuses is told', async () => {
    await welcome();
    links.words = 'It must begin with https.';
    await ask(1, 'https://page.example/logs/a.sqlog');
    expect([links.asked, words()]).toEqual([
      ['https://page.example/logs/a.sqlog'],
      'It must begin with https.',
    ]);
  });

  test('waits for the user, and fails for all who asked where that is a no', async () => {
    await welcome();
    pending('asked');
    await ask(1);
    await ask(2);
    expect(peer.got).toEqual([]);
    app.linkRequest.set(null);
    await turns();
    expect(said()).toEqual([
      ['failed', 1],
      ['failed', 2],
    ]);
    expect(words()).toBe('The user did not agree to its host.');
  });

  test('is told to all who asked, once the file is there and judged', async () => {
    await welcome();
    pending('asked');
    await ask(1);
    await ask(2);
    hand = new HandTrace(app, 'a.sqlog');
    Object.defineProperty(hand.file, 'source', { value: { kind: 'url', url: URL_THERE, name: 'a.sqlog' } });
    app.linkRequest.set(null);
    await turns();
    expect(peer.got).toEqual([]);
    hand.say(judged);
    await turns();
    expect(said().filter(([type]) => type === 'opened')).toEqual([
      ['opened', 1],
      ['opened', 2],
    ]);
  });
});
