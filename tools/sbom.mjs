// `npm run -s sbom > file`: the packages of the product on this machine, as a bill of materials in CycloneDX. Words after
// it name another processor: `npm run -s sbom -- arm64`.
import { readFileSync } from 'node:fs';
import { billOfMaterials } from './lockfile/bill-of-materials.mjs';
import { LOCKFILE } from './lockfile/problems.mjs';

const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8'));
const machine = { os: 'linux', cpu: process.argv[2] ?? process.arch, libc: 'glibc' };
process.stdout.write(`${JSON.stringify(billOfMaterials(packages, machine), null, 2)}\n`);
