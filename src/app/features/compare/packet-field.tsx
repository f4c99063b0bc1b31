/** The field of the alignment menu that takes a packet number, and says where one of the two has no such packet. */
import { type ReactNode, useId, useState } from 'react';
import { parseAlignment } from '../../../engine/service/compare/alignment-text';
import type { AlignmentChoice } from '../../state/compare/alignment-choices';

interface PacketFieldProps {
  readonly letter: string;
  /** The number that was asked for last; null for none. */
  readonly asked: number | null;
  /** The alignment at that packet; null while it is looked for. */
  readonly choice: AlignmentChoice | null;
  readonly onAsk: (number: number) => void;
}

function numberOf(text: string): number | null {
  const alignment = parseAlignment(`packet:${text.trim()}`);
  return alignment?.at === 'packet' ? alignment.number : null;
}

export function PacketField({ letter, asked, choice, onAsk }: PacketFieldProps): ReactNode {
  const [text, setText] = useState(asked === null ? '' : String(asked));
  const [isWrong, setWrong] = useState(false);
  const answerId = useId();
  return (
    <form
      className="packet-field"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const number = numberOf(text);
        setWrong(number === null);
        if (number !== null) onAsk(number);
      }}
    >
      <label>
        packet number{' '}
        <input
          inputMode="numeric"
          size={8}
          value={text}
          data-testid="packet-number"
          aria-invalid={isWrong}
          aria-describedby={answerId}
          onChange={({ target }) => setText(target.value)}
        />{' '}
        of the sender
      </label>{' '}
      <input type="submit" className="button" value="Align" />
      <p id={answerId} role="status" className="packet-told" data-testid="packet-told">
        {isWrong ? 'A packet number is a whole number, 0 or more.' : wordsOf(asked, choice, letter)}
      </p>
    </form>
  );
}

function wordsOf(asked: number | null, choice: AlignmentChoice | null, letter: string): string {
  if (asked === null) return '';
  if (choice === null) return `The packets of A and ${letter} are being read.`;
  return choice.lacking === null ? '' : `Not aligned at ${choice.words}: ${choice.lacking}.`;
}
