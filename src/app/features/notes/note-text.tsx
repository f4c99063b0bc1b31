/** Renders a note's tree as React elements: text of a note never becomes markup. */
import type { ReactNode } from 'react';
import type { NoteBlock } from '../../../sharing/notes/markdown';
import type { Inline } from '../../../sharing/notes/markdown-inline';

/** Parts have no id: their index is their key. */
function placed<T>(parts: readonly T[]): readonly (readonly [key: string, part: T])[] {
  return parts.map((part, i) => [`part-${i}`, part] as const);
}

function Parts({ content }: { readonly content: readonly Inline[] }): ReactNode {
  return placed(content).map(([key, part]) => <Part key={key} part={part} />);
}

function Part({ part }: { readonly part: Inline }): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'emphasis':
      return (
        <em>
          <Parts content={part.content} />
        </em>
      );
    case 'strong':
      return (
        <strong>
          <Parts content={part.content} />
        </strong>
      );
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </a>
      );
  }
}

function Block({ block }: { readonly block: NoteBlock }): ReactNode {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Parts content={block.content} />
      </p>
    );
  }
  if (block.kind === 'code') {
    return (
      <pre>
        <code>{block.text}</code>
      </pre>
    );
  }
  const items = placed(block.items).map(([key, item]) => (
    <li key={key}>
      <Parts content={item} />
    </li>
  ));
  return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

export function NoteText({ blocks }: { readonly blocks: readonly NoteBlock[] }): ReactNode {
  return (
    <div className="note-text">
      {placed(blocks).map(([key, block]) => (
        <Block key={key} block={block} />
      ))}
    </div>
  );
}
