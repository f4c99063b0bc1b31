/** By what a trace is aligned to the lead, and a choice of everything that both show. */
import type { ReactNode } from 'react';
import { signedDuration } from '../../../engine/base/text/figures';
import { Button } from '../../controls/button';
import { MenuDetails } from '../../controls/menu-details';
import type { AlignmentChoice } from '../../state/compare/alignment-choices';

interface AlignmentMenuProps {
  readonly letter: string;
  readonly choices: readonly AlignmentChoice[];
  /** Null for an offset by hand. */
  readonly current: AlignmentChoice | null;
  readonly onChoose: (choice: AlignmentChoice) => void;
  /** The field for an alignment at a packet. */
  readonly children: ReactNode;
}

export function AlignmentMenu({
  letter,
  choices,
  current,
  onChoose,
  children,
}: AlignmentMenuProps): ReactNode {
  const where = current === null ? 'by hand' : `at ${current.words}`;
  return (
    <span data-testid="alignment" data-alignment={current?.id ?? 'by-hand'}>
      <MenuDetails
        className="page-menu alignment-menu"
        label={`${where} ▾`}
        name={`${letter}: aligned ${where}. Choose another alignment`}
      >
        <p className="none">Lay {letter} over A at</p>
        {choices.map((choice) => (
          <Button
            key={choice.id}
            className={null}
            disabled={choice.lacking !== null}
            aria-current={choice.id === current?.id ? 'true' : undefined}
            data-alignment={choice.id}
            onClick={() => onChoose(choice)}
          >
            <span className="alignment-mark" aria-hidden="true">
              {choice.id === current?.id ? '✓' : ''}
            </span>
            {choice.words}
            <span className="alignment-figure">
              {choice.lacking ?? signedDuration(choice.offsetUs)}
              {choice.caution !== '' && ` (${choice.caution})`}
            </span>
          </Button>
        ))}
        {children}
      </MenuDetails>
    </span>
  );
}
