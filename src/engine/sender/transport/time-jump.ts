/** Events that are dated far ahead of those before and after them. */

/**
 * A larger forward step is accepted only if the next event does not go back before its middle. Threads of a stack
 * reorder their events by milliseconds, much less than a second; after a real pause of any length the next event
 * follows it.
 */
export const TIME_JUMP_US = 1_000_000;

/**
 * Whether an event's time is to be replaced by that of the event before. All in µs.
 * @param beforeUs NaN for the first event, which can only be compared with its successor. @param nextUs NaN for none.
 */
export function isTimeJump(beforeUs: number, loggedUs: number, nextUs: number): boolean {
  const fromUs = Number.isNaN(beforeUs) ? nextUs : beforeUs;
  const stepUs = loggedUs - fromUs;
  return stepUs > TIME_JUMP_US && nextUs - fromUs < stepUs / 2;
}
