import { allowClosedPipe } from '@assay/command';
import { runRemote } from '@assay/command/remote';
import manifest from '../package.json' with { type: 'json' };

allowClosedPipe();
process.exitCode = await runRemote(process.argv.slice(2), manifest.version);
