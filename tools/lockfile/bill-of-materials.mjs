import { locate } from './locate.mjs';
import { productEntries } from './product.mjs';

/** @typedef {import('./problems.mjs').Locked} Locked */

/**
 * A machine that the product is installed on, as npm names it: `linux`, `x64` or `arm64`, `glibc`.
 *
 * @typedef {{ os: string, cpu: string, libc: string }} Machine
 */

/** Of packages whose package.json names no licence: what the file LICENSE inside them is. */
const LICENCES_BY_FILE = new Map([['png-js', 'MIT']]);

/**
 * The packages of the product on one machine as a bill of materials in CycloneDX 1.6 (ECMA-424). The same lockfile gives
 * the same text: it holds neither a time nor a serial number. Node and the packages of Debian belong to the base of an
 * image, and are not listed.
 *
 * @param {Record<string, Locked>} packages of package-lock.json
 * @param {Machine} machine
 */
export function billOfMaterials(packages, machine) {
  const reached = installedEntries(packages, machine);
  const entries = [...reached].filter((entry) => packages[entry]?.link !== true);
  const product = packages[''] ?? {};
  /** @type {Map<string, ReturnType<typeof componentOf>>} */
  const components = new Map();
  /** @type {Map<string, Set<string>>} */
  const dependencies = new Map();
  for (const entry of entries) {
    const component = componentOf(entry, packages[entry] ?? {});
    const needs = dependencies.get(component.purl) ?? new Set();
    for (const needed of neededBy(packages, reached, entry)) {
      needs.add(componentOf(needed, packages[needed] ?? {}).purl);
    }
    components.set(component.purl, component);
    dependencies.set(component.purl, needs);
  }
  const root = `pkg:generic/assay@${product.version}`;
  const apps = [...components.keys()].filter((purl) => /^pkg:npm\/%40assay\/(?:server|web|bot)@/.test(purl));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: 'assay',
        version: product.version,
        purl: root,
        licenses: [{ expression: product.license }],
      },
      properties: [{ name: 'assay:machine', value: `${machine.os} ${machine.cpu} ${machine.libc}` }],
    },
    components: sorted(components).map(([, component]) => component),
    dependencies: [
      { ref: root, dependsOn: apps.sort() },
      ...sorted(dependencies).map(([ref, needs]) => ({ ref, dependsOn: [...needs].sort() })),
    ],
  };
}

/**
 * The entries that npm installs for the product on a machine: neither packages for other machines, nor what only those
 * need.
 *
 * @param {Record<string, Locked>} packages
 * @param {Machine} machine
 */
export function installedEntries(packages, machine) {
  return productEntries(Object.fromEntries(Object.entries(packages).filter(([, locked]) => isFor(locked, machine))));
}

/**
 * Whether npm installs a package on a machine.
 *
 * @param {Locked} locked
 * @param {Machine} machine
 */
export function isFor({ os, cpu, libc }, machine) {
  return [
    [os, machine.os],
    [cpu, machine.cpu],
    [libc, machine.libc],
  ].every(([wanted, own]) => {
    if (!Array.isArray(wanted) || typeof own !== 'string') return true;
    return wanted.includes(own) || (wanted.every((one) => one.startsWith('!')) && !wanted.includes(`!${own}`));
  });
}

/**
 * @param {string} entry
 * @param {Locked} locked
 */
function componentOf(entry, { name, version, license, integrity }) {
  const full = name ?? entry.slice(entry.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${full.replace('@', '%40')}@${version}`;
  const slash = full.indexOf('/');
  const licence = license ?? LICENCES_BY_FILE.get(full);
  return {
    type: 'library',
    'bom-ref': purl,
    ...(slash < 0 ? {} : { group: full.slice(0, slash) }),
    name: full.slice(slash + 1),
    version,
    scope: 'required',
    ...(integrity === undefined
      ? {}
      : {
          hashes: [
            { alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') },
          ],
        }),
    ...(licence === undefined ? {} : { licenses: [{ expression: licence }] }),
    purl,
  };
}

/**
 * @param {Record<string, Locked>} packages
 * @param {ReadonlySet<string>} reached what the product needs
 * @param {string} entry
 */
function neededBy(packages, reached, entry) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[entry] ?? {};
  const names = [dependencies, optionalDependencies, peerDependencies].flatMap((some) => Object.keys(some));
  return names.flatMap((name) => {
    const found = locate(packages, entry, name);
    if (found === null || !reached.has(found)) return [];
    const { link, resolved } = packages[found] ?? {};
    return [link === true && resolved !== undefined ? resolved : found];
  });
}

/**
 * @template Value
 * @param {Map<string, Value>} map
 */
function sorted(map) {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
