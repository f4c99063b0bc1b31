/**
 * A log may call its states `the`, `of`, `recovery without`: our own sentences stay word by word, and where a rule names
 * a state, that name alone is put in other words.
 */
import { describe, expect, it } from 'vitest';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { redact } from '../../../../../src/engine/service/redaction/redact.ts';
import { makeDigest } from '../../../../../src/sharing/digest/make.ts';
import { surveyBytes } from '../../../../support/digest-input.ts';
import { readTrace } from '../../../../support/load.ts';
import { openBytes } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const PROBING = corpusPath('bottleneck-10mbit-bbr2.server.sqlog.gz');
const WORDS = ['the', 'of', 'a', 'state', 'was', 'window', 'Recovery', 'cwnd', 'B', '1', '.'];

const textOf = (path: string): string => new TextDecoder().decode(readTrace(path));
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The spiral's trace with every state called by a word of ours. */
function wordy(): Uint8Array {
  let i = 0;
  return bytesOf(textOf(SPIRAL).replace(/"new":"\w+"/g, () => `"new":"${WORDS[i++ % WORDS.length]}"`));
}

function sentencesOf({
  findings,
  notFound,
  notJudged,
}: Pick<Snapshot, 'findings' | 'notFound' | 'notJudged'>) {
  return [
    ...findings.map(({ verdict, why, next, title, evidence }) => [
      verdict,
      why,
      next,
      title,
      names(evidence),
    ]),
    ...notFound.map(({ title, reason, evidence }) => [title, reason, names(evidence)]),
    ...notJudged.map(({ title, reason }) => [title, reason]),
  ];
}

const names = (evidence: Snapshot['findings'][number]['evidence']) =>
  evidence.map(({ name, threshold }) => [name, threshold]);

describe('states that are called like words of ours', () => {
  it('leave every sentence of a told snapshot as it was', async () => {
    const { snapshot } = await openBytes(wordy());
    expect(snapshot.summary.states).toEqual(expect.arrayContaining(['the', 'of', 'was']));
    expect(snapshot.findings.length).toBeGreaterThan(1);
    const { snapshot: told } = redact({ name: null, snapshot }, SHARE_NOTHING);
    expect(sentencesOf(told)).toEqual(sentencesOf(snapshot));
    expect(told.summary.states.filter((name) => /^(the|of|was)$/.test(name))).toEqual([]);
  });

  it('leave every sentence of a digest as it was', async () => {
    const trace = await surveyBytes(wordy(), 'secret-name.sqlog');
    const digest = makeDigest(trace.input());
    expect(sentencesOf(digest)).toEqual(sentencesOf(trace.snapshot));
    expect(digest.summary.states).toContain('unnamed state 1');
  });
});

describe('a file that is called like a word of ours', () => {
  it('leaves every sentence of a digest as it was', async () => {
    const trace = await surveyBytes(readTrace(SPIRAL), 'window');
    expect(sentencesOf(makeDigest(trace.input()))).toEqual(sentencesOf(trace.snapshot));
  });
});

describe('a sentence that names a state', () => {
  /** A spelling that the rule knows and that is none of the words that are told. */
  const SPELT = 'PROBERTT';

  async function held(): Promise<Snapshot> {
    const lines = textOf(PROBING).split('\n');
    const named = lines.filter((line) => !line.includes('congestion_state_updated'));
    const at = named.findIndex((line) => line.includes('packet_received')) + 1;
    const [time] = /"time":[\d.]+/.exec(named[at] ?? '') ?? [];
    const record = `\x1e{${time},"name":"recovery:congestion_state_updated","data":{"new":"${SPELT}"}}`;
    const text = [...named.slice(0, at), record, ...named.slice(at)].join('\n');
    return (await openBytes(bytesOf(text))).snapshot;
  }

  it('is told with another name there, and nothing else changed', async () => {
    const snapshot = await held();
    const dwell = snapshot.findings.find(({ id }) => id === 'state-dwell');
    expect(dwell?.verdict).toMatch(new RegExp(`^The state ${SPELT} was held for `));
    const { findings } = redact({ name: null, snapshot }, SHARE_NOTHING).snapshot;
    const told = findings.find(({ id }) => id === 'state-dwell');
    expect(told?.verdict).toBe(dwell?.verdict.replace(SPELT, 'unnamed state 1'));
    expect(told?.evidence.map(({ name }) => name)).toEqual(
      dwell?.evidence.map(({ name }) => name.replace(SPELT, 'unnamed state 1')),
    );
    expect(told?.evidence[0]?.name).toBe('time in the state unnamed state 1');
  });

  it('is told as it is where free text is let in', async () => {
    const snapshot = await held();
    const options = { ...SHARE_NOTHING, reasonPhrases: true };
    const { snapshot: told } = redact({ name: null, snapshot }, options);
    expect(sentencesOf(told)).toEqual(sentencesOf(snapshot));
  });
});
