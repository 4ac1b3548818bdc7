// `node tools/testing/tested-server.mjs`: builds the server in few files where its sources have changed, and prints the file
// that tests start it from, on the Node that runs this script.
import { ensureTestedServer } from '../bootstrap/build.mjs';
import { exitWith } from '../bootstrap/say.mjs';

await exitWith(async () => {
  const entry = await ensureTestedServer({ node: process.execPath, env: process.env });
  process.stdout.write(entry);
  return 0;
});
