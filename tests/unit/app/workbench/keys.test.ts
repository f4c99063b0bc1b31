/** Which key events are a command's: by position, or by letter where hands know the letter; and which an element keeps. */
import { expect, test } from 'vitest';
import { pressesKey } from '../../../../src/app/workbench/keys.ts';

const event = (code: string, key: string, held: Partial<KeyboardEvent> = {}): KeyboardEvent =>
  ({ code, key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held }) as KeyboardEvent;
const UNDO = { code: 'KeyZ', letter: 'z', ctrl: true } as const;

test('a key is where it is, whatever it types', () => {
  expect(pressesKey({ code: 'KeyW' }, event('KeyW', 'z'))).toBe(true);
  expect(pressesKey({ code: 'KeyW' }, event('KeyZ', 'w'))).toBe(false);
});

test('Ctrl+Z is the key that types z', () => {
  expect(pressesKey(UNDO, event('KeyZ', 'z', { ctrlKey: true }))).toBe(true);
  expect(pressesKey(UNDO, event('KeyY', 'z', { ctrlKey: true }))).toBe(true);
  expect(pressesKey(UNDO, event('KeyZ', 'y', { ctrlKey: true }))).toBe(false);
  expect(pressesKey(UNDO, event('KeyZ', 'Z', { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(pressesKey(UNDO, event('KeyZ', 'z'))).toBe(false);
});

test('a keyboard without Latin letters has it at the place of z', () => {
  expect(pressesKey(UNDO, event('KeyZ', 'я', { ctrlKey: true }))).toBe(true);
  expect(pressesKey(UNDO, event('KeyY', 'н', { ctrlKey: true }))).toBe(false);
});
