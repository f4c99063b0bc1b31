/**
 * Following links, as one reducer: idle → preparing → opening → applying → settled. Which link counts, what is waited for and what comes
 * too late is decided here, of plain values alone; `follow-link.ts` does what it says. The newest link counts. A trace that a link
 * asks for, a host that the user agrees to and a file that takes long are events like any other.
 */
import type { Message } from '../../engine/reading/contract/snapshot';
import { originOf, type RemoteRef } from '../../sharing/link/remote-url';
import type { DroppedPart, LinkState, TraceRef } from '../../sharing/link/state';
import type { OpenFile } from '../state/traces/open-file';
import { askFor, type LinkRequest, type PendingTrace } from '../state/traces/pending-traces';

/** Its view is taken up once the file, and those that are shown beside it, are read. */
export interface Applying {
  readonly at: 'applying';
  readonly id: number;
  readonly file: OpenFile;
  readonly link: LinkState;
  /** What of it could not be followed so far. */
  readonly dropped: readonly DroppedPart[];
}

/** What a link needs is fetched: the ids of panels, what decodes its digest, what shows its screen. */
interface Preparing {
  readonly at: 'preparing';
  readonly id: number;
}

/** Traces are being opened, in one call: what that changes is no change of the user's. */
interface Opening {
  readonly at: 'opening';
  /** What goes on where none of them is to be shown. */
  readonly before: Preparing | Applying | null;
}

export interface Navigation {
  readonly phase: { readonly at: 'idle' | 'settled' } | Preparing | Opening | Applying;
  /** Counts what was begun: an answer with another number comes too late. */
  readonly begun: number;
  /** What the link, or a listing, asks the user for; it stays until it is there, or put aside. */
  readonly request: LinkRequest | null;
  /** The link that is followed, where this page did not write it itself: it stays in the address until the view changes. */
  readonly foreign: LinkState | null;
  /** The digests of a set that the newest link was opened with, see `DigestPlace`; null for none. */
  readonly group: string | null;
}

export const IDLE: Navigation = {
  phase: { at: 'idle' },
  begun: 0,
  request: null,
  foreign: null,
  group: null,
};

/** What becomes of a file that was opened while a link asks for some. */
export type AnswerEvent = Extract<
  NavigationEvent<never, never>,
  { readonly type: 'show' | 'found' | 'other' }
>;

/** @typeParam Ask what is to be prepared. @typeParam Ready what was. */
export type NavigationEvent<Ask, Ready> =
  | {
      readonly type: 'follow';
      readonly ask: Ask;
      readonly foreign: LinkState | null;
      readonly group: string | null;
    }
  /** The link of a view in the store is there. */
  | { readonly type: 'read'; readonly id: number; readonly ask: Ask; readonly group: string | null }
  | { readonly type: 'prepared'; readonly id: number; readonly ready: Ready }
  | { readonly type: 'not-prepared'; readonly id: number; readonly message: Message }
  /** @param request in place of the one that there is; the same where left out. */
  | {
      readonly type: 'opened';
      readonly target: OpenFile | null;
      readonly link: LinkState;
      readonly dropped: readonly DroppedPart[];
      readonly request?: LinkRequest;
    }
  /** A file is there that gets the view of the link. */
  | { readonly type: 'show'; readonly file: OpenFile; readonly link: LinkState }
  | { readonly type: 'applied'; readonly id: number; readonly dropped: readonly DroppedPart[] }
  /** The file was closed, or cannot be read. @param asks what the user may have of it all the same. */
  | { readonly type: 'gone'; readonly id: number; readonly asks: PendingTrace | null }
  /** The address leads elsewhere. */
  | { readonly type: 'leave' }
  | { readonly type: 'ask'; readonly request: LinkRequest }
  | { readonly type: 'agree'; readonly origin: string }
  | { readonly type: 'found'; readonly wanted: TraceRef }
  | { readonly type: 'other'; readonly other: LinkRequest['other'] }
  | { readonly type: 'no-copy'; readonly absent: readonly PendingTrace[] }
  | { readonly type: 'put-aside' };

export type NavigationEffect<Ask, Ready> =
  | { readonly type: 'prepare'; readonly id: number; readonly ask: Ask }
  | { readonly type: 'open'; readonly ready: Ready }
  | { readonly type: 'fetch'; readonly refs: readonly RemoteRef[]; readonly link: LinkState }
  | { readonly type: 'wait'; readonly applying: Applying }
  /** The address follows the page again. */
  | { readonly type: 'settle'; readonly foreign: LinkState | null }
  | { readonly type: 'tell'; readonly what: Message | readonly DroppedPart[] };

export interface NavigationStep<Ask, Ready> {
  readonly state: Navigation;
  /** In their order. */
  readonly effects: readonly NavigationEffect<Ask, Ready>[];
}

/** A link is not followed to its end yet: until then it stays in the address. */
export function isHolding({ phase, request }: Navigation): boolean {
  return request !== null || (phase.at !== 'idle' && phase.at !== 'settled');
}

