/** How fields that a log lacks are logged: a sentence per field, and how the stack records where another recording helps. */
import type { ReactNode } from 'react';
import { LOGGED_FIELDS, type LoggedField } from '../../../engine/input/recording/fields';
import { canHelp, remediesOf, stackNamed } from '../../../engine/input/recording/remedies';
import { Button } from '../../controls/button';
import { StackRecorders } from '../../controls/stack-recorders';
import { useApp } from '../../controls/use-app';

interface RemediesProps {
  /** As the log names it; null where it names none. */
  readonly implementation: string | null;
  readonly fields: readonly LoggedField[];
}

export function Remedies({ implementation, fields }: RemediesProps): ReactNode {
  const app = useApp();
  const stack = stackNamed(implementation);
  if (stack === null)
    return (
      <>
        {fields.map((field) => (
          <p key={field}>
            {field}: <code>{LOGGED_FIELDS[field]}</code>
          </p>
        ))}
        <p>
          {implementation === null
            ? 'The log does not name the stack that wrote it. '
            : 'How this stack records is not known here. '}
          <Button className="link" onClick={() => app.toggleDialog('recording')}>
            How others record
          </Button>
        </p>
      </>
    );
  const remedies = remediesOf(stack, fields);
  return (
    <>
      {remedies.map(({ field, words }) => (
        <p key={field}>
          {field} (<code>{LOGGED_FIELDS[field]}</code>): {words}
        </p>
      ))}
      {canHelp(remedies) && <StackRecorders stack={stack} />}
    </>
  );
}
