import type { StartPlan } from './start-site.ts';

interface RouteFiles {
  readonly module: string;
  readonly imports?: readonly string[] | undefined;
  // What a route says apart from its page.
  readonly clientActionModule?: string | undefined;
  readonly clientLoaderModule?: string | undefined;
  readonly clientMiddlewareModule?: string | undefined;
  readonly hydrateFallbackModule?: string | undefined;
}

interface Manifest {
  readonly url: string;
  readonly entry: { readonly module: string; readonly imports?: readonly string[] };
  readonly routes: Readonly<Record<string, RouteFiles | undefined>>;
}

/** What the page needs when it is the first one, of the list of all pages. */
export function planOf(manifest: Manifest, matches: readonly { readonly id: string }[]): StartPlan {
  const parts = matches.flatMap(({ id }) => {
    const part = manifest.routes[id];
    return part === undefined ? [] : [{ id, files: filesOf(part), imports: part.imports ?? [] }];
  });
  const own = new Set([manifest.entry.module, ...parts.flatMap(({ files }) => files)]);
  const shared = new Set([...(manifest.entry.imports ?? []), ...parts.flatMap(({ imports }) => imports)]);
  return {
    shared: [...shared].filter((url) => !own.has(url)),
    manifest: manifest.url,
    routes: parts.map(({ id, files }) => [id, files]),
    entry: manifest.entry.module,
  };
}

function filesOf(part: RouteFiles): readonly string[] {
  const { clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module } = part;
  const files = [clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module];
  return files.filter((file) => file !== undefined);
}
