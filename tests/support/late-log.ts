/** Messages and verdicts of one log of one connection, as a session gives them. */

import type { Verdicts } from '../../src/engine/findings/finding/finding';
import type { Message } from '../../src/engine/reading/contract/snapshot.ts';
import { messagesOf } from '../../src/engine/reading/facts/text-messages.ts';
import { ENTRIES } from './corpus/list.ts';
import { openSegments } from './corpus/subject.ts';

export function judge(bytes: Uint8Array): {
  readonly messages: readonly Message[];
  readonly verdicts: Verdicts;
} {
  const [entry] = ENTRIES;
  if (entry === undefined) throw new Error('the corpus is empty');
  const { main, text } = openSegments(entry, [bytes]);
  return { messages: messagesOf(text, main.connection, true), verdicts: main.analysis.verdicts };
}
