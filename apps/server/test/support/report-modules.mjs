// Loaded before a server, and in each of its threads: says on stderr which files are loaded as code. Written to the
// descriptor, as the server makes log lines of what goes through the stream.
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) => {
    if (url.startsWith('file:')) writeSync(2, `loaded ${url}\n`);
    return next(url, context);
  },
});
