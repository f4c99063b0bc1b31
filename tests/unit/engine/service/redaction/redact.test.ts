/** Names of states, messages and versions as they may leave. */
import { describe, expect, it } from 'vitest';
import {
  SHARE_NOTHING,
  type ShareOptions,
} from '../../../../../src/engine/reading/contract/share-options.ts';
import type { Message, Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { redact } from '../../../../../src/engine/service/redaction/redact.ts';
import {
  messagesWithoutFile,
  redactMessage,
  redactQlogVersion,
  redactVersion,
} from '../../../../../src/engine/service/redaction/redact-texts.ts';
import { redactorOf } from '../../../../../src/engine/service/redaction/redactor.ts';
import { isOwnKey, isStateName, stateMask } from '../../../../../src/engine/service/redaction/state-names.ts';
import { readTrace } from '../../../../support/load.ts';
import { openBytes } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { secretTrace } from '../../../../support/secrets.ts';

describe('names of states', () => {
  it.each([
    ...[
      'slow_start',
      'congestion_avoidance',
      'application_limited',
      'recovery',
      'conservative_slow_start',
      'state 12',
    ],
    ...[
      'bbr_probe_bw_cruise',
      'SlowStart',
      'persistent_congestion',
      'recovery_start',
      '459523',
      'other states',
    ],
  ])('of congestion control are kept: %s', (name) => expect(isStateName(name)).toBe(true));

  it.each([
    ...[
      '10.0.0.1',
      '203 0 113 77',
      'host.example',
      'bob',
      'slow_start of bob',
      '',
      '12345678901',
      '4915112345',
      'recovery 4915112345',
      'recovery\u0000',
    ],
    ...['slow_start 7 8', 'c0ffee', 'start'.repeat(20)],
  ])('that hold anything else are not: %s', (name) => expect(isStateName(name)).toBe(false));

  it('are replaced by the same one each time', () => {
    const mask = stateMask([], SHARE_NOTHING);
    expect(['a', 'b', 'a', 'recovery'].map((name) => mask.redact(name))).toEqual([
      ...['unnamed state 1', 'unnamed state 2', 'unnamed state 1', 'recovery'],
    ]);
  });

  it('are numbered as they appear in the trace, whichever is asked about first', () => {
    const mask = stateMask(['b', 'recovery', 'a'], SHARE_NOTHING);
    expect(['a', 'b', 'c'].map((name) => mask.redact(name))).toEqual([
      ...['unnamed state 2', 'unnamed state 1', 'unnamed state 3'],
    ]);
  });

  it('stay with the option for free text', () => {
    const mask = stateMask(['a'], { ...SHARE_NOTHING, reasonPhrases: true });
    expect(['a', 'b'].map((name) => mask.redact(name))).toEqual(['a', 'b']);
  });

  it('keep a hidden state hidden under its other name, and out of links', async () => {
    const { snapshot, context } = await openBytes(secretTrace());
    const { answer } = context();
    const hidden = ['states/kumquatstate', 'states/recovery', 'rtt/min'];
    const shared = redact({ name: null, snapshot, answer, hidden }, SHARE_NOTHING);
    expect(shared.hidden).toEqual(['states/unnamed state 1', 'states/recovery', 'rtt/min']);
    expect(shared.answer.states.names).toContain('unnamed state 1');
    expect(hidden.map(isOwnKey)).toEqual([false, true, true]);
  });
});

describe('findings of a trace with a state that is called like a word of ours', () => {
  it.each(['us', 'info', 'death-spiral', 'states'])('%s: ids, units and severities stay', async (name) => {
    const text = new TextDecoder().decode(
      readTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz')),
    );
    const renamed = text.replaceAll('"new":"congestion_avoidance"', `"new":"${name}"`);
    const { snapshot } = await openBytes(new TextEncoder().encode(renamed));
    expect(snapshot.summary.states).toContain(name);
    const { snapshot: told } = redact({ name: null, snapshot }, SHARE_NOTHING);
    const fixed = ({ findings, notFound }: Pick<Snapshot, 'findings' | 'notFound'>) =>
      [...findings, ...notFound].map(({ id, evidence, ...rest }) => [
        id,
        evidence.map(({ id, unit, panel }) => [id, unit, panel]),
        'key' in rest ? [rest.key, rest.severity, rest.variant, rest.exit, rest.cause, rest.panels] : [],
      ]);
    expect(snapshot.findings.length).toBeGreaterThan(0);
    expect(fixed(told)).toEqual(fixed(snapshot));
  });
});

describe('messages', () => {
  const by = (options: Partial<ShareOptions> = {}) =>
    redactorOf('log-of-bob.zip', [], { ...SHARE_NOTHING, ...options });
  const message: Message = {
    ...{
      kind: 'broken-record',
      level: 'warning',
      text: 'a.sqlog: 2 records could not be read.',
      entry: 'a.sqlog',
    },
    places: ['record 1,234 at byte 5,678: Unexpected token in "secret"', 'it begins with: secret'],
  };

  it('keep their places without what these quote, and lose the name of a zip’s entry', () => {
    expect(redactMessage(message, by())).toEqual({
      ...{ kind: 'broken-record', level: 'warning', text: '2 records could not be read.' },
      places: ['record 1,234 at byte 5,678'],
    });
  });

  it('about one of several files say which by its number', () => {
    const second = { ...message, file: 2 };
    expect(redactMessage(second, by()).text).toBe('file 2: 2 records could not be read.');
    expect(redactMessage(second, by({ fileName: true })).text).toBe(message.text);
    const unread = redactMessage({ ...second, kind: 'unsupported-compression' }, by());
    expect(unread.text).toMatch(/^A message about reading file 2 is left out/);
    expect(unread.text).not.toContain('a.sqlog');
  });

  it('keep both with their ticks', () => {
    const told = redactMessage(message, by({ fileName: true, reasonPhrases: true }));
    expect([told.text, told.places]).toEqual([message.text, message.places]);
  });

  it('of kinds that name files and hosts are told by their kind', () => {
    const text = 'files.example.org gave no answer';
    const told = redactMessage({ ...message, kind: 'remote-unreachable', text }, by());
    expect(told.text).toContain('remote-unreachable');
    expect(told.text).not.toContain('example');
    expect(told.places).toEqual([]);
  });

  it('lose the name of the file wherever it stands', () => {
    const named = { ...message, text: 'a.sqlog: of log-of-bob.zip', places: ['log-of-bob.zip'] };
    expect(redactMessage(named, by()).text).toBe('of (the file)');
    expect(redactMessage(named, by({ reasonPhrases: true })).places).toEqual(['(the file)']);
    expect(redactMessage(named, by({ fileName: true })).text).toBe('a.sqlog: of log-of-bob.zip');
  });

  it('about records and bytes, and all places, are for who holds the file', () => {
    const jump: Message = { kind: 'time-jump', level: 'warning', text: 'words', places: ['a place'] };
    expect(messagesWithoutFile([message, jump], SHARE_NOTHING)).toEqual({
      messages: [{ ...jump, places: [] }],
      leftOut: 1,
    });
    const freeText = messagesWithoutFile([message, jump], { ...SHARE_NOTHING, reasonPhrases: true });
    expect([freeText.messages.map(({ places }) => places), freeText.leftOut]).toEqual([
      [message.places, jump.places],
      0,
    ]);
  });
});

describe('versions', () => {
  it('are their dotted numbers', () => {
    const told = ['0.30.1', 'v0.56.1-acme', '2024.01.15', 'acme', null].map((version) =>
      redactVersion(version, SHARE_NOTHING),
    );
    expect(told).toEqual(['0.30.1', '0.56.1', '2024.01.15', null, null]);
  });

  it.each(['10.0.0.1', 'host 203.0.113.77', '203.0.113.77:443', '::ffff:10.1', '10.0.0.1.2', '4915112345.1'])(
    'that may be an address or a long number are left out: %s',
    (version) => {
      expect(redactVersion(version, SHARE_NOTHING)).toBeNull();
      expect(redactVersion(version, { ...SHARE_NOTHING, reasonPhrases: true })).toBe(version);
    },
  );

  it('are told beside an address that is left out', () => {
    expect(redactVersion('203.0.113.77-0.30.1', SHARE_NOTHING)).toBe('0.30.1');
  });

  it('of qlog are those of the drafts', () => {
    const told = ['0.3', 'draft-02', 'quic-12', 'acme-7'].map((version) =>
      redactQlogVersion(version, SHARE_NOTHING),
    );
    expect(told).toEqual(['0.3', 'draft-02', 'quic-12', 'nonstandard']);
  });
});
