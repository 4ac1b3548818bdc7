import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

/** 'use client' and `import()` are meant for what browsers load: what renders pages has all of it. */
const EXPECTED = new Set(['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT']);

/**
 * Writes what renders pages once more, with everything it imports, in place of its entry file: React and the other
 * packages too. Finding and reading some hundred modules takes a thread longer than running them.
 *
 * Not an output option of the build itself: with all in one file it would write one style sheet more, which no page has.
 */
export function oneFile(): Plugin {
  return {
    name: 'one-file',
    apply: 'build',
    async writeBundle({ dir }) {
      if (this.environment.name !== 'ssr' || dir === undefined) return;
      const entry = path.join(dir, 'index.js');
      const bundle = await rolldown({
        input: entry,
        platform: 'node',
        // React asks for it while it is loaded, and its other half would come along.
        transform: { target: 'node24', define: { 'process.env.NODE_ENV': JSON.stringify('production') } },
        // A warning, such as an import that is not found, would be a page that fails later.
        onLog: (level, log) => {
          if (level === 'warn' && !EXPECTED.has(log.code ?? '')) throw new Error(log.message);
        },
      });
      const { output } = await bundle.generate({
        format: 'esm',
        codeSplitting: false,
        comments: { legal: true, annotation: false, jsdoc: false },
      });
      await bundle.close();
      const [file, ...others] = output;
      if (others.length > 0) this.error(`The pages came in ${output.length} files`);
      // A server that runs reads the former file, or this one whole.
      await writeFile(`${entry}.new`, file.code);
      await rename(`${entry}.new`, entry);
    },
  };
}
