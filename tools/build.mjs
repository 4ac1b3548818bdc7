// `npm run build`: builds the site, and the server in few files, on the product's Node, whatever Node the machine has, with
// nothing but what builds them.
import { buildAgain } from './bootstrap/build.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { exitWith } from './bootstrap/say.mjs';

await exitWith(async () => buildAgain(await prepare('product')));
