/**
 * Builds everything that the package holds, before `npm pack` (`prepack`): the page, the command line, what other programs
 * import with its declarations, and the pages about that, made from the comments in the code (API Extractor and API
 * Documenter). Declarations are written by the compiler, and their relative imports completed: Node's resolution wants the
 * whole name of a file.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = fileURLToPath(new URL('../', import.meta.url));
const types = join(root, 'dist-lib/types');
const docs = join(root, 'dist-lib/docs');
/** Entry of the package → its declarations. */
const ENTRIES = {
  engine: 'engine/service/api/index.d.ts',
  drawing: 'drawing/api/index.d.ts',
  'qlog-schema': 'qlog-schema/index.d.ts',
};

function run(command, ...args) {
  const { status } = spawnSync('npx', [command, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

/** `./session` → `./session.js`, `../formats` → `../formats/index.js`. */
function completeImports(path) {
  const text = readFileSync(path, 'utf8');
  const completed = text.replace(
    /((?:from|import\()\s*['"])(\.[^'"]*)(['"])/g,
    (whole, before, to, after) => {
      const target = resolve(dirname(path), to);
      if (existsSync(`${target}.d.ts`)) return `${before}${to}.js${after}`;
      if (existsSync(join(target, 'index.d.ts'))) return `${before}${to}/index.js${after}`;
      throw new Error(`${relative(root, path)}: ${whole} leads to no declarations`);
    },
  );
  if (completed !== text) writeFileSync(path, completed);
}

function buildDeclarations() {
  run('tsc', '-p', 'tsconfig.lib.json');
  for (const name of readdirSync(types, { recursive: true }))
    if (name.endsWith('.d.ts')) completeImports(join(types, name));
}

/** One folder of pages per entry. */
function buildDocs() {
  const models = join(root, 'dist-lib/.api');
  for (const [entry, declarations] of Object.entries(ENTRIES)) {
    const folder = join(models, entry);
    mkdirSync(folder, { recursive: true });
    const config = ExtractorConfig.prepare({
      configObjectFullPath: join(root, 'api-extractor.json'),
      packageJsonFullPath: join(root, 'package.json'),
      configObject: {
        projectFolder: root,
        mainEntryPointFilePath: join(types, declarations),
        apiReport: { enabled: false, reportFileName: 'unused' },
        docModel: { enabled: true, apiJsonFilePath: join(folder, `${entry}.api.json`), projectFolderUrl: '' },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        compiler: {
          overrideTsconfig: {
            compilerOptions: {
              target: 'ES2022',
              module: 'nodenext',
              lib: ['ES2023', 'WebWorker'],
              types: [],
              strict: true,
            },
            files: [join(types, declarations)],
          },
        },
        messages: {
          compilerMessageReporting: { default: { logLevel: 'error' } },
          // Types that others are made of need not be exported by name; the pages show what is.
          extractorMessageReporting: {
            default: { logLevel: 'error' },
            'ae-forgotten-export': { logLevel: 'none' },
            'ae-missing-release-tag': { logLevel: 'none' },
            'ae-unresolved-link': { logLevel: 'none' },
          },
          tsdocMessageReporting: { default: { logLevel: 'none' } },
        },
      },
    });
    const { succeeded } = Extractor.invoke(config, { localBuild: false, showVerboseMessages: false });
    if (!succeeded) throw new Error(`the declarations of ${entry} cannot be documented`);
    run('api-documenter', 'markdown', '--input-folder', folder, '--output-folder', join(docs, entry));
  }
  rmSync(models, { recursive: true, force: true });
}

rmSync(join(root, 'dist-lib'), { recursive: true, force: true });
run('vite', 'build', '--logLevel', 'warn');
run('vite', 'build', '-c', 'vite.cli.config.ts', '--logLevel', 'warn');
run('vite', 'build', '-c', 'vite.lib.config.ts', '--logLevel', 'warn');
buildDeclarations();
buildDocs();
