/**
 * Following links in any order of events: links over links, late answers, consent, files that come or go. Whatever comes, the newest link
 * counts, its view is applied once, what could not be followed is told once, and the address follows the page again at the end.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  IDLE,
  isHolding,
  type Navigation,
  type NavigationEffect,
  type NavigationEvent,
  reduce,
} from '../../src/app/navigation/reducer.ts';
import type { OpenFile } from '../../src/app/state/traces/open-file.ts';
import { pendingTrace } from '../../src/app/state/traces/pending-traces.ts';
import { parseLink } from '../../src/sharing/link/parse.ts';
import { EMPTY_LINK, isTraceRef, type LinkState, type TraceRef } from '../../src/sharing/link/state.ts';
import { draws } from '../support/tier.ts';
import frozen from '../unit/sharing/link/frozen-links.json' with { type: 'json' };

type Event = NavigationEvent<number, number>;
type Effect = NavigationEffect<number, number>;

const HOST = 'https://logs.example';
const REMOTE: TraceRef = { kind: 'src', url: `${HOST}/a.sqlog` };
const LOCAL: TraceRef = { kind: 'file', fingerprint: { name: 'a', sizeBytes: 1, hash: 'x' } };
const LINK: LinkState = { ...EMPTY_LINK, traces: [REMOTE, LOCAL] };

/** @param link by its number; null for what is fetched from a host. */
type Opens = (link: number | null) => Extract<Event, { readonly type: 'opened' }>;

/** What is seen of one page while events come: what it did, and which of its tasks have no answer yet. */
class Page {
  state: Navigation = IDLE;
  /** Links, by their number, whose traces were opened. */
  readonly openedLinks: number[] = [];
  readonly told: string[] = [];
  settled = 0;
  preparing: { readonly id: number; readonly link: number }[] = [];
  waiting: number[] = [];
  /** The newest link while it is being prepared, and the newest wait: nothing else is wanted. */
  wanted: number | null = null;
  awaited: number | null = null;
  #links = 0;
  readonly #opens: Opens;

  constructor(opens: Opens) {
    this.#opens = opens;
  }

  follow(): void {
    const link = ++this.#links;
    this.send({ type: 'follow', ask: link, foreign: LINK, group: null });
  }

  send(event: Event): void {
    const before = this.state;
    const { state, effects } = reduce(before, event);
    this.state = state;
    if (this.#isLate(event)) expect([state, effects]).toEqual([before, []]);
    if (event.type === 'follow' || event.type === 'opened') this.awaited = null;
    if ((event.type === 'applied' || event.type === 'gone') && event.id === this.awaited) this.awaited = null;
    if (event.type === 'prepared' && event.id === this.wanted) this.wanted = null;
    if (event.type === 'not-prepared' && event.id === this.wanted) this.wanted = null;
    if (event.type === 'leave') this.wanted = null;
    const settles = effects.filter(({ type }) => type === 'settle').length;
    const ends = isHolding(before) && !isHolding(state) && event.type !== 'leave';
    expect(settles).toBe(ends ? 1 : 0);
    for (const effect of effects) this.#run(effect);
  }

  #isLate(event: Event): boolean {
    if (event.type === 'prepared' || event.type === 'not-prepared') return event.id !== this.wanted;
    if (event.type === 'applied' || event.type === 'gone') return event.id !== this.awaited;
    return event.type === 'show' && this.wanted !== null;
  }

  #run(effect: Effect): void {
    if (effect.type === 'prepare') {
      this.preparing.push({ id: effect.id, link: effect.ask });
      this.wanted = effect.id;
    }
    if (effect.type === 'open') {
      this.openedLinks.push(effect.ready);
      this.send(this.#opens(effect.ready));
    }
    if (effect.type === 'fetch') this.#fetch();
    if (effect.type === 'wait') {
      this.waiting.push(effect.applying.id);
      this.awaited = effect.applying.id;
    }
    if (effect.type === 'settle') this.settled++;
    if (effect.type === 'tell' && !('kind' in effect.what))
      this.told.push(...effect.what.map(({ part }) => part));
  }

  /** What went on before the consent goes on, unless what was fetched is to be shown; a newer link always does. */
  #fetch(): void {
    const { wanted, awaited } = this;
    const event = this.#opens(null);
    this.send(event);
    const shows = event.target !== null && wanted === null;
    if (shows) return;
    this.awaited = awaited;
    expect(this.state.phase).toMatchObject(
      wanted === null ? (awaited === null ? { at: 'settled' } : { id: awaited }) : { id: wanted },
    );
  }

  /** Every task is answered, the newest last, and what is still asked for is put aside. */
  finish(): void {
    while (this.preparing.length + this.waiting.length > 0) {
      for (const { id, link } of this.preparing.splice(0)) this.send({ type: 'prepared', id, ready: link });
      for (const id of this.waiting.splice(0)) this.send({ type: 'applied', id, dropped: [] });
    }
    this.send({ type: 'put-aside' });
  }
}

