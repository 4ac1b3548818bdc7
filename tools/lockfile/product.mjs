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
  return reachedBy(packages, (locked) => [...dependenciesOf(locked), ...peersOf(locked)]);
}

/**
 * Entries that the product needs and `npm start` would not install: it installs dependencies and no peers, so a peer has
 * to be a dependency of one of our packages too.
 *
 * @param {Record<string, Locked>} packages
 * @returns {string[]}
 */
export function peersLeftOut(packages) {
  const installed = reachedBy(packages, dependenciesOf);
  return [...productEntries(packages)].filter((entry) => !installed.has(entry));
}

/**
 * @param {Record<string, Locked>} packages
 * @param {(locked: Locked) => readonly string[]} needsOf names of the packages that one needs
 */
function reachedBy(packages, needsOf) {
  const reached = new Set(PRODUCT.map((name) => `node_modules/@assay/${name}`));
  for (const entry of reached) {
    const locked = packages[entry] ?? {};
    if (locked.link === true && locked.resolved !== undefined) reached.add(locked.resolved);
    for (const name of needsOf(locked)) {
      const needed = locate(packages, entry, name);
      if (needed !== null) reached.add(needed);
    }
  }
  return reached;
}

/** @param {Locked} locked */
function dependenciesOf({ dependencies = {}, optionalDependencies = {} }) {
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
}

/** @param {Locked} locked */
function peersOf({ peerDependencies = {}, peerDependenciesMeta = {} }) {
  return Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
}
