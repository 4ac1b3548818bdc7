/** Asked for at most this long after one another, in milliseconds, however busy the page is. */
const MOST_MS = 2000;

const asked = new Set<string>();
const waiting: string[] = [];
const arrivals = new WeakMap<Element, () => void>();
let watcher: IntersectionObserver | undefined;

/**
 * Fetches files of other pages into the cache of the browser, one at a time and in idle moments: a page may have dozens
 * of links, and none of them may take a keystroke's time. Browser only.
 */
export function prefetchFiles(urls: readonly string[]): void {
  const fresh = urls.filter((url) => !asked.has(url));
  const wasEmpty = waiting.length === 0;
  for (const url of fresh) asked.add(url);
  waiting.push(...fresh);
  if (wasEmpty && fresh.length > 0) whenIdle(fetchNext);
}

/** Calls `seen` once, when the element first comes into view. Answers how to stop watching. Browser only. */
export function watchView(element: Element, seen: () => void): () => void {
  watcher ??= new IntersectionObserver((entries, own) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      own.unobserve(target);
      arrivals.get(target)?.();
    }
  });
  const own = watcher;
  arrivals.set(element, seen);
  own.observe(element);
  return () => {
    arrivals.delete(element);
    own.unobserve(element);
  };
}

function fetchNext(): void {
  const url = waiting.shift();
  if (url === undefined) return;
  const link = document.createElement('link');
  Object.assign(link, { rel: 'prefetch', href: url, as: url.endsWith('.css') ? 'style' : 'script' });
  document.head.append(link);
  if (waiting.length > 0) whenIdle(fetchNext);
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: MOST_MS });
  else setTimeout(run, 200);
}
