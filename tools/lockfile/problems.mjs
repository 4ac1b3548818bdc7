import { fileURLToPath } from 'node:url';
import { missingOptional } from './optional.mjs';
import { peersLeftOut } from './product.mjs';
import { wouldBeBuilt } from './unbuilt.mjs';

/**
 * @typedef {object} Locked one entry of package-lock.json
 * @property {string} [name] where the folder is named otherwise
 * @property {string} [version]
 * @property {string} [license] an SPDX expression
 * @property {string[]} [os] where npm installs it; everywhere without
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {string} [resolved] address of the archive; for a link, the folder it points to
 * @property {string} [integrity] hash of the archive, as npm writes it: `sha512-` and base64
 * @property {boolean} [link]
 * @property {boolean} [optional]
 * @property {boolean} [inBundle] comes inside the archive of the package around it
 * @property {boolean} [hasInstallScript]
 * @property {boolean} [gypfile]
 * @property {boolean} [dev] needed for development only
 * @property {boolean} [peer] needed as a peer only
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */

export const LOCKFILE = fileURLToPath(new URL('../../package-lock.json', import.meta.url));

const SHA512 = /^sha512-[\w+/]{86}==$/;

/**
 * What is wrong with the packages of a lockfile, one line each.
 *
 * - Each archive has its SHA-512, or npm would install whatever the registry sends.
 * - Each optional package is there, also those of other machines, or npm ci refuses the lockfile on them. One that has
 *   no hash is one that the registry did not offer: choose a version whose packages it offers for every machine.
 * - No entry names a registry: npm asks the one that is configured.
 * - No native part that nobody uses is built.
 * - `npm start` installs all that the product needs: it installs no peers, and refuses an install that lacks one.
 *
 * @param {Record<string, Locked>} packages
 * @returns {string[]}
 */
export function problemsOf(packages) {
  const problems = [];
  for (const [place, { integrity, resolved, link, inBundle }] of Object.entries(packages)) {
    if (!place.includes('node_modules/') || link === true) continue;
    if (resolved !== undefined) problems.push(`${place} names a registry; run node tools/lockfile/complete.mjs`);
    if (inBundle === true) continue;
    if (integrity === undefined) problems.push(`${place} has no integrity`);
    else if (!SHA512.test(integrity)) problems.push(`${place} is not pinned by SHA-512`);
  }
  for (const { name, spec } of missingOptional(packages))
    problems.push(`the optional package ${name}@${spec} is missing`);
  if (wouldBeBuilt(packages).length > 0) {
    problems.push('native parts that nobody uses would be built; run node tools/lockfile/complete.mjs');
  }
  for (const place of peersLeftOut(packages)) {
    problems.push(
      `the product needs ${place} as a peer, and npm start would not install it; make it a dependency of the workspace that needs it`,
    );
  }
  return problems;
}
