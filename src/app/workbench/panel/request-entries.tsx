/** Entries of the menu of Requests: all requests of the traces as JSON or CSV, in the order that is shown. */
import { type ReactNode, useState } from 'react';
import { type HttpAnswer, MAX_HTTP_ROWS } from '../../../engine/reading/contract/http';
import { type Redacted, redact } from '../../../engine/service/redaction/redact';
import { answerIfAny } from '../../backend/backend';
import { Button } from '../../controls/button';
import { copyOrSave, saveFile, shareOptionsOf, textFile } from '../../controls/save-file';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';

const FORMS = {
  json: { ending: '-requests.json', type: 'application/json' },
  csv: { ending: '-requests.csv', type: 'text/csv' },
} as const;
type Form = keyof typeof FORMS;

/** Every request of a trace, asked for a part at a time; null where there is no answer, as of a digest. */
async function allRequests(trace: OpenTrace): Promise<HttpAnswer | null> {
  const { order } = trace.rows.shown.get().httpRows;
  const ask = (from: number): Promise<HttpAnswer | null> =>
    answerIfAny(trace.request('http', { order, from, count: MAX_HTTP_ROWS }));
  const first = await ask(0);
  if (first === null) return null;
  const rows = [...first.rows];
  while (rows.length < first.total) {
    const next = await ask(rows.length);
    if (next === null || next.rows.length === 0) return null;
    rows.push(...next.rows);
  }
  return { ...first, rows };
}

async function textOf(http: Redacted<HttpAnswer>, form: Form): Promise<string> {
  const { requestsAsCsv, requestsAsJson } = await import('../../../sharing/table/requests-text');
  return form === 'csv' ? requestsAsCsv(http) : requestsAsJson(http);
}

/** @param withTexts hosts and paths are in it. @param way saved, or copied to the clipboard. */
async function give(trace: OpenTrace, form: Form, withTexts: boolean, way: 'save' | 'copy'): Promise<void> {
  const all = await allRequests(trace);
  const snapshot = trace.snapshot.get();
  if (all === null || snapshot === null) return;
  const options = { ...shareOptionsOf(trace), requestTexts: withTexts };
  const { http } = redact({ name: trace.name, snapshot, http: all }, options);
  const words = await textOf(http, form);
  const { ending, type } = FORMS[form];
  if (way === 'copy') await copyOrSave(trace, options, ending, words);
  else saveFile(trace, options, ending, textFile([words], type));
}

export function RequestEntries({ set }: { readonly set: OpenSet }): ReactNode {
  const [withTexts, setWithTexts] = useState(false);
  const ofEach = (form: Form, way: 'save' | 'copy') => (): void => {
    for (const { trace } of way === 'copy' ? set.members.slice(0, 1) : set.members)
      void give(trace, form, withTexts, way);
  };
  return (
    <>
      <label>
        <input
          type="checkbox"
          data-testid="request-texts"
          checked={withTexts}
          onChange={({ target }) => setWithTexts(target.checked)}
        />
        Include hosts and paths in JSON and CSV
      </label>
      <Button className={null} data-export="requests-json" onClick={ofEach('json', 'save')}>
        Requests as JSON
      </Button>
      <Button className={null} data-export="requests-csv" onClick={ofEach('csv', 'save')}>
        Requests as CSV
      </Button>
      <Button className={null} data-export="requests-copy" onClick={ofEach('csv', 'copy')}>
        Copy requests as CSV
      </Button>
    </>
  );
}
