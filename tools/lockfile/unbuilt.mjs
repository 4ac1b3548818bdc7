/** @typedef {{ hasInstallScript?: boolean, gypfile?: boolean }} Locked */

/**
 * Packages with native parts that nobody here uses: bcoin, the Bitcoin node of the tests, runs on its own JavaScript.
 * Building them would ask for a compiler and for headers from the network, and in the end fail on a current Node.
 */
const UNBUILT = ['bcrypto', 'bsip', 'bstring', 'leveldown', 'mrmr', 'secp256k1'];

/**
 * Says of each of them, in place, that there is nothing to run and nothing to build; returns how many said otherwise.
 *
 * @param {Record<string, Locked>} packages
 */
export function leaveUnbuilt(packages) {
  let changed = 0;
  for (const name of UNBUILT) {
    const locked = packages[`node_modules/${name}`];
    if (locked === undefined || (locked.hasInstallScript === undefined && locked.gypfile === false)) continue;
    delete locked.hasInstallScript;
    // Without a word npm builds whatever has a binding.gyp.
    locked.gypfile = false;
    changed += 1;
  }
  return changed;
}
