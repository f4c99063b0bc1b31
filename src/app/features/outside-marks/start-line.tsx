/** Asks when a trace without a time of day began, for marks that have one: an answer places them, else their files are refused. */
import { type ReactNode, useState } from 'react';
import { readUtc } from '../../../sharing/outside/utc';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { TraceProps } from '../../workbench/slots';
import { namesOf, placeAt } from './place-marks';
import { startQuestion } from './start-question';

export function StartLine({ trace }: TraceProps): ReactNode {
  const app = useApp();
  const store = app.feature(startQuestion);
  const question = useStore(store);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  if (question === null || question.trace !== trace) return null;
  const { files } = question;
  const place = (): void => {
    const read = readUtc(text.trim());
    if (typeof read === 'string') {
      setProblem(`That ${read}.`);
      return;
    }
    store.set(null);
    void app.activity.whileBusy(placeAt(app, trace, files, read.utcUs / 1000));
  };
  const refuse = (): void => {
    store.set(null);
    app.files.notify({
      kind: 'outside-marks',
      level: 'note',
      text: `${namesOf(files)} was not placed: its times are times of day, and ${trace.name} has none.`,
      places: [],
    });
  };
  return (
    <form
      className="message message-note link-line"
      data-testid="start-question"
      onSubmit={(event) => {
        event.preventDefault();
        place();
      }}
    >
      <p>
        {namesOf(files)} has times of day, and {trace.name} has none. When did the trace begin?
      </p>
      <div className="link-actions">
        <input
          type="text"
          aria-label="Time of day at which the trace began, with its zone"
          placeholder="2026-11-21T06:36:02.926Z"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit">Place the marks</button>
        <Button onClick={refuse}>Leave them out</Button>
        {problem !== '' && <span role="alert">{problem}</span>}
      </div>
    </form>
  );
}
