/** @typedef {{ version?: string, optionalDependencies?: Record<string, string>, optional?: boolean }} Locked */

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
      if (!isHeld(packages, place, name)) missing.set(name, spec);
    }
  }
  return [...missing].map(([name, spec]) => ({ name, spec }));
}

/**
 * Node's way to look a package up: beside the asking one, then ever further out.
 *
 * @param {Record<string, Locked>} packages
 * @param {string} place
 * @param {string} name
 */
function isHeld(packages, place, name) {
  for (let dir = place; ; ) {
    if (packages[`${dir === '' ? '' : `${dir}/`}node_modules/${name}`] !== undefined) return true;
    if (dir === '') return false;
    const outer = dir.lastIndexOf('/node_modules/');
    dir = outer >= 0 ? dir.slice(0, outer) : '';
  }
}

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/**
 * The lockfile's entry for a package of another machine; which machine, such packages say in their name.
 *
 * @param {string} name such as `@oxlint/binding-linux-arm64-musl`
 * @param {string} spec an exact version, or a range whose lowest is taken
 */
export function placeholder(name, spec) {
  const words = name.split(/[/-]/);
  const system = SYSTEMS.find((word) => words.includes(word));
  const processor = PROCESSORS.find((word) => words.includes(word));
  return {
    version: spec.replace(/^[\^~>=]+/, ''),
    ...(processor === undefined ? {} : { cpu: [processor] }),
    ...(words.includes('musl') || words.includes('musleabihf') ? { libc: ['musl'] } : {}),
    ...(words.includes('gnu') || words.includes('gnueabihf') ? { libc: ['glibc'] } : {}),
    optional: true,
    ...(system === undefined ? {} : { os: [system === 'windows' ? 'win32' : system] }),
  };
}
