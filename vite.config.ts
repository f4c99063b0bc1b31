/**
 * Build, preview server and their content security policy.
 *
 * The policy is a header on every response of our server, worker scripts included, and a <meta> in the built
 * page for static hosts. The <meta> alone does not reach workers (a worker takes the policy of its own
 * response) and cannot hold frame-ancestors; ARCHITECTURE.md says so to whoever deploys.
 */
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildScanner } from './scripts/build-scanner.mjs';
import { offline } from './scripts/offline.mjs';

const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  // Traces come from hosts that the user agreed to; http does not leave this machine.
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
const HEADER_POLICY = `${POLICY}; frame-ancestors 'none'`;

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
                attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
                injectTo: 'head-prepend',
              },
            ]
          : [],
    },
    configurePreviewServer(server) {
      server.middlewares.use((_request, response, next) => {
        response.setHeader('Content-Security-Policy', HEADER_POLICY);
        response.setHeader('X-Content-Type-Options', 'nosniff');
        response.setHeader('Referrer-Policy', 'no-referrer');
        next();
      });
    },
  };
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

/** True for what the page's entry imports, and what that imports, as far as nothing is fetched later. */
function isFirstLoad(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const info = graph.getModuleInfo(id);
  return (
    info !== null && (info.isEntry || info.importers.some((importer) => isFirstLoad(importer, graph, seen)))
  );
}

await buildScanner();

export default defineConfig({
  base: './',
  plugins: [react(), contentSecurityPolicy(), offline()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // In one piece: what parts share with each other would else be torn into many small files.
          groups: [
            { debugName: 'first load', name: (id, graph) => (isFirstLoad(id, graph) ? 'first' : null) },
          ],
        },
      },
    },
  },
  preview: { host: '127.0.0.1', port: 7567, strictPort: false },
});
