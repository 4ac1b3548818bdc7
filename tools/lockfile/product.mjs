import { locate } from './locate.mjs';

/** @typedef {import('./problems.mjs').Locked} Locked */

/** The workspaces that `npm start` runs and builds. What they need, and nothing else, is what `npm start` installs. */
export const PRODUCT = ['server', 'web', 'bot'];

/**
 * The entries of a lockfile that the product needs: dependencies, optional dependencies and peers that are not optional,
 * and those of each of them.
 *
 * @param {Record<string, Locked>} packages
 */
export function productEntries(packages) {
  const reached = new Set(PRODUCT.map((name) => `node_modules/@assay/${name}`));
  for (const entry of reached) {
    const locked = packages[entry] ?? {};
    if (locked.link === true && locked.resolved !== undefined) reached.add(locked.resolved);
    for (const name of needs(locked)) {
      const needed = locate(packages, entry, name);
      if (needed !== null) reached.add(needed);
    }
  }
  return reached;
}

/** @param {Locked} locked */
function needs({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}