const FILE = { name: 'a' } as OpenFile;

interface Step {
  /** Which event. */
  readonly what: number;
  /** Which of the tasks that have no answer yet it is about: any of them, late ones too. */
  readonly pick: number;
  /** How what is opened ends. */
  readonly shows: boolean;
  readonly asks: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  ...{ what: fc.nat(11), pick: fc.nat(20) },
  ...{ shows: fc.boolean(), asks: fc.boolean() },
});

function run(steps: readonly Step[]): Page {
  let now: Step = { what: 0, pick: 0, shows: false, asks: false };
  const request = { link: LINK, pending: [REMOTE, LOCAL].map(pendingTrace), other: null };
  const page = new Page((link) => ({
    ...{ type: 'opened', target: now.shows ? FILE : null, link: LINK },
    dropped: link === null ? [] : [{ part: `link ${link}`, why: '' }],
    ...(now.asks && { request }),
  }));
  for (now of steps) {
    const late = <T>(all: T[]): T | undefined => all[now.pick % Math.max(1, all.length)];
    const prepared = late(page.preparing);
    const waited = late(page.waiting);
    const pending = page.state.request?.pending ?? [];
    const one = pending[now.pick % Math.max(1, pending.length)];
    if (now.what === 0) page.follow();
    if (now.what === 1 && prepared) page.send({ type: 'prepared', id: prepared.id, ready: prepared.link });
    if (now.what === 2 && prepared)
      page.send({
        ...{ type: 'not-prepared', id: prepared.id },
        message: { kind: 'x', level: 'error', text: '', places: [] },
      });
    if (now.what === 3 && waited !== undefined) page.send({ type: 'applied', id: waited, dropped: [] });
    if (now.what === 4 && waited !== undefined)
      page.send({ type: 'gone', id: waited, asks: now.asks ? pendingTrace(REMOTE) : null });
    if (now.what === 5) page.send({ type: 'leave' });
    if (now.what === 6) page.send({ type: 'agree', origin: HOST });
    if (now.what === 7 && one) page.send({ type: 'found', wanted: one.ref });
    if (now.what === 8) page.send({ type: 'put-aside' });
    if (now.what === 9) page.send({ type: 'show', file: FILE, link: LINK });
    if (now.what === 10) page.send({ type: 'other', other: { file: FILE, words: 'x' } });
    if (now.what === 11) page.send({ type: 'ask', request });
    expect(page.state.phase.at).not.toBe('opening');
  }
  return page;
}

describe('in any order of events', () => {
  test('links are opened in their order, the newest counts, and each is told of at most once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const page = run(steps);
        const { openedLinks, told } = page;
        expect(openedLinks).toEqual([...new Set(openedLinks)].sort((a, b) => a - b));
        expect(told).toEqual([...new Set(told)]);
        expect(told.every((part) => openedLinks.includes(Number(part.slice('link '.length))))).toBe(true);
      }),
      { numRuns: draws(3000) },
    );
  });

  test('the page is settled once all is answered, with nothing asked for', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const page = run(steps);
        page.finish();
        expect([page.state.request, isHolding(page.state)]).toEqual([null, false]);
        expect(page.state.foreign).toBeNull();
        const before = page.state;
        for (const id of Array.from({ length: page.state.begun }, (_, i) => i + 1)) {
          page.send({ type: 'prepared', id, ready: 0 });
          page.send({ type: 'applied', id, dropped: [{ part: 'late', why: '' }] });
          page.send({ type: 'gone', id, asks: pendingTrace(REMOTE) });
        }
        expect(page.state).toBe(before);
        expect(page.told).not.toContain('late');
      }),
      { numRuns: draws(3000) },
    );
  });
});

test.each(frozen.map(({ about, link }) => [about, link]))('%s: followed to its end', (_, link) => {
  const { state } = parseLink(link);
  const asked = state.traces.filter(isTraceRef).filter(({ kind }) => kind === 'src' || kind === 'file');
  for (const target of [FILE, null]) {
    const request = { link: state, pending: asked.map(pendingTrace), other: null };
    const page = new Page(() => ({
      ...{ type: 'opened', target, link: state, dropped: [] },
      ...(asked.length > 0 && { request }),
    }));
    page.follow();
    expect(page.state.phase.at).toBe('preparing');
    for (const { id } of page.preparing.splice(0)) page.send({ type: 'prepared', id, ready: 1 });
    expect(page.state.phase.at).toBe(target === null ? 'settled' : 'applying');
    for (const { ref } of page.state.request?.pending ?? []) page.send({ type: 'found', wanted: ref });
    for (const id of page.waiting.splice(0)) page.send({ type: 'applied', id, dropped: [] });
    expect([page.state.phase.at, page.state.request, page.settled]).toEqual(['settled', null, 1]);
  }
});
