/** A message with its level and places. Its text is never markup, whatever a log holds. */
import type { ReactNode } from 'react';
import type { Message } from '../../engine/reading/contract/snapshot';

const WORDS: { readonly [level in Message['level']]: string } = {
  error: 'Error',
  warning: 'Warning',
  note: 'Info',
};

interface MessageLineProps {
  readonly message: Message;
  /** Actions, below the text. */
  readonly children?: ReactNode;
}

export function MessageLine({ message, children }: MessageLineProps): ReactNode {
  return (
    <div
      className={`message message-${message.level}`}
      data-testid="message"
      data-kind={message.kind}
      role={message.level === 'error' ? 'alert' : 'status'}
    >
      <p>
        <strong>{WORDS[message.level]}:</strong> {message.text}
      </p>
      {message.places.length > 0 && (
        <details>
          <summary>Where</summary>
          <ul>
            {message.places.map((place) => (
              <li key={place}>{place}</li>
            ))}
          </ul>
        </details>
      )}
      {children}
    </div>
  );
}
