/** Runs that cost much are asked about before they are made: what they cost, and two answers. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button } from './button';
import { MessageLine } from './messages';

interface QuestionProps {
  /** Sentences. */
  readonly question: string;
  /** What asked for the runs, and has the focus once they are answered. */
  readonly asker: RefObject<HTMLElement | null>;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

export function RunQuestion({ question, asker, onRun, onCancel }: QuestionProps): ReactNode {
  const cancel = useRef<HTMLButtonElement>(null);
  // Whoever pressed a button goes on here; a link takes the focus from nothing.
  useEffect(() => {
    if (document.activeElement === asker.current) cancel.current?.focus();
  }, [asker]);
  const answered = (answer: () => void) => (): void => {
    asker.current?.focus();
    answer();
  };
  return (
    <MessageLine message={{ kind: 'run-question', level: 'warning', text: question, places: [] }}>
      <RunAnswers cancel={cancel} onRun={answered(onRun)} onCancel={answered(onCancel)} />
    </MessageLine>
  );
}

interface AnswersProps extends Pick<QuestionProps, 'onRun' | 'onCancel'> {
  readonly cancel?: RefObject<HTMLButtonElement | null>;
}

export function RunAnswers({ cancel, onRun, onCancel }: AnswersProps): ReactNode {
  return (
    <p className="message-actions">
      <Button data-testid="run-anyway" onClick={onRun}>
        Run anyway
      </Button>
      <Button ref={cancel} data-testid="run-not" onClick={onCancel}>
        Cancel
      </Button>
    </p>
  );
}
