/** What a cut leaves out, in one line. */
import { expect, it } from 'vitest';
import { leftOutWords } from '../../../../src/app/controls/left-out.tsx';

it('counts kinds of events and fields with their occurrences', () => {
  const events = [{ name: 'http:frame_created', count: 551 }];
  const fields = [
    { name: 'send_at_time', count: 1111 },
    { name: 'token', count: 1 },
  ];
  expect(leftOutWords({ events, fields })).toBe('1 kind of event (551 events), 2 fields (1,112 values)');
  expect(leftOutWords({ events: [], fields: [] })).toBe('');
});
