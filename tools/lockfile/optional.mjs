import { locate } from './locate.mjs';

/** @typedef {import('./problems.mjs').Locked} Locked */

/**
 * Optional dependencies that a lockfile names but does not hold.
 *
 * @param {Record<string, Locked>} packages
 * @returns {{ name: string, spec: string }[]}
 */
export function missingOptional(packages) {
  /** @type {Map<string, string>} */
  const missing = new Map();
  for (const [place, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, spec] of Object.entries(optionalDependencies)) {
      if (locate(packages, place, name) === null) missing.set(name, spec);
    }
  }
  return [...missing].map(([name, spec]) => ({ name, spec }));
}
