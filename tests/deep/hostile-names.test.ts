/**
 * Traces whose every text holds characters that were drawn: whatever stands in a log, no answer of a worker, no document and no
 * line of the command line holds one that is not seen.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FORMATS } from '../../src/node/cli/report.ts';
import { run } from '../support/cli-here.ts';
import { hostileTrace, unseenIn } from '../support/hostile-trace.ts';
import { type LeavingTrace, leavingTrace } from '../support/leaving-trace.ts';
import { SHARE_ALL } from '../support/redacted.ts';
import { SEED } from '../support/tier.ts';
import { unseenText, withoutEmoji } from '../support/unseen-text.ts';
import { textOf, WAYS_OUT } from '../support/ways-out.ts';

const DRAWS = 20;
const ARGUMENTS = [
  ...FORMATS.map((format) => ['check', '--format', format]),
  ['summary', '--streams', '--tell', 'requests'],
  ['doctor'],
  ['report', '--markdown', '--tell', 'reasons,requests,addresses,connection-ids'],
  ['report', '--html', '--tell', 'reasons,requests,addresses,connection-ids'],
];
/** What a program reads: a digest is bytes, all else a trace again. */
const FOR_PROGRAMS = /^(?:export of|verdict that|run under|copied records|bytes of)/;

const unseen = (text: string): readonly string[] => unseenIn(withoutEmoji(text));

/** The texts of JSON after its escapes, each on lines of its own. */
function unescaped(json: string): string {
  const texts: string[] = [];
  JSON.parse(json, (key, value) => {
    texts.push(key);
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts.join('\n');
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-drawn-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('traces of drawn texts are clean in all that is made of them', async () => {
  let lines = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(unseenText, { minLength: 6, maxLength: 12 }), async (drawn) => {
      // The same text is the same wherever it stands.
      const bytes = hostileTrace((text) => {
        const at = [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % drawn.length;
        return at % 2 === 0 ? `${drawn[at]}${text}` : `${text}${drawn[at]}`;
      });
      const opened = await leavingTrace(bytes, 'a.sqlog', 'https://logs.example/a.sqlog');
      const { file: _, ...answers }: LeavingTrace = opened;
      expect(unseen(unescaped(textOf(answers)))).toEqual([]);
      for (const [way, leave] of Object.entries(WAYS_OUT))
        if (!FOR_PROGRAMS.test(way)) {
          const text = await leave(opened, SHARE_ALL);
          expect(unseen(text), way).toEqual([]);
          lines += text.split('\n').length;
        }
      const path = join(folder, 'a.sqlog');
      writeFileSync(path, bytes);
      for (const args of ARGUMENTS) {
        const { stdout, stderr } = await run([...args, path]);
        expect(unseen(`${stdout}\n${stderr}`), args.join(' ')).toEqual([]);
        lines += stdout.split('\n').length;
      }
    }),
    { numRuns: DRAWS, seed: SEED, endOnFailure: true },
  );
  console.log(`seed ${SEED}: ${DRAWS} traces, ${lines} lines without a character that is not seen`);
});
