/** `node fill.ts FOLDER`: the data folder of a server that has loaded the data that ship, for `npm run smoke`. */
import { fillData } from './fill-data.ts';

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Which folder?');
await fillData(dataDir);
