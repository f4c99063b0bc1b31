/** Every stack with the variable, call or option that switches its log on, and the level; a field to find one. */
import { type ReactNode, useId, useState } from 'react';
import { StackRecorders } from '../../controls/stack-recorders';
import { stacksFor } from './stack-search';
import './recording.css';

export function RecordingTable(): ReactNode {
  const [query, setQuery] = useState('');
  const fieldId = useId();
  const stacks = stacksFor(query);
  return (
    <div className="recording-table">
      <p>
        Let the <strong>sender</strong> log: a receiver cannot see the congestion window of the other side.
        Switch it on before the connection begins. <code>qlogs</code> stands for a folder that exists.
      </p>
      <p className="recording-field">
        <label htmlFor={fieldId}>Stack, program or language</label>{' '}
        <input
          className="field"
          id={fieldId}
          type="search"
          data-testid="recording-field"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </p>
      <dl aria-live="polite">
        {stacks.map((stack) => (
          <div key={stack.name} data-testid="recording-stack" data-stack={stack.name}>
            <dt>
              {stack.name}
              {stack.also !== undefined && <span> ({stack.also})</span>}
            </dt>
            <dd>
              <StackRecorders stack={stack} />
            </dd>
          </div>
        ))}
      </dl>
      {stacks.length === 0 && <p className="none">No stack of this name is known to write a qlog.</p>}
    </div>
  );
}
