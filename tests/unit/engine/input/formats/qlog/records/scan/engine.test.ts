/** Which build runs where: SIMD where it can, the other one else, and none where WebAssembly is missing or forbidden. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Between } from '../../../../../../../../src/engine/input/formats/qlog/records/scan/between.ts';

type Room = typeof import('../../../../../../../../src/engine/input/formats/qlog/records/scan/engine.ts');
type ScannerRoom =
  typeof import('../../../../../../../../src/engine/input/formats/qlog/records/scan/record-scanner.ts');

/** The modules as they are on a machine that has not loaded them yet. */
const engineRoom = (): Promise<Room> =>
  import('../../../../../../../../src/engine/input/formats/qlog/records/scan/engine.ts');
const scannerRoom = (): Promise<ScannerRoom> =>
  import('../../../../../../../../src/engine/input/formats/qlog/records/scan/record-scanner.ts');

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the engine', () => {
  it('is the SIMD build where that is valid', async () => {
    const { engine } = await engineRoom();
    expect(engine()).toBe(engine('simd'));
    expect(engine('simd')).not.toBe(engine('scalar'));
  });

  it('is the scalar build where SIMD is not valid', async () => {
    const { engine } = await engineRoom();
    vi.spyOn(WebAssembly, 'validate').mockReturnValueOnce(false);
    const found = engine();
    expect(found).not.toBeNull();
    expect(found).toBe(engine('scalar'));
    expect(engine('simd')).toBeNull();
  });

  it('is null if WebAssembly is missing', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    const { engine } = await engineRoom();
    expect(engine()).toBeNull();
  });

  it('is null if a policy forbids it, and every record is parsed', async () => {
    vi.spyOn(WebAssembly, 'Module').mockImplementation(() => {
      throw new WebAssembly.CompileError('blocked by Content Security Policy');
    });
    const { engine } = await engineRoom();
    expect(engine()).toBeNull();
    const { RecordScanner } = await scannerRoom();
    const scanner = new RecordScanner();
    const bytes = new TextEncoder().encode('{"a":1}');
    scanner.learn(bytes, { a: 1 });
    expect(scanner.scan(bytes, 0, Between.space)).toBe(0);
    expect(scanner.size).toBe(0);
  });

  it('has memory that neither build can grow', async () => {
    const { engine } = await engineRoom();
    for (const build of ['simd', 'scalar'] as const)
      expect(() => engine(build)!.code.memory.grow(1), build).toThrow(RangeError);
  });
});
