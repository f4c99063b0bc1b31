/**
 * Compiles the scanner (src/engine/input/formats/qlog/records/scan/assembly) to WebAssembly, with SIMD and without, and
 * writes both as text to binaries.js next to it, which git ignores. Called by the configurations of Vite and Vitest and
 * by the bench; does nothing if the sources are unchanged.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../src/engine/input/formats/qlog/records/scan/', import.meta.url));
const SOURCES = join(FOLDER, 'assembly');
const TARGET = join(FOLDER, 'binaries.js');
const OPTIONS = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--use', 'abort='];
const MEMORY_PAGES = 48;

function fingerprint() {
  const { version } = createRequire(import.meta.url)('assemblyscript/package.json');
  const hash = createHash('sha256')
    .update(version)
    .update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of readdirSync(SOURCES).sort()) hash.update(name).update(readFileSync(join(SOURCES, name)));
  return hash.digest('hex').slice(0, 16);
}

function writtenFingerprint() {
  try {
    return /^\/\/ (\w+)/m.exec(readFileSync(TARGET, 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

async function compile(folder, name, features) {
  const { default: asc } = await import('assemblyscript/asc');
  const out = join(folder, `${name}.wasm`);
  const { error, stderr } = await asc.main([
    join(SOURCES, 'scanner.ts'),
    '--outFile',
    out,
    '--initialMemory',
    String(MEMORY_PAGES),
    '--maximumMemory',
    String(MEMORY_PAGES),
    ...OPTIONS,
    ...features,
  ]);
  if (error) throw new Error(`the scanner does not compile: ${error.message}\n${stderr.toString()}`);
  return readFileSync(out).toString('base64');
}

/** Updates src/engine/input/formats/qlog/records/scan/binaries.js from the sources. */
export async function buildScanner() {
  const wanted = fingerprint();
  if (writtenFingerprint() === wanted) return;
  const folder = mkdtempSync(join(tmpdir(), 'qlogscope-scanner-'));
  try {
    const simd = await compile(folder, 'simd', ['--enable', 'simd']);
    const scalar = await compile(folder, 'scalar', ['--disable', 'simd']);
    const text = `// ${wanted}\nexport const SIMD = '${simd}';\nexport const SCALAR = '${scalar}';\n`;
    // Written under a temporary name and renamed: several processes may build at the same time.
    const unfinished = `${TARGET}.${process.pid}`;
    writeFileSync(unfinished, text);
    renameSync(unfinished, TARGET);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildScanner();
