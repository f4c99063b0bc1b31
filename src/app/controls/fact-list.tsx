/** Names with their values, one below the other. */
import type { ReactNode } from 'react';

interface FactListProps {
  readonly className?: string;
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
}

export function FactList({ className, rows }: FactListProps): ReactNode {
  return (
    <dl className={className}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
