/** What Scalar's script leaves in the window, as far as it is used here. */
interface Scalar {
  createApiReference(place: HTMLElement, configuration: object): Running;
}
interface Running {
  updateConfiguration(configuration: object): void;
  destroy(): void;
}

/** Nothing leaves this site: no font, no measurement, no proxy, no assistant, and no request with a reader's key. */
const CONFIGURATION = {
  url: '/api/v1/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideTestRequestButton: true,
  hideDarkModeToggle: true,
  documentDownloadType: 'none',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: { c: true, clojure: true, objc: true, ocaml: true, r: true },
};

let script: Promise<Scalar> | undefined;

/**
 * Shows the document at a place of the page, in the theme of the site, until the signal is aborted.
 *
 * @throws Error where the script cannot be loaded
 */
export async function startReference(place: HTMLElement | null, leaving: AbortSignal): Promise<void> {
  if (place === null) throw new Error('The place of the reference is not on the page');
  // The page of the reference alone may write styles into itself, and the policy is that of the first page of a visit.
  const [first] = performance.getEntriesByType('navigation');
  if (first !== undefined && new URL(first.name).pathname !== location.pathname) {
    location.reload();
    return;
  }
  script ??= loadScript();
  const scalar = await script;
  if (leaving.aborted) return;
  const configuration = () => {
    const theme = document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
    return { ...CONFIGURATION, darkMode: theme === 'dark', forceDarkModeState: theme };
  };
  const parts = new MutationObserver(() => nameParts(place));
  parts.observe(place, { childList: true, subtree: true });
  const running = scalar.createApiReference(place, configuration());
  const themes = new MutationObserver(() => running.updateConfiguration(configuration()));
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  leaving.addEventListener('abort', () => {
    parts.disconnect();
    themes.disconnect();
    running.destroy();
  });
}

/** What a screen reader needs and the viewer lacks: names of the buttons that copy, and one banner a page. */
function nameParts(place: HTMLElement): void {
  for (const button of place.querySelectorAll('button[class*="copy-button"]:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy');
  }
  for (const header of place.querySelectorAll('header:not([role])')) header.setAttribute('role', 'none');
}

async function loadScript(): Promise<Scalar> {
  const { default: url } = await import('virtual:reference-script');
  await new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = url;
    element.onload = () => resolve();
    element.onerror = () => reject(new Error('The script of the reference was not loaded'));
    document.head.append(element);
  });
  return (window as unknown as { readonly Scalar: Scalar }).Scalar;
}
