/** The registry of commands: every one has a title, no key means two things, and what a page shows of keys. */
import { describe, expect, test, vi } from 'vitest';
import { COMMANDS, handleKey } from '../../../../src/app/shell/commands.ts';
import { keyName, keyNames } from '../../../../src/app/shell/key-names.ts';
import { AppState } from '../../../../src/app/state/app-state.ts';
import { MEASURE_KEY } from '../../../../src/app/workbench/keys.ts';
import type { KeyBinding } from '../../../../src/app/workbench/slots.ts';

const bindingName = ({ code, ctrl, shift }: KeyBinding): string =>
  `${ctrl ?? false} ${shift ?? false} ${code}`;

describe('every command', () => {
  test('has an id and a title of its own', () => {
    expect(COMMANDS.length).toBeGreaterThan(15);
    for (const { id, title } of COMMANDS) expect([id, title].every((text) => text.trim() !== '')).toBe(true);
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
    expect(new Set(COMMANDS.map(({ title }) => title)).size).toBe(COMMANDS.length);
  });

  test('can be reached by a key that no other command has', () => {
    const owners = new Map<string, string[]>();
    for (const { id, keys } of COMMANDS) {
      expect(keys.length, id).toBeGreaterThan(0);
      for (const binding of keys) {
        owners.set(bindingName(binding), [...(owners.get(bindingName(binding)) ?? []), id]);
      }
    }
    expect([...owners].filter(([, ids]) => ids.length > 1)).toEqual([]);
  });

  test('without a trace does nothing and does not fail', () => {
    // The scheduler takes its frames from the browser.
    vi.stubGlobal('requestAnimationFrame', () => 0);
    const app = new AppState();
    for (const command of COMMANDS.filter(({ needsTrace }) => needsTrace)) {
      expect(() => command.run(app)).not.toThrow();
    }
  });

  test('reads differently in the list of keys', () => {
    const names = COMMANDS.flatMap(({ keys }) => keyNames(keys, new Map()));
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});

test('the measure key is no command’s, so that holding it does nothing else', () => {
  const taken = COMMANDS.flatMap(({ keys }) => keys.map(bindingName));
  expect(taken).not.toContain(bindingName(MEASURE_KEY));
});

test('the keys that people’s hands know are bound', () => {
  const bound = new Set(COMMANDS.flatMap(({ keys }) => keys.map(bindingName)));
  const plain = ['KeyW', 'KeyA', 'KeyS', 'KeyD', 'KeyF', 'Digit0', 'Equal', 'Minus', 'Enter', 'Escape'];
  const walk = ['BracketLeft', 'BracketRight', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
  for (const code of [...plain, ...walk]) expect([...bound]).toContain(bindingName({ code }));
  expect([...bound]).toContain(bindingName({ code: 'KeyP', ctrl: true, shift: true }));
  expect([...bound]).toContain(bindingName({ code: 'Slash', shift: true }));
});

test('/ and ? go by what is printed on the key, wherever it lies', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('Element', class {});
  const app = new AppState();
  const press = (code: string, key: string, shiftKey: boolean): boolean =>
    handleKey(app, { code, key, shiftKey, ctrlKey: false, metaKey: false, altKey: false } as KeyboardEvent);
  expect(press('Digit7', '/', true), 'German /').toBe(true);
  expect(press('Slash', '/', false), 'US /').toBe(true);
  expect(press('Slash', '-', false), 'German - lies where the US / does').toBe(false);
  expect(press('Slash', '_', true), 'German _ lies where the US ? does').toBe(false);
  expect(keyName({ code: 'Slash' }, new Map([['Slash', '-']]))).toBe('/');
});

describe('the name of a key', () => {
  const layout = new Map([
    ['KeyW', 'z'],
    ['BracketLeft', 'ü'],
  ]);

  test('is that of the user’s keyboard, where it is known', () => {
    expect(keyName({ code: 'KeyW' }, layout)).toBe('Z');
    expect(keyName({ code: 'BracketLeft' }, layout)).toBe('Ü');
    expect(keyName({ code: 'KeyW' }, new Map())).toBe('W');
  });

  test('says what is held with it', () => {
    expect(keyName({ code: 'KeyP', ctrl: true, shift: true }, layout)).toBe('Ctrl+Shift+P');
    expect(keyName({ code: 'ArrowLeft', shift: true }, layout)).toBe('Shift+←');
    expect(keyName({ code: 'Slash', shift: true }, layout)).toBe('?');
  });

  test('is listed once, however many bindings have it', () => {
    expect(keyNames([{ code: 'Equal' }, { code: 'Equal', shift: true }], layout)).toEqual(['+']);
  });
});
