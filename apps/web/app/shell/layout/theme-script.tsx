import { useNonce } from './nonce.tsx';

const SOURCE = `(function(){var m=matchMedia('(prefers-color-scheme: dark)'),s=function(){document.documentElement.dataset.theme=m.matches?'dark':'light'};s();m.addEventListener('change',s)})()`;

/** Follows the system's light or dark before the first paint, and when it changes. */
export function ThemeScript() {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file, nothing from outside.
    <script nonce={useNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SOURCE }} />
  );
}
