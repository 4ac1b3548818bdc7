// `node tools/bundle.mjs SOURCE OUTPUT`, in a package that is published: one program without dependencies, and beside it
// the licences of what is in it. Run by `npm pack` and `npm publish`, on Node 20 or newer.
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const [source = '', output = ''] = process.argv.slice(2);
rmSync(path.dirname(output), { recursive: true, force: true });
const bundle = await rolldown({
  input: source,
  platform: 'node',
  transform: { target: 'node20' },
  // A warning, such as an import that is not found, would be a program that fails later.
  onLog: (level, log) => {
    if (level === 'warn') throw new Error(log.message);
  },
});
const { output: chunks } = await bundle.write({
  file: output,
  format: 'esm',
  banner: '#!/usr/bin/env node',
  codeSplitting: false,
});
await bundle.close();
chmodSync(output, 0o755);
writeFileSync(path.join(path.dirname(output), 'THIRD-PARTY-LICENSES.txt'), licencesOf(chunks.flatMap(modulesOf)));

/**
 * The files whose code is in a chunk.
 *
 * @param {import('rolldown').OutputChunk | import('rolldown').OutputAsset} chunk
 */
function modulesOf(chunk) {
  return chunk.type === 'chunk' ? Object.keys(chunk.modules) : [];
}

/** @param {readonly string[]} modules */
function licencesOf(modules) {
  const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== null));
  return [...folders]
    .toSorted()
    .map(licenceOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * Of a module from the registry; null for one of this repository.
 *
 * @param {string} module
 */
function packageFolder(module) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? null;
}

/** @param {string} folder */
function licenceOf(folder) {
  const { name, version, license, repository } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const text = file === undefined ? textAt(name, repository) : readFileSync(path.join(folder, file), 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}

/**
 * Of a package without a licence file: where its text is.
 *
 * @param {string} name
 * @param {undefined | string | { readonly url: string }} repository
 */
function textAt(name, repository) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  if (url === undefined) throw new Error(`${name} has neither a licence file nor a repository`);
  return `The text of the licence is at ${url}.`;
}
