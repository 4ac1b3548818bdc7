// `node tools/pack.mjs FOLDER`: what is published, in a folder. Run by `npm pack` and `npm publish`, on Node 20 or newer.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
const TSC = path.join(PACKAGE, '../../node_modules/typescript/bin/tsc');
const output = path.resolve(process.argv[2] ?? 'dist');
const staged = mkdtempSync(path.join(tmpdir(), 'assay-client-pack-'));
try {
  cpSync(path.join(PACKAGE, 'src'), path.join(staged, 'src'), { recursive: true });
  cpSync(path.join(PACKAGE, 'package.json'), path.join(staged, 'package.json'));
  writeFileSync(path.join(staged, 'src/contracts.ts'), await contractTypes());
  writeFileSync(path.join(staged, 'tsconfig.json'), JSON.stringify(configOf(output)));
  rmSync(output, { recursive: true, force: true });
  execFileSync(process.execPath, [TSC, '-p', staged], { stdio: 'inherit' });
} finally {
  rmSync(staged, { recursive: true, force: true });
}

/** Bundled first: this Node may not run TypeScript. */
async function contractTypes() {
  const bundle = await rolldown({ input: path.join(PACKAGE, 'tools/contract-types.ts'), platform: 'node' });
  const {
    output: [{ code }],
  } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  const program = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  return program.contractTypes();
}

/** @param {string} outDir */
function configOf(outDir) {
  return {
    extends: path.join(PACKAGE, 'tsconfig.json'),
    compilerOptions: {
      target: 'es2022',
      outDir,
      rootDir: 'src',
      declaration: true,
      rewriteRelativeImportExtensions: true,
      composite: false,
      emitDeclarationOnly: false,
    },
    include: ['src'],
    references: [],
  };
}
