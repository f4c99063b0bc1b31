/** The worst finding of a recent trace. */
import { severityIcon } from '../../controls/severity';
import type { Column } from '../../workbench/slots';

export const worstColumn: Column = {
  id: 'worst',
  Cell({ recent: { worst } }) {
    if (worst === null) return <span>no finding</span>;
    return (
      <span className={`severity-${worst.severity}`}>
        <span aria-hidden="true">{severityIcon(worst.severity)}</span> {worst.title}
        <span className="visually-hidden">, {worst.severity}</span>
      </span>
    );
  },
};
