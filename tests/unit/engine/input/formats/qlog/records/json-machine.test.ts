/** The byte machine: where values begin and end, and how soon broken structure shows. */
import { describe, expect, it } from 'vitest';
import {
  JsonMachine,
  Step,
} from '../../../../../../../src/engine/input/formats/qlog/records/json-machine.ts';
import { utf8 } from '../../../../../../support/split-all.ts';

/** Index of the first byte that the machine refuses, -1 when it takes them all. */
function brokenAt(text: string, machine = new JsonMachine()): number {
  return utf8(text).findIndex((byte) => machine.step(byte) === Step.broken);
}

describe('JsonMachine', () => {
  it.each([
    '{}',
    '[]',
    '{"a":[1,-2.5e+3,true,false,null,"x"],"b":{"c":{}}}',
    ' { "a" : [ ] , "b" : "\\"\\\\ \\u00e9 é [{" } ',
    '[[],{},[{}]]',
  ])('takes %s and is at the top level after it', (text) => {
    const machine = new JsonMachine();
    expect(brokenAt(text, machine)).toBe(-1);
    expect(machine.atTopLevel).toBe(true);
    expect(machine.depth).toBe(0);
  });

  it.each([
    ['a lost brace at the brace where a key must stand', '{"a":1,{"b":2}', 7],
    ['a lost comma at the next value', '[{"a":1}{"b":2}]', 8],
    ['a bracket that closes a brace', '{"a":[1}]', 7],
    ['a brace that closes a bracket', '{"a":1]', 6],
    ['a raw line feed in a string', '{"a":"x\ny"}', 7],
    ['a raw line feed in a key', '{"a\n":1}', 3],
    ['a lost opening quote of a key', '{a":1}', 1],
    ['a lost closing quote of a key', '{"a:"x"}', 5],
    ['a lost colon', '{"a" 1}', 5],
    ['a trailing comma', '{"a":1,}', 7],
    ['two values in a row', '[1 2]', 3],
    ['a byte that begins nothing', '{"a":#}', 5],
  ])('sees %s', (_, text, at) => {
    expect(brokenAt(text)).toBe(at);
  });

  it('reports openings, closings and scalars at their own bytes', () => {
    const machine = new JsonMachine();
    const steps = [...utf8('{"a":[12,"s"]}')].map((byte) => machine.step(byte));
    const at = (wanted: Step): number[] => steps.flatMap((step, i) => (step === wanted ? [i] : []));
    expect(at(Step.opened)).toEqual([0, 5]);
    expect(at(Step.scalar)).toEqual([6, 9]);
    expect(at(Step.closed)).toEqual([12, 13]);
  });

  it('has the last key, the depth and the closing brackets of everything open', () => {
    const machine = new JsonMachine();
    brokenAt('{"traces":[{"events":[', machine);
    expect(machine.key).toBe('events');
    expect(machine.depth).toBe(4);
    expect(machine.insideArray).toBe(true);
    expect(new TextDecoder().decode(machine.closers())).toBe(']}]}');
  });

  it('goes back to an array it was in, even after that array was closed', () => {
    const machine = new JsonMachine();
    brokenAt('{"events":[', machine);
    const { openers } = machine;
    brokenAt('{"a":[{"b":', machine);
    machine.resetTo(openers);
    expect(brokenAt('{"c":1}],', machine)).toBe(-1);
    expect(machine.depth).toBe(1);
    machine.resetTo(openers);
    expect(brokenAt('{"d":1}]}', machine)).toBe(-1);
    expect(machine.atTopLevel).toBe(true);
  });

  it('skips the inside of a string up to its next quote, escape or control character', () => {
    const machine = new JsonMachine();
    const text = utf8('"abc[{]}\\"de"');
    machine.step(text[0]!);
    expect(machine.skip(text, 1)).toBe(8);
    machine.step(text[8]!);
    machine.step(text[9]!);
    expect(machine.skip(text, 10)).toBe(12);
  });

  it('skips white space, and nothing else, outside a string', () => {
    const machine = new JsonMachine();
    expect(machine.skip(utf8(' \n\t {"a":1}'), 0)).toBe(4);
    expect(machine.skip(utf8('{"a":1}'), 0)).toBe(0);
  });

  it('takes 256 levels and refuses the next, so that damage cannot grow the stack', () => {
    expect(brokenAt('['.repeat(300))).toBe(256);
  });
});
