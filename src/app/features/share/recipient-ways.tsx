/** Who gets what is shared, and what readers and machines get: each of these ways has its own dialog, menu or command too. */
import { type ReactNode, useId, useState } from 'react';
import { sidePanels } from '../../../drawing/panels/registry';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import type { OpenTrace } from '../../state/traces/open-trace';
import { copyShown } from '../../workbench/export/finding-picture';
import { panelExports } from '../../workbench/export/panel-exports';

/** `holder` has the file or can reach the trace, `other` has not. */
export type Recipient = 'holder' | 'other' | 'reader' | 'machine';

const RECIPIENTS: readonly (readonly [recipient: Recipient, who: string, what: string])[] = [
  ['holder', 'Someone with the file', 'a link'],
  ['other', 'Someone without it', 'a link or file with a digest, or the store'],
  ['reader', 'A reader', 'the report, a picture and a sentence'],
  ['machine', 'A machine', 'JSON, CSV, qlog'],
];

interface RecipientChoiceProps {
  readonly chosen: Recipient;
  readonly onChange: (recipient: Recipient) => void;
}

export function RecipientChoice({ chosen, onChange }: RecipientChoiceProps): ReactNode {
  return (
    <fieldset className="share-recipients">
      <legend>Who gets it?</legend>
      {RECIPIENTS.map(([recipient, who, what]) => (
        <label key={recipient}>
          <input
            type="radio"
            name="recipient"
            data-recipient={recipient}
            checked={chosen === recipient}
            onChange={() => onChange(recipient)}
          />
          <span>
            <strong>{who}</strong> <span className="fine">{what}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface WayProps {
  readonly name: string;
  readonly words: string;
  readonly children: ReactNode;
}

function Way({ name, words, children }: WayProps): ReactNode {
  return (
    <li>
      <p>
        <strong>{name}</strong>
      </p>
      <p className="fine">{words}</p>
      {children}
    </li>
  );
}

interface WaysProps {
  readonly trace: OpenTrace;
}

export function ReaderWays({ trace }: WaysProps): ReactNode {
  const app = useApp();
  return (
    <ul className="share-offers">
      <Way
        name="Report"
        words="A post-mortem: page one says what happened, when, what it cost, why and what to do, then the evidence. HTML that prints, or Markdown."
      >
        <Button data-testid="share-report" onClick={() => app.dialog.set('report')}>
          Report…
        </Button>
      </Way>
      <Way
        name="Picture and sentence"
        words="Of the chosen finding, else of the worst, on the clipboard for a chat. Any panel has the same in its menu."
      >
        <Button data-testid="share-picture" onClick={() => void copyShown(app, trace)}>
          Copy picture and sentence
        </Button>
      </Way>
    </ul>
  );
}

export function MachineWays({ trace }: WaysProps): ReactNode {
  const app = useApp();
  const isDigest = trace.digest !== null;
  return (
    <ul className="share-offers">
      <Way
        name="JSON"
        words="Findings and figures, those of qlogscope check --json: a button of the report's dialog, which asks what may be in it."
      >
        <Button data-testid="share-json" onClick={() => app.dialog.set('report')}>
          Findings as JSON…
        </Button>
      </Way>
      <CsvWay trace={trace} />
      <Way
        name="qlog"
        words={
          isDigest
            ? 'A digest holds no events. Open the trace itself to export a range of it.'
            : 'The selected or visible range as a smaller trace, for this program and others.'
        }
      >
        <Button data-testid="share-qlog" disabled={isDigest} onClick={() => app.dialog.set('cut')}>
          Export…
        </Button>
      </Way>
    </ul>
  );
}

function CsvWay({ trace }: WaysProps): ReactNode {
  const app = useApp();
  const label = useId();
  const [chosen, setChosen] = useState('');
  const snapshot = trace.snapshot.get();
  const panels = snapshot === null ? [] : sidePanels(app.choices.get(), snapshot);
  const offered = panels.flatMap((definition) => {
    const shown = { trace: trace.set.lead, definition, height: definition.height, lockedMax: null };
    const csv = panelExports(app, shown).find(({ id }) => id === 'csv');
    return csv === undefined ? [] : [{ definition, csv }];
  });
  const panel = offered.find(({ definition }) => definition.id === chosen) ?? offered[0];
  if (panel === undefined)
    return (
      <Way
        name="CSV"
        words="There is none: a digest holds no points, and over bytes delivered no series has any."
      >
        {null}
      </Way>
    );
  return (
    <Way name="CSV" words="The series of a panel, in the visible range.">
      <span className="share-csv">
        <label className="visually-hidden" htmlFor={label}>
          Panel
        </label>
        <select
          id={label}
          data-testid="share-csv-panel"
          value={panel.definition.id}
          onChange={({ target }) => setChosen(target.value)}
        >
          {offered.map(({ definition: { id, title } }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        <Button data-testid="share-csv" onClick={panel.csv.run}>
          Save CSV
        </Button>
      </span>
    </Way>
  );
}
