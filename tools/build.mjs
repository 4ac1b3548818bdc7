// `npm run build`: builds the site on the product's Node, whatever Node the machine has, with nothing but what builds it.
import { recordBuilt, siteBuild } from './bootstrap/build.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runHere } from './bootstrap/run.mjs';
import { exitWith } from './bootstrap/say.mjs';

await exitWith(async () => {
  const { command, args, env } = siteBuild(await prepare('product'));
  const code = await runHere(command, args, env);
  if (code === 0) recordBuilt();
  return code;
});
