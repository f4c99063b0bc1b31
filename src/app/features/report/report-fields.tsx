/** What the author of a report writes into it; an empty field leaves the report's own words. */
import type { ReactNode } from 'react';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { AUTHORED_LENGTHS, type Authored } from '../../../sharing/report/authored';
import { SEVERITY_WORDS } from '../../../sharing/report/words/severity-words';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';
import { reportDraft } from './report-draft';
import { titleOf, worstAlarm } from './report-words';

interface ReportFieldsProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
  readonly isSet: boolean;
}

export function ReportFields({ trace, snapshot, isSet }: ReportFieldsProps): ReactNode {
  const store = trace.feature(reportDraft);
  const { authored } = useStore(store);
  const { dismissed } = useStore(trace.view);
  const worst = worstAlarm(snapshot, dismissed);
  const fieldOf = (field: keyof Authored) => ({
    id: `report-${field}`,
    'data-testid': `report-${field}`,
    value: authored[field],
    maxLength: AUTHORED_LENGTHS[field],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      store.update((draft) => ({ ...draft, authored: { ...draft.authored, [field]: target.value } })),
  });
  return (
    <div className="report-fields">
      <label htmlFor="report-title">Title</label>
      <input type="text" placeholder={titleOf(worst, isSet)} {...fieldOf('title')} />
      <label htmlFor="report-author">Author</label>
      <input type="text" autoComplete="name" {...fieldOf('author')} />
      <label htmlFor="report-severity">Severity</label>
      <input
        type="text"
        placeholder={worst === undefined ? '' : SEVERITY_WORDS[worst.severity]}
        {...fieldOf('severity')}
      />
      <label htmlFor="report-actions">Actions</label>
      <textarea
        rows={3}
        placeholder="One per line; they come before what the trace suggests"
        {...fieldOf('actions')}
      />
    </div>
  );
}
