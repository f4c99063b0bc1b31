/**
 * How fields that a log lacks are logged with the stack that wrote it, folded: below a panel without a picture, and below the table
 * of fields.
 */
import type { ReactNode } from 'react';
import type { PanelDefinition } from '../../../drawing/panels/panel';
import type { LoggedField } from '../../../engine/input/recording/fields';
import { lackingOfPanel } from '../../../sharing/report/words/lacking-fields';
import { LoadedDetails } from '../../controls/loaded-details';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';

interface HowToLogProps {
  /** As the log names it; null where it names none. */
  readonly implementation: string | null;
  readonly fields: readonly LoggedField[];
}

export function HowToLog({ implementation, fields }: HowToLogProps): ReactNode {
  if (fields.length === 0) return null;
  return (
    <LoadedDetails
      key={fields.join()}
      className="how-to-log"
      testId="how-to-log"
      summary={`How to log it${implementation === null ? '' : ` with ${implementation}`}`}
      load={async () => {
        const { Remedies } = await import('./remedies');
        return () => <Remedies implementation={implementation} fields={fields} />;
      }}
    />
  );
}

interface HowToLogPanelProps {
  readonly trace: OpenTrace;
  /** A panel without a picture. */
  readonly panel: PanelDefinition;
}

/** Nothing where the log holds the fields of the panel, which is empty for another reason. */
export function HowToLogPanel({ trace, panel }: HowToLogPanelProps): ReactNode {
  const snapshot = useStore(trace.snapshot);
  // What a digest does not hold, the log may.
  if (snapshot === null || snapshot.digest !== undefined) return null;
  const { implementation } = snapshot.summary;
  return <HowToLog implementation={implementation} fields={lackingOfPanel(panel, snapshot)} />;
}
