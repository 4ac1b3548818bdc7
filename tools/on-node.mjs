// `node tools/on-node.mjs program [arguments]`: runs a program of a package (vitest, biome) on the product's Node, whatever
// Node the machine has. For scripts of the root package.json; npm has put the programs of packages on PATH.
import { prepare } from './bootstrap/prepare.mjs';
import { runHere } from './bootstrap/run.mjs';
import { exitWith } from './bootstrap/say.mjs';

await exitWith(async () => {
  const { env } = await prepare('all');
  const [program = '', ...args] = process.argv.slice(2);
  return runHere(program, args, env);
});
