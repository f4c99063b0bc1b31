/** Severity by icon, word and colour: never by colour alone. */
import type { ReactNode } from 'react';
import type { Severity } from '../detect/detector';

const ICONS: { readonly [severity in Severity]: string } = { critical: '●', warning: '▲', info: 'ℹ' };
const WORDS: { readonly [severity in Severity]: string } = {
  critical: 'Critical',
  warning: 'Warning',
  info: 'Info',
};

export function SeverityMark({ severity }: { readonly severity: Severity }): ReactNode {
  return (
    <span className={`severity severity-${severity}`}>
      <span aria-hidden="true">{ICONS[severity]}</span> {WORDS[severity]}
    </span>
  );
}

export function severityIcon(severity: Severity): string {
  return ICONS[severity];
}
