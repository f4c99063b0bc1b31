/**
 * A trace that was read answers, but for what held the sender, as it does once it is judged: the page joins what it asks for then
 * to what it was answered before.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type AnswerParts, PART_IDS } from '../../src/engine/reading/contract/answer-parts.ts';
import type { Phase, WindowAnswer } from '../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../src/engine/service/answers/session.ts';
import { answerWindow } from '../../src/engine/service/answers/window.ts';
import { someOf } from '../support/tier.ts';

const COLUMNS = 300;
const CORPUS = new URL('.', import.meta.url);
const files = ['traces', 'other', 'wire', 'paths'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, CORPUS))
    .filter((name) => name.endsWith('.gz'))
    .map((name) => new URL(`${folder}/${name}`, CORPUS)),
);

/** Rows, and the slowest request, without what held each. */
function withoutHeld({ http, streamLanes, ...parts }: AnswerParts): AnswerParts {
  const plain = <Row extends object>(rows: readonly Row[]) => rows.map((row) => ({ ...row, held: null }));
  return {
    ...parts,
    http: http && {
      ...http,
      rows: plain(http.rows),
      totals: http.totals && {
        ...http.totals,
        slowest: http.totals.slowest && { ...http.totals.slowest, held: null },
      },
    },
    streamLanes: streamLanes && { ...streamLanes, rows: plain(streamLanes.rows) },
  };
}

/** All that the trace answers of its whole range in a phase, by another reading than that of another phase: nothing is kept. */
async function answerIn(url: URL, phase: Phase): Promise<Omit<WindowAnswer, 'revision'> | null> {
  let answer: Omit<WindowAnswer, 'revision'> | null = null;
  const session = new TraceSession((snapshot) => {
    const { connection, extent } = snapshot;
    if (snapshot.phase !== phase || snapshot.connectionCount === 0) return;
    const columnUs = (extent.toUs - extent.fromUs) / COLUMNS;
    const {
      revision: _,
      parts,
      ...given
    } = answerWindow(session, {
      connection,
      window: { fromUs: extent.fromUs, columnUs, columns: COLUMNS },
      series: session
        .connection(connection)
        .connection.state.allSeries()
        .map(({ info }) => info.id),
      visible: extent,
      parts: PART_IDS.filter((part) => part !== 'limits' && part !== 'account'),
      model: null,
    });
    answer = { ...given, parts: withoutHeld(parts) };
  });
  await session.open({ kind: 'file', file: new File([readFileSync(url)], 'trace.gz') });
  return answer;
}

test.each(someOf(files, 12).map((url) => [url.pathname.split('/').at(-1), url] as const))(
  '%s',
  async (_, url) => {
    const [read, judged] = [await answerIn(url, 'analysing'), await answerIn(url, 'ready')];
    expect(read).not.toBeNull();
    expect(read).toEqual(judged);
  },
);
