/** How one stack is made to record: its programs and calls, the level, and what else to know. */
import type { ReactNode } from 'react';
import type { Stack } from '../../engine/input/recording/stack';

export function StackRecorders({ stack }: { readonly stack: Stack }): ReactNode {
  const { recorders, level, note } = stack;
  return (
    <>
      {recorders.length > 0 && (
        <ul>
          {recorders.map(({ where, code }) => (
            <li key={where}>
              {where}: <code>{code}</code>
            </li>
          ))}
        </ul>
      )}
      {level !== undefined && <p>Level: {level}</p>}
      {note !== undefined && <p>{note}</p>}
    </>
  );
}
