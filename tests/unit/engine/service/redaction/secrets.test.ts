/** A trace full of marked secrets through everything that leaves the device: none is found, with an option only its own. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  SHARE_NOTHING,
  SHARE_OPTIONS,
  type ShareOption,
  type ShareOptions,
} from '../../../../../src/engine/reading/contract/share-options.ts';
import { type LeavingTrace, leavingTrace } from '../../../../support/leaving-trace.ts';
import { strictFault } from '../../../../support/qlog-strict.ts';
import { SHARE_ALL } from '../../../../support/redacted.ts';
import { SECRET_FILE_NAME, SECRETS, secretsIn, secretTrace } from '../../../../support/secrets.ts';
import { DEEP } from '../../../../support/tier.ts';
import { textOf, WAYS_OUT } from '../../../../support/ways-out.ts';

const only = (option: ShareOption): ShareOptions => ({ ...SHARE_NOTHING, [option]: true });
const URL_WITH_ADDRESS = 'https://203.0.113.77/trace.sqlog';

let trace: LeavingTrace;

beforeAll(async () => {
  trace = await leavingTrace(secretTrace(), SECRET_FILE_NAME, URL_WITH_ADDRESS);
});

/**
 * Of the secrets that no option lets out, what leaves with free text all the same: names of events, which stand in no
 * document, and, with the file's name as well, the title of the trace, which often holds it.
 */
const AS_FREE_TEXT: { readonly [way: string]: readonly string[] } = {
  'bytes of a digest': ['kumquattitle'],
  'what a digest opens as': ['kumquattitle'],
  'digest of a set': ['kumquattitle'],
  'everything that is redacted': ['kumquattitle', 'kumquatevent'],
};

const leave = (way: string, options: ShareOptions): string | Promise<string> =>
  WAYS_OUT[way]!(trace, options);

const OPTIONS = SHARE_OPTIONS.map(({ id }) => id);
const WAYS = Object.keys(WAYS_OUT);

/** In the gate one option for each way, every option for some of them. */
function optionsFor(way: string): readonly ShareOption[] {
  const place = WAYS.indexOf(way);
  return DEEP ? OPTIONS : OPTIONS.filter((_, i) => i === place % OPTIONS.length);
}

describe.each(WAYS)('%s', (way) => {
  it('holds no secret while nothing is ticked', async () => {
    const text = await leave(way, SHARE_NOTHING);
    expect(text).not.toBe('');
    expect(secretsIn(text)).toEqual([]);
  });

  it.each(optionsFor(way))('holds with the option %s no other secret', async (option) => {
    const freeText = option === 'reasonPhrases' ? (AS_FREE_TEXT[way] ?? []) : [];
    const own: readonly string[] = [...SECRETS[option], ...freeText];
    expect(secretsIn(await leave(way, only(option))).filter((secret) => !own.includes(secret))).toEqual([]);
  });

  it('holds with every option nothing that has none', async () => {
    const freeText = AS_FREE_TEXT[way] ?? [];
    const never: readonly string[] = SECRETS.never.filter((secret) => !freeText.includes(secret));
    expect(secretsIn(await leave(way, SHARE_ALL)).filter((secret) => never.includes(secret))).toEqual([]);
  });
});

describe('the trace of secrets', () => {
  it('holds them all, and is read with its findings', () => {
    const text = new TextDecoder().decode(secretTrace());
    const held = [...secretsIn(text), ...SECRETS.fileName, ...SECRETS.groupNames];
    const written = ['2026-11-20T13:37:42', '13:37:42'];
    expect(
      Object.values(SECRETS)
        .flat()
        .filter((secret) => !held.includes(secret) && !written.includes(secret)),
    ).toEqual([]);
    expect(trace.snapshot.findings.map(({ id }) => id)).toContain('death-spiral');
    expect(secretsIn(JSON.stringify(trace.snapshot))).toEqual(
      expect.arrayContaining(['kumquatstate', 'kumquatbroken']),
    );
    expect(secretsIn(textOf(trace.context.answer))).toContain('kumquatstate');
  });
});

describe('with its option', () => {
  it.each([
    ['fileName', ['kumquatfile']],
    ['addresses', ['203.0.113.77', 'fd00::5ec:7e7']],
    ['connectionIds', SECRETS.connectionIds],
    ['wallClock', ['1795181862']],
    ['requestTexts', SECRETS.requestTexts],
    ['reasonPhrases', ['kumquatreason', 'kumquatlogline', 'kumquattrigger', 'kumquatstate']],
  ] as const)('%s, an export holds just these secrets', async (option, due) => {
    const text = await leave('export of the whole range', only(option));
    expect(strictFault(text)).toBeNull();
    expect([...secretsIn(text)].sort()).toEqual([...due].sort());
  });

  it.each([
    ['report as Markdown', ['fileName', 'reasonPhrases'], ['kumquatfile', 'kumquatstate', 'kumquatbroken']],
    ['what a digest opens as', ['fileName'], ['kumquatfile']],
    ['what a digest opens as', ['connectionIds'], ['deadbeefcafe0001']],
    ['what a digest opens as', ['wallClock'], ['1795181862']],
    ['what a digest opens as', ['reasonPhrases'], ['kumquatstate', 'kumquatbroken']],
    ['link to the view', ['fileName'], ['kumquatfile']],
    ['link to the view', ['addresses'], ['203.0.113.77']],
    ['link that is followed', ['fileName'], ['kumquatfile']],
    ['name of a saved file', ['fileName'], ['kumquatfile']],
    ['pictures of panels', ['reasonPhrases'], ['kumquatstate']],
    ['panels as text', ['reasonPhrases'], ['kumquatstate']],
    ['shares and bands of groups', ['groupNames'], ['kumquatgroup']],
    ['groups of a saved table', ['groupNames'], ['kumquatgroup']],
  ] as const)('%s by %j holds %j', async (way, options, due) => {
    const ticked = Object.fromEntries(options.map((option) => [option, true]));
    expect(secretsIn(await leave(way, { ...SHARE_NOTHING, ...ticked }))).toEqual(
      expect.arrayContaining([...due]),
    );
  });
});

it('a state has the same name in the export of a part as in a report of the whole', async () => {
  const named = /unnamed state \d+/g;
  const names = async (way: string) => [...new Set((await leave(way, SHARE_NOTHING)).match(named))];
  expect(await names('pictures of panels')).toEqual(['unnamed state 1']);
  expect(await names('export of the second half')).toEqual(['unnamed state 1']);
});
