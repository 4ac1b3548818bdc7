/** @typedef {import('./problems.mjs').Locked} Locked */

/**
 * The entry that a package gets for a dependency. The look-up is that of Node: in the package's own folder, then in each
 * outer folder.
 *
 * @param {Record<string, Locked>} packages
 * @param {string} from the entry of the package that has the dependency
 * @param {string} name
 * @returns {string | null}
 */
export function locate(packages, from, name) {
  for (let folder = from; ; ) {
    const entry = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[entry] !== undefined) return entry;
    if (folder === '') return null;
    const outer = folder.lastIndexOf('/node_modules/');
    folder = outer >= 0 ? folder.slice(0, outer) : '';
  }
}
