/** Severity by icon, word and colour: never by colour alone. */
import type { ReactNode } from 'react';
import type { Severity } from '../../engine/findings/finding/finding';
import { SEVERITY_WORDS } from '../../sharing/report/words/severity-words';

const ICONS: { readonly [severity in Severity]: string } = { critical: '●', warning: '▲', info: 'ℹ' };

export function SeverityMark({ severity }: { readonly severity: Severity }): ReactNode {
  return (
    <span className={`severity severity-${severity}`}>
      <span aria-hidden="true">{ICONS[severity]}</span> {SEVERITY_WORDS[severity]}
    </span>
  );
}

export function severityIcon(severity: Severity): string {
  return ICONS[severity];
}
