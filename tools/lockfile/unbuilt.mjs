/** @typedef {{ hasInstallScript?: boolean, gypfile?: boolean }} Locked */

/**
 * Packages with native parts that are not built here: bcoin, the Bitcoin node of the tests, runs on its own JavaScript,
 * and zeromq holds what it needs already built, or is not used where it does not. Building them would ask for a compiler
 * and for headers from the network, and in the end fail on a current Node.
 */
const UNBUILT = ['bcrypto', 'bsip', 'bstring', 'leveldown', 'mrmr', 'secp256k1', 'zeromq'];

/**
 * Marks each of them, in place, as having nothing to run and nothing to build; returns how many were not marked.
 *
 * @param {Record<string, Locked>} packages
 */
export function leaveUnbuilt(packages) {
  const unmarked = wouldBeBuilt(packages);
  for (const locked of unmarked) {
    delete locked.hasInstallScript;
    // Without this field npm builds whatever has a binding.gyp.
    locked.gypfile = false;
  }
  return unmarked.length;
}

/**
 * The entries among them that npm would build.
 *
 * @param {Record<string, Locked>} packages
 */
export function wouldBeBuilt(packages) {
  return UNBUILT.flatMap((name) => {
    const locked = packages[`node_modules/${name}`];
    const isMarked = locked === undefined || (locked.hasInstallScript === undefined && locked.gypfile === false);
    return isMarked ? [] : [locked];
  });
}
