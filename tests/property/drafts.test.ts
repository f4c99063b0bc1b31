/**
 * Random events after the definitions of the newest drafts: nothing throws, each is a row of its kind, and whatever is neither read nor
 * exported is listed in docs/formats.md, event by event.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewrite } from '../../src/engine/input/formats/qlog/write/rewrite.ts';
import { eventKindOf } from '../../src/qlog-schema/index.ts';
import { contain } from '../support/containers.ts';
import { DRAFT_EVENTS, type DraftEvent, draftEvent } from '../support/draft-events.ts';
import { loadBytes } from '../support/load.ts';
import { writer } from '../support/record-writer.ts';
import { SHARE_ALL } from '../support/redacted.ts';
import { utf8 } from '../support/split-all.ts';
import { draws } from '../support/tier.ts';
import '../support/property-seed.ts';

const EVENTS = 20;

/** What is neither exported nor, where it is not named as read, read: `name` for a whole event, `name field` for a field. */
function leftOut({ name, data }: DraftEvent): readonly string[] {
  const counting = writer({ options: SHARE_ALL });
  rewrite({ time: 1, name, data }, { kind: eventKindOf(name), form: 'schema', columns: null }, counting);
  const { events, fields } = counting.leftOut.counts;
  return [...events.map(() => name), ...fields.map((one) => `${name} ${one.name}`)];
}

/** Rows of the table in docs/formats.md: events, then fields; `*` stands for all that follow. */
const LISTED = [
  ...readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8').matchAll(
    /^\| (`[^|]*:[^|]*`) \| (`[^|]*`) \|/gm,
  ),
].map(([, names = '', fields = '']) => ({ names: ticked(names), fields: ticked(fields) }));

function ticked(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

const isOf = (name: string, pattern: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '\\w*')}$`).test(name);

/** @param one as `leftOut` gives it. */
function isListed(one: string): boolean {
  const [name = '', field] = one.split(' ');
  return LISTED.some(
    ({ names, fields }) =>
      names.some((pattern) => isOf(name, pattern)) &&
      (fields.includes('*') || (field !== undefined && fields.includes(field))),
  );
}

const timed = (events: readonly DraftEvent[]): readonly string[] =>
  events.map((event, i) => JSON.stringify({ time: i, ...event }));

/** Rows of a log of these events, all of which are read. */
function rowsOf(events: readonly DraftEvent[]): number {
  const { pipeline, problems } = loadBytes(utf8(contain('JSON-SEQ', timed(events))));
  expect(problems).toEqual([]);
  return pipeline.connections.reduce((sum, { state }) => sum + state.events.length, 0);
}

describe('events of the newest drafts', () => {
  it('have their kinds, and are left out where docs/formats.md lists that, and nowhere else', () => {
    const seen = new Set<string>();
    for (const [, arbitrary] of DRAFT_EVENTS)
      fc.assert(
        fc.property(arbitrary, (event) => {
          for (const one of leftOut(event)) seen.add(one);
        }),
        { numRuns: draws(2000) },
      );
    expect([...seen].filter((one) => !isListed(one)).sort()).toEqual([]);
    // What is no longer left out leaves the table.
    const fields = new Set([...seen].map((one) => one.split(' ')[1]));
    const gone = LISTED.flatMap((row) => row.fields).filter((field) => field !== '*' && !fields.has(field));
    expect(gone).toEqual([]);
  });

  it('are read whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(draftEvent, { minLength: EVENTS, maxLength: EVENTS }), (events) => {
        expect(rowsOf(events)).toBe(EVENTS);
      }),
      { numRuns: draws(300) },
    );
  });

  it('are rows also where a value is of another type', () => {
    const odd = fc
      .tuple(draftEvent, fc.nat(), fc.jsonValue())
      .map(([{ name, data }, at, value]): DraftEvent => {
        const keys = Object.keys(data);
        return { name, data: { ...data, [keys[at % keys.length] ?? 'new']: value } };
      });
    fc.assert(
      fc.property(fc.array(odd, { minLength: EVENTS, maxLength: EVENTS }), (events) => {
        expect(rowsOf(events)).toBe(EVENTS);
        for (const event of events) leftOut(event);
      }),
      { numRuns: draws(300) },
    );
  });
});
