import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { devShell } from './tools/dev/dev-shell.ts';
import { modulesOfReact } from './tools/modules-of-react.ts';
import { oneFile } from './tools/one-file.ts';
import { precompress } from './tools/precompress.ts';
import { publishedTexts } from './tools/published-text.ts';
import { referenceScript } from './tools/reference-script.ts';
import { scriptBudget } from './tools/script-budget.ts';
import { sharingFile } from './tools/sharing-file.ts';
import { staleChunks } from './tools/stale-chunks.ts';
import { stylesInPage } from './tools/styles-in-page.ts';

/** What every page runs on. */
const FRAMEWORK = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/;
/** Shared by at least this many pages, our own code comes in one file: a small file costs a round trip of its own. */
const COMMON_PAGES = 5;
const OWN_CODE = /\/(apps\/web\/app|packages)\//;
/** Shared by few pages and so small that a file of its own costs more than what is in it. */
const SMALL =
  /\/(wording\/src\/(limited-data|without-holder)|ui\/src\/components\/marks\/brand-glyph|app\/shell\/layout\/(no-wallet|judge-email))\./;
/** Shared too, but most first pages do without it: it is loaded with the pages that use it. */
const LOADED_APART = [
  /\/app\/features\/(account|api-keys|auth|workspaces)\//,
  /\/app\/shell\/session\/return-place/,
  /\/app\/shell\/(layout\/(data-table|judge-email)|navigation\/(page-links|transaction-path|path-of-transaction))/,
  // The header of every page makes the calls of `workspace-choice-client`.
  /\/contracts\/src\/(?!workspace-choice)[\w-]+-client\./,
  // What a pasted link, or the page of a payment, is read by.
  /\/domain\/src\/explorers\./,
  /\/address\/src\/(read-transaction|transaction-id|pasted|secrets\/explorer-links)/,
  /\/ui\/src\/components\/(controls\/(checkbox|field|pager)|overlays\/dialog)/,
];

export default defineConfig({
  plugins: [
    devShell(),
    modulesOfReact(),
    publishedTexts(),
    referenceScript(),
    staleChunks(),
    stylesInPage(),
    reactRouter(),
    precompress(),
    scriptBudget(),
    sharingFile(),
    oneFile(),
  ],
  // The content security policy allows fonts from the site itself only, so nothing is turned into a data: address.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Radix names its functions for stack traces; a browser needs none of these calls.
          treeshake: { manualPureFunctions: ['__name'] },
          output: {
            // Without names: the list of routes, which every page loads, and the imports of each file are shorter.
            entryFileNames: 'assets/[hash].js',
            chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'assets/[name]-[hash].js' : 'assets/[hash].js'),
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                { name: 'small', test: SMALL, priority: 3 },
                {
                  name: 'common',
                  test: (id) => OWN_CODE.test(id) && !LOADED_APART.some((part) => part.test(id)),
                  minShareCount: COMMON_PAGES,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
});
