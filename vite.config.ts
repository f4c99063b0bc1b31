/**
 * Build of the page.
 *
 * The content security policy is a header on every response of our server, worker scripts included, and a <meta> in the
 * built pages for static hosts. The <meta> alone does not reach workers (a worker takes the policy of its own
 * response) and cannot hold frame-ancestors; docs/deploy.md says so.
 */
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildScanner } from './scripts/build-scanner.mjs';
import { offline } from './scripts/offline.mjs';
import { EMBED_PAGE, PAGE_POLICY, THREADS_FOLDER } from './src/sharing/host/policy.ts';

function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, context) =>
        context.server === undefined
          ? [
              {
                tag: 'meta',
                attrs: { 'http-equiv': 'Content-Security-Policy', content: PAGE_POLICY },
                injectTo: 'head-prepend',
              },
            ]
          : [],
    },
  };
}

/** The page once more, as the one that others may embed: a second entry would cost the first one a file. */
function embedPage(): Plugin {
  return {
    name: 'embed-page',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') this.error('there is no index.html');
      const source = String(page.source).replace('<html lang="en">', '<html lang="en" data-page="embed">');
      this.emitFile({ type: 'asset', fileName: EMBED_PAGE, source });
    },
  };
}

interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly isEntry: boolean;
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
  } | null;
}

const isEntry = (id: string, graph: ModuleGraph): boolean => graph.getModuleInfo(id)?.isEntry ?? false;

type Roots = (id: string, graph: ModuleGraph) => boolean;

/** True for a root, for what it imports, and what that imports, as far as nothing is fetched later. */
function isNeededBy(isRoot: Roots, id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return isRoot(id, graph) || importers.some((importer) => isNeededBy(isRoot, importer, graph, seen));
}

const isNeededAtOnce: Roots = (id, graph) => isNeededBy(isEntry, id, graph);

/** The screen of a trace and what features show of one, which are fetched together. */
const SET_SCREEN = /\/src\/app\/(?:shell\/set-screen|features\/[\w-]+\/trace-slots)\.tsx?$/;

/** Dialogs that are opened over a trace, and so when its screen is there. */
const TRACE_DIALOG = /\/src\/app\/features\/(?:report|share|export-range|what-if)\/[\w-]+-form\.tsx$/;

/** True for a root, and for modules that nothing but roots needs. */
function isOnlyFor(
  roots: readonly RegExp[],
  id: string,
  graph: ModuleGraph,
  seen = new Set<string>(),
): boolean {
  if (roots.some((root) => root.test(id)) || seen.has(id)) return true;
  seen.add(id);
  const info = graph.getModuleInfo(id);
  return (
    info !== null &&
    info.dynamicImporters.length === 0 &&
    info.importers.length > 0 &&
    info.importers.every((importer) => isOnlyFor(roots, importer, graph, seen))
  );
}

/** What every page fetches behind its first paint: what makes and follows links, and recent traces. */
const SOON = /\/src\/app\/(?:navigation\/address|features\/recents\/recents-parts)\.ts$/;
/** All of redaction is imported by one file; links need the names of it only. */
const REDACTION = /\/src\/engine\/service\/redaction\//;
/** Links name panels. */
const PANELS = /\/src\/drawing\/panels\/registry\.ts$/;
/** Screens that are there without a trace. */
const OTHER_SCREEN = /\/src\/app\/features\/(?:[\w-]+\/)+(?:lab|fleet|table|groups)-screen\.tsx$/;

const isNeededByOne = (roots: RegExp, id: string, graph: ModuleGraph): boolean =>
  isNeededBy((root) => roots.test(root), id, graph);

/** The piece of what the page fetches later that a module is in; null for one of its own. */
function pieceOfPage(id: string, graph: ModuleGraph): string | null {
  if (REDACTION.test(id)) return null;
  if (isNeededByOne(SOON, id, graph)) return 'address';
  const isPanels = isNeededByOne(PANELS, id, graph);
  if (!isPanels && !isNeededByOne(SET_SCREEN, id, graph)) return null;
  if (!isPanels && isOnlyFor([SET_SCREEN, TRACE_DIALOG], id, graph)) return 'set-screen';
  return `${isPanels ? 'panels' : 'set'}-${isNeededByOne(OTHER_SCREEN, id, graph) ? 'shared' : 'rest'}`;
}

/** What a trace's worker fetches later: what panels ask for first, and what judges. */
const WINDOWS = /\/src\/engine\/service\/answers\/window\.ts$/;
const JUDGING = /\/src\/engine\/service\/answers\/judging\.ts$/;

/** As `pieceOfPage`, of a worker; its entry stands alone (`entriesStandAlone`). */
function pieceOfWorker(id: string, graph: ModuleGraph): string | null {
  if (isEntry(id, graph)) return null;
  if (isNeededAtOnce(id, graph)) return 'worker';
  if (isNeededByOne(WINDOWS, id, graph)) return 'window';
  if (!isNeededByOne(JUDGING, id, graph)) return null;
  return isOnlyFor([JUDGING], id, graph) ? 'judging' : 'judged';
}

/**
 * Holds that nothing imports a worker's entry. WebKit evaluates the entry of a worker a second time when another chunk
 * imports it: a second, empty session would take over the worker's messages, and charts would stay blank for ever.
 */
function entriesStandAlone(): Plugin {
  return {
    name: 'entries-stand-alone',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const entry of chunks.filter((chunk) => chunk.isEntry)) {
        const importer = chunks.find((chunk) =>
          [...chunk.imports, ...chunk.dynamicImports].includes(entry.fileName),
        );
        if (importer !== undefined)
          this.error(
            `${importer.fileName} imports the worker's entry ${entry.fileName}; WebKit would run it twice`,
          );
      }
    },
  };
}

await buildScanner();

export default defineConfig({
  base: './',
  plugins: [react(), contentSecurityPolicy(), embedPage(), offline()],
  worker: {
    format: 'es',
    plugins: () => [entriesStandAlone()],
    rolldownOptions: {
      output: {
        entryFileNames: `${THREADS_FOLDER}[name]-[hash].js`,
        chunkFileNames: `${THREADS_FOLDER}[name]-[hash].js`,
        codeSplitting: {
          groups: [{ debugName: 'pieces', name: pieceOfWorker, includeDependenciesRecursively: false }],
        },
      },
    },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // In one piece: what parts share with each other would else be torn into many small files.
          groups: [
            {
              debugName: 'first load',
              name: (id, graph) => (isNeededAtOnce(id, graph) ? 'first' : null),
              priority: 1,
            },
            {
              debugName: 'later',
              name: pieceOfPage,
              // What a piece needs may be in another one.
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