/** The page after an event, and what is to be done. An event that comes too late changes nothing. */
export function reduce<Ask, Ready>(
  state: Navigation,
  event: NavigationEvent<Ask, Ready>,
): NavigationStep<Ask, Ready> {
  const step = after(state, event);
  const isSettled = isHolding(state) && !isHolding(step.state);
  if (!isSettled || event.type === 'leave') return step;
  const settle = { type: 'settle', foreign: state.foreign } as const;
  return { state: { ...step.state, foreign: null }, effects: [settle, ...step.effects] };
}

function after<Ask, Ready>(
  state: Navigation,
  event: NavigationEvent<Ask, Ready>,
): NavigationStep<Ask, Ready> {
  const { phase, request } = state;
  switch (event.type) {
    case 'follow': {
      const id = state.begun + 1;
      const { ask, foreign, group } = event;
      const prepare = { type: 'prepare', id, ask } as const;
      return {
        state: { ...state, phase: { at: 'preparing', id }, begun: id, foreign, group },
        effects: [prepare],
      };
    }
    case 'read': {
      const { id, ask, group } = event;
      if (phase.at !== 'preparing' || phase.id !== id) return unchanged(state);
      return { state: { ...state, group }, effects: [{ type: 'prepare', id, ask }] };
    }
    case 'prepared': {
      if (phase.at !== 'preparing' || phase.id !== event.id) return unchanged(state);
      return {
        state: { ...state, phase: { at: 'opening', before: null }, request: null },
        effects: [{ type: 'open', ready: event.ready }],
      };
    }
    case 'not-prepared':
      if (phase.at !== 'preparing' || phase.id !== event.id) return unchanged(state);
      return withMessage({ ...state, phase: SETTLED }, event.message);
    case 'opened': {
      if (phase.at !== 'opening') return unchanged(state);
      const next = { ...state, request: event.request ?? request };
      const { before } = phase;
      if (event.target !== null && before?.at !== 'preparing') {
        const { target: file, link, dropped } = event;
        return applying(next, file, link, dropped);
      }
      return withMessage({ ...next, phase: before ?? SETTLED }, event.dropped);
    }
    case 'show':
      // The view of an earlier link than the one that is being prepared.
      return phase.at === 'preparing' ? unchanged(state) : applying(state, event.file, event.link, []);
    case 'applied':
      if (phase.at !== 'applying' || phase.id !== event.id) return unchanged(state);
      return withMessage({ ...state, phase: SETTLED }, [...phase.dropped, ...event.dropped]);
    case 'gone': {
      if (phase.at !== 'applying' || phase.id !== event.id) return unchanged(state);
      const { link, dropped } = phase;
      const pending = [...(request?.pending ?? []), ...(event.asks === null ? [] : [event.asks])];
      const asked = event.asks === null ? request : { link, pending, other: null };
      return withMessage({ ...state, phase: SETTLED, request: asked }, dropped);
    }
    case 'leave':
      return unchanged({ ...state, phase: phase.at === 'preparing' ? SETTLED : phase, foreign: null });
    default:
      return afterRequest(state, event);
  }
}

type RequestEvent = Extract<
  NavigationEvent<never, never>,
  { readonly type: 'ask' | 'agree' | 'found' | 'other' | 'no-copy' | 'put-aside' }
>;

/** What becomes of that for which the user is asked. */
function afterRequest(state: Navigation, event: RequestEvent): NavigationStep<never, never> {
  const { phase, request } = state;
  if (event.type === 'ask') return unchanged({ ...state, request: event.request });
  if (request === null) return unchanged(state);
  const { link, pending } = request;
  switch (event.type) {
    case 'agree': {
      const isThere = ({ ref }: PendingTrace): boolean =>
        ref.kind === 'src' && originOf(ref.url) === event.origin;
      const refs = pending.flatMap((one) => (one.ref.kind === 'src' && isThere(one) ? [one.ref] : []));
      const before = phase.at === 'preparing' || phase.at === 'applying' ? phase : null;
      const left = { ...request, pending: pending.filter((one) => !isThere(one)), other: null };
      return {
        state: { ...state, phase: { at: 'opening', before }, request: unlessEmpty(left) },
        effects: [{ type: 'fetch', refs, link }],
      };
    }
    case 'found': {
      const left = pending.filter(({ ref }) => ref !== event.wanted);
      return unchanged({ ...state, request: unlessEmpty({ ...request, pending: left, other: null }) });
    }
    case 'other':
      return unchanged({ ...state, request: { ...request, other: event.other } });
    case 'no-copy':
      return unchanged({ ...state, request: askFor(request, (one) => event.absent.includes(one)) });
    case 'put-aside':
      return unchanged({ ...state, request: null });
  }
}

const SETTLED = { at: 'settled' } as const;

function unlessEmpty(request: LinkRequest): LinkRequest | null {
  return request.pending.length === 0 ? null : request;
}

function unchanged(state: Navigation): NavigationStep<never, never> {
  return { state, effects: [] };
}

function withMessage(
  state: Navigation,
  what: Message | readonly DroppedPart[],
): NavigationStep<never, never> {
  return { state, effects: [{ type: 'tell', what }] };
}

function applying(
  state: Navigation,
  file: OpenFile,
  link: LinkState,
  dropped: readonly DroppedPart[],
): NavigationStep<never, never> {
  const id = state.begun + 1;
  const phase: Applying = { at: 'applying', id, file, link, dropped };
  return { state: { ...state, phase, begun: id }, effects: [{ type: 'wait', applying: phase }] };
}
