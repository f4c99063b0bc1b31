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

/** True for modules that are loaded only where a trace is shown. */
function isOnlyWithTrace(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (SET_SCREEN.test(id) || TRACE_DIALOG.test(id) || seen.has(id)) return true;
  seen.add(id);
  const info = graph.getModuleInfo(id);
  return (
    info !== null &&
    info.dynamicImporters.length === 0 &&
    info.importers.length > 0 &&
    info.importers.every((importer) => isOnlyWithTrace(importer, graph, seen))
  );
}

/** The screen and what it imports, as far as nothing else needs that without a trace. */
const isOfSetScreen: Roots = (id, graph) =>
  isOnlyWithTrace(id, graph) && isNeededBy((root) => SET_SCREEN.test(root), id, graph);

/** What makes and follows links, which every page fetches behind its first paint: in small files it takes 1 kB more. */
const LINKS = /\/src\/app\/navigation\/address\.ts$/;
/** Recent traces, which every page fetches too; other parts share its database. */
const RECENTS = /\/src\/app\/features\/recents\/recents-parts\.ts$/;
/** All of redaction is imported by one file; links need the names of it only. */
const REDACTION = /\/src\/engine\/service\/redaction\//;

const isNeededByOne = (roots: RegExp, id: string, graph: ModuleGraph): boolean =>
  isNeededBy((root) => roots.test(root), id, graph);

/** What links need, and the screen of a trace does not: that is there without them. */
function isOfLinks(id: string, graph: ModuleGraph): boolean {
  return isNeededByOne(LINKS, id, graph) && !isNeededByOne(SET_SCREEN, id, graph) && !REDACTION.test(id);
}

/** What recent traces need, and neither links nor the screen of a trace do. */
function isOfRecents(id: string, graph: ModuleGraph): boolean {
  return isNeededByOne(RECENTS, id, graph) && !isNeededByOne(SET_SCREEN, id, graph) && !REDACTION.test(id);
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
          // Everything that a worker's entry needs at once, but the entry itself: see entriesStandAlone.
          groups: [
            {
              debugName: 'worker',
              name: (id, graph) => (isNeededAtOnce(id, graph) && !isEntry(id, graph) ? 'worker' : null),
            },
          ],
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
              debugName: 'links',
              name: (id, graph) => (isOfLinks(id, graph) ? 'address' : null),
              includeDependenciesRecursively: false,
            },
            {
              debugName: 'recent traces',
              name: (id, graph) => (isOfRecents(id, graph) && !isOfLinks(id, graph) ? 'recents-parts' : null),
              includeDependenciesRecursively: false,
            },
            {
              debugName: 'trace screen',
              name: (id, graph) => (isOfSetScreen(id, graph) ? 'set-screen' : null),
              // What it shares with what is fetched without a trace stays outside.
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
