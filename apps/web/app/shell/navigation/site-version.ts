/** Whether a newer build is known to be served than the one this page runs: every link then loads its page in full. */
let isOutdated = false;
const listeners = new Set<() => void>();

export function isSiteOutdated(): boolean {
  return isOutdated;
}

export function markSiteOutdated(): void {
  isOutdated = true;
  for (const listener of listeners) listener();
}

/** Answers how to stop listening. */
export function onSiteOutdated(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The build this page runs; null where the page does not say. Browser only. */
export function runningBuildId(): string | null {
  const { __reactRouterManifest: manifest } = window as {
    readonly __reactRouterManifest?: { readonly version?: string };
  };
  return manifest?.version ?? null;
}
