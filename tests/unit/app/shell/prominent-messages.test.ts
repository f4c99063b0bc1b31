/** Messages about a trace that stand above its panels. */
import { expect, test } from 'vitest';
import { prominentMessages } from '../../../../src/app/shell/prominent-messages.ts';
import type { Message } from '../../../../src/engine/reading/contract/snapshot.ts';

const made = (kind: string, level: Message['level']): Message => ({ kind, level, text: kind, places: [] });

test('errors and warnings are prominent, of notes that about a receiver alone', () => {
  const messages = [
    made('damaged-record', 'warning'),
    made('receiver', 'note'),
    made('seams', 'note'),
    made('worker-silent', 'error'),
  ];
  expect(prominentMessages({ messages }).map(({ kind }) => kind)).toEqual([
    'damaged-record',
    'receiver',
    'worker-silent',
  ]);
  expect(prominentMessages(null)).toEqual([]);
});
